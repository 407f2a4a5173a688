//! JSON: the document itself. See `json.md` beside this file for what other programs may rely on.

use crate::document::Document;
use diagnose::Diagnosis;
use model::Run;
use serde_json::Value;

/// The whole document of a run. Figures are finite or `null`.
pub fn json(run: &Run, d: &Diagnosis) -> Value {
    value(&Document::of(run, d))
}

pub(crate) fn value(part: &impl serde::Serialize) -> Value {
    serde_json::to_value(part).expect("the document has string keys only and no fallible serialiser")
}

#[cfg(test)]
mod tests;
