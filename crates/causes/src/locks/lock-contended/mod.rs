//! Slow because requests wait for one lock, and whoever has it keeps it too long.

use crate::facts::cpu_owned::does;
use crate::facts::guarded::{Guarded, busiest_lock};
use crate::facts::if_nothing_waits;
use crate::facts::queueing::queueing;
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::claim::STACKS;
use diagnose::frames::Part;
use diagnose::level::{FEWEST_SAMPLES, Level};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::WALL_STACKS;
use model::{Message, message};

diagnose::thresholds! {
    /// Share of the response from which waiting for locks is worth a line. A guess, as for `dependency-slow`.
    WORTH_A_LINE = 0.1;
    /// Share of those who wait for any lock that must wait for this one. Source: CAUSES K1 ("one lock identity"); a half is a guess.
    ONE_LOCK = 0.5;
    /// Share of the CPU of a request from which work owns a full core, and the wait for its lock is its consequence. A guess: as
    /// for the first line of a verdict.
    OWNS = 0.25;
}

struct LockContended;

/// The cause.
pub const CAUSE: &dyn Cause = &LockContended;

impl Cause for LockContended {
    fn id(&self) -> &'static str {
        "lock-contended"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WALL_STACKS]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["dependency-slow", "connection-pool-too-small"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("lock-contended/expected");
        h.falsifier = message!("lock-contended/falsifier");
        let Some((heavy, samples)) = a.heavy().and_then(|l| Some((l, l.samples.as_ref()?))) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("lock-contended/no-stacks"));
        };
        let wait = queueing(a, |l| l.part_ms(Part::Lock), in_transaction_ms);
        h.observed = message!(
            "lock-contended/observed",
            wait: Ms(wait.heavy_ms),
            response: Ms(heavy.response_ms),
            rate: PerSecond(heavy.throughput_per_s),
        );
        h.reason.clone_from(&h.observed);
        let worth = wait.heavy_ms >= WORTH_A_LINE.get() * heavy.response_ms && samples.count(Part::Lock) >= FEWEST_SAMPLES.get();
        let Some(lock) = busiest_lock(a, heavy).filter(|_| worth) else { return h };
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        h.site = if lock.site.is_empty() { lock.place.clone() } else { lock.site.clone() };
        h.weight = wait.share;
        h.claims = claims(&lock, heavy, wait.heavy_ms);
        h.reason = message!(
            "lock-contended/holds",
            wait: Ms(wait.heavy_ms),
            place: name(&lock.place),
            share: Share(wait.share),
            occupied: (occupied(&lock)),
        );
        if wait.share < LEAST_GROWTH_SHARE.get() {
            h.reason = message!("lock-contended/grows-little", waits: (h.reason));
            return h;
        }
        if let Some((part, share)) = part_of_a_full_core(a, wait.heavy_ms) {
            h.status = Status::Rejected;
            h.reason = message!("lock-contended/in-a-full-core", waits: (h.reason), part: name(part), share: Share(share));
            h.observed.clone_from(&h.reason);
            return h;
        }
        if a.cpus_are_full() {
            h.reason = message!("lock-contended/cpus-full", waits: (h.reason));
            return h;
        }
        if lock.share_of_waiting < ONE_LOCK.get() {
            h.status = Status::Untested;
            h.reason = message!(
                "lock-contended/several-locks",
                observed: (h.observed.clone()),
                place: name(&lock.place),
                share: Share(lock.share_of_waiting),
            );
            return h;
        }
        h.fix = fix(&lock);
        if !lock.is_full() {
            // waiting alone does not say that the lock is the limit: its holder may be anybody
            h.status = Status::Untested;
            return h;
        }
        h.status = Status::Supported;
        h.gain = if_nothing_waits(a);
        if a.account_closes() {
            h.evidence = EvidenceLevel::Explains;
            h.reason = message!(
                "lock-contended/closes",
                waits: (h.reason),
                inside: Ms(lock.inside_ms),
                capacity: PerSecond(1e3 / lock.inside_ms),
                seen: PerSecond(a.throughput_per_s()),
            );
        }
        h
    }
}

/// The work in which most of the waiting lies, where it owns much of a full core, with its share of the CPU: then whoever has the
/// lock is slow because of that work, which is told with the lock.
fn part_of_a_full_core(a: &Analysis, wait_ms: f64) -> Option<(String, f64)> {
    let account = a.heavy_cpu().filter(|_| a.cpus_are_full())?;
    let most = account.parts.iter().max_by(|x, y| x.lock_wait_ms.total_cmp(&y.lock_wait_ms))?;
    let (share, does) = (account.share(most.ms), does(most));
    (most.lock_wait_ms >= ONE_LOCK.get() * wait_ms && share >= OWNS.get() && !does.is_empty()).then_some((does, share))
}

fn in_transaction_ms(level: &Level) -> f64 {
    level.samples.as_ref().map_or(0.0, |s| s.in_transaction_ms(Part::Lock))
}

/// How many threads are inside, and what they do there.
fn occupied(lock: &Guarded) -> Message {
    message!("lock-contended/occupied", threads: Count(lock.occupancy), inside: (lock.sentence()))
}

fn claims(lock: &Guarded, heavy: &Level, wait_ms: f64) -> Vec<Claim> {
    let claim = |text: Message, metric: &str, value, unit| Claim::at(heavy, metric, value, unit, text).from(&[STACKS]);
    vec![
        claim(message!("lock-contended/waits", wait: Ms(wait_ms), place: name(&lock.place)), "lock_wait_ms", wait_ms, "ms"),
        claim(occupied(lock), "lock_occupancy", lock.occupancy, "threads"),
    ]
}

fn fix(lock: &Guarded) -> Message {
    match lock.work.first() {
        Some((what, _)) if what.starts_with("waiting") => {
            message!("lock-contended/fix-wait", place: name(&lock.place), what: kind(what))
        }
        _ => message!("lock-contended/fix", place: name(&lock.place)),
    }
}

#[cfg(test)]
mod tests;
