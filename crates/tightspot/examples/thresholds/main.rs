//! Moves each threshold and judges again: `cargo xtask thresholds [--services N] [--seed S] [--out FILE] [--check]`. What each kept run and each simulated
//! service is told is compared with what it is told without the move; a verdict counts as right by the truth beside it. Writes the table where asked to;
//! with `--check` fails where a move of 10 % flips more than 1 % of the right verdicts.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a developer command")]

mod left_out;

use diagnose::judge::verdict;
use diagnose::threshold::{Threshold, moved, read_by};
use diagnose::{Analysis, VerdictStatus, thresholds};
use model::Run;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use testkit::sim::round::{Answer, Score, judge_one};

thresholds! {
    /// None: what is read with it moved is read as it is.
    NONE = 1.0;
}

/// By how much each threshold is moved.
const MOVES: [f64; 4] = [-0.25, -0.1, 0.1, 0.25];
/// Places of the moves by 10 % in it.
const TENTHS: [usize; 2] = [1, 2];
/// Share of the right verdicts that a move of 10 % may flip at most.
const MOST: f64 = 0.01;

/// What moves of one threshold changed.
#[derive(Clone, Copy, Default)]
struct Changed {
    /// Verdicts, by move.
    any: [u32; 4],
    /// Right ones that were not any more.
    right: [u32; 4],
    /// Ones that became right.
    gained: [u32; 4],
}

#[derive(Clone, Default)]
struct Sums {
    changed: BTreeMap<String, (Option<&'static Threshold>, Changed)>,
    verdicts: u32,
    right: u32,
}

impl Sums {
    /// Judges `run` as it is and with each threshold moved. `is_right` says whether an answer is. Near misses are not looked for: they are what this is about.
    fn of(run: &Run, is_right: impl Fn(&Answer) -> bool) -> Self {
        let (a, of_analysis) = moved(&NONE, 1.0, || read_by(|| Analysis::of(run)));
        let (before, of_causes) = moved(&NONE, 1.0, || read_by(|| answer(&a)));
        let was_right = is_right(&before);
        let mut own = Self { verdicts: 1, right: u32::from(was_right), ..Self::default() };
        let only_causes = of_causes.into_iter().filter(|t| !of_analysis.iter().any(|o| std::ptr::eq(*o, *t)));
        let all = of_analysis.iter().map(|t| (*t, true)).chain(only_causes.map(|t| (t, false)));
        for (t, anew) in all.collect::<Vec<_>>() {
            let mut changed = Changed::default();
            for (i, by) in MOVES.into_iter().enumerate() {
                let after = moved(t, t.factor(by), || if anew { answer(&Analysis::of(run)) } else { answer(&a) });
                changed.any[i] = u32::from(!same(&before, &after));
                let is_right = is_right(&after);
                changed.right[i] = u32::from(was_right && !is_right);
                changed.gained[i] = u32::from(!was_right && is_right);
            }
            own.changed.insert(t.id(), (Some(t), changed));
        }
        own
    }

    fn add(&mut self, other: Self) {
        self.verdicts += other.verdicts;
        self.right += other.right;
        for (id, (t, c)) in other.changed {
            let sum = &mut self.changed.entry(id).or_insert((t, Changed::default())).1;
            for i in 0..MOVES.len() {
                sum.any[i] += c.any[i];
                sum.right[i] += c.right[i];
                sum.gained[i] += c.gained[i];
            }
        }
    }
}

/// Abstentions are alike whatever their reason.
fn same(a: &Answer, b: &Answer) -> bool {
    matches!((a, b), (Answer::Abstained(_), Answer::Abstained(_))) || a == b
}

fn answer(a: &Analysis) -> Answer {
    let v = verdict(a, causes::ALL);
    match (v.status, v.cause) {
        (VerdictStatus::Found, Some(c)) => Answer::Named(c.to_owned()),
        (VerdictStatus::None, _) => Answer::Healthy,
        (VerdictStatus::GeneratorLimited, _) => Answer::GeneratorLimited,
        _ => Answer::Abstained(v.reason.id.into_owned()),
    }
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (mut services, mut seed, mut out, mut check) = (2000_u64, 1_u64, None, false);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--services" => services = words.next().and_then(|v| v.parse().ok()).unwrap_or(services),
            "--seed" => seed = words.next().and_then(|v| v.parse().ok()).unwrap_or(seed),
            "--out" => out = words.next(),
            "--check" => check = true,
            _ => {
                eprintln!("error: {word} is not known");
                return ExitCode::from(2);
            }
        }
    }
    let by_service = kept();
    let mut kept = Sums::default();
    for service in by_service.values() {
        kept.add(service.clone());
    }
    eprintln!("{} kept runs judged", kept.verdicts);
    let simulated = simulated(services, seed);
    let page = page(&kept, &simulated, services, seed) + &left_out::section(&by_service);
    println!("{page}");
    if let Some(Err(e)) = out.filter(|p| p != "-").map(|path| std::fs::write(path, &page)) {
        eprintln!("error: write the table: {e}");
        return ExitCode::FAILURE;
    }
    let flips = flips(&kept, &simulated);
    for (id, share) in &flips {
        println!("missed: {id} moved by 10 % flips {:.1} % of the right verdicts", share * 100.0);
    }
    ExitCode::from(u8::from(check && !flips.is_empty()))
}

/// The recorded runs, each with the truth beside it, by service.
fn kept() -> BTreeMap<String, Sums> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/recorded");
    let truths: BTreeMap<String, String> = std::fs::read_to_string(format!("{folder}/truth.txt"))
        .unwrap_or_default()
        .lines()
        .filter_map(|l| l.split_once(": ").map(|(name, truth)| (name.to_owned(), truth.to_owned())))
        .collect();
    let truths: Vec<(String, String)> = truths.into_iter().collect();
    let mut by_service: BTreeMap<String, Sums> = BTreeMap::new();
    let judge = |i: u64| {
        let (name, truth) = &truths[i as usize];
        match record::read(format!("{folder}/{name}.tsr").as_ref()) {
            Ok((run, _)) => Some((service(&run), Sums::of(&run, |a| fits(a, truth)))),
            Err(e) => {
                eprintln!("{name}: {e}");
                None
            }
        }
    };
    in_parallel(truths.len() as u64, judge, |judged| {
        if let Some((service, own)) = judged {
            by_service.entry(service).or_default().add(own);
        }
    });
    by_service
}

/// What runs the service, by which runs of one service are known: the last file that its command line has.
fn service(run: &Run) -> String {
    let is_file = |w: &&str| [".jar", ".js", ".ts", ".mjs", ".cjs"].iter().any(|end| w.ends_with(end));
    let command = &run.environment.target.command;
    command.split(' ').rfind(is_file).unwrap_or(command).to_owned()
}

/// Hands what `of` gives for each number below `all`, on all cores, to `add`, in any order.
fn in_parallel<T: Send>(all: u64, of: impl Fn(u64) -> T + Sync, add: impl FnMut(T) + Send) {
    let (next, add) = (AtomicU64::new(0), Mutex::new(add));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= all {
                        break;
                    }
                    let own = of(n);
                    (add.lock().unwrap_or_else(std::sync::PoisonError::into_inner))(own);
                    if n % 50 == 49 {
                        eprintln!("{} of {all}", n + 1);
                    }
                }
            });
        }
    });
}

/// Whether an answer fits the truth: `none`, or the id of a cause, or several of them (`a or b`).
fn fits(a: &Answer, truth: &str) -> bool {
    truth.split(" or ").any(|t| match a {
        Answer::Named(c) => c == t,
        Answer::Healthy => t == "none",
        Answer::GeneratorLimited => t == "generator-saturated",
        Answer::Abstained(_) => t == "inconclusive",
    })
}

fn simulated(services: u64, seed: u64) -> Sums {
    let named: Vec<&str> = causes::ALL.iter().filter(|c| !c.preview()).map(|c| c.id()).collect();
    let mut sums = Sums::default();
    let judge = |n| judge_one(seed, n, |run, score| Sums::of(run, |a| score(a, &named) == Score::Right));
    in_parallel(services, judge, |own| sums.add(own));
    sums
}

/// Thresholds of which a move of 10 % flips too many right verdicts, with the share.
fn flips(kept: &Sums, simulated: &Sums) -> Vec<(String, f64)> {
    let ids = kept.changed.keys().chain(simulated.changed.keys()).collect::<std::collections::BTreeSet<_>>();
    let of = |s: &Sums, id: &str| {
        let c = s.changed.get(id).map_or(Changed::default(), |(_, c)| *c);
        TENTHS.map(|i| f64::from(c.right[i]))
    };
    let all = f64::from((kept.right + simulated.right).max(1));
    let share = |id: &str| {
        let (a, b) = (of(kept, id), of(simulated, id));
        (a[0] + b[0]).max(a[1] + b[1]) / all
    };
    ids.into_iter().map(|id| (id.clone(), share(id))).filter(|(_, s)| *s > MOST).collect()
}

fn page(kept: &Sums, simulated: &Sums, services: u64, seed: u64) -> String {
    let mut all: BTreeMap<&String, &'static Threshold> = BTreeMap::new();
    for (id, (t, _)) in kept.changed.iter().chain(&simulated.changed) {
        all.extend(t.map(|t| (id, t)));
    }
    let guesses = all.values().filter(|t| t.is_guess()).count();
    let mut page = format!(
        "# Thresholds, and what is decided when they are moved\n\nWritten by `cargo xtask thresholds --services {services} --seed {seed}`. Each of the {} thresholds \
         that {} kept runs and {} simulated services read is moved by 10 and 25 % of itself, a share by as much of its smaller side (0.9 to 0.91 and 0.925);\nthe table counts the verdicts that change, kept runs + simulated services, and in \
         brackets right verdicts that are right no more. Abstaining for another reason is no change.\nRight without a move: {} of the kept, {} of the simulated. {} thresholds \
         say that they are guesses. What each is, and where it comes from, stands beside it in the code.\n\n\
         | threshold | value | source | -25 % | -10 % | +10 % | +25 % |\n| --- | --- | --- | --- | --- | --- | --- |\n",
        all.len(),
        kept.verdicts,
        simulated.verdicts,
        kept.right,
        simulated.right,
        guesses
    );
    let counted = |id: &str, i: usize| {
        let of = |s: &Sums| s.changed.get(id).map_or((0, 0), |(_, c)| (c.any[i], c.right[i]));
        let ((a, ar), (b, br)) = (of(kept), of(simulated));
        match (a + b, ar + br) {
            (0, _) => String::new(),
            (_, 0) => format!("{a} + {b}"),
            _ => format!("{a} + {b} ({ar} + {br})"),
        }
    };
    let mut rows: Vec<(u32, String)> = all
        .into_iter()
        .map(|(id, t)| {
            let moves = (0..MOVES.len()).map(|i| counted(id, i)).collect::<Vec<_>>().join(" | ");
            let weight = [kept, simulated].iter().filter_map(|s| s.changed.get(id)).map(|(_, c)| c.right.iter().sum::<u32>()).sum();
            (weight, format!("| {id} | {} | {} | {moves} |\n", t.value, source(t)))
        })
        .collect();
    rows.sort_by(|x, y| y.0.cmp(&x.0).then(x.1.cmp(&y.1)));
    for (_, row) in rows {
        page.push_str(&row);
    }
    let missed = flips(kept, simulated);
    let list = missed.iter().map(|(id, s)| format!("{id} ({:.1} %)", s * 100.0)).collect::<Vec<_>>().join(", ");
    let list = if list.is_empty() { "none".to_owned() } else { list };
    page.extend(["\nMoved by 10 %, more than 1 % of the right verdicts flip by: ", &list, ".\n"]);
    page
}

/// `CAUSES section 4 point 3`, `guess`, or both.
fn source(t: &Threshold) -> String {
    let said = t.about.split_once("Source:").map(|(_, s)| s.split(['.', ';', '(']).next().unwrap_or_default().trim().to_owned());
    let said = said.filter(|s| !s.is_empty());
    match (said, t.is_guess()) {
        (Some(s), true) => format!("{s}; a guess in part"),
        (Some(s), false) => s,
        (None, true) => "guess".to_owned(),
        (None, false) => "derived".to_owned(),
    }
}
