//! Sessions of one sampling: which belong to the target, and what they look like grouped.

use super::sql::{Dialect, normalise};
use model::{SessionGroup, SessionSample, SessionState, Timestamp, Wait};
use std::collections::BTreeMap;
use std::net::IpAddr;

/// One session, as its server tells of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Session {
    /// Port of its client; `None` where it came through a socket file.
    pub(crate) port: Option<i32>,
    pub(crate) address: Option<IpAddr>,
    /// Whether it is in the database that the tool is connected to.
    pub(crate) same_database: bool,
    pub(crate) state: SessionState,
    pub(crate) wait: Wait,
    /// The server's own word for what it waits for, or empty.
    pub(crate) wait_event: String,
    /// Its statement, with literals; empty where there is none to be seen.
    pub(crate) query: String,
    /// Whether the role that asks may not see what it does.
    pub(crate) hidden: bool,
}

/// The target's end of its connections to the server.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Ends {
    /// Local ports.
    pub(crate) ports: Vec<i32>,
    /// Local addresses.
    pub(crate) addresses: Vec<IpAddr>,
}

impl Ends {
    /// The sessions at these ends: by port and address, or by port alone when address translation lies between.
    pub(crate) fn sessions<'a>(&self, all: &'a [Session]) -> Vec<&'a Session> {
        let by_port: Vec<&Session> = all.iter().filter(|s| s.port.is_some_and(|p| self.ports.contains(&p))).collect();
        let exact: Vec<&Session> =
            by_port.iter().copied().filter(|s| s.address.is_some_and(|a| self.addresses.contains(&a.to_canonical()))).collect();
        if exact.is_empty() { by_port } else { exact }
    }
}

/// Counts sessions that look alike.
pub(crate) fn group(t: Timestamp, (store, dialect): (&str, Dialect), sessions: &[&Session]) -> SessionSample {
    let mut counts: BTreeMap<(SessionState, Wait, &str, String), u32> = BTreeMap::new();
    for s in sessions {
        *counts.entry((s.state, s.wait, &s.wait_event, normalise(&s.query, dialect))).or_default() += 1;
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
            hidden: false,
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
        let sample = group(Timestamp::from_ns(5), ("postgres:here", Dialect::Postgres), &all.iter().collect::<Vec<_>>());
        let seen: Vec<(&str, u32)> = sample.groups.iter().map(|g| (g.statement.as_str(), g.count)).collect();
        assert_eq!(seen, [("select ?", 2), ("select a", 1)]);
        assert_eq!((sample.on_cpu(), sample.t, sample.store.as_str()), (3, Timestamp::from_ns(5), "postgres:here"));
    }
}
