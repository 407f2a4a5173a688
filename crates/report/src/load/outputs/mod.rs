//! What `load` writes, one folder per output; the folders are found at build time.

use super::LoadReport;
use crate::Outputs;

include!(concat!(env!("OUT_DIR"), "/load_outputs.rs"));

/// The outputs of a run of `load`.
pub static OUTPUTS: Outputs<LoadReport> = Outputs::new(ALL);
