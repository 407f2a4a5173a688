//! JSON: the document itself. See `json.md` beside this file for what other programs may rely on.

use crate::document::{Document, Load, Quality, Requests, SCHEMA_VERSION};
use diagnose::Diagnosis;
use model::Run;
use serde_json::{Value, json};

/// The whole document of a run. Figures are finite or `null`.
pub fn json(run: &Run, d: &Diagnosis) -> Value {
    value(&Document::of(run, d))
}

/// What `load` says of itself: the same `load`, `requests` and `quality` objects, without a word about the service.
pub fn load_json(run: &Run, d: &Diagnosis) -> Value {
    json!({
        "schema_version": SCHEMA_VERSION,
        "load": value(&Load::of(run, d)),
        "requests": value(&Requests::of(run, d)),
        "quality": value(&Quality::of(run, d)),
    })
}

fn value(part: &impl serde::Serialize) -> Value {
    serde_json::to_value(part).expect("the document has string keys only and no fallible serialiser")
}

#[cfg(test)]
mod tests;
