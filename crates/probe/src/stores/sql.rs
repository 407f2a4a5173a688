//! Statements of SQL, as they are kept: one text for all that differ in literals only.

mod collapse;
mod dialect;
mod normalise;

pub(crate) use dialect::Dialect;
pub(crate) use normalise::normalise;
