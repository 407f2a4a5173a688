//! Specimens: real services with planted faults. This crate launches them and scores what the tool says about them.
//!
//! A specimen is a folder with a `case.toml` ([`Case`]). [`launch()`] builds it, draws the parameters of one repetition, starts its
//! database and processes, and takes everything away again. [`bench()`] runs the tool against each variant as a separate process and
//! scores the verdict against the [`Truths`], which the launching half never sees. [`weigh()`] measures what each switch of a variant costs, so
//! that a truth is measured before it is written down. [`serve()`] keeps one variant up for a person.
//!
//! Nothing here prints and nothing here knows what a cause is: ids are compared, not understood.

mod assemble;
pub mod bench;
pub mod case;
mod child;
mod databases;
mod dirs;
mod error;
mod fill;
mod launch;
mod neighbours;
mod params;
mod ports;
mod quota;
mod ready;
mod running;
mod serve;
mod spawn;
mod start_script;
mod watch;
pub mod weigh;

pub use bench::{Bench, Options as BenchOptions, Outcome, Score, Tool, bench, demo};
pub use case::{Case, Phase, Truth, Truths};
pub use error::{Error, ErrorKind};
pub use launch::{launch, launch_around, prepare};
pub use params::{Params, Value};
pub use running::{Running, Start};
pub use serve::serve;
pub use watch::Watch;
pub use weigh::weigh;
