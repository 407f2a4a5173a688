//! What `why` and `report` write, one folder per output; the folders are found at build time.

use crate::{Judged, Outputs};

include!(concat!(env!("OUT_DIR"), "/outputs.rs"));

/// The outputs of a run that was diagnosed.
pub static OUTPUTS: Outputs<Judged> = Outputs::new(ALL);
