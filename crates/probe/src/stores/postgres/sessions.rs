//! What PostgreSQL tells of its sessions, in the words that all servers share.

use super::super::session::Session;
use model::{SessionState, Wait};
use postgres::Row;

/// The only statement that is executed again and again. `$1` holds the target's ports, or is null for all sessions.
/// Without the right to see a session the server gives `query` a fixed text and null to most other columns.
pub(super) const SAMPLE: &str = "\
    SELECT client_port, host(client_addr), datname = current_database(), state, wait_event_type, wait_event, left(query, 1000) \
    FROM pg_catalog.pg_stat_activity \
    WHERE datid IS NOT NULL AND pid <> pg_backend_pid() AND coalesce(backend_type, 'client backend') = 'client backend' \
    AND ($1::int4[] IS NULL OR client_port = ANY($1)) AND application_name <> 'tightspot'";

const HIDDEN: &str = "<insufficient privilege>";

/// One session of a row of [`SAMPLE`].
pub(super) fn session(row: &Row) -> Result<Session, postgres::Error> {
    let text = |i: usize| row.try_get::<_, Option<String>>(i).map(Option::unwrap_or_default);
    let query = text(6)?;
    Ok(Session {
        port: row.try_get(0)?,
        address: text(1)?.parse().ok(),
        same_database: row.try_get::<_, Option<bool>>(2)?.unwrap_or(false),
        state: state_of(&text(3)?),
        wait: wait_of(&text(4)?, &text(5)?),
        wait_event: text(5)?,
        hidden: query == HIDDEN,
        query,
    })
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

#[cfg(test)]
mod tests {
    use super::*;

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
