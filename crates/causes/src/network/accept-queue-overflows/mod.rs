//! Slow because new connections are turned away at a full listen queue and try again a second later.

use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::level::{Level, Listen};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::Outcome;
use model::sensor::HOST;

/// When a client repeats its first packet, milliseconds after the first. Source: RFC 6298 (1 s, doubled each time).
const REPEATS_MS: [f64; 3] = [1000.0, 3000.0, 7000.0];
/// How much later than that a connection may stand. A guess: a long journey and the accepting of a busy service.
const LATER_MS: f64 = 300.0;

struct AcceptQueueOverflows;

/// The cause.
pub const CAUSE: &dyn Cause = &AcceptQueueOverflows;

impl Cause for AcceptQueueOverflows {
    fn id(&self) -> &'static str {
        "accept-queue-overflows"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Preview
    }

    fn needs(&self) -> &'static [&'static str] {
        &[HOST]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["dependency-slow"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "the listen queue overflows, and requests wait 1, 3 or 7 s for their connection".to_owned();
        h.falsifier = "with a queue four times as long they wait as often".to_owned();
        let all: Vec<(&Level, &Listen)> = a.levels.iter().filter_map(|l| Some((l, l.machine.as_ref()?.listen.as_ref()?))).collect();
        let Some((level, listen)) = all.iter().max_by(|x, y| x.1.overflows.total_cmp(&y.1.overflows)).copied() else {
            return Hypothesis::new(self.id(), Status::NotObservable, "the listen queue of the service's port was not read");
        };
        h.observed = format!(
            "{:.0} connections were turned away at {:.0}/s, at most {:.0} waited in the queue of port {}",
            listen.overflows, level.throughput_per_s, listen.most, a.run.environment.target.port
        );
        h.reason.clone_from(&h.observed);
        if listen.overflows < 1.0 {
            return h;
        }
        let repeated = repeated(a, level);
        let light = a.light().map_or(0.0, |l| l.late_ms);
        let share = a.growth.share((a.heavy().map_or(0.0, |l| l.late_ms) - light).max(0.0));
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        h.weight = share;
        h.reason = format!("{}; {repeated} of {} requests waited 1, 3 or 7 s for a connection", h.observed, level.requests);
        if listen.most < 1.0 {
            h.status = Status::Untested;
            h.weight = 0.0;
            h.reason = format!("{}; that queue was empty at every reading, so it may be another's", h.observed);
            return h;
        }
        h.fix = "a longer queue (accept-count, net.core.somaxconn), more accepted connections, and clients that keep theirs".to_owned();
        h.claims = vec![Claim { text: h.observed.clone(), metric: "overflows".to_owned(), value: listen.overflows, unit: "1", phase: level.phase.id.clone() }];
        if repeated > 0 && share >= LEAST_GROWTH_SHARE {
            h.status = Status::Supported;
        }
        h
    }
}

/// Requests that were sent as late as a client repeats its first packet.
fn repeated(a: &Analysis, level: &Level) -> usize {
    let at_a_repeat = |ms: f64| REPEATS_MS.iter().any(|r| (*r..r + LATER_MS).contains(&ms));
    let answered = a.run.attempts_of(&level.phase.id).filter(|x| x.outcome != Outcome::Censored);
    answered.filter(|x| at_a_repeat(x.late_ns() as f64 / 1e6)).count()
}

#[cfg(test)]
mod tests;
