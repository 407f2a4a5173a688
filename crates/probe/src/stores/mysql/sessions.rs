//! What MySQL and MariaDB tell of their sessions, in the words that all servers share.

use super::super::session::Session;
use super::flavour::{Flavour, Kind};
use model::{SessionState, Wait};
use mysql::Row;

/// Stands for the state of a transaction that the role may not see.
const HIDDEN: &str = "hidden";

/// The only question that is asked again and again: every session but the tool's own, with its transaction.
pub(super) fn question(f: &Flavour, sees_transactions: bool) -> String {
    // MySQL locks all sessions for information_schema.processlist, and has a table without that
    let list = if f.kind == Kind::MySql && f.schema { "performance_schema.processlist" } else { "information_schema.processlist" };
    let hidden = format!("'{HIDDEN}'");
    let (transaction, join) = if sees_transactions {
        ("t.trx_state", "LEFT JOIN information_schema.innodb_trx t ON t.trx_mysql_thread_id = p.id")
    } else {
        (hidden.as_str(), "")
    };
    format!(
        "SELECT p.host, p.db <=> database(), p.command, p.state, left(p.info, 1000), {transaction} \
         FROM {list} p {join} \
         WHERE p.id <> connection_id() AND p.command NOT IN ('Daemon', 'Binlog Dump', 'Binlog Dump GTID', 'Slave_IO', 'Slave_SQL', 'Connect')"
    )
}

/// One session of a row of [`question`].
pub(super) fn session(row: Row) -> Option<Session> {
    type Columns = (Option<String>, Option<i64>, Option<String>, Option<String>, Option<String>, Option<String>);
    let (host, same, command, state, query, transaction): Columns = mysql::from_row_opt(row).ok()?;
    let (host, command, word) = (host.unwrap_or_default(), command.unwrap_or_default(), state.unwrap_or_default());
    // a client by TCP is `address:port` or `name:port`, one by a socket file has no port
    let (address, port) = host.rsplit_once(':').unwrap_or((host.as_str(), ""));
    let state = match state_of(&command, transaction.is_some()) {
        // whether it is in a transaction is not known
        SessionState::IdleInTransaction if transaction.as_deref() == Some(HIDDEN) => SessionState::Other,
        state => state,
    };
    let wait = wait_of(state, &word, transaction.as_deref() == Some("LOCK WAIT"));
    Some(Session {
        port: port.parse().ok(),
        // "localhost" where the server looks names up
        address: if address == "localhost" { "127.0.0.1".parse().ok() } else { address.trim_matches(['[', ']']).parse().ok() },
        same_database: same.unwrap_or(0) == 1,
        state,
        wait,
        wait_event: if wait == Wait::None { String::new() } else { word },
        query: query.unwrap_or_default(),
        hidden: false,
    })
}

/// `Sleep` waits for the next statement; whether of a transaction, InnoDB says.
pub(super) fn state_of(command: &str, in_transaction: bool) -> SessionState {
    match (command, in_transaction) {
        ("Sleep", true) => SessionState::IdleInTransaction,
        ("Sleep", false) => SessionState::Idle,
        (
            "Query" | "Execute" | "Prepare" | "Fetch" | "Field List" | "Init DB" | "Long Data" | "Reset stmt" | "Close stmt"
            | "Change user",
            _,
        ) => SessionState::Active,
        _ => SessionState::Other,
    }
}

/// By the state that the server shows. One that commits waits for its log to be written; one that is not said to wait counts as working. Sources: the lists of thread
/// states in the manuals of MySQL 8.0 and MariaDB 10.11.
fn wait_of(state: SessionState, word: &str, for_row: bool) -> Wait {
    match word {
        _ if state != SessionState::Active => Wait::Client,
        _ if for_row => Wait::RowLock,
        "User lock" => Wait::Lock,
        w if w.starts_with("Waiting for") && (w.ends_with("lock") || w.ends_with("table")) => Wait::Lock,
        "waiting for handler commit" | "Commit" | "Commit_implicit" | "Flushing tables" => Wait::Io,
        "Writing to net" | "Sending to client" | "Reading from net" | "Receiving from client" => Wait::Client,
        "User sleep" => Wait::Other,
        w if w.starts_with("Waiting") => Wait::Other,
        _ => Wait::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_servers_words_become_those_that_all_servers_share() {
        use SessionState::{Active, Idle, IdleInTransaction, Other};
        let states = [("Sleep", true, IdleInTransaction), ("Sleep", false, Idle), ("Execute", true, Active), ("Quit", false, Other)];
        for (command, transaction, state) in states {
            assert_eq!(state_of(command, transaction), state, "{command}");
        }
        let waits = [
            ("Updating", true, Wait::RowLock),
            ("updating", false, Wait::None),
            ("Sending data", false, Wait::None),
            ("Waiting for table metadata lock", false, Wait::Lock),
            ("User lock", false, Wait::Lock),
            ("waiting for handler commit", false, Wait::Io),
            ("Commit", false, Wait::Io),
            ("Sending to client", false, Wait::Client),
            ("User sleep", false, Wait::Other),
        ];
        for (word, for_row, wait) in waits {
            assert_eq!(wait_of(Active, word, for_row), wait, "{word}");
        }
        assert_eq!(wait_of(IdleInTransaction, "", false), Wait::Client);
    }
}
