//! Accounts that stay open because threads had no core: the time of a thread that cannot run is in no stack when the sampler cannot run either. Facts; what
//! they forbid is the judge's.

use crate::analysis::Analysis;
use crate::ledger::{Group, Ledger, What};
use crate::level::{Level, Machine, Throttling};
use crate::saturation::{CPU_FULL, OWN_SHARE};

crate::thresholds! {
    /// Share of its periods in which a quota must stop threads to do harm, and to be why they have no core. Source: CAUSES L1.
    pub LEAST_PERIODS = 0.05;
    /// Share of the time without answers that others may make, as a multiple of the CPU that they use. A guess: they are seen by their mean.
    STALLS_OF_OTHERS = 1.25;
}

/// Length of a scheduling period, seconds. Source: the kernel's default; the counters say how many there were, and not while nothing could run.
const PERIOD_S: f64 = 0.1;

/// An account that stays open for want of a core.
pub(crate) struct Starved<'a> {
    /// What no part explains, of how long a response, at which rate.
    pub(crate) unexplained_ms: f64,
    pub(crate) response_ms: f64,
    pub(crate) per_s: f64,
    /// Share of its periods in which the quota stops the service, where that is why.
    pub(crate) stopped_share: Option<f64>,
    /// Who used the CPUs.
    pub(crate) machine: &'a Machine,
}

/// The level that is furthest from adding up, where at each level that does not the difference is within what the lack of a core can make of it;
/// `None` when one level is open for another reason.
///
/// It is a bound and not a part: it says that there is nothing to look for elsewhere, not how the time divides.
pub(crate) fn starved<'a>(a: &'a Analysis) -> Option<Starved<'a>> {
    let open: Vec<(&Ledger, &Level)> = a
        .counted_ledgers()
        .filter(|l| !l.closes())
        .map(|ledger| a.levels.iter().find(|l| l.phase.id == ledger.phase).map(|level| (ledger, level)))
        .collect::<Option<_>>()?;
    if !open.iter().all(|(ledger, level)| ledger.has_stacks && lacks_a_core(level) && is_covered(ledger, level)) {
        return None;
    }
    let (ledger, level) = open.into_iter().max_by(|x, y| x.0.unexplained_ms.abs().total_cmp(&y.0.unexplained_ms.abs()))?;
    let machine = level.machine.as_ref()?;
    Some(Starved {
        unexplained_ms: ledger.unexplained_ms,
        response_ms: ledger.response_ms,
        per_s: ledger.level_per_s,
        stopped_share: machine.throttling.as_ref().map(Throttling::share).filter(|share| *share >= LEAST_PERIODS.get()),
        machine,
    })
}

/// Time per request at `level` that is in no stack, milliseconds, at least (less the error of the account), where the lack of a core can make as much
/// of it; 0 where it is open for another reason.
pub fn in_no_stack_ms(a: &Analysis, level: &Level) -> f64 {
    let Some(ledger) = a.ledgers.iter().find(|l| l.phase == level.phase.id && l.has_stacks && lacks_a_core(level)) else { return 0.0 };
    let missing_ms = (ledger.unexplained_ms - ledger.unexplained_se_ms).max(0.0);
    if a.counted_ledgers().any(|l| l.phase == ledger.phase) {
        if is_covered(ledger, level) { missing_ms } else { 0.0 }
    } else {
        // closed load is not held to its account: no more than what the client saw
        missing_ms.min(level.stalls.ms)
    }
}

/// Time per request at `level` in which the service stood still for want of a core, as its client saw it, milliseconds; 0 where nothing else has taken
/// the core, or no quota has stopped the service.
pub fn stood_still_ms(a: &Analysis, level: &Level) -> f64 {
    let stopped_ms = a.ledgers.iter().find(|l| l.phase == level.phase.id).map_or(0.0, |l| l.ms(Group::Alone, &What::Stopped));
    if lacks_a_core(level) { (level.stalls.ms - stopped_ms).max(0.0) } else { 0.0 }
}

/// Whether the machine says why threads have no core: the quota is used up in many periods, or others have taken the CPUs.
fn lacks_a_core(level: &Level) -> bool {
    let Some(m) = &level.machine else { return false };
    let taken = m.taken_cores() >= CPU_FULL.get() * m.cpus && m.own_cores < OWN_SHARE.get() * m.cpus;
    // others that use the core in bursts leave it free in between, and stop the service meanwhile: no longer than they run
    let others = m.foreign_cores() / m.cpus.max(1e-9);
    let in_bursts = level.stalls.share > 0.0 && others >= 1.0 - OWN_SHARE.get() && level.stalls.share <= STALLS_OF_OTHERS.get() * others;
    taken || in_bursts || m.throttling.as_ref().is_some_and(|t| t.share() >= LEAST_PERIODS.get())
}

/// Whether what is missing in the account is no more than what requests may have stood still beyond its lines, or what is too much no more
/// than its upper bounds.
fn is_covered(ledger: &Ledger, level: &Level) -> bool {
    let bounds: f64 = ledger.lines.iter().filter(|l| l.upper_bound).map(|l| l.ms).sum();
    let tolerance = ledger.tolerance_ms();
    if ledger.unexplained_ms < 0.0 {
        return -ledger.unexplained_ms <= bounds + tolerance;
    }
    // the run queue of threads that are seen waiting for something else is in those lines
    let booked: f64 = ledger.lines.iter().filter(|l| l.may_hold_run_queue()).map(|l| l.ms).sum();
    let queue = ledger.run_queue_bound_ms.map_or(0.0, |ms| (ms - booked).max(0.0));
    ledger.unexplained_ms <= queue.max(stopped_ms(level)).max(level.stalls.ms) + tolerance
}

/// What stops by the quota can cost a request that arrives at a random moment, milliseconds, at most: each lasts to the end of its period, and
/// one thread that stands still keeps all requests of the meantime waiting, so that its own run queue says too little.
fn stopped_ms(level: &Level) -> f64 {
    let throttling = level.machine.as_ref().and_then(|m| m.throttling.as_ref());
    throttling.map_or(0.0, |t: &Throttling| {
        stats::law::pause_exposure_s(t.throttled_periods, t.throttled_periods * PERIOD_S, level.span_s()) * 1e3
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::{HostSpec, LevelSpec, RunBuilder};

    /// Levels of 20 ms, of which `missing` are in no line, on a core of which `others` have their part; threads stood `queue` ms in the run queue.
    fn run(missing: f64, others: f64, queue: f64, throttled: Option<f64>) -> model::Run {
        let host = HostSpec { neighbours: vec![("backup", others)], throttled_periods: throttled, ..HostSpec::default() };
        RunBuilder::new()
            .with_quota(0.9)
            .usual_levels(60.0, |_, l| LevelSpec {
                hidden: missing,
                cpu_framework: 1.0,
                request_cpu: Some(1.0),
                process_cpu: 1.0,
                run_queue: queue,
                host: host.clone(),
                ..l
            })
            .build()
    }

    /// Whether the quota is why, where it is the want of a core.
    fn by_quota(run: &model::Run) -> Option<bool> {
        let a = Analysis::of(run);
        assert!(!a.account_closes(), "{:?}", a.ledgers);
        starved(&a).map(|s| s.stopped_share.is_some())
    }

    #[test]
    fn what_is_missing_on_a_full_core_is_time_without_it() {
        let run = run(20.0, 0.95, 40.0, None);
        let a = Analysis::of(&run);
        let light = a.light().unwrap();
        assert!(in_no_stack_ms(&a, light) > 15.0, "{:?}", a.ledgers);
        let s = starved(&a).unwrap();
        assert!(s.unexplained_ms > 0.0 && s.machine.foreign_cores() > 0.9 && s.stopped_share.is_none(), "{:?}", s.machine);
    }

    #[test]
    fn threads_that_did_not_wait_as_long_leave_it_open() {
        let run = run(20.0, 0.95, 4.0, None);
        let a = Analysis::of(&run);
        assert_eq!((by_quota(&run), in_no_stack_ms(&a, a.light().unwrap())), (None, 0.0));
    }

    #[test]
    fn a_core_that_is_free_explains_nothing() {
        assert_eq!(by_quota(&run(20.0, 0.3, 40.0, None)), None);
    }

    #[test]
    fn a_quota_keeps_all_requests_of_the_meantime_waiting() {
        // 100 ms in half of the periods: 0.5 * 100 / 2 = 25 ms at most
        assert_eq!(by_quota(&run(20.0, 0.0, 0.0, Some(0.5))), Some(true));
        assert_eq!(by_quota(&run(60.0, 0.0, 0.0, Some(0.5))), None);
    }
}
