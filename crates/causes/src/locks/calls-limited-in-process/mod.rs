//! Slow because the service lets only so many calls to another service through at a time: a mutex, a semaphore, a limit of sockets.

use crate::facts::calls::caller;
use crate::facts::cpu_owned::does;
use crate::facts::event_loop::{loops, without_loop};
use crate::facts::{if_nothing_waits, to_peer};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::cpu::CpuPart;
use diagnose::ledger::{Group, What};
use diagnose::level::{Calls, Level};
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::{Message, message, signal};

/// Packages of npm whose work is to let only so many through.
const LIMITERS: [&str; 9] = [
    "async-mutex",
    "async-sema",
    "async-lock",
    "bottleneck",
    "p-limit",
    "p-queue",
    "promise-limit",
    "semaphore-async-await",
    "await-semaphore",
];

struct CallsLimitedInProcess;

/// The cause.
pub const CAUSE: &dyn Cause = &CallsLimitedInProcess;

impl Cause for CallsLimitedInProcess {
    fn id(&self) -> &'static str {
        "calls-limited-in-process"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["dependency-slow", "event-loop-blocked"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let (Some((_, l)), Some(heavy)) = (loops(a), a.heavy()) else { return without_loop(a, self.id()) };
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("calls-limited-in-process/expected");
        h.falsifier = message!("calls-limited-in-process/falsifier");
        let Some(calls) = l.calls else {
            return Hypothesis::new(self.id(), Status::NotObservable, message!("calls-limited-in-process/uncounted"));
        };
        if calls.most < 1.0 {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("calls-limited-in-process/no-call"));
        }
        h.observed = observed(a, heavy, &calls);
        h.reason.clone_from(&h.observed);
        if let Some(awaited) = a.uncounted_by_stores() {
            h.status = Status::Untested;
            h.reason = message!("calls-limited-in-process/or-a-store", observed: (h.observed.clone()), awaited: Count(awaited));
            return h;
        }
        let Some(limit) = a.call_limit() else { return h };
        let turn_ms = turn_ms(a, heavy);
        h.weight = a.growth.share(turn_ms);
        h.claims = claims(heavy, &calls, turn_ms);
        h.reason = message!("calls-limited-in-process/waits", observed: (h.observed.clone()), ms: Ms(turn_ms), share: Share(h.weight));
        h.site = site(a);
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        if h.weight < LEAST_GROWTH_SHARE.get() {
            return h;
        }
        if a.cpus_are_full() || a.is_saturated(ResourceKind::EventLoop) {
            h.reason = message!("calls-limited-in-process/cpu-full", holds: (h.reason.clone()));
            return h;
        }
        h.status = Status::Supported;
        h.gain = if_nothing_waits(a);
        h.fix = if limit > 1.0 { message!("calls-limited-in-process/fix-limit") } else { message!("calls-limited-in-process/fix") };
        h
    }
}

/// Waiting for a turn at `level`, by what is left of the time in the server, milliseconds per request.
fn turn_ms(a: &Analysis, level: &Level) -> f64 {
    a.ledgers.iter().find(|l| l.phase == level.phase.id).map_or(0.0, |l| l.ms(Group::Alone, &What::CallTurn))
}

/// The function of the application that goes through a library which lets only so many through, else the one that makes most calls; empty
/// where neither was seen at work.
fn site(a: &Analysis) -> String {
    let mut parts = a.heavy_cpu().into_iter().flat_map(|account| &account.parts);
    let limits = |p: &&CpuPart| !p.own.is_empty() && LIMITERS.iter().any(|l| does(p).contains(&format!("({l}/")));
    parts.find(limits).map_or_else(|| caller(a), |p| p.own.clone())
}

/// How many calls are on their way at once, beside how many requests.
fn observed(a: &Analysis, heavy: &Level, c: &Calls) -> Message {
    message!(
        "calls-limited-in-process/observed",
        to: (to_peer(a)),
        most: Count(c.most),
        mean: Count(c.mean),
        reached: Share(c.reached),
        requests: Count(c.requests),
        rate: PerSecond(heavy.throughput_per_s),
    )
}

fn claims(heavy: &Level, calls: &Calls, turn_ms: f64) -> Vec<Claim> {
    let at_once = message!("calls-limited-in-process/at-once", most: Count(calls.most), requests: Count(calls.requests));
    let turn = message!("calls-limited-in-process/turn", ms: Ms(turn_ms), response: Ms(heavy.response_ms));
    vec![
        Claim::at(heavy, "calls_at_once", calls.most, "1", at_once).from(&[signal::CALLS_IN_FLIGHT_MOST, signal::CALLS_IN_FLIGHT_TIME]),
        Claim::at(heavy, "call_turn_ms", turn_ms, "ms", turn).from(&[signal::SERVER_REQUEST_TIME]),
    ]
}

#[cfg(test)]
mod tests;
