//! What the outputs of a diagnosis are made from.

use diagnose::Diagnosis;
use model::Run;
use serde_json::Value;

/// A run and what was found in it.
pub struct Judged {
    /// The run.
    pub run: Run,
    /// What was found.
    pub diagnosis: Diagnosis,
    /// The error that ended the command, as programs read it.
    pub error: Option<Value>,
}

impl Judged {
    /// Of a run that ended without an error.
    pub fn new(run: Run, diagnosis: Diagnosis) -> Self {
        Self { run, diagnosis, error: None }
    }
}
