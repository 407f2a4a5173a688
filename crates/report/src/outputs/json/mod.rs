//! JSON: the document itself. See `json.md` beside this file for what other programs may rely on.

use crate::document::Document;
use crate::form::Form;
use crate::{Judged, Output, TextOptions};
use diagnose::Diagnosis;
use model::Run;
use serde_json::Value;

pub(crate) const OUTPUT: &dyn Output<Judged> = &Form::json(render);

fn render(j: &Judged, _: &TextOptions) -> String {
    let mut document = json(&j.run, &j.diagnosis);
    if let Some(error) = &j.error {
        document["error"] = error.clone();
    }
    format!("{document:#}\n")
}

/// The whole document of a run. Figures are finite or `null`.
pub fn json(run: &Run, d: &Diagnosis) -> Value {
    value(&Document::of(run, d))
}

pub(crate) fn value(part: &impl serde::Serialize) -> Value {
    serde_json::to_value(part).expect("the document has string keys only and no fallible serialiser")
}

#[cfg(test)]
mod tests;
