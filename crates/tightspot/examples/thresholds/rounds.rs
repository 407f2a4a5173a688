//! What is judged: the recorded runs with the truth beside them, and simulated services, on all cores.

use super::sums::{How, Sums};
use model::Run;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use testkit::sim::round::{Answer, Score, judge_one};

/// The recorded runs, each with the truth beside it, by service.
pub(super) fn kept() -> BTreeMap<String, Sums> {
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
            Ok((run, _)) => Some((service(&run), Sums::of(&run, |a| fits(a, truth), How::Each))),
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

/// Sums of simulated services, and how many changes a look at each threshold alone found in every fiftieth, with how many of them groups had found.
pub(super) fn simulated(services: u64, seed: u64) -> (Sums, Checked) {
    let named: Vec<&str> = causes::ALL.iter().filter(|c| !c.preview()).map(|c| c.id()).collect();
    let (mut sums, mut checked) = (Sums::default(), Checked::default());
    let judge = |n: u64| {
        judge_one(seed, n, |run, score| {
            let of = |how| Sums::of(run, |a| score(a, &named) == Score::Right, how);
            (of(How::Groups), n.is_multiple_of(CHECKED_EACH).then(|| of(How::Each)))
        })
    };
    in_parallel(services, judge, |(own, each)| {
        if let Some(each) = each {
            checked.services += 1;
            checked.alone += each.changes();
            checked.in_groups += own.changes();
        }
        sums.add(own);
    });
    (sums, checked)
}

/// Of so many simulated services one is judged with each threshold moved alone too.
pub(super) const CHECKED_EACH: u64 = 50;

/// What groups found, held against what each threshold alone does.
#[derive(Default)]
pub(super) struct Checked {
    pub(super) services: u32,
    pub(super) alone: u32,
    pub(super) in_groups: u32,
}

impl Checked {
    pub(super) fn said(&self) -> String {
        format!(
            "\nOf simulated services thresholds are moved {} at once, and where that changes the verdict, halves of them, down to those that do. On {} services each was moved alone too:\n{} \
             changes, of which groups had found {}.\n",
            super::sums::AT_ONCE,
            self.services,
            self.alone,
            self.in_groups
        )
    }
}
