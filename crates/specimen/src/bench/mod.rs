//! How often is the verdict right? Each variant is launched with drawn parameters, the tool is run against it as a separate process
//! that gets no hint of the case, and what it says is scored.

mod baselines;
mod results;
mod score;
mod summary;
pub(crate) mod tool;

pub use baselines::Baselines;
pub use score::{Outcome, Score};
pub use summary::{Summary, confusion, table};
pub use tool::Tool;

use crate::case::{Case, Phase, Truth, Truths, Variant};
use crate::launch::{launch, launch_around, prepare};
use crate::params::repetition_seed;
use crate::running::Running;
use crate::watch::Watch;
use crate::{Error, ErrorKind};
use model::Timestamp;
use score::Place;
use std::path::{Path, PathBuf};
use tool::Output;

/// What to run.
#[derive(Debug, Clone)]
pub struct Options {
    /// The tool.
    pub tool: Tool,
    /// Names of variants; all that are not drafts when empty.
    pub variants: Vec<String>,
    /// Repetitions, each with parameters drawn anew.
    pub repeat: u32,
    /// Base seed.
    pub seed: u64,
    /// Each result is appended to `bench/results/CASE.jsonl` below this folder.
    pub results: Option<PathBuf>,
    /// Skip what that file has for `commit`.
    pub resume: bool,
    /// Commit of the tool.
    pub commit: String,
}

/// What came out.
#[derive(Debug, Clone, Default)]
pub struct Bench {
    /// One per case, variant and repetition; with `resume` those of earlier too.
    pub scores: Vec<Score>,
    /// The user wanted to stop before all were run.
    pub interrupted: bool,
}

/// The results of `case` that are kept below `root`, oldest first, of `variants` or of all when that is empty.
pub fn kept(root: &Path, case: &Case, variants: &[String]) -> Result<Vec<Score>, Error> {
    let wanted = |s: &Score| variants.is_empty() || variants.contains(&s.variant);
    Ok(results::read(root, &case.id, case.unpinned)?.into_iter().filter(wanted).collect())
}

/// Runs every chosen variant of every case. A variant that fails is a score with an `error`; only a case that cannot be built ends it.
pub fn bench(cases: &[(Case, Truths)], options: &Options, watch: Watch<'_>) -> Result<Bench, Error> {
    let plan = plan(cases, options)?;
    let mut known = Vec::new();
    for (case, _) in cases {
        if let (Some(root), true) = (&options.results, options.resume) {
            known.extend(
                results::read(root, &case.id, case.unpinned)?.into_iter().filter(|s| s.commit == options.commit && s.error.is_none()),
            );
        }
    }
    let mut done = Bench::default();
    let mut prepared = "";
    for (n, job) in plan.iter().enumerate() {
        if let Some(score) = known.iter().find(|s| job.is(s)) {
            watch.say(format!("{}/{} {} is there already", n + 1, plan.len(), job.place));
            done.scores.push(score.clone());
            continue;
        }
        watch.say(format!("{}/{} {}", n + 1, plan.len(), job.place));
        let result = if prepared == job.case.id { Ok(()) } else { prepare(job.case, watch) };
        prepared = &job.case.id;
        match result.and_then(|()| run(job, options, watch)) {
            Ok(score) => {
                watch.say(format!("{}/{} {}: {}", n + 1, plan.len(), job.place, score.line()));
                if let Some(root) = &options.results {
                    results::append(root, &score)?;
                }
                done.scores.push(score);
            }
            Err(e) if e.kind == ErrorKind::Interrupted => {
                done.interrupted = true;
                break;
            }
            Err(e) => return Err(e),
        }
    }
    Ok(done)
}

/// Runs the tool against one variant with its report on our stdout and its progress on our stderr. The exit code of the tool.
pub fn demo(case: &Case, variant: &str, options: &Options, watch: Watch<'_>) -> Result<Option<i32>, Error> {
    let chosen = case.variant(variant)?;
    let mut running = start(case, chosen, repetition_seed(options.seed, &case.id, 1), watch)?;
    let arguments = tool::arguments(&options.tool, &running, Output::Text);
    let answer = tool::run(&options.tool, &arguments, &mut running, Output::Text, watch);
    running.stop()?;
    Ok(answer?.exit_code)
}

/// A service whose first minute is judged is started by the tool, as a user would have it; any other runs and is ready.
fn start(case: &Case, variant: &Variant, seed: u64, watch: Watch<'_>) -> Result<Running, Error> {
    match case.phase_of(variant) {
        Phase::Warm => launch(case, variant, seed, watch),
        Phase::Tail => {
            let mut running = launch(case, variant, seed, watch)?;
            running.tail = true;
            Ok(running)
        }
        Phase::Start => launch_around(case, variant, seed, watch),
    }
}

struct Job<'a> {
    case: &'a Case,
    variant: &'a Variant,
    truth: &'a Truth,
    place: Place,
}

impl Job<'_> {
    fn is(&self, score: &Score) -> bool {
        score.place() == self.place
    }
}

fn plan<'a>(cases: &'a [(Case, Truths)], options: &Options) -> Result<Vec<Job<'a>>, Error> {
    for name in &options.variants {
        if !cases.iter().any(|(case, _)| case.variants.iter().any(|v| &v.name == name)) {
            // the case's own message lists what there is
            cases.first().map_or(Ok(()), |(case, _)| case.variant(name).map(drop))?;
        }
    }
    let mut plan = Vec::new();
    for (case, truths) in cases {
        let is_chosen = |v: &&Variant| if options.variants.is_empty() { !v.draft } else { options.variants.contains(&v.name) };
        for variant in case.variants.iter().filter(is_chosen) {
            let truth = truths.variants.get(&variant.name).ok_or_else(|| {
                Error::new(ErrorKind::Case, format!("score {} {}", case.id, variant.name)).seen("the truth of this variant is not known")
            })?;
            for repetition in 1..=options.repeat {
                let seed = repetition_seed(options.seed, &case.id, repetition);
                let place = Place { case: case.id.clone(), variant: variant.name.clone(), repetition, seed };
                plan.push(Job { case, variant, truth, place });
            }
        }
    }
    if plan.is_empty() && options.variants.is_empty() && options.repeat > 0 {
        let names = cases.iter().flat_map(|(case, _)| &case.variants).map(|v| v.name.as_str()).collect::<Vec<_>>().join(",");
        return Err(Error::new(ErrorKind::Case, "choose variants")
            .seen("all variants of these cases are drafts, which are run by name alone")
            .help(format!("--variants {names}")));
    }
    Ok(plan)
}

/// One launch, one run of the tool, one score. Only an interruption is an error; everything else that goes wrong is scored.
fn run(job: &Job<'_>, options: &Options, watch: Watch<'_>) -> Result<Score, Error> {
    let started = Timestamp::now();
    let mut score = Score { unpinned: job.case.unpinned, ..Score::begin(&job.place, job.truth, &options.commit) };
    let mut failures = Vec::new();
    match start(job.case, job.variant, job.place.seed, watch) {
        Ok(mut running) => {
            score.params = running.params.clone();
            let arguments = tool::arguments(&options.tool, &running, Output::Json);
            match tool::run(&options.tool, &arguments, &mut running, Output::Json, watch) {
                Ok(answer) => {
                    score.exit_code = answer.exit_code;
                    score.seconds = answer.seconds;
                    match answer.report {
                        Ok(report) => score.judge(&report, job.truth),
                        Err(e) => failures.push(e),
                    }
                }
                Err(e) => failures.push(e),
            }
            failures.extend(running.check_alive().err());
            failures.extend(running.check_fault().err());
            failures.extend(running.stop().err());
        }
        Err(e) => failures.push(e),
    }
    if let Some(interrupted) = failures.iter().find(|e| e.kind == ErrorKind::Interrupted) {
        return Err(interrupted.clone());
    }
    if score.seconds == 0.0 {
        score.seconds = Timestamp::now().seconds_since(started);
    }
    score.error = (!failures.is_empty()).then(|| failures.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
    Ok(score)
}
