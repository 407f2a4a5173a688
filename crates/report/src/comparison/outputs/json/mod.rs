//! JSON: the document itself. `comparison.baseline`, `verdict`, `reason`, `differences` and the figures of `runs[]` are what programs rely on; fields are
//! added, never renamed.

use crate::comparison::Comparison;
use crate::comparison::document::Document;
use crate::{Output, RenderError, TextOptions};

pub(crate) const OUTPUT: &dyn Output<Comparison> = &Json;

struct Json;

impl Output<Comparison> for Json {
    fn id(&self) -> &'static str {
        "json"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".json"]
    }

    fn about(&self) -> &'static str {
        "the whole document, for programs"
    }

    fn render(&self, c: &Comparison, _: &TextOptions) -> Result<Vec<u8>, RenderError> {
        Ok(format!("{:#}\n", json(c)).into_bytes())
    }
}

/// The document of runs side by side. Figures are finite or `null`.
pub(crate) fn json(c: &Comparison) -> serde_json::Value {
    crate::outputs::json::value(&Document::of(c))
}
