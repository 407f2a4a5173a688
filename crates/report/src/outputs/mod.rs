//! One folder per output.

pub(crate) mod json;
pub(crate) mod text;
