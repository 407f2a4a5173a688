//! Slow because a queue has no bound: requests that come faster than they can be served wait ever longer, long after it would help them.

use diagnose::LEAST_GROWTH_SHARE;
use diagnose::level::Level;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::WORKER_GAUGES;
use model::{Message, message, signal};

diagnose::thresholds! {
    /// How much longer the queue must be in the last third of an open level than in the first. A guess: a steady queue wanders by less.
    LONGER = 2.0;
    /// Requests that must wait in it at the end. A guess: below that a second of traffic fills it by chance.
    LEAST_QUEUE = 20.0;
}

struct QueueUnbounded;

/// The cause.
pub const CAUSE: &dyn Cause = &QueueUnbounded;

/// The queue before the workers in the first and the last third of an open level, and the response time there, milliseconds.
struct Growing {
    queue: (f64, f64),
    response_ms: (f64, f64),
}

impl Cause for QueueUnbounded {
    fn id(&self) -> &'static str {
        "queue-unbounded"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Preview
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WORKER_GAUGES]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["worker-threads-blocked-downstream", "connection-leaked"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("queue-unbounded/expected");
        h.falsifier = message!("queue-unbounded/falsifier");
        let open: Vec<&Level> = a.levels.iter().filter(|l| l.phase.is_open() && l.served.workers().is_some()).collect();
        let Some((level, g)) = open.iter().rev().find_map(|l| Some((*l, growing(a, l)?))) else {
            // a queue that was never overfilled says nothing about its bound
            h.status = if open.is_empty() { Status::NotApplicable } else { Status::Untested };
            h.reason = match open.last() {
                Some(l) => message!("queue-unbounded/not-overfilled", rate: PerSecond(l.throughput_per_s)),
                None => message!("queue-unbounded/no-open-level"),
            };
            return h;
        };
        let workers = level.served.workers().map_or(0.0, |w| w.queue_ms);
        let served = level.response_ms - workers;
        let share = (workers / level.response_ms).min(1.0);
        h.observed = message!(
            "queue-unbounded/rises",
            rate: PerSecond(level.throughput_per_s),
            from: Count(g.queue.0),
            to: Count(g.queue.1),
            response_from: Ms(g.response_ms.0),
            response_to: Ms(g.response_ms.1),
            served: Ms(served)
        );
        h.reason.clone_from(&h.observed);
        let in_queue = message!("queue-unbounded/in-queue", queue: Ms(workers), response: Ms(level.response_ms));
        h.claims =
            [Claim::at(level, "queue_length", g.queue.1, "1", h.observed.clone()), Claim::at(level, "queue_ms", workers, "ms", in_queue)]
                .map(|c| c.from_labelled(&[signal::WORKERS_QUEUE], "executor", level.served.workers().map_or("", |w| &w.name)))
                .into();
        if share < LEAST_GROWTH_SHARE.get() {
            h.reason = message!(
                "queue-unbounded/small",
                queue: Ms(workers),
                response: Ms(level.response_ms),
                rate: PerSecond(level.throughput_per_s)
            );
            return h;
        }
        // why the service can do no more is another cause's; this one is why waiting has no end
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        h.weight = share;
        h.fix = message!("queue-unbounded/fix");
        h
    }
}

fn growing(a: &Analysis, level: &Level) -> Option<Growing> {
    let (from, to) = level.window;
    let third = to.ns_since(from) / 3;
    let queue = a.run.series_of(signal::WORKERS_QUEUE).find(|s| level.served.workers().is_some_and(|w| w.name == s.label("executor")))?;
    let (first, last) = (queue.mean(from, from.plus_ns(third))?, queue.mean(to.plus_ns(-third), to)?);
    // seconds are by plan: the last answers belong to earlier ones
    let seconds: Vec<_> = level.seconds.iter().filter(|w| w.1 > 0.0).collect();
    let n = (seconds.len() / 3).max(1);
    let mean = |windows: &[&(f64, f64)]| windows.iter().map(|w| w.0).sum::<f64>() / windows.iter().map(|w| w.1).sum::<f64>().max(1.0);
    let response_ms = (mean(seconds.get(..n)?), mean(seconds.get(seconds.len() - n..)?));
    let rises = last >= LEAST_QUEUE.get() && last >= LONGER.get() * first && response_ms.1 >= LONGER.get() * response_ms.0;
    rises.then_some(Growing { queue: (first, last), response_ms })
}

#[cfg(test)]
mod tests;
