//! Exit codes. They are a contract: CI jobs branch on them.

use report::load::Gate;
use std::process::ExitCode;

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Ran to a conclusion.
    Done = 0,
    /// A gate failed: an objective.
    Gate = 1,
    /// Bad usage or configuration.
    Usage = 2,
    /// Inconclusive: an objective that could not be judged; a verdict, with `--strict`.
    Inconclusive = 3,
    /// The target is unreachable, died, or a safety limit tripped.
    Target = 4,
    /// Cannot observe: permission, attach, tool missing, or another tool has the machine.
    CannotObserve = 5,
    /// An experiment was stopped by a guard; what it changed is restored, and that was checked.
    Stopped = 6,
    /// An experiment left something changed, or it could not be seen that it did not.
    NotRestored = 7,
    /// A broken promise of our own.
    Internal = 70,
    /// Interrupted, after a partial report.
    Interrupted = 130,
}

impl Exit {
    /// What objectives end a command with.
    pub(crate) fn of_gate(gate: Gate) -> Self {
        match gate {
            Gate::Passed => Self::Done,
            Gate::Failed => Self::Gate,
            Gate::Inconclusive => Self::Inconclusive,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(e: Exit) -> Self {
        Self::from(e as u8)
    }
}
