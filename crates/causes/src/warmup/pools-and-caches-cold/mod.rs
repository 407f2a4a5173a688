//! Slow because what the service talks to is cold: its pool is still being filled, connections are opened, or a store is slow at first.

use crate::facts::start::{lost_enough, start_of};
use diagnose::claim::{REQUESTS, STACKS};
use diagnose::first_minute::{EARLY_S, FirstMinute, Slow};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, LEAST_GROWTH_SHARE, Stability, Status};
use model::sensor::WALL_STACKS;
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Share of the excess from which it is told beside another cause. A guess.
    TOLD = 0.1;
    /// How many times as long as when warm a store must take at first to count as cold. Source: CAUSES C1 (3-10x), as for a start itself.
    COLDER = 3.0;
    /// By how many connections a pool that is being filled is below its size. A guess: half a connection, the mean of a whole second.
    BELOW = 0.5;
}

struct PoolsAndCachesCold;

/// The cause.
pub const CAUSE: &dyn Cause = &PoolsAndCachesCold;

impl Cause for PoolsAndCachesCold {
    fn id(&self) -> &'static str {
        "pools-and-caches-cold"
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
        &["connection-pool-too-small", "dependency-slow"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        if a.start_up.is_empty() {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("start/warm"));
        }
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("pools-and-caches-cold/expected");
        h.falsifier = message!("pools-and-caches-cold/falsifier");
        match start_of(a) {
            Some((minute, slow)) if lost_enough(minute) => judge(a, minute, slow, &mut h),
            _ => h.reason = message!("pools-and-caches-cold/quick"),
        }
        h.observed.clone_from(&h.reason);
        h
    }
}

fn judge(a: &Analysis, minute: &FirstMinute, slow: &Slow, h: &mut Hypothesis) {
    let cold = Cold::of(a, minute, slow);
    // where the cores are full of the service's own code, waits for others cost nothing
    h.weight = cold.share().min(slow.excess.outside);
    let says: Vec<Message> = [cold.fills(), cold.opens(), cold.answers()].into_iter().flatten().collect();
    if h.weight < TOLD.get() || says.is_empty() {
        h.reason = message!("pools-and-caches-cold/elsewhere", share: Share(h.weight), says: List(cold.rejects()));
        return;
    }
    h.fix = message!("pools-and-caches-cold/fix");
    h.reason = message!("pools-and-caches-cold/holds", share: Share(h.weight), says: List(says));
    h.status = Status::Secondary;
    if h.weight >= LEAST_GROWTH_SHARE.get() {
        let first = &a.start_up[0];
        let end = first.phase.end.map_or(slow.window.1, |end| end.min(slow.window.1));
        let claim =
            |metric: &str, value: f64, unit, text: Message| Claim::over(&first.phase.id, (slow.window.0, end), metric, value, unit, text);
        // a store that is slow at first may be so by what a cold service asks of it all at once: that was never seen live, and is no name
        let of_connections = cold.of_connections().min(slow.excess.outside);
        h.status = if of_connections >= LEAST_GROWTH_SHARE.get() { Status::Supported } else { Status::Untested };
        h.evidence = EvidenceLevel::Explains;
        h.claims = vec![
            claim("share_of_excess", h.weight, "1", message!("pools-and-caches-cold/share", share: Share(h.weight)))
                .from(&[REQUESTS, STACKS]),
        ];
        h.claims.extend(
            cold.filling.as_ref().map(|f| claim("filling_s", f.seconds, "s", f.says()).from(&[signal::POOL_TOTAL, signal::POOL_PENDING])),
        );
    }
}

/// What was cold, as shares of the excess.
struct Cold {
    filling: Option<Filling>,
    /// Waiting for a connection of a pool that was being filled.
    waits: f64,
    /// Opening connections.
    opening: f64,
    /// What stores and services took longer than when warm, with both times of a request, milliseconds.
    answering: f64,
    answer_ms: (f64, f64),
}

/// A pool that is being filled.
struct Filling {
    seconds: f64,
    /// Connections at first and its size.
    from: f64,
    max: f64,
}

impl Cold {
    fn of(a: &Analysis, minute: &FirstMinute, slow: &Slow) -> Self {
        let early = &minute.course[..minute.course.len().min(EARLY_S)];
        let pool = |m: &diagnose::first_minute::Moment| {
            let p = m.pool.as_ref()?;
            let below = p.open.filter(|open| *open < p.max - BELOW.get() && p.pending > 0.0)?;
            Some((below, p.max, p.wait_ms.unwrap_or(0.0) * m.requests.served / 1e3))
        };
        let filled: Vec<(f64, f64, f64)> = early.iter().filter_map(pool).collect();
        let filling = filled.first().map(|(from, max, _)| Filling { seconds: filled.len() as f64, from: *from, max: *max });
        let requests = slow.requests.max(1e-9);
        let warm_requests = a.start_up.last().map_or(1.0, |l| l.requests.max(1) as f64);
        let excess_s = ((slow.response_ms - minute.warm_ms) * requests / 1e3).max(1e-9);
        let per_warm = |s: f64| s / warm_requests * requests;
        // what is outside divides among these; nothing of it belongs to the service's own code
        let of = |s: f64| (s / excess_s).clamp(0.0, 1.0);
        let answer_ms = (slow.time.peers_s * 1e3 / requests, slow.warm_time.peers_s * 1e3 / warm_requests);
        let colder = answer_ms.0 >= COLDER.get() * answer_ms.1;
        Self {
            filling,
            waits: of(filled.iter().map(|(_, _, s)| s).sum()),
            opening: of(slow.time.opening_s - per_warm(slow.warm_time.opening_s)),
            answering: if colder { of(slow.time.peers_s - per_warm(slow.warm_time.peers_s)) } else { 0.0 },
            answer_ms,
        }
    }

    /// Waiting for connections and opening them.
    fn of_connections(&self) -> f64 {
        (self.waits + self.opening).min(1.0)
    }

    fn share(&self) -> f64 {
        // a request that waits for a connection waits for those who open one: no share is counted twice beyond the whole
        (self.of_connections() + self.answering).min(1.0)
    }

    fn fills(&self) -> Option<Message> {
        let filling = self.filling.as_ref().filter(|_| self.waits >= TOLD.get())?;
        Some(message!("pools-and-caches-cold/fills", share: Share(self.waits), says: (filling.says())))
    }

    fn opens(&self) -> Option<Message> {
        (self.opening >= TOLD.get()).then(|| message!("pools-and-caches-cold/opens", share: Share(self.opening)))
    }

    fn answers(&self) -> Option<Message> {
        let (now, warm) = self.answer_ms;
        (self.answering >= TOLD.get())
            .then(|| message!("pools-and-caches-cold/answers", share: Share(self.answering), now: Ms(now), warm: Ms(warm)))
    }

    /// The figures that speak against it.
    fn rejects(&self) -> Vec<Message> {
        let (now, warm) = self.answer_ms;
        let pool = self.filling.as_ref().map_or_else(|| message!("pools-and-caches-cold/not-filling"), Filling::says);
        vec![pool, message!("pools-and-caches-cold/answered", now: Ms(now), warm: Ms(warm))]
    }
}

impl Filling {
    fn says(&self) -> Message {
        message!("pools-and-caches-cold/filling", seconds: Count(self.seconds), from: Count(self.from.round()), max: Count(self.max))
    }
}

#[cfg(test)]
mod tests;
