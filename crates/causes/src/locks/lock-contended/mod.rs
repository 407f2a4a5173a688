//! Slow because requests wait for one lock, and whoever has it keeps it too long.

use crate::facts::guarded::{Guarded, busiest_lock};
use crate::facts::queueing::queueing;
use diagnose::claim::STACKS;
use diagnose::frames::Part;
use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::level::{FEWEST_SAMPLES, Level};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::WALL_STACKS;

/// Share of the response from which waiting for locks is worth a line. A guess, as for `dependency-slow`.
const WORTH_A_LINE: f64 = 0.1;
/// Share of those who wait for any lock that must wait for this one. Source: CAUSES K1 ("one lock identity"); a half is a guess.
const ONE_LOCK: f64 = 0.5;

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
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "waiting for one lock grows with load and is most of the growth, and somebody is inside all the time".to_owned();
        h.falsifier = "with a shorter time inside the lock, throughput stays".to_owned();
        let Some((heavy, samples)) = a.heavy().and_then(|l| Some((l, l.samples.as_ref()?))) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, "no level was measured with stacks");
        };
        let wait = queueing(a, |l| l.part_ms(Part::Lock), in_transaction_ms);
        h.observed = format!("waiting for locks is {:.1} of {:.1} ms at {:.0}/s", wait.heavy_ms, heavy.response_ms, heavy.throughput_per_s);
        h.reason.clone_from(&h.observed);
        let worth = wait.heavy_ms >= WORTH_A_LINE * heavy.response_ms && samples.count(Part::Lock) >= FEWEST_SAMPLES;
        let Some(lock) = busiest_lock(a, heavy).filter(|_| worth) else { return h };
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        h.site = if lock.site.is_empty() { lock.place.clone() } else { lock.site.clone() };
        h.weight = wait.share;
        h.claims = claims(&lock, heavy, wait.heavy_ms);
        h.reason = format!(
            "threads wait {:.1} ms per request before {} ({:.0} % of the growth of the response time with the queues this makes); {:.2} \
                threads are inside on average, {}",
            wait.heavy_ms,
            lock.place,
            wait.share * 100.0,
            lock.occupancy,
            lock.sentence()
        );
        if wait.share < LEAST_GROWTH_SHARE {
            h.reason = format!("{}, not what grows most", h.reason);
            return h;
        }
        if a.cpus_are_full() {
            h.reason = format!("{}; but the CPUs are full: whoever has the lock keeps it while it waits for a core", h.reason);
            return h;
        }
        if lock.share_of_waiting < ONE_LOCK {
            h.status = Status::Untested;
            h.reason =
                format!("{}; it is not one lock: {} has {:.0} % of those who wait", h.observed, lock.place, lock.share_of_waiting * 100.0);
            return h;
        }
        h.fix = fix(&lock);
        if !lock.is_full() {
            // waiting alone does not say that the lock is the limit: its holder may be anybody
            h.status = Status::Untested;
            return h;
        }
        h.status = Status::Supported;
        if a.account_closes() {
            h.evidence = EvidenceLevel::Explains;
            let seen = a.throughput_per_s();
            h.reason = format!("{}; 1 / {:.2} ms = {:.0}/s, {seen:.0}/s were seen", h.reason, lock.inside_ms, 1e3 / lock.inside_ms);
        }
        h
    }
}

fn in_transaction_ms(level: &Level) -> f64 {
    level.samples.as_ref().map_or(0.0, |s| s.in_transaction_ms(Part::Lock))
}

fn claims(lock: &Guarded, heavy: &Level, wait_ms: f64) -> Vec<Claim> {
    let claim = |text: String, metric: &str, value, unit| Claim::at(heavy, metric, value, unit, text).from(&[STACKS]);
    vec![
        claim(format!("threads wait {wait_ms:.1} ms per request for the lock that {} takes", lock.place), "lock_wait_ms", wait_ms, "ms"),
        claim(
            format!("{:.2} threads are inside on average; {}", lock.occupancy, lock.sentence()),
            "lock_occupancy",
            lock.occupancy,
            "threads",
        ),
    ]
}

fn fix(lock: &Guarded) -> String {
    match lock.work.first() {
        Some((what, _)) if what.starts_with("waiting") => format!("do not hold the lock of {} while {what}", lock.place),
        _ => format!("make the section in {} shorter, split it by key, or give each thread its own object", lock.place),
    }
}

#[cfg(test)]
mod tests;
