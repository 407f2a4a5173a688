//! Which layer refuses: by how a request ended, by its status, and by what was full meanwhile.

use model::Outcome;

crate::thresholds! {
    /// Times of failures that follow from one time limit lie within this ratio. A guess: what comes before the wait differs by less.
    ONE_LIMIT = 1.2;
    /// Least such limit, milliseconds. A guess: nobody sets a shorter one for a pool.
    LEAST_LIMIT_MS = 100.0;
}

/// Who refused a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// The queue of connections that the service has not accepted yet.
    AcceptQueue,
    /// The request never had a connection.
    Connect,
    /// The connection was closed before the answer was complete.
    Closed,
    /// The time limit of the load.
    TimeLimit,
    /// A limit on the rate: 429.
    RateLimit,
    /// The service says that it is not available: 503.
    Unavailable,
    /// What the service stands before or calls gave no good answer: 502, 504.
    Gateway,
    /// The time limit of a connection pool.
    Pool,
    /// The service failed.
    Service,
    /// The service says that the request is wrong.
    Request,
    /// The answer is no HTTP.
    Protocol,
    /// The answer is not what the scenario expects.
    Check,
    /// No answer until the level ended.
    Unfinished,
}

impl Layer {
    /// A stable kebab-case name.
    pub fn id(self) -> &'static str {
        match self {
            Self::AcceptQueue => "accept-queue",
            Self::Connect => "connect",
            Self::Closed => "closed",
            Self::TimeLimit => "time-limit",
            Self::RateLimit => "rate-limit",
            Self::Unavailable => "unavailable",
            Self::Gateway => "gateway",
            Self::Pool => "pool",
            Self::Service => "service",
            Self::Request => "request",
            Self::Protocol => "protocol",
            Self::Check => "check",
            Self::Unfinished => "unfinished",
        }
    }
}

/// What was seen of requests that failed alike.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Seen {
    pub(super) outcome: Outcome,
    pub(super) status: Option<u16>,
    pub(super) never_sent: bool,
    /// Whether the listen queue was seen full, and turned so many away.
    pub(super) turned_away: bool,
    /// Times from send to failure within which eight in ten lie, milliseconds.
    pub(super) spread_ms: (f64, f64),
    /// Whether requests waited for connections of a pool for as long, in all, as these took.
    pub(super) waited_for_pool: bool,
}

impl Seen {
    /// Whether they ended by one time limit.
    fn by_one_limit(&self) -> bool {
        let (short, long) = self.spread_ms;
        short >= LEAST_LIMIT_MS.get() && long <= ONE_LIMIT.get() * short
    }
}

/// Who it was.
pub(super) fn layer(seen: &Seen) -> Layer {
    match (seen.outcome, seen.status) {
        (Outcome::ConnectionError | Outcome::Timeout, _) if seen.never_sent && seen.turned_away => Layer::AcceptQueue,
        (Outcome::ConnectionError, _) if seen.never_sent => Layer::Connect,
        (Outcome::ConnectionError, _) => Layer::Closed,
        // one that is never sent waits for a connection that others keep
        (Outcome::Timeout, _) => Layer::TimeLimit,
        (Outcome::ClientError, Some(429)) => Layer::RateLimit,
        (Outcome::Ok | Outcome::CheckFailed, _) | (Outcome::ClientError, Some(..400)) => Layer::Check,
        (Outcome::ClientError, _) => Layer::Request,
        (Outcome::ServerError, Some(502 | 504)) => Layer::Gateway,
        (Outcome::ServerError, _) if seen.waited_for_pool && seen.by_one_limit() => Layer::Pool,
        (Outcome::ServerError, Some(503)) => Layer::Unavailable,
        (Outcome::ServerError, _) => Layer::Service,
        (Outcome::ProtocolError, _) => Layer::Protocol,
        (Outcome::Censored, _) => Layer::Unfinished,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEN: Seen = Seen {
        outcome: Outcome::ServerError,
        status: Some(500),
        never_sent: false,
        turned_away: false,
        spread_ms: (1.0, 9.0),
        waited_for_pool: false,
    };

    #[test]
    fn who_refuses_is_told_by_how_it_ends_and_by_what_was_full() {
        let unanswered = |outcome| Seen { outcome, status: None, ..SEEN };
        for (seen, told) in [
            (SEEN, Layer::Service),
            (Seen { waited_for_pool: true, ..SEEN }, Layer::Service),
            (Seen { waited_for_pool: true, spread_ms: (3_001.0, 3_040.0), ..SEEN }, Layer::Pool),
            (Seen { waited_for_pool: true, spread_ms: (900.0, 3_040.0), ..SEEN }, Layer::Service),
            (Seen { spread_ms: (3_001.0, 3_040.0), ..SEEN }, Layer::Service),
            (Seen { status: Some(503), ..SEEN }, Layer::Unavailable),
            (Seen { status: Some(504), ..SEEN }, Layer::Gateway),
            (Seen { outcome: Outcome::ClientError, status: Some(429), ..SEEN }, Layer::RateLimit),
            (Seen { outcome: Outcome::ClientError, status: Some(404), ..SEEN }, Layer::Request),
            (Seen { outcome: Outcome::ClientError, status: Some(302), ..SEEN }, Layer::Check),
            (unanswered(Outcome::Timeout), Layer::TimeLimit),
            (Seen { never_sent: true, ..unanswered(Outcome::Timeout) }, Layer::TimeLimit),
            (Seen { never_sent: true, turned_away: true, ..unanswered(Outcome::Timeout) }, Layer::AcceptQueue),
            (Seen { never_sent: true, ..unanswered(Outcome::ConnectionError) }, Layer::Connect),
            (unanswered(Outcome::ConnectionError), Layer::Closed),
            (unanswered(Outcome::Censored), Layer::Unfinished),
        ] {
            assert_eq!(layer(&seen), told, "{seen:?}");
        }
    }
}
