//! `tightspot report RUN`: judges a kept run again and prints it. Live and replayed runs take the same path.

use crate::cli::{Cli, ReportArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Files;
use crate::output;
use ::report::{Judged, Outputs, TextOptions};
use record::Store;

/// Prints the report of a kept run.
pub(crate) fn run(cli: &Cli, args: &ReportArgs) -> Result<Exit, Failure> {
    let store = Store::open(cli.store.as_deref())?;
    let path = store.resolve(&args.run)?;
    let (run, read) = record::read(&path)?;
    if !read.is_whole() {
        output::note(&format!(
            "note: the file ends early ({} bytes at its end are not readable); what is there is whole",
            read.truncated_bytes
        ));
    }
    if let Some(load) = super::load::recorded::report(&run) {
        return print(cli, args, &load, &::report::load::OUTPUTS, &super::page(cli));
    }
    let diagnosis = diagnose::diagnose(&run, causes::ALL);
    let look = TextOptions { ledger: args.ledger, ..super::text_options(cli, Some(&path), &diagnosis) };
    print(cli, args, &Judged::new(run, diagnosis), &::report::OUTPUTS, &look)
}

/// To stdout in the form that was asked for, and to the files; a name that no output of such a run answers to is refused before either.
fn print<R>(cli: &Cli, args: &ReportArgs, result: &R, outputs: &Outputs<R>, look: &TextOptions) -> Result<Exit, Failure> {
    let form = super::output_named(if args.json { "json" } else { &args.format }, outputs)?;
    let files = Files::check(&args.out, outputs)?;
    let written = files.write(result, look, cli, &args.run);
    super::print(form, result, look)?;
    written?;
    Ok(Exit::Done)
}
