//! JSON: the document itself, which is also what a run keeps. Fields are added, never renamed.

use crate::form::Form;
use crate::verification::Verification;
use crate::{Output, TextOptions};

pub(crate) const OUTPUT: &dyn Output<Verification> = &Form::json(render);

fn render(v: &Verification, _: &TextOptions) -> String {
    format!("{:#}\n", v.json())
}
