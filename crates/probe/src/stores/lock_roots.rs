//! Who holds the lock that sessions of the target wait for, whatever the server: the one at the root of the queue.

use super::sql::{Dialect, normalise};
use model::series::labels;
use model::{Labels, Observation, Series, SessionState, Sink, Timestamp, signal};
use std::collections::{BTreeMap, BTreeSet};

/// One session that waits and one that blocks it directly.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Edge {
    /// The server's id of the session that waits.
    pub(crate) victim: i64,
    pub(crate) victim_statement: String,
    pub(crate) victim_port: Option<i32>,
    pub(crate) holder: Holder,
}

/// The session that blocks another.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Holder {
    /// The server's id of it.
    pub(crate) id: i64,
    pub(crate) state: SessionState,
    /// What it executes or has executed last; empty where that is not to be seen.
    pub(crate) statement: String,
    pub(crate) port: Option<i32>,
    /// The name of its program, or empty.
    pub(crate) program: String,
    /// How long it has been in its state, seconds.
    pub(crate) age_s: f64,
}

/// Tells the waiters of the target by holder. `ports` are the target's; without them (a pooler between) all sessions count as the target's.
pub(crate) fn tell(edges: &[Edge], t: Timestamp, (store, dialect): (&str, Dialect), ports: Option<&[i32]>, sink: &dyn Sink) {
    for (mut labels, (waiters, age_s)) in roots(edges, dialect, ports) {
        labels.insert("store".to_owned(), store.to_owned());
        for (name, v) in [(signal::LOCK_WAITERS, waiters), (signal::LOCK_HOLDER_AGE, age_s)] {
            let mut s = Series::new(name, labels.clone());
            s.push(t, v);
            sink.observe(Observation::Series(s));
        }
    }
}

/// Waiters of the target by who is at the root of their queue: those that wait behind a waiter wait for the one it waits for.
fn roots(edges: &[Edge], dialect: Dialect, ports: Option<&[i32]>) -> BTreeMap<Labels, (f64, f64)> {
    let ours = |port: Option<i32>| ports.is_none_or(|all| port.is_some_and(|p| all.contains(&p)));
    let waiting: BTreeMap<i64, &Edge> = edges.iter().map(|e| (e.victim, e)).collect();
    let mut found: BTreeMap<Labels, (f64, f64)> = BTreeMap::new();
    for edge in waiting.values().filter(|e| ours(e.victim_port)) {
        let mut seen = BTreeSet::from([edge.victim]);
        let mut root = &edge.holder;
        // a circle is a deadlock, which the server itself ends
        while let Some(next) = waiting.get(&root.id).filter(|_| seen.insert(root.id)) {
            root = &next.holder;
        }
        let whose = match root.program.as_str() {
            _ if ours(root.port) => "target",
            "" => "one that does not say its name",
            program => program,
        };
        let (holder, victim) = (normalise(&root.statement, dialect), normalise(&edge.victim_statement, dialect));
        let entry = found
            .entry(labels([("state", root.state.name()), ("holder", holder.as_str()), ("whose", whose), ("victim", victim.as_str())]))
            .or_default();
        entry.0 += 1.0;
        entry.1 = entry.1.max(root.age_s);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(victim: i64, holder: i64, state: SessionState, port: i32) -> Edge {
        Edge {
            victim,
            victim_statement: format!("update account set x = {victim}"),
            victim_port: Some(victim as i32),
            holder: Holder { id: holder, state, statement: "select 1".into(), port: Some(port), program: "psql".into(), age_s: 0.5 },
        }
    }

    #[test]
    fn those_who_wait_behind_a_waiter_wait_for_the_one_at_the_root() {
        // 3 and 2 wait for 1's tuple, 1 waits for 9, who sits idle in another program
        let edges =
            [edge(1, 9, SessionState::IdleInTransaction, 9), edge(2, 1, SessionState::Active, 1), edge(3, 1, SessionState::Active, 1)];
        let found = roots(&edges, Dialect::Postgres, Some(&[1, 2, 3]));
        assert_eq!(found.len(), 1, "{found:?}");
        let (labels, (waiters, age_s)) = found.first_key_value().expect("one");
        assert_eq!((labels["state"].as_str(), labels["whose"].as_str()), ("idle-in-transaction", "psql"));
        assert_eq!((labels["victim"].as_str(), *waiters, *age_s), ("update account set x = ?", 3.0, 0.5));
    }

    #[test]
    fn waiters_of_other_programs_are_left_out_and_a_circle_ends() {
        let edges = [edge(1, 2, SessionState::Active, 2), edge(2, 1, SessionState::Active, 1), edge(7, 2, SessionState::Active, 2)];
        let found = roots(&edges, Dialect::Postgres, Some(&[1, 2]));
        assert_eq!(found.values().map(|v| v.0).sum::<f64>(), 2.0, "{found:?}");
        assert!(found.keys().all(|l| l["whose"] == "target"), "{found:?}");
    }
}
