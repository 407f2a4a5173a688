//! Who else uses the target's CPUs, and what the database server uses: one pass over the processes of the host per reading.

use crate::discover::{Stat, allowed_cpus, processes};
use crate::process::ticks_per_s;
use std::collections::{BTreeMap, BTreeSet};

/// How many names get a counter of their own; the rest is `others`.
const NAMED: usize = 8;

/// One process at one reading.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Seen {
    pub(super) pid: u32,
    pub(super) stat: Stat,
}

/// All processes that are not threads of the kernel.
pub(super) fn scan() -> Vec<Seen> {
    let all = processes().into_iter().filter_map(|pid| Some(Seen { pid, stat: Stat::of(pid)? }));
    all.filter(|s| !s.stat.is_kernel_thread()).collect()
}

/// Running totals of other processes on the target's CPUs, by name.
#[derive(Default)]
pub(super) struct Neighbours {
    /// The target's CPUs.
    cpus: Vec<u32>,
    /// Processes that are no neighbours: the target and this tool.
    not: Vec<u32>,
    /// Processes that the target itself uses.
    serving: BTreeSet<u32>,
    /// CPU time and start of each process at the last reading, clock ticks.
    last: BTreeMap<u32, (u64, u64)>,
    /// Clock ticks by name since the first reading.
    by_name: BTreeMap<Who, u64>,
    /// Names that have a counter of their own.
    named: Vec<Who>,
}

/// A neighbour: all processes of one name, those that serve the target apart.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Who {
    /// Name of the process.
    pub(super) name: String,
    /// Whether the target itself uses it.
    pub(super) serves: bool,
}

impl Neighbours {
    pub(super) fn new(cpus: Vec<u32>, not: Vec<u32>, serving: BTreeSet<u32>) -> Self {
        Self { cpus, not, serving, ..Self::default() }
    }

    /// Takes a reading and gives the total of each name, seconds. The first reading gives nothing.
    pub(super) fn update(&mut self, seen: &[Seen]) -> Vec<(Who, f64)> {
        let first = self.last.is_empty();
        let mut now = BTreeMap::new();
        for Seen { pid, stat } in seen.iter().filter(|s| !self.not.contains(&s.pid)) {
            now.insert(*pid, (stat.cpu_ticks, stat.start_ticks));
            let before = self.last.get(pid).filter(|(_, start)| *start == stat.start_ticks).map_or(0, |(ticks, _)| *ticks);
            let used = stat.cpu_ticks.saturating_sub(before);
            if !first && used > 0 && self.on_target_cpus(*pid, stat) {
                let who = Who { name: stat.comm.clone(), serves: self.serving.contains(pid) };
                *self.by_name.entry(who).or_default() += used;
            }
        }
        self.last = now;
        self.totals()
    }

    /// Certain when the process may run nowhere else; else an estimate by the CPU that it ran on last.
    fn on_target_cpus(&self, pid: u32, stat: &Stat) -> bool {
        if self.cpus.contains(&stat.last_cpu) {
            return true;
        }
        let allowed = allowed_cpus(pid);
        !allowed.is_empty() && allowed.iter().all(|c| self.cpus.contains(c))
    }

    /// A name keeps its counter once it has one, so that no counter ever falls.
    fn totals(&mut self) -> Vec<(Who, f64)> {
        let mut rest: Vec<(&Who, u64)> = self.by_name.iter().filter(|(n, _)| !self.named.contains(n)).map(|(n, t)| (n, *t)).collect();
        rest.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let promoted: Vec<Who> = rest.iter().take(NAMED.saturating_sub(self.named.len())).map(|(n, _)| (*n).clone()).collect();
        self.named.extend(promoted);
        let seconds = |ticks: u64| ticks as f64 / ticks_per_s();
        let mut out: Vec<(Who, f64)> = self.named.iter().map(|n| (n.clone(), seconds(self.by_name[n]))).collect();
        let others: u64 = self.by_name.iter().filter(|(n, _)| !self.named.contains(n)).map(|(_, t)| t).sum();
        if others > 0 {
            out.push((Who { name: "others".to_owned(), serves: false }, seconds(others)));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn process(pid: u32, comm: &str, cpu_ticks: u64, last_cpu: u32) -> Seen {
        Seen { pid, stat: Stat { comm: comm.to_owned(), cpu_ticks, last_cpu, start_ticks: 1, ..Stat::default() } }
    }

    fn who(name: &str) -> Who {
        Who { name: name.to_owned(), serves: false }
    }

    // Process ids above the largest that Linux gives, so that no real process is looked up.
    const A: u32 = 5_000_001;
    const B: u32 = 5_000_002;
    const TARGET: u32 = 5_000_003;

    #[test]
    fn only_what_others_used_on_the_targets_cpus_is_counted() {
        let mut n = Neighbours::new(vec![0], vec![TARGET], BTreeSet::new());
        assert!(n.update(&[process(A, "backup", 100, 0), process(B, "far", 100, 1), process(TARGET, "java", 100, 0)]).is_empty());
        let totals = n.update(&[process(A, "backup", 150, 0), process(B, "far", 150, 1), process(TARGET, "java", 150, 0)]);
        assert_eq!(totals, [(who("backup"), 50.0 / ticks_per_s())]);
        let moved = n.update(&[process(A, "backup", 170, 1), process(B, "far", 160, 0)]);
        assert_eq!(moved, [(who("backup"), 50.0 / ticks_per_s()), (who("far"), 10.0 / ticks_per_s())]);
    }

    #[test]
    fn a_process_born_between_two_readings_counts_from_zero_and_a_dead_one_stays_counted() {
        let mut n = Neighbours::new(vec![0], vec![], BTreeSet::new());
        n.update(&[process(A, "a", 1000, 0)]);
        n.update(&[process(A, "a", 1010, 0), process(B, "b", 7, 0)]);
        let after = n.update(&[process(B, "b", 7, 0)]);
        assert_eq!(after, [(who("a"), 10.0 / ticks_per_s()), (who("b"), 7.0 / ticks_per_s())]);
    }

    #[test]
    fn what_the_target_itself_uses_is_told_apart_from_others_of_its_name() {
        let mut n = Neighbours::new(vec![0], vec![], BTreeSet::from([A]));
        n.update(&[process(A, "java", 0, 0), process(B, "java", 0, 0)]);
        let totals = n.update(&[process(A, "java", 10, 0), process(B, "java", 30, 0)]);
        let serving = Who { serves: true, ..who("java") };
        assert_eq!(totals, [(who("java"), 30.0 / ticks_per_s()), (serving, 10.0 / ticks_per_s())]);
    }

    #[test]
    fn names_beyond_the_first_eight_are_summed_up() {
        let mut n = Neighbours::new(vec![0], vec![], BTreeSet::new());
        n.update(&[process(A, "x", 0, 0)]);
        let many: Vec<Seen> = (0..10).map(|i| process(A + i, &format!("p{i}"), 100 - u64::from(i), 0)).collect();
        let totals = n.update(&many);
        assert_eq!(totals.len(), NAMED + 1);
        assert_eq!(totals.last().expect("others"), &(who("others"), (92.0 + 91.0) / ticks_per_s()));
    }
}
