//! What the host says of a window: who used the target's CPUs, what its quota took away, and how its listen queue fared.

use model::{Message, Run, Series, Timestamp, message, signal};
use std::collections::BTreeMap;

/// Another process on the target's CPUs.
#[derive(Debug, Clone, PartialEq)]
pub struct Neighbour {
    /// Name of the process; several of one name are one neighbour.
    pub name: String,
    /// Cores of the target's CPUs that it used.
    pub cores: f64,
    /// Whether the target itself uses it, as a database server or another service: its work is the service's own.
    pub serves: bool,
}

/// The target's CPUs, quota and listen queue during a window.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Machine {
    /// Number of CPUs that the target may run on.
    pub cpus: f64,
    /// Cores of these that anybody used, the target included.
    pub busy_cores: f64,
    /// Cores that the target used.
    pub own_cores: f64,
    /// Cores of these that the hypervisor gave to others.
    pub stolen_cores: f64,
    /// Other processes on these CPUs, the largest first. Their cores are an estimate where they may run elsewhere too, and never count for
    /// more than what the target left.
    pub neighbours: Vec<Neighbour>,
    /// Cores that this tool used where it may run on these CPUs: its generator and its samplers.
    pub tool_cores: f64,
    /// Cores of which it is not known who used them: threads of the kernel, this tool, processes too short-lived to be seen. Negative when
    /// the counters of the processes say more than those of the CPUs.
    pub unaccounted_cores: f64,
    /// What the quota of the target's control group took away; `None` without a quota.
    pub throttling: Option<Throttling>,
    /// The listen queue; `None` when it was not read.
    pub listen: Option<Listen>,
}

/// Throttling of the target's control group during a window. Its counter of the time stopped is left out: on kernel 6.18 it told 0.76 s
/// where a thread at a fifth of a core stood still for 3.2 s of 4 s. The run queue of the threads has that time in full (3.21 s there).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Throttling {
    /// Scheduling periods with runnable threads.
    pub periods: f64,
    /// Those in which threads were stopped.
    pub throttled_periods: f64,
}

impl Throttling {
    /// Share of the periods in which threads were stopped, 0 to 1.
    pub fn share(&self) -> f64 {
        if self.periods > 0.0 { (self.throttled_periods / self.periods).min(1.0) } else { 0.0 }
    }
}

/// The target's listen queue during a window.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Listen {
    /// Connections that were turned away because a listen queue of the network namespace was full.
    pub overflows: f64,
    /// Mean number of connections waiting to be accepted on the target's port.
    pub mean: f64,
    /// Largest number of them at a reading.
    pub most: f64,
}

impl Machine {
    /// Cores that anybody used or that were taken away.
    pub fn taken_cores(&self) -> f64 {
        self.busy_cores.max(self.own_cores) + self.stolen_cores
    }

    /// Cores that were free, with those waiting for a disk.
    pub fn free_cores(&self) -> f64 {
        (self.cpus - self.taken_cores()).max(0.0)
    }

    /// Cores that processes used that are neither the target nor used by it, with those that the hypervisor gave away.
    pub fn foreign_cores(&self) -> f64 {
        self.neighbours.iter().filter(|n| !n.serves).map(|n| n.cores).sum::<f64>() + self.stolen_cores
    }

    /// Who used the CPUs: three names at most, a fiftieth of a core at least.
    pub fn says(&self) -> Message {
        let of = |n: &Neighbour| message!("level/used-by", who: name(&n.name), cores: Cores(n.cores));
        let mut names: Vec<Message> = self.neighbours.iter().filter(|n| n.cores >= 0.02).take(3).map(of).collect();
        if self.stolen_cores >= 0.02 {
            names.push(message!("level/used-by-hypervisor", cores: Cores(self.stolen_cores)));
        }
        let others = (self.taken_cores() - self.own_cores).max(0.0);
        let (cpus, own) = (self.cpus, self.own_cores);
        if names.is_empty() {
            return message!("level/cpus-used", cpus: Cores(cpus), own: Cores(own), others: Cores(others));
        }
        message!("level/cpus-used-by", cpus: Cores(cpus), own: Cores(own), others: Cores(others), names: List(names))
    }

    /// Scales the estimates by name down to what the target left, and notes what they leave open.
    fn settle(&mut self) {
        let left = (self.busy_cores - self.own_cores).max(0.0);
        let named: f64 = self.neighbours.iter().map(|n| n.cores).sum();
        self.unaccounted_cores = self.busy_cores - self.own_cores - named;
        let scale = if named > left { left / named } else { 1.0 };
        self.neighbours.iter_mut().for_each(|n| n.cores *= scale);
    }
}

/// `own_cores`: cores that the target used, by its threads.
pub(crate) fn machine(run: &Run, (from, to): (Timestamp, Timestamp), own_cores: f64) -> Option<Machine> {
    let target = &run.environment.target;
    let by_state = by_state(run, (from, to), |cpu| target.cpus.is_empty() || target.cpus.contains(&cpu))?;
    let cores = |state: &str| by_state.get(state).copied().unwrap_or(0.0);
    let mut machine = Machine {
        cpus: if target.cpus.is_empty() { f64::from(run.environment.host.cpus.max(1)) } else { target.cpus.len() as f64 },
        busy_cores: cores("busy") + cores("softirq"),
        own_cores,
        stolen_cores: cores("steal"),
        neighbours: neighbours(run, (from, to)),
        tool_cores: tool(run, (from, to)),
        unaccounted_cores: 0.0,
        throttling: throttling(run, (from, to)),
        listen: listen(run, (from, to)),
    };
    machine.settle();
    Some(machine)
}

/// Cores by what they did, of the CPUs that are `ours`; `None` where the host was not read.
pub(super) fn by_state(run: &Run, (from, to): (Timestamp, Timestamp), ours: impl Fn(u32) -> bool) -> Option<BTreeMap<&str, f64>> {
    let span = to.seconds_since(from);
    let mut by_state: BTreeMap<&str, f64> = BTreeMap::new();
    for s in run.series_of(signal::SYSTEM_CPU_TIME).filter(|s| s.label("cpu").parse().is_ok_and(&ours)) {
        *by_state.entry(s.label("state")).or_default() += s.increase(from, to).unwrap_or(0.0) / span;
    }
    (!by_state.is_empty() && span > 0.0).then_some(by_state)
}

/// Cores that generator and samplers used, on a machine whose CPUs they share with the target.
fn tool(run: &Run, (from, to): (Timestamp, Timestamp)) -> f64 {
    let span_s = to.seconds_since(from);
    if !run.environment.generator.shares_cpus || span_s <= 0.0 {
        return 0.0;
    }
    let within = run.load.iter().filter(|s| s.start >= from && s.start < to);
    let generator: u64 = within.map(|s| s.generator_cpu_ns).sum();
    (generator as f64 / 1e9 + run.increase(signal::OBSERVER_CPU_TIME, from, to).unwrap_or(0.0)) / span_s
}

fn neighbours(run: &Run, (from, to): (Timestamp, Timestamp)) -> Vec<Neighbour> {
    let database = |name: &str| run.series_of(signal::DATABASE_CPU_TIME).any(|s| s.label("name") == name);
    let serves = |s: &Series| s.label("serves") == "target" || database(s.label("who"));
    let mut all: Vec<Neighbour> = run
        .series_of(signal::NEIGHBOUR_CPU_TIME)
        .filter_map(|s| {
            let cores = s.increase(from, to)? / to.seconds_since(from);
            (cores > 0.0).then(|| Neighbour { name: s.label("who").to_owned(), cores, serves: serves(s) })
        })
        .collect();
    all.sort_by(|a, b| b.cores.total_cmp(&a.cores).then_with(|| a.name.cmp(&b.name)));
    all
}

fn throttling(run: &Run, (from, to): (Timestamp, Timestamp)) -> Option<Throttling> {
    let of = |signal| run.increase(signal, from, to);
    Some(Throttling { periods: of(signal::CGROUP_PERIODS)?, throttled_periods: of(signal::CGROUP_THROTTLED_PERIODS)? })
}

fn listen(run: &Run, (from, to): (Timestamp, Timestamp)) -> Option<Listen> {
    let queue = run.one(signal::LISTEN_QUEUE)?;
    Some(Listen { overflows: run.increase(signal::LISTEN_OVERFLOWS, from, to)?, mean: queue.mean(from, to)?, most: queue.max(from, to)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(busy_cores: f64, own_cores: f64, neighbours: &[(&str, f64, bool)]) -> Machine {
        let neighbours =
            neighbours.iter().map(|(name, cores, serves)| Neighbour { name: (*name).to_owned(), cores: *cores, serves: *serves }).collect();
        let mut m = Machine { cpus: 1.0, busy_cores, own_cores, neighbours, ..Machine::default() };
        m.settle();
        m
    }

    #[test]
    fn what_others_used_is_told_by_name() {
        let m = machine(0.98, 0.55, &[("sh", 0.42, false)]);
        assert!((m.foreign_cores() - 0.42).abs() < 1e-9 && (m.unaccounted_cores - 0.01).abs() < 1e-9, "{m:?}");
        let by = m.says().find("level/used-by").and_then(|m| m.figure("cores")).unwrap();
        assert!((by - 0.42).abs() < 1e-9, "{}", m.says());
    }

    #[test]
    fn names_never_count_for_more_than_what_the_target_left() {
        // a process with threads on all CPUs has the time of all of them under its name
        let m = machine(0.98, 0.55, &[("ffmpeg", 3.0, false)]);
        assert!((m.foreign_cores() - 0.43).abs() < 1e-9, "{m:?}");
        assert!(m.unaccounted_cores < -2.0, "{m:?}");
    }

    #[test]
    fn what_the_target_itself_uses_is_no_foreigner() {
        let m = machine(1.0, 0.5, &[("postgres", 0.4, true), ("sh", 0.1, false)]);
        assert!((m.foreign_cores() - 0.1).abs() < 1e-9);
    }
}
