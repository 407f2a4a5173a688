//! The log of an event loop: whoever writes a line at once keeps the loop meanwhile, so everything else waits, and hardly any of that is in
//! the log.

use super::{FILE_BYTES, LOUD_BYTES, written_bytes, wrote};
use crate::facts::event_loop::pool_wait_by_loop;
use crate::facts::relieved_ceilings;
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::claim::{STACKS, THREADS};
use diagnose::frames::{Part, Work};
use diagnose::level::{EventLoop, FEWEST_SAMPLES, Level, Samples};
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Claim, EvidenceLevel, Hypothesis, Status};
use model::{Message, message};

diagnose::thresholds! {
    /// Share of the loop's busy time that log lines must own. Source: CAUSES section 4 point 2, as for `event-loop-blocked`.
    LEAST_SHARE = 0.3;
    /// Share of the loop's busy time that it must be blocked, neither on the CPU nor waiting for it, from which the lines wait for what
    /// they are written to. A line into a file that nobody flushes, or into a pipe that is read, blocks for microseconds. A guess.
    BLOCKED = 0.1;
}

/// `h`, when writing log lines is what keeps a loop that is full: as true where the writes block, or where much is written for each
/// request; as told, where it is a line or a few that a quick request cannot be blamed for.
pub(super) fn told(a: &Analysis, light: Option<&EventLoop>, heavy: &Level, samples: &Samples, h: &Hypothesis) -> Option<Hypothesis> {
    let l = heavy.served.event_loop()?;
    let lines = || samples.sites.iter().filter(|s| s.part == Part::Logging || (s.part == Part::Cpu && s.work == Work::Logging));
    let (ms, seen) = lines().fold((0.0, 0.0), |(ms, n), s| (ms + s.ms, n + s.samples));
    let share = if l.busy_ms > 0.0 { (ms / l.busy_ms).min(1.0) } else { 0.0 };
    if share < LEAST_SHARE.get() || seen < FEWEST_SAMPLES.get() || !a.is_saturated(ResourceKind::EventLoop) {
        return None;
    }
    let mut h = h.clone();
    h.site = lines().max_by(|x, y| x.ms.total_cmp(&y.ms)).map(|s| s.site.clone()).unwrap_or_default();
    let rate = heavy.throughput_per_s;
    h.observed = message!("logging-synchronous/keeps-loop", ms: Ms(ms), share: Share(share), rate: PerSecond(rate));
    let claim = |text: &Message, metric: &str, value, unit| Claim::at(heavy, metric, value, unit, text.clone());
    h.claims = vec![claim(&h.observed, "log_loop_share", share, "1").from(&[STACKS])];
    h.status = Status::Secondary;
    h.evidence = EvidenceLevel::Coincides;
    h.weight = a.growth.share(a.growth.worker_queue_ms + (l.busy_ms - light.map_or(0.0, |l| l.busy_ms)).max(0.0) + pool_wait_by_loop(a));
    // of the writes themselves: what is formatted before them is computed
    let writing: f64 = samples.part_ms(Part::Logging);
    let blocked = l.blocked_ms.min(writing);
    let loud = written_bytes(a, heavy).filter(|b| *b >= LOUD_BYTES.get());
    let why = if blocked >= BLOCKED.get() * l.busy_ms {
        let said = message!("logging-synchronous/blocked", blocked: Ms(blocked));
        h.claims.push(claim(&said, "log_blocked_ms", blocked, "ms").from(&[STACKS, THREADS]));
        h.fix = message!("logging-synchronous/fix-blocked");
        said
    } else if let Some(bytes) = loud {
        let said = wrote(bytes);
        h.claims.push(claim(&said, "file_bytes_per_request", bytes, "By").from(&FILE_BYTES));
        h.fix = message!("logging-synchronous/fix-less");
        said
    } else {
        h.evidence = EvidenceLevel::Hint;
        h.reason = message!("logging-synchronous/loop-not-blocked", observed: (h.observed.clone()));
        return Some(h);
    };
    h.reason = message!("logging-synchronous/loop-full", observed: (h.observed.clone()), why: (why));
    if h.weight < LEAST_GROWTH_SHARE.get() {
        return Some(h);
    }
    h.status = Status::Supported;
    h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
    let bound = stats::law::capacity_per_s(1.0, l.busy_ms * (1.0 - share) / 1e3);
    let mut others = relieved_ceilings(a, ResourceKind::EventLoop, ResourceKind::TargetCpu, ms - blocked);
    // connections are held while the answer lies in the socket: how long without that is not known
    others.retain(|c| c.kind != ResourceKind::ConnectionPool);
    h.gain = Some(diagnose::capacity::predict(a.throughput_per_s(), ResourceKind::EventLoop, bound, &others));
    Some(h)
}
