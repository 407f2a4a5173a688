//! Plays a round of simulated services against the judge: `cargo xtask judge [--services N] [--seed S] [--from N] [--check] [--out FILE]
//! [--list] [--family NAME] [--without SENSOR] [--threads N] [--with-previews] [--fresh SEED] [--edges]`.
//! Prints the table; writes it where asked to, as far as it is after every hundred services; with `--check` fails where a threshold is
//! missed; with `--list` prints what went wrong. `--with-previews` adds a second table: as if no cause were a preview.
//! `--edges` judges services at the edge of what can be told apart instead.
//! `--fresh` judges as many services of another seed as well, and puts its figures below.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a developer command")]

use diagnose::{AsStable, Cause, Stability, VerdictStatus, diagnose};
use model::Run;
use std::process::ExitCode;
use testkit::sim::population::{EDGES, FAMILIES, families};
use testkit::sim::round::{Answer, Judge, Judged, Round, Score, play};
use testkit::sim::sensors;
use testkit::sim::table::{answer_name, brief, markdown, misses, truth_name};

/// Services between two signs of life.
const PORTION: usize = 100;

#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
struct Arguments {
    services: u64,
    seed: u64,
    from: u64,
    threads: usize,
    edges: bool,
    check: bool,
    list: bool,
    previews: bool,
    out: Option<String>,
    fresh: Option<u64>,
    family: Option<String>,
    without: Option<&'static str>,
}

fn main() -> ExitCode {
    let a = match arguments() {
        Ok(a) => a,
        Err(e) => {
            eprintln!("error: {e}");
            return ExitCode::from(2);
        }
    };
    let began = std::time::Instant::now();
    if let (true, [one]) = (a.list, numbers(&a).as_slice()) {
        in_detail(a.seed, *one, a.edges);
    }
    let tables = tables(&a);
    let mut text = String::new();
    let mut missed = false;
    for seed in [Some(a.seed), a.fresh].into_iter().flatten() {
        let before = std::mem::take(&mut text);
        let judged = judge(&a, seed, &tables, |so_far| {
            text.clone_from(&before);
            if !before.is_empty() {
                text.extend(["\n# A fresh seed (", &seed.to_string(), ")\n\n"]);
            }
            for (t, all) in tables.iter().zip(so_far) {
                let table = if before.is_empty() { markdown(all, &t.named) } else { brief(all, &t.named) };
                text.extend([t.heading, table.as_str(), "\n"]);
            }
            a.out.as_ref().map_or(Ok(()), |path| std::fs::write(path, page(&a, so_far[0].len(), &text)))
        });
        let all = match judged {
            Ok(all) => all,
            Err(e) => {
                eprintln!("error: write the table: {e}");
                return ExitCode::FAILURE;
            }
        };
        for (t, all) in tables.iter().zip(&all) {
            for m in misses(all, &t.named) {
                println!("{}seed {seed}: missed: {m}", t.short);
                missed |= t.counts;
            }
        }
    }
    println!("{text}{:.0} s on {} threads", began.elapsed().as_secs_f64(), a.threads);
    ExitCode::from(u8::from(a.check && missed))
}

/// Judges the services of `seed`, by each of `tables`; `told` hears what there is after every portion.
fn judge(
    a: &Arguments,
    seed: u64,
    tables: &[Table],
    mut told: impl FnMut(&[Vec<Judged>]) -> std::io::Result<()>,
) -> std::io::Result<Vec<Vec<Judged>>> {
    let mut all: Vec<Vec<Judged>> = vec![Vec::new(); tables.len()];
    let asked: Vec<_> = tables.iter().map(|t| move |run: &Run| answer(run, &t.causes)).collect();
    let judges: Vec<Judge> = asked.iter().map(|j| j as Judge).collect();
    for numbers in numbers(a).chunks(PORTION) {
        let round = Round { seed, numbers: numbers.to_vec(), without: a.without, threads: a.threads, edges: a.edges };
        for ((portion, t), sum) in play(&round, &judges).into_iter().zip(tables).zip(&mut all) {
            if a.list {
                for j in &portion {
                    tell(j, t);
                }
            }
            sum.extend(portion);
        }
        eprintln!("{} of {} services of seed {seed}", all[0].len(), a.services);
        told(&all)?;
    }
    Ok(all)
}

/// A table: by which causes it is judged.
struct Table {
    heading: &'static str,
    short: &'static str,
    causes: Vec<&'static dyn Cause>,
    /// Those that may be named.
    named: Vec<&'static str>,
    /// Whether `--check` looks at it.
    counts: bool,
}

/// The judge as it is, and as if no cause were a preview.
fn tables(a: &Arguments) -> Vec<Table> {
    let may = |c: &&&'static dyn Cause| c.stability() == Stability::Stable;
    let named = causes::ALL.iter().filter(may).map(|c| c.id()).collect();
    let mut all = vec![Table { heading: "", short: "", causes: causes::ALL.to_vec(), named, counts: true }];
    if a.previews {
        let stable = |c: &&'static dyn Cause| -> &'static dyn Cause { Box::leak(Box::new(AsStable(*c))) };
        all[0].heading = "# As it is: previews are never named\n\n";
        all.push(Table {
            heading: "\n# As if no cause were a preview\n\n",
            short: "as if stable: ",
            causes: causes::ALL.iter().map(stable).collect(),
            named: causes::ALL.iter().map(|c| c.id()).collect(),
            counts: false,
        });
    }
    all
}

/// Numbers of the services: all from the first on, or those of one family.
fn numbers(a: &Arguments) -> Vec<u64> {
    let all = if a.edges { EDGES } else { FAMILIES };
    let of = |n: &u64| a.family.as_ref().is_none_or(|f| all[(*n % all.len() as u64) as usize].name == f);
    (a.from..).filter(of).take(a.services as usize).collect()
}

fn answer(run: &Run, causes: &[&dyn Cause]) -> Answer {
    let d = diagnose(run, causes);
    match (d.verdict.status, d.verdict.cause) {
        (VerdictStatus::Found, Some(c)) => Answer::Named(c.to_owned()),
        (VerdictStatus::None, _) => Answer::Healthy,
        (VerdictStatus::GeneratorLimited, _) => Answer::GeneratorLimited,
        _ => Answer::Abstained(d.verdict.reason.to_string()),
    }
}

fn tell(j: &Judged, t: &Table) {
    let named = &t.named;
    let words = |a: &Answer| if let Answer::Abstained(why) = a { format!("abstained: {why}") } else { answer_name(a) };
    let (seeing, blind) = (j.score(named), j.blind_score(named));
    let truth = j.truth.all.iter().map(truth_name).collect::<Vec<_>>().join(" or ");
    let measured = j.truth.measured.iter().map(|(w, e)| format!("{w} {e:.2}")).collect::<Vec<_>>().join(", ");
    if seeing != Score::Right {
        println!("{}{seeing:?} #{} {}: {truth}; said {} [{measured}]", t.short, j.number, j.family, words(&j.answer));
    }
    if matches!(blind, Score::WrongName | Score::Accused | Score::Missed) {
        println!(
            "{}blind {blind:?} #{} {} without {}: {truth}; said {} [{measured}]",
            t.short,
            j.number,
            j.family,
            j.blind.0,
            words(&j.blind.1)
        );
    }
}

/// What every cause says of one service.
fn in_detail(seed: u64, number: u64, edges: bool) {
    let d = if edges { testkit::sim::population::draw_edge(seed, number) } else { testkit::sim::population::draw(seed, number) };
    let run = testkit::sim::why(&d.service, d.seed, &d.watching);
    println!("{:#?}", d.service);
    let diagnosis = diagnose(&run, causes::ALL);
    for h in &diagnosis.hypotheses {
        println!("{} {}: {} | {}", h.cause, h.status.name(), h.reason, h.observed);
    }
    for l in &diagnosis.ledgers {
        let lines = l.lines.iter().map(|x| format!("{:?} {:?} {:.2}", x.group, x.what, x.ms)).collect::<Vec<_>>().join(", ");
        println!("{} {:.0}/s {:.2} ms, unexplained {:.2}: {lines}", l.phase, l.level_per_s, l.response_ms, l.unexplained_ms);
    }
}

fn page(a: &Arguments, services: usize, table: &str) -> String {
    format!(
        "# The judge against simulated services{}\n\nWritten by `cargo xtask judge --services {services} --seed {}{}{}{}`. \
         How services are drawn, what their truth is and when it counts as\n\
         observable stands in `crates/testkit/src/sim/` (`population.rs`, `truth.rs`). \
         Causes that do not exist yet are right when the judge\nabstains.\n\n{table}",
        if a.edges { " at the edge" } else { "" },
        a.seed,
        if a.edges { " --edges" } else { "" },
        if a.previews { " --with-previews" } else { "" },
        a.fresh.map(|f| format!(" --fresh {f}")).unwrap_or_default()
    )
}

fn arguments() -> Result<Arguments, String> {
    let mut a = Arguments {
        services: 200,
        seed: 1,
        from: 0,
        edges: false,
        threads: std::thread::available_parallelism().map_or(2, usize::from),
        check: false,
        list: false,
        previews: false,
        out: None,
        fresh: None,
        family: None,
        without: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} wants a value"));
        let number = |v: &str| v.parse::<u64>().map_err(|e| format!("{v}: {e}"));
        match word.as_str() {
            "--services" => a.services = number(&value()?)?,
            "--seed" => a.seed = number(&value()?)?,
            "--fresh" => a.fresh = Some(number(&value()?)?),
            "--from" => a.from = number(&value()?)?,
            "--threads" => a.threads = number(&value()?)? as usize,
            "--out" => a.out = Some(value()?).filter(|p| p != "-"),
            "--family" => {
                let name = value()?;
                if !families().any(|f| f.name == name) {
                    return Err(format!("{name} is no family: {}", families().map(|f| f.name).collect::<Vec<_>>().join(", ")));
                }
                a.family = Some(name);
            }
            "--without" => {
                let id = value()?;
                let known = sensors::ALL.into_iter().find(|s| *s == id);
                a.without = Some(known.ok_or_else(|| format!("{id} is no sensor: {}", sensors::ALL.join(", ")))?);
            }
            "--edges" => a.edges = true,
            "--check" => a.check = true,
            "--list" => a.list = true,
            "--with-previews" => a.previews = true,
            _ => return Err(format!("{word} is not known")),
        }
    }
    Ok(a)
}
