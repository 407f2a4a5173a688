//! `cargo xtask judge` and `cargo xtask thresholds`: the rounds themselves are examples, because only tests and examples may build runs.

use anyhow::{Context, Result};
use std::path::Path;
use std::process::{Command, ExitCode};

/// A round: the package and the example that plays it, and where its published table lies.
pub(crate) struct Play(&'static str, &'static str, &'static str);

/// The same of services at the edge.
const EDGES: &str = "bench/judge/EDGES.md";

pub(crate) const JUDGE: Play = Play("causes", "judge", "bench/judge/RESULTS.md");
pub(crate) const THRESHOLDS: Play = Play("tightspot", "thresholds", "bench/judge/THRESHOLDS.md");

/// Plays a round, optimised, and passes its exit code on.
pub(crate) fn run(root: &Path, Play(package, example, results): &Play, arguments: &[&str]) -> Result<ExitCode> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(["run", "-q", "--release", "-p", package, "--example", example, "--"]).args(arguments);
    if !arguments.contains(&"--out") {
        command.args(["--out", if arguments.contains(&"--edges") { EDGES } else { results }]);
    }
    let status = command.status().context("start cargo")?;
    Ok(ExitCode::from(u8::try_from(status.code().unwrap_or(1)).unwrap_or(1)))
}
