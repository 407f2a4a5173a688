//! Sessions: PostgreSQL's words for states and waits become those of all servers.

use super::super::{elements, field, text};
use rmpv::Value;

/// Series with the state of a session among their labels.
const WITH_STATE: [&str; 2] = ["db.lock.waiters", "db.lock.holder.age"];

/// `{state, wait_type, wait_event, statement, count}` becomes `{state, wait, wait_detail, statement, count}` in each group of each sample.
pub(super) fn lift(samples: &mut Value) {
    for sample in elements(Some(samples)) {
        for group in elements(field(sample, "groups")) {
            let wait = wait(text(group, "wait_type"), text(group, "wait_event"));
            restate(group);
            let Value::Map(pairs) = group else { continue };
            pairs.retain(|(key, _)| key.as_str() != Some("wait_type"));
            if let Some((key, _)) = pairs.iter_mut().find(|(key, _)| key.as_str() == Some("wait_event")) {
                *key = "wait_detail".into();
            }
            pairs.push(("wait".into(), wait.into()));
        }
    }
}

/// The state of who holds a lock is a label of two series.
pub(super) fn lift_labels(series: &mut Value) {
    if WITH_STATE.contains(&text(series, "signal"))
        && let Some(labels) = field(series, "labels")
    {
        restate(labels);
    }
}

fn restate(map: &mut Value) {
    if let Some(value) = field(map, "state") {
        *value = state(value.as_str().unwrap_or_default()).into();
    }
}

/// States of pg_stat_activity; a transaction that has failed is `idle in transaction (aborted)`.
fn state(theirs: &str) -> &'static str {
    match theirs {
        "active" => "active",
        "idle" => "idle",
        _ if theirs.starts_with("idle in transaction") => "idle-in-transaction",
        _ => "other",
    }
}

/// Kinds of waits of pg_stat_activity. Whoever waits for a row waits for the transaction that wrote it, or for their turn at its tuple.
fn wait(kind: &str, event: &str) -> &'static str {
    match (kind, event) {
        ("", _) => "none",
        ("Lock", "transactionid" | "tuple") => "row-lock",
        ("Lock", _) => "lock",
        ("LWLock", _) => "latch",
        ("Client", _) => "client",
        ("IO", _) => "io",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_of_the_server_has_one_that_all_servers_share() {
        let states = [
            ("active", "active"),
            ("idle", "idle"),
            ("idle in transaction", "idle-in-transaction"),
            ("idle in transaction (aborted)", "idle-in-transaction"),
            ("fastpath function call", "other"),
            ("", "other"),
        ];
        for (theirs, ours) in states {
            assert_eq!(state(theirs), ours, "{theirs}");
        }
        let waits = [
            ("", "", "none"),
            ("Lock", "transactionid", "row-lock"),
            ("Lock", "tuple", "row-lock"),
            ("Lock", "relation", "lock"),
            ("LWLock", "WALWrite", "latch"),
            ("Client", "ClientRead", "client"),
            ("IO", "WALSync", "io"),
            ("Timeout", "PgSleep", "other"),
        ];
        for (kind, event, ours) in waits {
            assert_eq!(wait(kind, event), ours, "{kind} {event}");
        }
    }

    #[test]
    fn what_is_no_session_is_left_alone() {
        let mut odd = Value::from(7);
        lift(&mut odd);
        lift_labels(&mut odd);
        assert_eq!(odd, Value::from(7));
    }
}
