//! The machine around the target at one level: who else uses its CPUs, what its quota takes away, how its listen queue fares.

use crate::{LevelSpec, RunBuilder};
use model::series::labels;
use model::{Labels, Observation, Series, Timestamp, signal};

/// The truth about the machine. By default the service's CPU is its own, without quota, and nobody is turned away.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HostSpec {
    /// Other processes on the target's CPUs: name and cores.
    pub neighbours: Vec<(&'static str, f64)>,
    /// Cores of the database's CPU (1) that others use, the generator among them.
    pub beside_database: f64,
    /// Cores of the target's CPUs that the hypervisor gave to others.
    pub stolen_cores: f64,
    /// Share of the periods in which the quota stopped threads; `None` without a quota.
    pub throttled_periods: Option<f64>,
    /// Share of the time in which it did.
    pub throttled_time: f64,
    /// Connections turned away at the listen queue during the level.
    pub overflows: f64,
    /// Connections in the listen queue at every reading.
    pub listen_queue: f64,
}

/// Scheduling periods per second. Source: the kernel's default of 100 ms.
const PERIODS_PER_S: f64 = 10.0;

/// Running totals of the host's counters, by signal and labels.
pub(crate) type HostTotals = std::collections::BTreeMap<(&'static str, Labels), f64>;

impl RunBuilder {
    /// Emits what the host probe sees; `own_cores` = cores that the target used.
    pub(crate) fn host(&mut self, spec: &LevelSpec, own_cores: f64, start: Timestamp, end: Timestamp) {
        let seconds = end.seconds_since(start);
        let host = &spec.host;
        let others: f64 = host.neighbours.iter().map(|(_, cores)| cores).sum();
        let cpus = self.environment.target.cpus.len().max(1) as f64;
        let first = self.environment.target.cpus.first().map_or(0, |c| *c).to_string();
        let state = |s| labels([("cpu", first.as_str()), ("state", s)]);
        let busy = (own_cores + others).min(cpus);
        let of_database = (spec.database_cpu * spec.per_s / 1e3 + host.beside_database).min(1.0);
        let mut grown = vec![
            (signal::SYSTEM_CPU_TIME, labels([("cpu", "1"), ("state", "busy")]), of_database * seconds),
            (signal::SYSTEM_CPU_TIME, state("busy"), busy * seconds),
            (signal::SYSTEM_CPU_TIME, state("idle"), (cpus - busy - host.stolen_cores).max(0.0) * seconds),
            (signal::SYSTEM_CPU_TIME, state("steal"), host.stolen_cores * seconds),
            (signal::LISTEN_OVERFLOWS, Labels::new(), host.overflows),
        ];
        grown.extend(host.neighbours.iter().map(|(who, cores)| (signal::NEIGHBOUR_CPU_TIME, labels([("who", *who)]), cores * seconds)));
        if let Some(share) = host.throttled_periods {
            let periods = PERIODS_PER_S * seconds;
            grown.push((signal::CGROUP_PERIODS, Labels::new(), periods));
            grown.push((signal::CGROUP_THROTTLED_PERIODS, Labels::new(), share * periods));
            grown.push((signal::CGROUP_THROTTLED_TIME, Labels::new(), host.throttled_time * seconds));
        }
        for (signal, labels, by) in grown {
            let total = self.host_totals.entry((signal, labels.clone())).or_default();
            let mut s = Series::new(signal, labels);
            s.push(start, *total);
            *total += by;
            s.push(end, *total);
            self.observations.push(Observation::Series(s));
        }
        let mut queue = Series::new(signal::LISTEN_QUEUE, labels([("port", "8080")]));
        for t in [start, start.plus_ns(end.ns_since(start) / 2), end] {
            queue.push(t, host.listen_queue);
        }
        self.observations.push(Observation::Series(queue));
    }
}
