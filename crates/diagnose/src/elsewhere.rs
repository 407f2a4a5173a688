//! What a rate that was measured on shared CPUs says of the same service with the load on another machine.

use crate::level::{Level, Machine, Scheduler};
use crate::saturation::CPU_FULL;

crate::thresholds! {
    /// Share of the CPUs from which what this tool takes is worth a figure. A guess: less is within what two rounds differ by.
    WORTH_A_FIGURE = 0.05;
}

/// What the service could do at most if this tool ran elsewhere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Elsewhere {
    /// Requests per second. A bound: locks, pools and other services may allow less.
    pub(crate) per_s: f64,
    /// Cores that generator and samplers took.
    pub(crate) tool_cores: f64,
    /// CPUs that they share with the service.
    pub(crate) cpus: f64,
}

impl Elsewhere {
    /// The bound from `level`, the heaviest. `None` where CPUs are not what is full there, or a quota is, or the tool takes hardly any.
    pub(crate) fn of(level: &Level) -> Option<Self> {
        let (s, m) = level.scheduler.as_ref().zip(level.machine.as_ref())?;
        bound(level.throughput_per_s, s, m, level.served.event_loop().map(|l| l.busy_ms))
    }
}

/// What the service and all that serve it use for a request fits into the cores of the tool as well; a loop that is busy for `loop_ms` per request
/// has no more than its one.
fn bound(per_s: f64, s: &Scheduler, m: &Machine, loop_ms: Option<f64>) -> Option<Elsewhere> {
    let taken = m.taken_cores();
    let tool_cores = m.tool_cores.min(taken - m.own_cores);
    let is_full = taken >= CPU_FULL.get() * m.cpus && s.allowed_cores >= s.cpus;
    if !is_full || tool_cores < WORTH_A_FIGURE.get() * m.cpus {
        return None;
    }
    let by_cpus = per_s * taken / (taken - tool_cores).max(f64::EPSILON);
    // a loop that lacks its core is busy for longer than it computes
    let by_loop = loop_ms.map(|busy| stats::law::capacity_per_s(1.0, (busy - s.request_run_queue_ms).max(s.request_cpu_ms) / 1e3));
    Some(Elsewhere { per_s: by_loop.map_or(by_cpus, |l| l.min(by_cpus)).max(per_s), tool_cores, cpus: m.cpus })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 400 requests per second on two CPUs, of which the service takes 1.2 cores and the tool 0.4.
    fn shared() -> (Scheduler, Machine) {
        let s = Scheduler { cpus: 2.0, allowed_cores: 2.0, process_cores: 1.2, request_cpu_ms: 2.0, ..Scheduler::default() };
        (s, Machine { cpus: 2.0, busy_cores: 2.0, own_cores: 1.2, tool_cores: 0.4, ..Machine::default() })
    }

    #[test]
    fn the_cores_of_the_tool_are_the_services_elsewhere() {
        let (s, m) = shared();
        let found = bound(400.0, &s, &m, None).expect("the CPUs are full");
        assert!((found.per_s - 500.0).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn a_loop_has_one_core_and_what_it_waited_for_that_is_not_its_own() {
        let (mut s, m) = shared();
        for (busy_ms, waited_ms, per_s) in [(2.4, 0.0, 1e3 / 2.4), (2.4, 0.3, 1e3 / 2.1), (2.4, 1.0, 500.0), (4.0, 0.0, 400.0)] {
            s.request_run_queue_ms = waited_ms;
            let found = bound(400.0, &s, &m, Some(busy_ms)).expect("the CPUs are full");
            assert!((found.per_s - per_s).abs() < 1e-6, "{busy_ms}: {found:?}");
        }
    }

    #[test]
    fn nothing_is_said_where_cpus_are_free_a_quota_is_full_or_the_tool_takes_hardly_any() {
        let (s, m) = shared();
        assert_eq!(bound(400.0, &s, &Machine { busy_cores: 1.5, ..m.clone() }, None), None);
        assert_eq!(bound(400.0, &s, &Machine { tool_cores: 0.05, ..m.clone() }, None), None);
        assert_eq!(bound(400.0, &Scheduler { allowed_cores: 1.0, ..s }, &m, None), None);
    }
}
