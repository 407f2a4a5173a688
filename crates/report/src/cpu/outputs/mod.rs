//! What `report --cpu` and `compare --cpu` write, one folder per output; the folders are found at build time.

use crate::Outputs;
use crate::cpu::Profiled;

include!(concat!(env!("OUT_DIR"), "/cpu_outputs.rs"));

/// The outputs of a profile.
pub static OUTPUTS: Outputs<Profiled> = Outputs::new(ALL);
