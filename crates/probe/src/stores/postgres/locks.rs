//! Who holds the lock that sessions of the target wait for. Asked only while some wait, and not often: the question itself takes the
//! lock manager's locks for a moment.

use super::super::sql::normalise;
use super::sessions::state_of;
use model::series::labels;
use model::{Labels, Observation, Series, SessionState, Sink, Timestamp, signal};
use postgres::{Client, Row};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Least time between two questions. A choice: 40 answers in a level of 8 s, and pg_blocking_pids stalls the lock manager no more than
/// five times a second.
const EVERY: Duration = Duration::from_millis(200);

/// Sessions that wait for a lock, each with one that blocks it directly.
const HOLDERS: &str = "\
    SELECT v.pid, left(v.query, 1000), b.pid, coalesce(b.state, 'hidden'), left(coalesce(b.query, ''), 1000), b.client_port, \
    coalesce(b.application_name, ''), coalesce(extract(epoch FROM clock_timestamp() - b.state_change), 0)::float8, v.client_port \
    FROM pg_catalog.pg_stat_activity v CROSS JOIN LATERAL unnest(pg_blocking_pids(v.pid)) AS w(pid) \
    JOIN pg_catalog.pg_stat_activity b ON b.pid = w.pid WHERE v.wait_event_type = 'Lock'";

/// One session that waits and one that blocks it.
#[derive(Debug, Clone, PartialEq)]
struct Edge {
    victim: i32,
    victim_statement: String,
    victim_port: Option<i32>,
    holder: Holder,
}

#[derive(Debug, Clone, PartialEq)]
struct Holder {
    pid: i32,
    state: SessionState,
    statement: String,
    port: Option<i32>,
    program: String,
    age_s: f64,
}

/// Asks, at most every 200 ms, and tells the answer.
#[derive(Debug, Default)]
pub(super) struct Locks {
    asked: Option<Instant>,
}

impl Locks {
    /// Asks when it is due. `ports` are the target's; without them (a pooler between) all sessions count as the target's.
    pub(super) fn ask(&mut self, client: &mut Client, (store, ports): (&str, Option<&[i32]>), sink: &dyn Sink) {
        if self.asked.is_some_and(|at| at.elapsed() < EVERY) {
            return;
        }
        self.asked = Some(Instant::now());
        // a time-out here loses one answer, not the sampling
        let Ok(rows) = client.query(HOLDERS, &[]) else { return };
        let t = Timestamp::now();
        let edges: Vec<Edge> = rows.iter().filter_map(edge).collect();
        for (mut labels, (waiters, age_s)) in roots(&edges, ports) {
            labels.insert("store".to_owned(), store.to_owned());
            for (name, v) in [(signal::LOCK_WAITERS, waiters), (signal::LOCK_HOLDER_AGE, age_s)] {
                let mut s = Series::new(name, labels.clone());
                s.push(t, v);
                sink.observe(Observation::Series(s));
            }
        }
    }
}

fn edge(row: &Row) -> Option<Edge> {
    let text = |i: usize| row.try_get::<_, String>(i).ok();
    let holder = Holder {
        pid: row.try_get(2).ok()?,
        state: state_of(&text(3)?),
        statement: text(4)?,
        port: row.try_get(5).ok()?,
        program: text(6)?,
        age_s: row.try_get(7).ok()?,
    };
    Some(Edge { victim: row.try_get(0).ok()?, victim_statement: text(1).unwrap_or_default(), victim_port: row.try_get(8).ok()?, holder })
}

/// Waiters of the target by who is at the root of their queue: those that wait behind a waiter wait for the one it waits for.
fn roots(edges: &[Edge], ports: Option<&[i32]>) -> BTreeMap<Labels, (f64, f64)> {
    let ours = |port: Option<i32>| ports.is_none_or(|all| port.is_some_and(|p| all.contains(&p)));
    let waiting: BTreeMap<i32, &Edge> = edges.iter().map(|e| (e.victim, e)).collect();
    let mut found: BTreeMap<Labels, (f64, f64)> = BTreeMap::new();
    for edge in waiting.values().filter(|e| ours(e.victim_port)) {
        let mut seen = BTreeSet::from([edge.victim]);
        let mut root = &edge.holder;
        // a circle is a deadlock, which the server itself ends
        while let Some(next) = waiting.get(&root.pid).filter(|_| seen.insert(root.pid)) {
            root = &next.holder;
        }
        let whose = match root.program.as_str() {
            _ if ours(root.port) => "target",
            "" => "one that does not say its name",
            program => program,
        };
        let (holder, victim) = (normalise(&root.statement), normalise(&edge.victim_statement));
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

    fn edge(victim: i32, holder: i32, state: SessionState, port: i32) -> Edge {
        Edge {
            victim,
            victim_statement: format!("update account set x = {victim}"),
            victim_port: Some(victim),
            holder: Holder { pid: holder, state, statement: "select 1".into(), port: Some(port), program: "psql".into(), age_s: 0.5 },
        }
    }

    #[test]
    fn those_who_wait_behind_a_waiter_wait_for_the_one_at_the_root() {
        // 3 and 2 wait for 1's tuple, 1 waits for 9, who sits idle in another program
        let edges =
            [edge(1, 9, SessionState::IdleInTransaction, 9), edge(2, 1, SessionState::Active, 1), edge(3, 1, SessionState::Active, 1)];
        let found = roots(&edges, Some(&[1, 2, 3]));
        assert_eq!(found.len(), 1, "{found:?}");
        let (labels, (waiters, age_s)) = found.first_key_value().expect("one");
        assert_eq!((labels["state"].as_str(), labels["whose"].as_str()), ("idle-in-transaction", "psql"));
        assert_eq!((labels["victim"].as_str(), *waiters, *age_s), ("update account set x = ?", 3.0, 0.5));
    }

    #[test]
    fn waiters_of_other_programs_are_left_out_and_a_circle_ends() {
        let edges = [edge(1, 2, SessionState::Active, 2), edge(2, 1, SessionState::Active, 1), edge(7, 2, SessionState::Active, 2)];
        let found = roots(&edges, Some(&[1, 2]));
        assert_eq!(found.values().map(|v| v.0).sum::<f64>(), 2.0, "{found:?}");
        assert!(found.keys().all(|l| l["whose"] == "target"), "{found:?}");
    }
}
