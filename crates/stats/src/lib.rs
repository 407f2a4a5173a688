//! Pure maths: histograms, intervals, queueing laws. No input or output, no clock; every random choice takes a seed.

pub mod bootstrap;
pub mod hdr;
pub mod law;
pub mod paired;
