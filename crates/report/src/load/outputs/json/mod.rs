//! JSON: the document itself. See `json.md` beside this file for what other programs may rely on.

use crate::load::LoadReport;
use crate::load::document::LoadDocument;
use crate::{Output, RenderError, TextOptions};

pub(crate) const OUTPUT: &dyn Output<LoadReport> = &Json;

struct Json;

impl Output<LoadReport> for Json {
    fn id(&self) -> &'static str {
        "json"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".json"]
    }

    fn about(&self) -> &'static str {
        "the whole document, for programs"
    }

    fn render(&self, report: &LoadReport, _: &TextOptions) -> Result<Vec<u8>, RenderError> {
        Ok(format!("{:#}\n", json(report)).into_bytes())
    }
}

/// The document of a run as JSON. Figures are finite or `null`; a percentile that too few requests carry is `null`.
pub(crate) fn json(report: &LoadReport) -> serde_json::Value {
    crate::outputs::json::value(&LoadDocument::of(report))
}

#[cfg(test)]
mod tests;
