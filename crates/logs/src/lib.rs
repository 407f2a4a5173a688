//! What a log proves: known messages of pools, drivers, databases, servers, runtimes and kernels are recognised in its lines, counted, and joined with what
//! they prove and what they leave open.
//!
//! The knowledge is data: tables in `src/known/*/table.toml`, with their texts beside them. A line that no table knows is counted and never guessed at.
//! Nothing of a line is kept but the part that was recognised and its time, without what may be a secret.
//!
//! Access logs are read beside: what was asked for, line by line ([`access()`]).

mod access;
mod event;
mod reader;
mod stamp;
mod table;
#[cfg(test)]
mod tests;

pub use access::{Access, access};
pub use reader::{Figure, Reader, Reading, Seen};
pub use table::{Known, LONGEST_LINE, Step, known, step};
