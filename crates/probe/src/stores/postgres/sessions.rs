//! Sessions of one sampling: which belong to the target, and what they look like grouped.

use super::super::sql::normalise;
use model::{SessionGroup, SessionSample, SessionState, Timestamp, Wait};
use postgres::Row;
use std::collections::BTreeMap;
use std::net::IpAddr;

/// The only statement that is executed again and again. `$1` holds the target's ports, or is null for all sessions.
/// Without the right to see a session the server gives `query` a fixed text and null to most other columns.
pub(super) const SAMPLE: &str = "\
    SELECT client_port, host(client_addr), datname = current_database(), state, wait_event_type, wait_event, left(query, 1000) \
    FROM pg_catalog.pg_stat_activity \
    WHERE datid IS NOT NULL AND pid <> pg_backend_pid() AND coalesce(backend_type, 'client backend') = 'client backend' \
    AND ($1::int4[] IS NULL OR client_port = ANY($1)) AND application_name <> 'tightspot'";

const HIDDEN: &str = "<insufficient privilege>";

/// One session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Session {
    pub(super) port: Option<i32>,
    pub(super) address: Option<IpAddr>,
    pub(super) same_database: bool,
    state: SessionState,
    wait: Wait,
    wait_event: String,
    query: String,
}

impl Session {
    pub(super) fn from_row(row: &Row) -> Result<Self, postgres::Error> {
        let text = |i: usize| row.try_get::<_, Option<String>>(i).map(Option::unwrap_or_default);
        Ok(Self {
            port: row.try_get(0)?,
            address: text(1)?.parse().ok(),
            same_database: row.try_get::<_, Option<bool>>(2)?.unwrap_or(false),
            state: state_of(&text(3)?),
            wait: wait_of(&text(4)?, &text(5)?),
            wait_event: text(5)?,
            query: text(6)?,
        })
    }

    /// Whether the role that asks may not see what this session does.
    pub(super) fn is_hidden(&self) -> bool {
        self.query == HIDDEN
    }
}

/// A transaction that has failed is `idle in transaction (aborted)`.
pub(super) fn state_of(state: &str) -> SessionState {
    match state {
        "active" => SessionState::Active,
        "idle" => SessionState::Idle,
        _ if state.starts_with("idle in transaction") => SessionState::IdleInTransaction,
        _ => SessionState::Other,
    }
}

/// Whoever waits for a row waits for the transaction that wrote it, or for their turn at its tuple.
fn wait_of(kind: &str, event: &str) -> Wait {
    match (kind, event) {
        ("", _) => Wait::None,
        ("Lock", "transactionid" | "tuple") => Wait::RowLock,
        ("Lock", _) => Wait::Lock,
        ("LWLock", _) => Wait::Latch,
        ("Client", _) => Wait::Client,
        ("IO", _) => Wait::Io,
        _ => Wait::Other,
    }
}

/// The target's end of its connections to the server.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Ends {
    /// Local ports.
    pub(super) ports: Vec<i32>,
    /// Local addresses.
    pub(super) addresses: Vec<IpAddr>,
}

impl Ends {
    /// The sessions at these ends: by port and address, or by port alone when address translation lies between.
    pub(super) fn sessions<'a>(&self, all: &'a [Session]) -> Vec<&'a Session> {
        let by_port: Vec<&Session> = all.iter().filter(|s| s.port.is_some_and(|p| self.ports.contains(&p))).collect();
        let exact: Vec<&Session> =
            by_port.iter().copied().filter(|s| s.address.is_some_and(|a| self.addresses.contains(&a.to_canonical()))).collect();
        if exact.is_empty() { by_port } else { exact }
    }
}

/// Counts sessions that look alike.
pub(super) fn group(t: Timestamp, store: &str, sessions: &[&Session]) -> SessionSample {
    let mut counts: BTreeMap<(SessionState, Wait, &str, String), u32> = BTreeMap::new();
    for s in sessions {
        *counts.entry((s.state, s.wait, &s.wait_event, normalise(&s.query))).or_default() += 1;
    }
    let group = |((state, wait, wait_detail, statement), count): ((_, _, &str, _), _)| {
        let wait_detail = wait_detail.to_owned();
        SessionGroup { state, wait, wait_detail, statement, count }
    };
    SessionSample { t, store: store.to_owned(), groups: counts.into_iter().map(group).collect(), process: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(port: i32, address: &str, query: &str) -> Session {
        Session {
            port: Some(port),
            address: address.parse().ok(),
            same_database: true,
            state: SessionState::Active,
            wait: Wait::None,
            wait_event: String::new(),
            query: query.to_owned(),
        }
    }

    #[test]
    fn a_stranger_at_the_same_port_of_another_host_is_left_out() {
        let all = [session(4001, "127.0.0.1", "select 1"), session(4001, "10.0.0.9", "select 2"), session(4002, "127.0.0.1", "select 3")];
        let ends = Ends { ports: vec![4001], addresses: vec!["127.0.0.1".parse().expect("address")] };
        assert_eq!(ends.sessions(&all), [&all[0]]);
    }

    #[test]
    fn behind_address_translation_the_port_decides() {
        let all = [session(4001, "172.17.0.1", "select 1"), session(4002, "172.17.0.1", "select 3")];
        let ends = Ends { ports: vec![4001], addresses: vec!["192.168.0.5".parse().expect("address")] };
        assert_eq!(ends.sessions(&all), [&all[0]]);
        assert!(Ends { ports: vec![5000], ..ends }.sessions(&all).is_empty());
    }

    #[test]
    fn sessions_that_differ_in_literals_only_are_one_group() {
        let all = [session(1, "::1", "select 1"), session(2, "::1", "select 22"), session(3, "::1", "select a")];
        let sample = group(Timestamp::from_ns(5), "postgres:here", &all.iter().collect::<Vec<_>>());
        let seen: Vec<(&str, u32)> = sample.groups.iter().map(|g| (g.statement.as_str(), g.count)).collect();
        assert_eq!(seen, [("select ?", 2), ("select a", 1)]);
        assert_eq!((sample.on_cpu(), sample.t, sample.store.as_str()), (3, Timestamp::from_ns(5), "postgres:here"));
    }

    #[test]
    fn the_servers_words_become_those_that_all_servers_share() {
        assert_eq!(state_of("idle in transaction (aborted)"), SessionState::IdleInTransaction);
        assert_eq!((state_of("disabled"), state_of("")), (SessionState::Other, SessionState::Other));
        assert_eq!((wait_of("Lock", "tuple"), wait_of("Lock", "relation")), (Wait::RowLock, Wait::Lock));
        assert_eq!(
            (wait_of("", ""), wait_of("LWLock", "BufferMapping"), wait_of("Timeout", "PgSleep")),
            (Wait::None, Wait::Latch, Wait::Other)
        );
    }
}
