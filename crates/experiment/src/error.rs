//! What can go wrong in an experiment, in the order in which it matters to whoever owns the service.

use model::{Message, message};

/// Why a change could not be made, undone or confirmed: what was tried, what was seen, what helps. Users read [`InterventionError::said`].
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{what}: {seen}")]
pub struct InterventionError {
    /// What was tried, with its subject (`set pool "orders" of pid 421 to 20`).
    pub what: Message,
    /// What was seen against what is needed.
    pub seen: Message,
    /// The command or setting that helps, or empty.
    pub help: Message,
}

impl InterventionError {
    /// An error without a known remedy.
    pub fn new(what: impl Into<Message>, seen: impl Into<Message>) -> Self {
        Self { what: what.into(), seen: seen.into(), help: Message::default() }
    }

    /// The same for people.
    pub fn said(&self) -> Message {
        message!("conduct/failed", what: (self.what.clone()), seen: (self.seen.clone()))
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
    Load(Message),
}

impl Halt {
    /// The same for people.
    pub fn said(&self) -> Message {
        match self {
            Self::Interrupted => message!("conduct/interrupted"),
            Self::TargetDied => message!("conduct/target-died"),
            Self::Intervention(e) => e.said(),
            Self::Guard(why) | Self::Load(why) => why.clone(),
        }
    }
}
