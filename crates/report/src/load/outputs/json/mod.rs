//! JSON: the document itself. See `json.md` beside this file for what other programs may rely on.

use crate::form::Form;
use crate::load::LoadReport;
use crate::load::document::LoadDocument;
use crate::{Output, TextOptions};

pub(crate) const OUTPUT: &dyn Output<LoadReport> = &Form::json(render);

fn render(report: &LoadReport, _: &TextOptions) -> String {
    format!("{:#}\n", json(report))
}

/// The document of a run as JSON. Figures are finite or `null`; a percentile that too few requests carry is `null`.
pub(crate) fn json(report: &LoadReport) -> serde_json::Value {
    crate::outputs::json::value(&LoadDocument::of(report))
}

#[cfg(test)]
mod tests;
