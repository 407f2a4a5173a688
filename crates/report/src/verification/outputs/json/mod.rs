//! JSON: the document itself, which is also what a run keeps. Fields are added, never renamed.

use crate::verification::Verification;
use crate::{Output, RenderError, TextOptions};

pub(crate) const OUTPUT: &dyn Output<Verification> = &Json;

struct Json;

impl Output<Verification> for Json {
    fn id(&self) -> &'static str {
        "json"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".json"]
    }

    fn about(&self) -> &'static str {
        "the whole document, for programs"
    }

    fn render(&self, v: &Verification, _: &TextOptions) -> Result<Vec<u8>, RenderError> {
        Ok(format!("{:#}\n", v.json()).into_bytes())
    }
}
