//! host
pub mod affinity;
