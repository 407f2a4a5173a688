//! `tightspot compare A B --cpu`: what the CPU does for a request in B against A.

use super::REASON;
use super::alike::{Asked as AskedLoad, differences};
use crate::cli::{Cli, CompareArgs};
use crate::commands::{output_named, page, print, profile};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Files;
use crate::output;
use ::report::cpu::OUTPUTS;
use diagnose::cpu::Profile;
use record::Store;

/// Whether anything of it is asked for.
pub(super) fn is_asked(args: &CompareArgs) -> bool {
    args.profile.is_asked() || args.format != "text" || !args.out.is_empty()
}

/// Prints the difference.
pub(super) fn run(cli: &Cli, args: &CompareArgs, store: &Store) -> Result<Exit, Failure> {
    let [before, after] = args.runs.as_slice() else {
        let what = format!("--cpu compares two runs, and {} were given", args.runs.len());
        let help = format!("tightspot compare {} {} --cpu", args.runs[0], args.runs[1]);
        return Err(Failure::new(Exit::Usage, "runs", what).help(help));
    };
    let form = output_named(if args.json { "json" } else { &args.format }, &OUTPUTS)?;
    let files = Files::check(&args.out, &OUTPUTS)?;
    let of = |name: &String| -> Result<_, Failure> {
        let (run, _) = record::read(&store.resolve(name)?)?;
        let profile = Profile::of(&run, &args.profile.asked()).map_err(|e| profile::failure(&e, name))?;
        Ok((profile, AskedLoad::of(&run)))
    };
    let ((first, asked_first), (second, asked_second)) = (of(before)?, of(after)?);
    // another version of the code has other lines
    let profiled = profile::between(first, second, false, &args.profile)?;
    let look = page(cli);
    profile::can_be_written(&profiled, form, &files)?;
    let written = files.write(&profiled, &look, cli, &format!("{after} --cpu"));
    if args.out.is_empty() || ["text", "json"].contains(&form.id()) {
        print(form, &profiled, &look)?;
    }
    for d in differences(&[asked_first, asked_second]) {
        output::note(&format!("warning: {d}: the figures are of different things"));
    }
    output::note(&format!("no verdict: {REASON}"));
    written?;
    Ok(Exit::Done)
}
