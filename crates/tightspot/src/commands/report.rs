//! `tightspot report RUN`: judges a kept run again and prints it. Live and replayed runs take the same path. What its CPU does is a report of its own.

use super::profile;
use crate::cli::{Cli, ReportArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Files;
use crate::output::{self, said};
use ::report::{Judged, Outputs, TextOptions};
use model::message;
use record::Store;
use std::path::PathBuf;

/// Prints the report of a kept run.
pub(crate) fn run(cli: &Cli, args: &ReportArgs) -> Result<Exit, Failure> {
    let store = Store::open(cli.store.as_deref())?;
    let path = store.resolve(&args.run)?;
    let (run, read) = record::read(&path)?;
    if !read.is_whole() {
        output::note(&said(&message!("commands/ends-early", bytes: Count(read.truncated_bytes as f64))));
    }
    if profile::is_asked(args, &::report::OUTPUTS) {
        return profile::report(cli, args, &run);
    }
    if let Some(load) = super::load::recorded::report(&run) {
        return print(cli, args, &args.out, &load, &::report::load::OUTPUTS, &super::page(cli));
    }
    let diagnosis = diagnose::diagnose(&run, causes::ALL);
    let look = TextOptions { ledger: args.ledger, ..super::text_options(cli, Some(&path), &diagnosis) };
    let (of_profile, others) = profile::apart(&args.out, &::report::OUTPUTS);
    profile::besides(cli, args, &run, &of_profile)?;
    print(cli, args, &others, &Judged::new(run, diagnosis), &::report::OUTPUTS, &look)
}

/// To stdout in the form that was asked for, and to the files; a name that no output of such a run answers to is refused before either.
fn print<R>(cli: &Cli, args: &ReportArgs, out: &[PathBuf], result: &R, outputs: &Outputs<R>, look: &TextOptions) -> Result<Exit, Failure> {
    let form = super::output_named(if args.json { "json" } else { &args.format }, outputs)?;
    let files = Files::in_form(Some(form), out, outputs)?;
    let written = files.write(result, look, cli, &args.run);
    if !files.take(form) {
        super::print(form, result, look)?;
    }
    written?;
    Ok(Exit::Done)
}
