//! What can go wrong in an experiment, in the order in which it matters to whoever owns the service.

use model::{Message, message};

/// Why a change could not be made, undone or confirmed: what was tried, what was seen, what helps.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}: {seen}")]
pub struct InterventionError {
    /// What was tried, with its subject (`set pool "orders" of pid 421 to 20`).
    pub what: String,
    /// What was seen against what is needed.
    pub seen: String,
    /// The command or setting that helps, or empty.
    pub help: String,
}

impl InterventionError {
    /// An error without a known remedy.
    pub fn new(what: impl Into<String>, seen: impl Into<String>) -> Self {
        Self { what: what.into(), seen: seen.into(), help: String::new() }
    }
}

impl From<probe::ProbeError> for InterventionError {
    fn from(e: probe::ProbeError) -> Self {
        Self { what: e.operation, seen: e.cause, help: e.help }
    }
}

/// Why trials ended before their plan did.
#[derive(Debug, Clone, PartialEq)]
pub enum Halt {
    /// The user wants to stop.
    Interrupted,
    /// The target is gone.
    TargetDied,
    /// A limit for the service's own good was crossed.
    Guard(Message),
    /// A change could not be made.
    Intervention(InterventionError),
    /// The load generator could not go on.
    Load(String),
}

impl Halt {
    /// The same for people. An error is said as it is.
    pub fn said(&self) -> Message {
        match self {
            Self::Interrupted => message!("conduct/interrupted"),
            Self::TargetDied => message!("conduct/target-died"),
            Self::Guard(why) => why.clone(),
            Self::Intervention(e) => Message::verbatim(e.to_string()),
            Self::Load(why) => Message::verbatim(why),
        }
    }
}
