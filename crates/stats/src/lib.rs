//! Pure maths: histograms, intervals, tests, change points, queueing laws. No input or output, no clock; every random choice takes a seed.
//!
//! | question | modules |
//! | --- | --- |
//! | did B differ from A? | [`gst`], [`anytime`], [`paired`], [`sign_flip`], [`hodges_lehmann`], [`interval`] |
//! | how did the distribution move? | [`harrell_davis`], [`shift`], [`hdr`] |
//! | which setting is best? | [`race`], [`max_t`], [`best_set`] |
//! | how much can it take? | [`capacity`], [`isotonic`], [`usl`] |
//! | what does a dose do, what would a fix buy? | [`dose`], [`mva`], [`queue`], [`law`] |
//! | do events explain spikes? | [`circular_shift`] |
//! | when did it change, since when is it steady? | [`pelt`], [`e_divisive`], [`theil_sen`], [`mser`] |
//! | how sure is any other figure? | [`bca`], [`block_bootstrap`], [`bootstrap`], [`multiple`] |
//!
//! Values are plain `f64` slices, one value per trial, pair, round or window: never one per request, because requests of one trial resemble
//! each other and a test over them calls any two trials different.

pub mod anytime;
pub mod bca;
pub mod best_set;
pub mod block_bootstrap;
pub mod bootstrap;
pub mod capacity;
pub mod circular_shift;
pub mod describe;
pub mod dist;
pub mod dose;
pub mod e_divisive;
pub mod gst;
pub mod harrell_davis;
pub mod hdr;
pub mod hodges_lehmann;
pub mod interval;
pub mod isotonic;
pub mod law;
pub mod max_t;
pub mod mser;
pub mod multiple;
pub mod mva;
pub mod paired;
pub mod pelt;
pub mod proportion;
pub mod queue;
pub mod race;
pub mod shift;
pub mod sign_flip;
pub mod theil_sen;
pub mod usl;
