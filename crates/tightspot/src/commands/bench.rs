//! `tightspot bench`: runs specimens and scores the verdicts. The tool is started anew for each, and gets no hint.

use crate::cli::{BenchArgs, Cli};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{interrupt, output};
use model::Message;
use specimen::{BenchOptions, Case, ErrorKind, Tool, Truths, Watch, bench};
use std::path::Path;
use std::time::Duration;

/// Longest run with an experiment.
const PROVING: Duration = Duration::from_secs(15 * 60);

/// Runs specimens.
pub(crate) fn run(cli: &Cli, args: &BenchArgs) -> Result<Exit, Failure> {
    let progress = Progress::new(cli);
    crate::failure::listen()?;
    let watch = Watch { progress: &|line| progress.say(line), interrupted: &interrupt::requested };
    let ids = if args.cases.is_empty() { Case::ids() } else { args.cases.clone() };
    if ids.is_empty() {
        return Err(
            Failure::new(Exit::Usage, "no-specimens", "no specimens found").help("run this in the repository, or set TIGHTSPOT_SPECIMENS")
        );
    }
    let mut cases: Vec<(Case, Truths)> = ids.iter().map(|id| Case::find(id)).collect::<Result<_, _>>().map_err(|e| failure(&e))?;
    for (case, _) in &mut cases {
        case.unpinned = args.unpinned;
    }
    let exe = std::env::current_exe().map_err(|e| Failure::new(Exit::Internal, "own-path", format!("find the own executable: {e}")))?;
    let mut tool = Tool { store: cli.store.clone(), ..Tool::new(exe) };
    if args.prove {
        for (case, _) in &mut cases {
            case.stand_on_edges();
        }
        tool.more.push("--prove".to_owned());
        tool.limit = PROVING;
    }
    let options = BenchOptions {
        tool,
        variants: args.variants.clone(),
        repeat: args.repeat.max(1),
        seed: args.seed,
        results: args.results.clone(),
        resume: args.resume,
        commit: commit(),
    };
    let variant = args.variants.first().map_or("before", String::as_str);
    if args.serve {
        specimen::serve(&cases[0].0, variant, args.seed, watch).map_err(|e| failure(&e))?;
        return Ok(Exit::Done);
    }
    if args.demo && !args.json {
        let code = specimen::bench::demo(&cases[0].0, variant, &options, watch).map_err(|e| failure(&e))?;
        return Ok(match code {
            Some(0) => Exit::Done,
            Some(4) => Exit::Target,
            Some(130) => Exit::Interrupted,
            _ => Exit::Internal,
        });
    }
    if let Some(rounds) = args.weigh {
        return weigh(&cases, rounds, args, &options, watch);
    }
    if let (true, Some(root)) = (args.kept, &args.results) {
        return kept(root, &cases, args);
    }
    let done = bench(&cases, &options, watch).map_err(|e| failure(&e))?;
    if args.json {
        let doc = serde_json::to_string_pretty(&done.scores).map_err(|e| Failure::new(Exit::Internal, "json", e.to_string()))?;
        output::result(&doc);
    } else {
        output::result(&specimen::bench::table(&done.scores));
    }
    Ok(if done.interrupted { Exit::Interrupted } else { Exit::Done })
}

/// The results that are kept, and what was said of each truth.
fn kept(root: &Path, cases: &[(Case, Truths)], args: &BenchArgs) -> Result<Exit, Failure> {
    let mut scores = Vec::new();
    for (case, _) in cases {
        scores.extend(specimen::bench::kept(root, case, &args.variants).map_err(|e| failure(&e))?);
    }
    if args.json {
        let doc = serde_json::to_string_pretty(&scores).map_err(|e| Failure::new(Exit::Internal, "json", e.to_string()))?;
        output::result(&doc);
    } else {
        output::result(&format!("{}\n{}", specimen::bench::table(&scores), specimen::bench::confusion(&scores)));
    }
    Ok(Exit::Done)
}

/// What each switch costs, measured.
fn weigh(cases: &[(Case, Truths)], rounds: u32, args: &BenchArgs, bench: &BenchOptions, watch: Watch<'_>) -> Result<Exit, Failure> {
    let options = specimen::weigh::Options {
        switches: args.switches.clone(),
        tool: bench.tool.clone(),
        variants: bench.variants.clone(),
        seed: bench.seed,
        connections: args.connections,
        rate_per_s: args.rate,
        rounds,
    };
    let mut weights = Vec::new();
    for (case, _) in cases {
        weights.extend(specimen::weigh(case, &options, watch).map_err(|e| failure(&e))?);
    }
    if args.json {
        let doc = serde_json::to_string_pretty(&weights).map_err(|e| Failure::new(Exit::Internal, "json", e.to_string()))?;
        output::result(&doc);
    } else {
        output::result(&specimen::weigh::table(&weights));
    }
    Ok(Exit::Done)
}

fn failure(e: &specimen::Error) -> Failure {
    let exit = if e.kind == ErrorKind::Interrupted { Exit::Interrupted } else { Exit::Usage };
    let mut f = Failure::new(exit, e.kind.name(), e.what.clone()).help(e.help.clone());
    f.why = e.seen.iter().map(Message::from).collect();
    f
}

/// Commit of the tool, or its version outside a repository.
fn commit() -> String {
    let git = |args: &[&str]| {
        std::process::Command::new("git")
            .args(args)
            .output()
            .ok()
            .filter(|o| o.status.success())
            .map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned())
    };
    let Some(hash) = git(&["rev-parse", "--short=10", "HEAD"]) else { return env!("CARGO_PKG_VERSION").to_owned() };
    let changed = git(&["status", "--porcelain", "--untracked-files=no", "--", "crates", "agents"]).is_some_and(|s| !s.is_empty());
    if changed { format!("{hash}+") } else { hash }
}
