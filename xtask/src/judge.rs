//! `cargo xtask judge`: the round itself is an example of the causes crate, because only tests and examples may build runs.

use anyhow::{Context, Result};
use std::path::Path;
use std::process::{Command, ExitCode};

/// Where the published table lies.
const RESULTS: &str = "bench/judge/RESULTS.md";

/// Plays a round, optimised, and passes its exit code on.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Result<ExitCode> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(["run", "-q", "--release", "-p", "causes", "--example", "judge", "--"]).args(arguments);
    if !arguments.contains(&"--out") {
        command.args(["--out", RESULTS]);
    }
    let status = command.status().context("start cargo")?;
    Ok(ExitCode::from(u8::try_from(status.code().unwrap_or(1)).unwrap_or(1)))
}
