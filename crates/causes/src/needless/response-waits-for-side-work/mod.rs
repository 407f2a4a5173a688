//! Slow because the response waits for work that its content does not need: mail, push messages, texts, figures for analysts, a queue that
//! confirms a message, or a task that own code hands over and then waits for.
//!
//! Whether an answer needs such work is not in any signal, and the team alone knows. So this is never named: it is told beside what is,
//! with its figure and the question, or it is a candidate.

mod clients;
mod sights;
mod waits;

use crate::facts::queueing::{Queueing, inside_ms, queueing};
use crate::facts::relieved_ceilings;
use clients::Kind;
use diagnose::capacity::{Prediction, predict};
use diagnose::claim::{REQUESTS, STACKS};
use diagnose::frames::Part;
use diagnose::level::Level;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, LEAST_GROWTH_SHARE, Stability, Status};
use model::sensor::WALL_STACKS;
use model::{Message, message, signal};
use waits::{Sights, Waits};

diagnose::thresholds! {
    /// Share of the response under light load, or of the time that a request keeps its worker, from which such a wait is worth a line.
    /// Source: CAUSES S2, "a gain >= 20 %": a response falls by its part of it.
    WORTH_A_LINE = 0.2;
    /// Such a wait under light load, milliseconds, from which requests are slow by it though load makes it no longer. Source: Nielsen,
    /// Usability Engineering (1993), section 5.5: what takes a tenth of a second seems to be at once. That what is shorter is nobody's
    /// trouble is a guess.
    NOTICED_MS = 100.0;
}

struct WaitsForSideWork;

/// The cause.
pub const CAUSE: &dyn Cause = &WaitsForSideWork;

impl Cause for WaitsForSideWork {
    fn id(&self) -> &'static str {
        "response-waits-for-side-work"
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

    /// What names the same wait by whom it is for, or by what it fills.
    fn decoys(&self) -> &'static [&'static str] {
        &["dependency-slow", "worker-threads-blocked-downstream"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let (Some(light), Some(heavy)) = (a.light(), a.heavy()) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-level"));
        };
        let sights = Sights::of(a);
        let (Some(before), Some(now)) = (sights.at(light), sights.at(heavy)) else {
            return Hypothesis::new(self.id(), Status::NotObservable, message!("response-waits-for-side-work/unseen"));
        };
        let mut h = Hypothesis::new(self.id(), Status::Rejected, message!("response-waits-for-side-work/none"));
        h.expected = message!("response-waits-for-side-work/expected");
        h.falsifier = message!("response-waits-for-side-work/falsifier");
        // an event loop that is full hides waits behind its own
        let (level, seen) = if now.of.is_empty() { (light, &before) } else { (heavy, &now) };
        let (calls_ms, least_ms) = (heavy.part_ms(Part::Remote), WORTH_A_LINE.get() * heavy.response_ms);
        if let Some(kind) = now.not_told_apart.filter(|_| seen.of.is_empty() && calls_ms >= least_ms) {
            h.status = Status::NotObservable;
            h.reason = message!("response-waits-for-side-work/not-told-apart", what: kind(kind.word()), calls: Ms(calls_ms));
            return h;
        }
        if seen.of.is_empty() {
            return h;
        }
        h.observed = message!(
            "response-waits-for-side-work/observed",
            rate: PerSecond(level.throughput_per_s),
            waits: Ms(seen.ms()),
            response: Ms(level.response_ms),
            parts: List(parts(seen))
        );
        h.reason.clone_from(&h.observed);
        if worth(&before, light, &now, heavy) < WORTH_A_LINE.get() || !seen.is_enough() {
            return h;
        }
        h.status = Status::Secondary;
        h.evidence = if seen.most() == Kind::HandedOver { EvidenceLevel::Hint } else { EvidenceLevel::Coincides };
        h.site.clone_from(&seen.site);
        if !seen.executor.is_empty() {
            h.component = format!("executor:{}", seen.executor);
        }
        h.gain = without_it(a, heavy, &now);
        h.fix = message!("response-waits-for-side-work/fix");
        h.claims = claims((level, seen), (light, &before));
        let at = |l: &Level| sights.at(l).unwrap_or_default();
        let wait = queueing(a, |l| at(l).unpromised_ms(), |l| at(l).unpromised_in_transaction_ms());
        // where the CPU is full at saturation, the levels below show how long it takes
        let open = a.open_heavy().map_or(0.0, |l| at(l).unpromised_ms() / l.response_ms.max(1e-3));
        conclude(a, h, (light, &before), &now, open, &wait)
    }
}

/// The share of a request's time that decides whether it is told, 0 to 1: of the response under light load, or of what a worker is kept
/// for. On an event loop nobody is kept, and what counts is the response.
fn worth(before: &Waits, light: &Level, now: &Waits, heavy: &Level) -> f64 {
    let kept_ms = if heavy.served.stacks_show_waits() { inside_ms(heavy) } else { heavy.response_ms };
    let of = |ms: f64, whole: f64| if whole > 0.0 { (ms / whole).min(1.0) } else { 0.0 };
    of(before.ms(), light.response_ms).max(of(now.ms(), kept_ms))
}

/// A candidate where it is what load makes slow, or most of a response that users notice at every load; else told beside what is. `open`:
/// its share of the response at the heaviest level that is no saturation.
fn conclude(a: &Analysis, mut h: Hypothesis, (light, before): (&Level, &Waits), now: &Waits, open: f64, wait: &Queueing) -> Hypothesis {
    let most = if now.of.is_empty() { before.most() } else { now.most() };
    let question = message!("response-waits-for-side-work/question", what: kind(most.word()));
    // a thread whose answer has arrived but has no core still shows the wait, and an answer that nobody fetches lies in its socket
    let starved = a.cpus_are_full() || a.is_saturated(ResourceKind::EventLoop);
    let of_light = before.unpromised_ms() / light.response_ms.max(1e-3);
    let noticed = before.unpromised_ms() >= NOTICED_MS.get();
    if !starved && wait.share >= LEAST_GROWTH_SHARE.get() {
        h.status = Status::Untested;
        h.weight = wait.share;
        h.reason = message!(
            "response-waits-for-side-work/holds",
            observed: (h.observed.clone()),
            share: Share(wait.share),
            question: (question)
        );
    } else if noticed && most != Kind::HandedOver && of_light.min(open) >= LEAST_GROWTH_SHARE.get() {
        h.status = Status::Untested;
        h.weight = of_light.min(open).min(1.0);
        h.reason = message!(
            "response-waits-for-side-work/at-every-load",
            observed: (h.observed.clone()),
            light: Ms(before.ms()),
            response: Ms(light.response_ms),
            question: (question)
        );
    } else {
        h.reason = message!("response-waits-for-side-work/beside", observed: (h.observed.clone()), question: (question));
    }
    h
}

/// What a request waits for, each with its time.
fn parts(waits: &Waits) -> Vec<Message> {
    let part = |(kind, ms): &(Kind, f64)| message!("response-waits-for-side-work/part", ms: Ms(*ms), what: kind(kind.word()));
    waits.of.iter().map(part).collect()
}

/// What the connections of a full pool, or full workers, could do if requests did not keep them for it; `None` where it only takes time.
fn without_it(a: &Analysis, heavy: &Level, now: &Waits) -> Option<Prediction> {
    let bound = |n: f64, ms: f64| stats::law::capacity_per_s(n, ms.max(0.01) / 1e3);
    if a.is_saturated(ResourceKind::ConnectionPool) && now.in_transaction_ms > 0.0 {
        let pool = heavy.busiest_pool()?;
        let others = relieved_ceilings(a, ResourceKind::ConnectionPool, ResourceKind::Workers, now.ms());
        let bound = bound(pool.max, pool.hold_ms - now.in_transaction_ms);
        return Some(predict(a.throughput_per_s(), ResourceKind::ConnectionPool, bound, &others));
    }
    let workers = heavy.served.workers().filter(|_| a.is_saturated(ResourceKind::Workers))?;
    let others = relieved_ceilings(a, ResourceKind::Workers, ResourceKind::ConnectionPool, now.in_transaction_ms);
    Some(predict(a.throughput_per_s(), ResourceKind::Workers, bound(workers.max, workers.busy_ms - now.ms()), &others))
}

/// Of the wait at the level that shows it, and of what it leaves under light load: latency falls by the wait's part of it.
fn claims((level, seen): (&Level, &Waits), (light, before): (&Level, &Waits)) -> Vec<Claim> {
    let read = |claim: Claim, of: &Waits| {
        if light.served.stacks_show_waits() {
            claim.from(&[STACKS])
        } else {
            claim.from_labelled(&[signal::PEER_CONNECTIONS_AWAITED], "peer", &of.peer)
        }
    };
    let takes = message!("response-waits-for-side-work/takes", ms: Ms(seen.ms()), parts: List(parts(seen)));
    let mut claims = vec![read(Claim::at(level, "side_work_ms", seen.ms(), "ms", takes), seen)];
    if before.ms() > 0.0 {
        let left_ms = (light.response_ms - before.ms()).max(0.0);
        let without = message!("response-waits-for-side-work/without", response: Ms(light.response_ms), left: Ms(left_ms));
        claims.push(read(Claim::at(light, "response_without_ms", left_ms, "ms", without), before).from(&[REQUESTS]));
    }
    claims
}

#[cfg(test)]
mod tests;
