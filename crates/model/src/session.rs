//! Database sessions by sampling: what the server says the target's connections are doing.

use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Sessions that looked alike in one sample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionGroup {
    /// `active`, `idle`, `idle in transaction` ... as the server names it.
    pub state: String,
    /// What kind of thing it waits for (`Client`, `Lock`, `IO`, `LWLock`), empty when it waits for nothing.
    pub wait_type: String,
    /// What exactly it waits for (`ClientRead`, `transactionid`, `WalSync`), or empty.
    pub wait_event: String,
    /// Normalised statement without literals, or empty.
    pub statement: String,
    /// How many sessions.
    pub count: u32,
}

/// One sampling of the sessions that belong to the target.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SessionSample {
    /// When the server took it.
    pub t: Timestamp,
    /// The groups, sorted.
    pub groups: Vec<SessionGroup>,
}

impl SessionSample {
    /// Number of sessions in `state`.
    pub fn in_state(&self, state: &str) -> u32 {
        self.groups.iter().filter(|g| g.state == state).map(|g| g.count).sum()
    }

    /// Number of sessions that execute a statement on the server's CPU: active and waiting for nothing.
    pub fn on_cpu(&self) -> u32 {
        self.groups.iter().filter(|g| g.state == "active" && g.wait_type.is_empty()).map(|g| g.count).sum()
    }
}
