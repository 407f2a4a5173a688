//! Slow because a queue has no bound: requests that come faster than they can be served wait ever longer, long after it would help them.

use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::level::Level;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::WORKER_GAUGES;
use model::signal;

/// How much longer the queue must be in the last third of an open level than in the first. A guess: a steady queue wanders by less.
const LONGER: f64 = 2.0;
/// Requests that must wait in it at the end. A guess: below that a second of traffic fills it by chance.
const LEAST_QUEUE: f64 = 20.0;

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
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "at a steady rate of requests the queue before the workers and the response time rise all the time, while serving \
            one takes as long as before"
            .to_owned();
        h.falsifier = "at the same rate the queue stops at a length, and further requests are turned away".to_owned();
        let open: Vec<&Level> = a.levels.iter().filter(|l| l.phase.is_open() && l.served.workers().is_some()).collect();
        let Some((level, g)) = open.iter().rev().find_map(|l| Some((*l, growing(a, l)?))) else {
            // a queue that was never overfilled says nothing about its bound
            h.status = if open.is_empty() { Status::NotApplicable } else { Status::Untested };
            h.reason = match open.last() {
                Some(l) => format!(
                    "no more was asked of the service than it can do (at most {:.0}/s in open load), so no queue kept rising",
                    l.throughput_per_s
                ),
                None => "no open level was measured, and closed load cannot overfill a queue".to_owned(),
            };
            return h;
        };
        let workers = level.served.workers().map_or(0.0, |w| w.queue_ms);
        let served = level.response_ms - workers;
        let share = (workers / level.response_ms).min(1.0);
        h.observed = format!(
            "at {:.0}/s the queue before the workers rises from {:.0} to {:.0} requests within one level, the response from {:.1} to \
                {:.1} ms; serving one takes {served:.1} ms",
            level.throughput_per_s, g.queue.0, g.queue.1, g.response_ms.0, g.response_ms.1
        );
        h.reason.clone_from(&h.observed);
        h.claims = [
            Claim::at(level, "queue_length", g.queue.1, "1", h.observed.clone()),
            Claim::at(level, "queue_ms", workers, "ms", format!("{workers:.1} of {:.1} ms are spent in the queue", level.response_ms)),
        ]
        .map(|c| c.from_labelled(&[signal::WORKERS_QUEUE], "executor", level.served.workers().map_or("", |w| &w.name)))
        .into();
        if share < LEAST_GROWTH_SHARE {
            h.reason = format!("the queue is {workers:.1} of {:.1} ms at {:.0}/s", level.response_ms, level.throughput_per_s);
            return h;
        }
        // why the service can do no more is another cause's; this one is why waiting has no end
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        h.weight = share;
        h.fix = "give the queue a bound near what can be served within the time-out, and turn the rest away (429, 503 with Retry-After)"
            .to_owned();
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
    let rises = last >= LEAST_QUEUE && last >= LONGER * first && response_ms.1 >= LONGER * response_ms.0;
    rises.then_some(Growing { queue: (first, last), response_ms })
}

#[cfg(test)]
mod tests;
