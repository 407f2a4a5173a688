//! Slow because every request writes its log lines itself: one thread at a time.

use crate::facts::guarded::{Guarded, log};
use crate::facts::if_nothing_waits;
use crate::facts::queueing::queueing;
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::claim::{REQUESTS, STACKS};
use diagnose::frames::Part;
use diagnose::level::{FEWEST_SAMPLES, Level};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::WALL_STACKS;
use model::{Message, message};

diagnose::thresholds! {
    /// Share of the response from which logging is worth a line. A guess, as for `dependency-slow`.
    WORTH_A_LINE = 0.1;
    /// Share of those who wait in the log that stand before its lock from which the lock is the queue; else the write itself is. A guess.
    AT_THE_LOCK = 0.5;
    /// Bytes that are written to files for each request from which it is not a line or two that tells of it. Source: CAUSES F1 asks for the
    /// bytes logged per request; fifty lines of two hundred bytes, a guess.
    LOUD_BYTES = 10_000.0;
}

struct LoggingSynchronous;

/// The cause.
pub const CAUSE: &dyn Cause = &LoggingSynchronous;

impl Cause for LoggingSynchronous {
    fn id(&self) -> &'static str {
        "logging-synchronous"
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
        &["lock-contended", "connection-pool-too-small"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("logging-synchronous/expected");
        h.falsifier = message!("logging-synchronous/falsifier");
        let Some((heavy, samples)) = a.heavy().and_then(|l| Some((l, l.samples.as_ref()?))) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("logging-synchronous/no-stacks"));
        };
        if let Some(by_volume) = volume::told(a, heavy, samples, &h) {
            return by_volume;
        }
        if let Some(by_loop) = on_loop::told(a, a.light().and_then(|l| l.served.event_loop()), heavy, samples, &h) {
            return by_loop;
        }
        let wait = queueing(a, |l| l.part_ms(Part::Logging), in_transaction_ms);
        h.observed = message!(
            "logging-synchronous/observed",
            wait: Ms(wait.heavy_ms),
            response: Ms(heavy.response_ms),
            rate: PerSecond(heavy.throughput_per_s),
        );
        h.reason.clone_from(&h.observed);
        if wait.heavy_ms < WORTH_A_LINE.get() * heavy.response_ms || samples.count(Part::Logging) < FEWEST_SAMPLES.get() {
            return h;
        }
        let log = log(a, heavy);
        let at_the_lock = log.share_of_waiting >= AT_THE_LOCK.get();
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        h.weight = wait.share;
        h.site = samples.top_site(Part::Logging, None).map(|s| s.site.clone()).unwrap_or_default();
        h.reason = reason(&log, at_the_lock, wait.heavy_ms, wait.share);
        h.claims = claims(&log, heavy, wait.heavy_ms);
        if wait.share < LEAST_GROWTH_SHARE.get() {
            h.reason = message!("logging-synchronous/grows-little", waits: (h.reason));
            return h;
        }
        if a.cpus_are_full() {
            h.reason = message!("logging-synchronous/cpus-full", waits: (h.reason));
            return h;
        }
        h.status = Status::Supported;
        h.gain = if_nothing_waits(a);
        h.fix = message!("logging-synchronous/fix");
        if a.account_closes() && (!at_the_lock || log.is_full()) {
            h.evidence = EvidenceLevel::Explains;
        }
        h
    }
}

fn in_transaction_ms(level: &Level) -> f64 {
    level.samples.as_ref().map_or(0.0, |s| s.in_transaction_ms(Part::Logging))
}

fn reason(log: &Guarded, at_the_lock: bool, wait_ms: f64, share: f64) -> Message {
    message!(
        "logging-synchronous/holds",
        wait: Ms(wait_ms),
        place: kind(if at_the_lock { "lock" } else { "write" }),
        share: Share(share),
        occupied: (occupied(log)),
    )
}

/// How many threads are inside, and what they do there.
fn occupied(log: &Guarded) -> Message {
    message!("logging-synchronous/occupied", threads: Count(log.occupancy), inside: (log.sentence()))
}

fn claims(log: &Guarded, heavy: &Level, wait_ms: f64) -> Vec<Claim> {
    let claim = |text: Message, metric: &str, value, unit| Claim::at(heavy, metric, value, unit, text).from(&[STACKS]);
    vec![
        claim(message!("logging-synchronous/waits", wait: Ms(wait_ms)), "log_wait_ms", wait_ms, "ms"),
        claim(occupied(log), "log_occupancy", log.occupancy, "threads"),
    ]
}

/// That so many bytes are written to files for each request.
fn wrote(bytes: f64) -> Message {
    message!("logging-synchronous/written", bytes: Bytes(bytes))
}

/// What [`written_bytes`] is read from.
const FILE_BYTES: [&str; 2] = [model::signal::PROCESS_FILE_WRITES, REQUESTS];

/// Bytes that were written to files for each request at `level`; `None` where nobody counted.
fn written_bytes(a: &Analysis, level: &Level) -> Option<f64> {
    let bytes = a.run.increase(model::signal::PROCESS_FILE_WRITES, level.window.0, level.window.1)?;
    Some(bytes / level.requests.max(1) as f64)
}

mod on_loop;
mod volume;

#[cfg(test)]
mod tests;
