//! What `verify` writes, one folder per output; the folders are found at build time.

use super::Verification;
use crate::Outputs;

include!(concat!(env!("OUT_DIR"), "/verification_outputs.rs"));

/// The outputs of pairs that were compared.
pub static OUTPUTS: Outputs<Verification> = Outputs::new(ALL);
