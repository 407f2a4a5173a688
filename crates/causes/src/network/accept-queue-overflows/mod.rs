//! Slow because new connections are turned away at a full listen queue and try again a second later.

use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::level::{Level, Listen};
use diagnose::saturation::{ResourceKind, resources};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::HOST;
use model::{Arrival, Outcome, signal};

/// When a client repeats its first packet, seconds after the first. Source: RFC 6298 (1 s, later repeats are further apart).
const FIRST_REPEAT_S: f64 = 1.0;

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
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[HOST]
    }

    /// The client gives up.
    fn explains_failures(&self) -> &'static [Outcome] {
        &[Outcome::Timeout, Outcome::Censored]
    }

    fn keeps_requests_out(&self) -> bool {
        true
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["dependency-slow"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "the listen queue overflows, and requests wait 1, 3 or 7 s for their connection".to_owned();
        h.falsifier = "with a queue four times as long they wait as often".to_owned();
        let all: Vec<(&Level, &Listen)> = a.levels.iter().filter_map(|l| Some((l, l.machine.as_ref()?.listen.as_ref()?))).collect();
        // the most where they are why requests wait; else the most
        let key = |(l, q): &&(&Level, &Listen)| (explains(l, q), q.overflows);
        let Some((level, listen)) = all.iter().max_by(|x, y| key(x).0.cmp(&key(y).0).then(key(x).1.total_cmp(&key(y).1))).copied() else {
            return Hypothesis::new(self.id(), Status::NotObservable, "the listen queue of the service's port was not read");
        };
        let waited = if listen.most >= 1.0 { format!("at most {:.0} waited", listen.most) } else { "none was seen waiting".to_owned() };
        let (overflows, per_s, port) = (listen.overflows, level.throughput_per_s, a.run.environment.target.port);
        h.observed = format!("{overflows:.0} connections were turned away at {per_s:.0}/s, {waited} in the queue of port {port}");
        h.reason.clone_from(&h.observed);
        if listen.overflows < 1.0 {
            return h;
        }
        let (turned_away, waiting) = (turned_away(level, listen), waiting(level));
        let share = if level.response_ms > 0.0 { (level.late_ms / level.response_ms).min(1.0) } else { 0.0 };
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        h.weight = share;
        h.reason = format!(
            "{}; each tries again after 1 s at the earliest, which makes {turned_away:.1} of them at any time, and {waiting:.1} requests \
                wait for a connection, {:.1} of {:.1} ms",
            h.observed, level.late_ms, level.response_ms
        );
        if listen.most < 1.0 && !explains(level, listen) {
            h.status = Status::Untested;
            h.weight = 0.0;
            h.reason = format!("{}; that queue was empty at every reading, so it may be another's", h.observed);
            return h;
        }
        h.fix = "a longer queue (accept-count, net.core.somaxconn), more accepted connections, and clients that keep theirs".to_owned();
        h.claims = vec![Claim::at(level, "overflows", listen.overflows, "1", h.observed.clone()).from(&[signal::LISTEN_OVERFLOWS])];
        if explains(level, listen) {
            h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
            h.status = Status::Supported;
        }
        h
    }
}

/// Connections that were turned away and try again, at any time: each keeps one of the client for a second at least (Little's law).
fn turned_away(level: &Level, listen: &Listen) -> f64 {
    listen.overflows / level.span_s() * FIRST_REPEAT_S
}

/// Requests that wait for a connection, at any time.
fn waiting(level: &Level) -> f64 {
    level.late_ms / 1e3 * level.throughput_per_s
}

/// Whether those that were turned away are why requests wait at this level: most of those that wait, or of the connections that they wait
/// for, where nothing else holds these up. A queue of one or two is empty again before it is read: then the connections are this service's
/// when it has nothing else to do, and one or more try again at any time.
fn explains(level: &Level, listen: &Listen) -> bool {
    let busy = resources(level).iter().any(|r| matches!(r.kind, ResourceKind::TargetCpu | ResourceKind::Workers) && r.saturated);
    let held_up = if busy { waiting(level) } else { waiting(level).min(connections(level)) };
    let again = turned_away(level, listen);
    (listen.most >= 1.0 || (!busy && again >= 1.0))
        && again >= (held_up * LEAST_GROWTH_SHARE).max(f64::MIN_POSITIVE)
        && level.late_ms >= LEAST_GROWTH_SHARE * level.response_ms
}

/// The most connections that the client may have at the level: when they are all turned away, everything else waits for one of them.
fn connections(level: &Level) -> f64 {
    f64::from(match level.phase.arrival {
        Arrival::Closed { connections } => connections,
        Arrival::Paced { users, .. } => users,
        Arrival::Open { max_connections, .. } => max_connections,
    })
}

#[cfg(test)]
mod tests;
