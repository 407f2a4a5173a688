//! The quota in the first seconds of a service that was just started.

use super::{FULL, LEAST_PERIODS};
use crate::facts::start::{lost_enough, start_of};
use diagnose::claim::THREADS;
use diagnose::first_minute::{EARLY_S, Slow};
use diagnose::level::{Machine, Scheduler, Throttling};
use diagnose::{Analysis, Claim, EvidenceLevel, Hypothesis, LEAST_GROWTH_SHARE, Status};
use model::{message, signal};

/// Judges a start. Its `h.weight` is the most that the end of the quota takes of the excess of the first seconds.
pub(super) fn judge(a: &Analysis, quota: f64, h: &mut Hypothesis) {
    h.expected = message!("cpu-throttled/expected-at-start", least: Share(LEAST_PERIODS.get()));
    if a.first_minute.is_none() {
        h.status = Status::NotApplicable;
        h.reason = message!("start/cut-short");
        return;
    }
    let Some((minute, slow)) = start_of(a).filter(|(minute, _)| lost_enough(minute)) else {
        h.reason = message!("cpu-throttled/start-quick");
        h.observed.clone_from(&h.reason);
        return;
    };
    let Some(Seen { machine, stopped, now }) = seen(slow) else {
        h.status = Status::NotObservable;
        h.reason = message!("cpu-throttled/unread");
        return;
    };
    h.observed = message!(
        "cpu-throttled/observed-at-start",
        quota: Cores(quota),
        share: Share(stopped.share()),
        seconds: Count(slow.length_s()),
        requests: Cores((now.process_cores - now.compiler_cores).max(0.0)),
        compilers: Cores(now.compiler_cores),
    );
    h.reason.clone_from(&h.observed);
    if stopped.share() < LEAST_PERIODS.get() {
        return;
    }
    let free = machine.free_cores();
    if free < (1.0 - FULL.get()) * machine.cpus {
        h.reason = message!("cpu-throttled/no-more", observed: (h.observed.clone()), free: Cores(free), cpus: Cores(machine.cpus));
        return;
    }
    let times = (free + now.process_cores) / now.process_cores.max(1e-9);
    // users that wait for an answer do the same work in so much less time
    let ratio = (slow.excess.once + slow.excess.code) * (1.0 - 1.0 / times);
    h.weight = slow.lost_without_quota_s.map_or(ratio, |lost_s| (1.0 - lost_s / minute.lost_s.max(1e-9)).clamp(0.0, 1.0));
    h.status = Status::Secondary;
    h.evidence = EvidenceLevel::Coincides;
    h.reason = message!(
        "cpu-throttled/at-start",
        observed: (h.observed.clone()),
        times: Times(times),
        lost: Seconds((1.0 - h.weight) * minute.lost_s),
        now: Seconds(minute.lost_s),
        seconds: Count(EARLY_S as f64),
    );
    h.fix = message!("cpu-throttled/fix");
    let first = &a.start_up[0].phase;
    let end = first.end.map_or(slow.window.1, |end| end.min(slow.window.1));
    h.claims = vec![Claim::over(&first.id, (slow.window.0, end), "throttled_periods", stopped.share(), "1", h.observed.clone()).from(&[
        signal::CGROUP_THROTTLED_PERIODS,
        signal::CGROUP_PERIODS,
        THREADS,
    ])];
    // a candidate at most: no start was seen live in which the quota alone explains so much
    if h.weight >= LEAST_GROWTH_SHARE.get() {
        h.status = Status::Untested;
    }
}

/// What the judgement of a start needs.
struct Seen<'a> {
    machine: &'a Machine,
    stopped: &'a Throttling,
    now: &'a Scheduler,
}

fn seen(slow: &Slow) -> Option<Seen<'_>> {
    let machine = slow.machine.as_ref()?;
    let (now, _) = slow.scheduler.as_ref()?;
    Some(Seen { machine, stopped: machine.throttling.as_ref().filter(|t| t.periods > 0.0)?, now })
}
