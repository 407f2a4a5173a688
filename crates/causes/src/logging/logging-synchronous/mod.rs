//! Slow because every request writes its log lines itself: one thread at a time.

use crate::facts::guarded::{Guarded, log};
use crate::facts::queueing::queueing;
use diagnose::claim::{REQUESTS, STACKS};
use diagnose::frames::Part;
use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::level::{FEWEST_SAMPLES, Level};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::WALL_STACKS;

/// Share of the response from which logging is worth a line. A guess, as for `dependency-slow`.
const WORTH_A_LINE: f64 = 0.1;
/// Share of those who wait in the log that stand before its lock from which the lock is the queue; else the write itself is. A guess.
const AT_THE_LOCK: f64 = 0.5;
/// Bytes that are written to files for each request from which it is not a line or two that tells of it. Source: CAUSES F1 asks for the
/// bytes logged per request; fifty lines of two hundred bytes, a guess.
const LOUD_BYTES: f64 = 10_000.0;

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
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "waiting in the logging framework grows with load and is most of the growth of the response time".to_owned();
        h.falsifier = "with the log sent to /dev/null, throughput stays".to_owned();
        let Some((heavy, samples)) = a.heavy().and_then(|l| Some((l, l.samples.as_ref()?))) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, "no level was measured with stacks");
        };
        if let Some(by_volume) = volume::told(a, heavy, samples, &h) {
            return by_volume;
        }
        if let Some(by_loop) = on_loop::told(a, a.light().and_then(|l| l.served.event_loop()), heavy, samples, &h) {
            return by_loop;
        }
        let wait = queueing(a, |l| l.part_ms(Part::Logging), in_transaction_ms);
        h.observed =
            format!("waiting in the log is {:.1} of {:.1} ms at {:.0}/s", wait.heavy_ms, heavy.response_ms, heavy.throughput_per_s);
        h.reason.clone_from(&h.observed);
        if wait.heavy_ms < WORTH_A_LINE * heavy.response_ms || samples.count(Part::Logging) < FEWEST_SAMPLES {
            return h;
        }
        let log = log(a, heavy);
        let at_the_lock = log.share_of_waiting >= AT_THE_LOCK;
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        h.weight = wait.share;
        h.site = samples.top_site(Part::Logging, None).map(|s| s.site.clone()).unwrap_or_default();
        h.reason = reason(&log, at_the_lock, wait.heavy_ms, wait.share);
        h.claims = claims(&log, heavy, wait.heavy_ms);
        if wait.share < LEAST_GROWTH_SHARE {
            h.reason = format!("{}, not what grows most", h.reason);
            return h;
        }
        if a.cpus_are_full() {
            h.reason = format!("{}; but the CPUs are full: whoever writes keeps the lock while it waits for a core", h.reason);
            return h;
        }
        h.status = Status::Supported;
        h.fix = "write through a bounded asynchronous appender, log less per request, and do not flush each line to the disk".to_owned();
        if a.account_closes() && (!at_the_lock || log.is_full()) {
            h.evidence = EvidenceLevel::Explains;
        }
        h
    }
}

fn in_transaction_ms(level: &Level) -> f64 {
    level.samples.as_ref().map_or(0.0, |s| s.in_transaction_ms(Part::Logging))
}

fn reason(log: &Guarded, at_the_lock: bool, wait_ms: f64, share: f64) -> String {
    let place = if at_the_lock { "for the lock of the log" } else { "for the log to be written" };
    format!(
        "threads wait {wait_ms:.1} ms per request {place} ({:.0} % of the growth of the response time with the queues this makes); {:.2} \
            threads are inside on average, {}",
        share * 100.0,
        log.occupancy,
        log.sentence()
    )
}

fn claims(log: &Guarded, heavy: &Level, wait_ms: f64) -> Vec<Claim> {
    let claim = |text: String, metric: &str, value, unit| Claim::at(heavy, metric, value, unit, text).from(&[STACKS]);
    vec![
        claim(format!("threads wait {wait_ms:.1} ms per request in the logging framework"), "log_wait_ms", wait_ms, "ms"),
        claim(format!("{:.2} threads are inside on average; {}", log.occupancy, log.sentence()), "log_occupancy", log.occupancy, "threads"),
    ]
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
