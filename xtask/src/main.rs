//! Developer commands: `cargo xtask tidy | new-cause FAMILY ID | new-probe SUBJECT NAME | expect CAUSE |
//! stalls | judge | thresholds | truth CASE | methods | picture TITLE | results | wordings`.

mod expect;
mod judge;
mod new;
mod picture;
mod results;
mod stalls;
mod study;
mod tidy;
mod tree;
mod wordings;

use anyhow::{Context, Result, bail};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "\
cargo xtask tidy                      check what the compiler does not: imports, file shape, plug-in folders, links
cargo xtask new-cause FAMILY ID       crates/causes/src/FAMILY/ID/ from the template
cargo xtask new-probe SUBJECT NAME    crates/probe/src/SUBJECT/NAME/ from the template
cargo xtask expect CAUSE              fail unless the JSON result on stdin names CAUSE; exit code 75 when it says nothing
cargo xtask stalls                    succeed when this machine loses its cores for milliseconds: nothing can be measured then
cargo xtask judge [--services N] [--seed S] [--edges] [--check] [--list] [--with-previews] [--out FILE]
                                      judge simulated services whose truth is known; writes bench/judge/RESULTS.md
cargo xtask thresholds [--services N] [--seed S] [--check] [--out FILE]
                                      move each threshold and judge again; writes bench/judge/THRESHOLDS.md
cargo xtask truth CASE [OPTION...]    what each switch of each variant costs, measured; options of `tightspot bench`
cargo xtask methods [--only TITLE] [--check] [--seed N]
                                      methods on data of known truth, to bench/methods/RESULTS.md; fails where a figure misses its bar
cargo xtask picture TITLE             the terminal text on stdin as an SVG for the README (bench/picture.sh)
cargo xtask results [--check]         bench/RESULTS.md from the results that are kept; fails where the page says anything else
cargo xtask wordings [ARGUMENT...]    tests of the last commit with other words in every text; fails where a test holds a wording";

/// EX_TEMPFAIL of sysexits.h.
const TRY_AGAIN: u8 = 75;

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
        ["expect", cause] => match expect::cause(&std::io::read_to_string(std::io::stdin())?, cause)? {
            expect::Expectation::Met(lines) => lines.iter().try_for_each(|line| writeln!(out, "{line}"))?,
            expect::Expectation::Abstained(line) => {
                writeln!(out, "{line}")?;
                return Ok(ExitCode::from(TRY_AGAIN));
            }
        },
        ["stalls"] => {
            let (p99, stalls) = stalls::look();
            writeln!(out, "a sleeping thread wakes {:.2} ms late at the 99th percentile", p99.as_secs_f64() * 1e3)?;
            return Ok(ExitCode::from(u8::from(!stalls)));
        }
        ["judge", ref rest @ ..] => return judge::run(root, &judge::JUDGE, rest),
        ["thresholds", ref rest @ ..] => return judge::run(root, &judge::THRESHOLDS, rest),
        ["truth", case, ref options @ ..] => return truth(case, options),
        ["methods", ref rest @ ..] => {
            return Ok(ExitCode::from(u8::from(!study::run(root, rest, &mut out)?)));
        }
        ["picture", title] => write!(out, "{}", picture::svg(title, &std::io::read_to_string(std::io::stdin())?)?)?,
        ["wordings", ref rest @ ..] => return Ok(ExitCode::from(u8::from(!wordings::run(root, rest, &mut out)?))),
        ["results", ref rest @ ..] => return Ok(ExitCode::from(u8::from(!results::run(root, rest, &mut out)?))),
        _ => bail!("usage:\n{USAGE}"),
    }
    Ok(ExitCode::SUCCESS)
}

/// Four rounds of each side, unless the options say otherwise: by chance alone they lie apart once in 35 times.
fn truth(case: &str, options: &[&str]) -> Result<ExitCode> {
    let rounds: &[&str] = if options.contains(&"--weigh") { &[] } else { &["--weigh", "4"] };
    let mut tool = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    tool.args(["run", "-q", "--release", "-p", "tightspot", "--", "bench", case]).args(rounds).args(options);
    let status = tool.status().with_context(|| format!("run {tool:?}"))?;
    Ok(ExitCode::from(u8::from(!status.success())))
}

fn report(out: &mut impl Write, made: &new::Made) -> Result<()> {
    for path in &made.files {
        writeln!(out, "wrote {path}")?;
    }
    writeln!(out, "next: {}", made.next)?;
    Ok(())
}
