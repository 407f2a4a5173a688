//! Slow because new connections are turned away at a full listen queue and try again a second later.

use diagnose::LEAST_GROWTH_SHARE;
use diagnose::level::{Level, Listen};
use diagnose::saturation::{ResourceKind, resources};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::HOST;
use model::{Arrival, Message, Outcome, message, signal};

diagnose::thresholds! {
    /// When a client repeats its first packet, seconds after the first. Source: RFC 6298 (1 s, later repeats are further apart).
    FIRST_REPEAT_S = 1.0;
}

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
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("accept-queue-overflows/expected");
        h.falsifier = message!("accept-queue-overflows/falsifier");
        let all: Vec<(&Level, &Listen)> = a.levels.iter().filter_map(|l| Some((l, l.machine.as_ref()?.listen.as_ref()?))).collect();
        // the most where they are why requests wait; else the most
        let key = |(l, q): &&(&Level, &Listen)| (explains(l, q), q.overflows);
        let Some((level, listen)) = all.iter().max_by(|x, y| key(x).0.cmp(&key(y).0).then(key(x).1.total_cmp(&key(y).1))).copied() else {
            return Hypothesis::new(self.id(), Status::NotObservable, message!("accept-queue-overflows/unread"));
        };
        h.observed = observed(level, listen, a.run.environment.target.port);
        h.reason.clone_from(&h.observed);
        if listen.overflows < 1.0 {
            return h;
        }
        let (turned_away, waiting) = (turned_away(level, listen), waiting(level));
        let share = if level.response_ms > 0.0 { (level.late_ms / level.response_ms).min(1.0) } else { 0.0 };
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        h.weight = share;
        h.reason = message!(
            "accept-queue-overflows/holds",
            observed: (h.observed.clone()),
            again: Count(turned_away),
            waiting: Count(waiting),
            late: Ms(level.late_ms),
            response: Ms(level.response_ms),
        );
        if listen.most < 1.0 && !explains(level, listen) {
            h.status = Status::Untested;
            h.weight = 0.0;
            h.reason = message!("accept-queue-overflows/queue-unclear", observed: (h.observed.clone()));
            return h;
        }
        h.fix = message!("accept-queue-overflows/fix");
        h.claims = vec![Claim::at(level, "overflows", listen.overflows, "1", h.observed.clone()).from(&[signal::LISTEN_OVERFLOWS])];
        if explains(level, listen) {
            h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
            h.status = Status::Supported;
        }
        h
    }
}

/// How many connections were turned away, and how many were seen in the queue.
fn observed(level: &Level, listen: &Listen, port: u16) -> Message {
    let (overflows, rate, port) = (listen.overflows, level.throughput_per_s, port.to_string());
    if listen.most >= 1.0 {
        message!(
            "accept-queue-overflows/observed",
            overflows: Count(overflows),
            rate: PerSecond(rate),
            most: Count(listen.most),
            port: name(port),
        )
    } else {
        message!("accept-queue-overflows/observed-empty", overflows: Count(overflows), rate: PerSecond(rate), port: name(port))
    }
}

/// Connections that were turned away and try again, at any time: each keeps one of the client for a second at least (Little's law).
fn turned_away(level: &Level, listen: &Listen) -> f64 {
    listen.overflows / level.span_s() * FIRST_REPEAT_S.get()
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
        && again >= (held_up * LEAST_GROWTH_SHARE.get()).max(f64::MIN_POSITIVE)
        && level.late_ms >= LEAST_GROWTH_SHARE.get() * level.response_ms
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
