//! Developer commands: `cargo xtask tidy | new-cause FAMILY ID | new-probe SUBJECT NAME | expect CAUSE | stats`.

mod expect;
mod new;
mod study;
mod tidy;
mod tree;

use anyhow::{Context, Result, bail};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask tidy                      check what the compiler does not: imports, file shape, plug-in folders, links
cargo xtask new-cause FAMILY ID       crates/causes/src/FAMILY/ID/ from the template
cargo xtask new-probe SUBJECT NAME    crates/probe/src/SUBJECT/NAME/ from the template
cargo xtask expect CAUSE              fail unless the JSON result on stdin names CAUSE
cargo xtask stats [--check] [--seed N] methods on data of known truth, to bench/stats/RESULTS.md; fails where a figure misses its bar";

fn main() -> ExitCode {
    run().unwrap_or_else(|e| {
        // Nothing is left to tell it to when standard error is closed.
        drop(writeln!(std::io::stderr(), "error: {e:#}"));
        ExitCode::FAILURE
    })
}

/// The root of the repository, asked for at run time: a build may be shared by several clones.
fn root() -> Result<PathBuf> {
    let own = std::env::var_os("CARGO_MANIFEST_DIR").context("CARGO_MANIFEST_DIR is not set: run this as `cargo xtask`")?;
    Ok(Path::new(&own).parent().context("xtask lies in the workspace")?.to_owned())
}

fn run() -> Result<ExitCode> {
    let root = &root()?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut out = std::io::stdout().lock();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["tidy"] => {
            let found = tidy::findings(root)?;
            let errors = found.iter().filter(|f| f.is_error()).count();
            for finding in &found {
                writeln!(out, "{finding}")?;
            }
            writeln!(out, "tidy: {errors} errors, {} warnings", found.len() - errors)?;
            return Ok(ExitCode::from(u8::from(errors > 0)));
        }
        ["new-cause", family, id] => report(&mut out, &new::cause(root, family, id)?)?,
        ["new-probe", subject, name] => report(&mut out, &new::probe(root, subject, name)?)?,
        ["expect", cause] => {
            for line in expect::cause(&std::io::read_to_string(std::io::stdin())?, cause)? {
                writeln!(out, "{line}")?;
            }
        }
        ["stats", ref rest @ ..] => {
            return Ok(ExitCode::from(u8::from(!study::run(root, rest, &mut out)?)));
        }
        _ => bail!("usage:\n{USAGE}"),
    }
    Ok(ExitCode::SUCCESS)
}

fn report(out: &mut impl Write, made: &new::Made) -> Result<()> {
    for path in &made.files {
        writeln!(out, "wrote {path}")?;
    }
    writeln!(out, "next: {}", made.next)?;
    Ok(())
}
