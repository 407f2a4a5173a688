//! `tightspot compare A B --cpu`: what the CPU does for a request in B against A.

use super::alike::{Asked, differences};
use super::tell;
use crate::cli::{Cli, CompareArgs};
use crate::commands::{output_named, page, print, profile};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Files;
use ::report::cpu::{OUTPUTS, Profiled};
use diagnose::cpu::Profile;
use model::Message;
use record::Store;
use std::path::PathBuf;

/// Whether it is asked for, and nothing else: by a flag, or by a form that nothing else has.
pub(super) fn is_asked(args: &CompareArgs) -> bool {
    args.profile.is_asked() || (!args.json && profile::is_own(OUTPUTS.named(&args.format).ok(), &::report::comparison::OUTPUTS))
}

/// Prints the difference.
pub(super) fn run(cli: &Cli, args: &CompareArgs, store: &Store) -> Result<Exit, Failure> {
    let form = output_named(if args.json { "json" } else { &args.format }, &OUTPUTS)?;
    let files = Files::check(&args.out, &OUTPUTS)?;
    let (profiled, differences) = profiled(args, store)?;
    let look = page(cli);
    profile::can_be_written(&profiled, form, &files)?;
    let written = files.write(&profiled, &look, cli, &again(args));
    if args.out.is_empty() || ["text", "json"].contains(&form.id()) {
        print(form, &profiled, &look)?;
    }
    tell(&differences);
    written?;
    Ok(Exit::Done)
}

/// Writes the difference to `paths`, besides the figures.
pub(super) fn besides(cli: &Cli, args: &CompareArgs, store: &Store, paths: &[PathBuf]) -> Result<(), Failure> {
    if paths.is_empty() {
        return Ok(());
    }
    let files = Files::check(paths, &OUTPUTS)?;
    let (profiled, _) = profiled(args, store)?;
    let text = output_named("text", &OUTPUTS)?;
    profile::can_be_written(&profiled, text, &files)?;
    files.write(&profiled, &page(cli), cli, &again(args))
}

fn again(args: &CompareArgs) -> String {
    format!("compare {} --cpu", args.runs.join(" "))
}

/// The difference, and what was not asked alike.
fn profiled(args: &CompareArgs, store: &Store) -> Result<(Profiled, Vec<Message>), Failure> {
    let [before, after] = args.runs.as_slice() else {
        let what = format!("--cpu compares two runs, and {} were given", args.runs.len());
        let help = format!("tightspot compare {} {} --cpu", args.runs[0], args.runs[1]);
        return Err(Failure::new(Exit::Usage, "runs", what).help(help));
    };
    let of = |name: &String| -> Result<_, Failure> {
        let (run, _) = record::read(&store.resolve(name)?)?;
        let profile = Profile::of(&run, &args.profile.asked()).map_err(|e| profile::failure(&e, name))?;
        Ok((profile, Asked::of(&run)))
    };
    let ((first, asked_first), (second, asked_second)) = (of(before)?, of(after)?);
    // another version of the code has other lines
    let profiled = profile::between(first, second, false, &args.profile)?;
    Ok((profiled, differences(&[asked_first, asked_second])))
}
