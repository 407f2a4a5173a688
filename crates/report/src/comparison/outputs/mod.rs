//! What `compare` writes, one folder per output; the folders are found at build time.

use super::Comparison;
use crate::Outputs;

include!(concat!(env!("OUT_DIR"), "/comparison_outputs.rs"));

/// The outputs of runs side by side.
pub static OUTPUTS: Outputs<Comparison> = Outputs::new(ALL);
