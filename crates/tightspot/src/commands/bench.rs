//! `tightspot bench`: how often is the verdict right?

use crate::cli::{BenchArgs, Cli};
use crate::exit::Exit;
use crate::failure::Failure;

/// Runs specimens.
pub(crate) fn run(_cli: &Cli, _args: &BenchArgs) -> Result<Exit, Failure> {
    Err(Failure::new(Exit::Usage, "not-there", "bench is not there yet"))
}
