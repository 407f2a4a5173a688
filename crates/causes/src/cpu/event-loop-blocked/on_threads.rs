//! The same on a runtime that has several event loops, whose waits nobody counts: their threads are seen to wait in the middle of
//! callbacks, and what is ready meanwhile lies unread.

use super::LEAST_SHARE;
use crate::facts::relieved_ceilings;
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::claim::STACKS;
use diagnose::level::{Callbacks, FEWEST_SAMPLES, Level};
use diagnose::saturation::{CPU_FULL, ResourceKind};
use diagnose::{Analysis, Claim, EvidenceLevel, Hypothesis, Status};
use model::{Message, message, signal};

/// The case of cause `id`; `None` where no threads were seen to run callbacks.
pub(super) fn hypothesis(a: &Analysis, id: &'static str) -> Option<Hypothesis> {
    let heavy = a.heavy()?;
    let loops = heavy.callbacks.as_ref()?;
    let mut h = Hypothesis::new(id, Status::Rejected, Message::default());
    h.expected = message!("event-loop-blocked/expected-threads", least: Share(LEAST_SHARE.get()));
    h.falsifier = message!("event-loop-blocked/falsifier");
    // who has its answer and no core still shows the read
    let waits = (loops.blocked_ms - heavy.run_queue_in_waits_ms()).max(0.0) / loops.kept_ms.max(1e-9);
    if waits < LEAST_SHARE.get() {
        h.reason = message!("event-loop-blocked/free-threads", share: Share(waits));
        h.observed.clone_from(&h.reason);
        return Some(h);
    }
    h.site.clone_from(&loops.site);
    h.observed = message!(
        "event-loop-blocked/observed-threads",
        site: name(&h.site),
        kept: Ms(loops.kept_ms),
        blocked: Ms(loops.blocked_ms),
        threads: Count(loops.threads)
    );
    h.claims = claims(heavy, loops);
    h.reason.clone_from(&h.observed);
    h.fix = message!("event-loop-blocked/fix-threads", site: name(&h.site), scheduler: name("boundedElastic"));
    if loops.blocked_samples < FEWEST_SAMPLES.get() {
        h.status = Status::Untested;
        return Some(h);
    }
    h.weight = growth(a, heavy);
    h.reason = message!(
        "event-loop-blocked/holds-threads",
        observed: (h.observed.clone()),
        busy: Share(loops.busy_share),
        rate: PerSecond(heavy.throughput_per_s),
        unread: Ms(unread_ms(heavy)),
        growth: Share(h.weight)
    );
    if loops.busy_share < CPU_FULL.get() || h.weight < LEAST_GROWTH_SHARE.get() || a.cpus_are_full() {
        h.status = Status::Secondary;
        return Some(h);
    }
    if !a.pieces_are_all() {
        h.status = Status::Untested;
        return Some(h);
    }
    h.status = Status::Supported;
    h.evidence = EvidenceLevel::Explains;
    let bound = stats::law::capacity_per_s(loops.threads, (loops.kept_ms - loops.blocked_ms).max(0.0) / 1e3);
    let others = relieved_ceilings(a, ResourceKind::EventLoop, ResourceKind::TargetCpu, 0.0);
    h.gain = Some(diagnose::capacity::predict(a.throughput_per_s(), ResourceKind::EventLoop, bound, &others));
    Some(h)
}

/// How long a request lies in its socket until a thread of the loop reads it, milliseconds.
fn unread_ms(level: &Level) -> f64 {
    level.unread.map_or(0.0, |u| (u.ms - level.pause_exposure_ms).max(0.0))
}

/// Share of the growth that is waiting in callbacks, and of the queue before the threads what these waits make of it.
fn growth(a: &Analysis, heavy: &Level) -> f64 {
    let of = |l: &Level| l.callbacks.as_ref().map(|c| (c.blocked_ms, c.kept_ms));
    let (Some(light), Some((blocked, kept))) = (a.light(), of(heavy)) else { return 0.0 };
    let Some((before, _)) = of(light) else { return 0.0 };
    let queue = (unread_ms(heavy) - unread_ms(light)).max(0.0);
    a.growth.share((blocked - before).max(0.0) + queue * (blocked / kept.max(1e-9)).min(1.0))
}

fn claims(heavy: &Level, loops: &Callbacks) -> Vec<Claim> {
    let kept = message!("event-loop-blocked/kept-threads", kept: Ms(loops.kept_ms), threads: Count(loops.threads));
    let blocked = message!("event-loop-blocked/blocked-threads", blocked: Ms(loops.blocked_ms));
    let busy = message!("event-loop-blocked/busy-threads", busy: Share(loops.busy_share));
    let unread = message!("event-loop-blocked/unread", unread: Ms(unread_ms(heavy)));
    let of_stacks = [
        Claim::at(heavy, "loop_kept_ms", loops.kept_ms, "ms", kept),
        Claim::at(heavy, "loop_blocked_ms", loops.blocked_ms, "ms", blocked),
        Claim::at(heavy, "loop_busy_share", loops.busy_share, "1", busy),
    ];
    let unread = Claim::at(heavy, "unread_ms", unread_ms(heavy), "ms", unread).from(&[signal::UNREAD_CONNECTIONS]);
    let of_sockets = heavy.unread.map(|_| unread);
    of_stacks.map(|c| c.from(&[STACKS])).into_iter().chain(of_sockets).collect()
}
