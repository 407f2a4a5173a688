//! Database sessions by sampling: what a server says the target's connections are doing. The words are those that all servers share; a
//! server's own word stands beside them.

use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// What a session does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SessionState {
    /// Executes a statement, or waits within one.
    Active,
    /// Waits for the next statement, outside a transaction.
    Idle,
    /// Waits for the next statement of a transaction, a failed one too.
    IdleInTransaction,
    /// Anything else, or not to be seen.
    #[default]
    Other,
}

impl SessionState {
    /// As it stands in labels and in the run file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Idle => "idle",
            Self::IdleInTransaction => "idle-in-transaction",
            Self::Other => "other",
        }
    }
}

/// What kind of thing a session waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wait {
    /// Nothing: on a CPU, or ready for one.
    #[default]
    None,
    /// A row that another transaction has written or locked.
    RowLock,
    /// Another lock that transactions take: a table, its definition, a lock of the application.
    Lock,
    /// A short lock inside the server, on what its sessions share in memory.
    Latch,
    /// The client.
    Client,
    /// A file.
    Io,
    /// Anything else.
    Other,
}

impl Wait {
    /// Whether it is a lock that another transaction holds.
    pub fn is_lock(self) -> bool {
        matches!(self, Self::RowLock | Self::Lock)
    }
}

/// Sessions that looked alike in one sample.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SessionGroup {
    /// What they do.
    pub state: SessionState,
    /// What they wait for.
    pub wait: Wait,
    /// The server's own word for that (`ClientRead`, `transactionid`, `WalSync`), or empty.
    pub wait_detail: String,
    /// Normalised statement without literals, or empty.
    pub statement: String,
    /// How many sessions.
    pub count: u32,
}

/// One sampling of the sessions that the target has at one server.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SessionSample {
    /// When the server took it.
    pub t: Timestamp,
    /// Id of the server's component; empty in files of earlier versions, which knew one server.
    #[serde(default)]
    pub store: String,
    /// The groups, sorted.
    pub groups: Vec<SessionGroup>,
    /// Whose they are, where several processes are watched and the server's clients can be told apart; else 0.
    #[serde(default, skip_serializing_if = "crate::environment::is_the_only_one")]
    pub process: u32,
}

impl SessionSample {
    /// Number of sessions that `pick` chooses.
    pub fn count(&self, pick: impl Fn(&SessionGroup) -> bool) -> u32 {
        self.groups.iter().filter(|g| pick(g)).map(|g| g.count).sum()
    }

    /// Number of sessions in `state`.
    pub fn in_state(&self, state: SessionState) -> u32 {
        self.count(|g| g.state == state)
    }

    /// Number of sessions that execute a statement on the server's CPU: active and waiting for nothing.
    pub fn on_cpu(&self) -> u32 {
        self.count(|g| g.state == SessionState::Active && g.wait == Wait::None)
    }
}

/// Whether a statement's text names `table` as a word of its own, with or without a schema or quotes.
pub fn names(statement: &str, table: &str) -> bool {
    words(statement).any(|word| word.eq_ignore_ascii_case(table))
}

/// The table that a statement reads first: that of its first `from`, or that of an `update`; without schema and quotes.
pub fn first_table(statement: &str) -> Option<&str> {
    let keyword = |w: &str| ["from", "update"].iter().any(|k| w.eq_ignore_ascii_case(k));
    let mut rest = words(statement).skip_while(|w| !keyword(w)).skip(1);
    let first = rest.next()?;
    // `from shop.orders`: the word after a dot is the table
    let end = first.as_ptr() as usize - statement.as_ptr() as usize + first.len();
    let has_schema = statement[end..].trim_start_matches(['"', '`', ' ']).starts_with('.');
    if has_schema { rest.next() } else { Some(first) }
}

fn words(statement: &str) -> impl Iterator<Item = &str> {
    statement.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).filter(|w| !w.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_found_as_words_with_or_without_schema_and_quotes() {
        assert!(names("select … from shop.\"customer\" where x=?", "customer") && names("select * from Customer c", "customer"));
        assert!(!names("select * from customer_address where x=?", "customer"));
        let table = [
            ("select c.id from customer c where c.x=?", Some("customer")),
            ("SELECT * FROM `shop` . `orders` WHERE id = ?", Some("orders")),
            ("select 1 from shop.\"orders\" o", Some("orders")),
            ("UPDATE stock SET n = ?", Some("stock")),
            ("select now()", None),
        ];
        for (statement, first) in table {
            assert_eq!(first_table(statement), first, "{statement}");
        }
    }
}
