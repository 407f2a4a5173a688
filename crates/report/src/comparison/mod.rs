//! Kept runs side by side, for `tightspot compare`: what changed from the first to the others. It gives no verdict: runs one after the other differ by
//! whatever the machine did meanwhile. The document is made here, from diagnoses or from runs of `load`; outputs print it.

mod document;
mod outputs;
mod said;

#[cfg(test)]
mod agreement_tests;
#[cfg(test)]
pub(crate) mod fixture;

pub use outputs::OUTPUTS;

use crate::Judged;
use crate::load::LoadReport;
use model::{Message, message};

/// One of the runs.
pub enum Side {
    /// One that was diagnosed.
    Judged(Box<Judged>),
    /// One of `load`.
    Load(Box<LoadReport>),
}

/// Runs that stand side by side.
pub struct Comparison {
    /// At least two; the first is what the others are held against.
    sides: Vec<Side>,
    /// What was not asked alike of all.
    differences: Vec<Message>,
}

impl Comparison {
    /// Of runs, the first of which is what the others are held against, and of what was not asked alike of them. `None` of fewer than two.
    pub fn of(sides: Vec<Side>, differences: Vec<Message>) -> Option<Self> {
        (sides.len() >= 2).then_some(Self { sides, differences })
    }

    /// What was not asked alike of all.
    pub fn differences(&self) -> &[Message] {
        &self.differences
    }
}

/// Why there is no verdict.
pub fn reason() -> Message {
    message!("comparison/reason")
}
