//! JSON: the document itself. `comparison.baseline`, `verdict`, `reason`, `differences` and the figures of `runs[]` are what programs rely on; fields are
//! added, never renamed.

use crate::comparison::Comparison;
use crate::comparison::document::Document;
use crate::form::Form;
use crate::{Output, TextOptions};

pub(crate) const OUTPUT: &dyn Output<Comparison> = &Form::json(render);

fn render(c: &Comparison, _: &TextOptions) -> String {
    format!("{:#}\n", json(c))
}

/// The document of runs side by side. Figures are finite or `null`.
pub(crate) fn json(c: &Comparison) -> serde_json::Value {
    crate::outputs::json::value(&Document::of(c))
}
