//! `tightspot report RUN`: judges a kept run again and prints it. Live and replayed runs take the same path. What its CPU does is a report of its own.

use super::profile;
use crate::cli::{Cli, ReportArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Files;
use crate::output::{self, said};
use crate::why::{check_routes, fit};
use ::report::load::Gate;
use ::report::verification::Verification;
use ::report::{Judged, Outputs, TextOptions};
use model::{Message, message};
use record::{Damage, ReadReport, Store};
use std::path::PathBuf;

/// Prints the report of a kept run.
pub(crate) fn run(cli: &Cli, args: &ReportArgs) -> Result<Exit, Failure> {
    let store = Store::open(cli.store.as_deref())?;
    let path = store.resolve(&args.run)?;
    let (mut run, read) = record::read(&path)?;
    if let Some(left_out) = left_out(&read) {
        output::note(&said(&left_out));
    }
    if profile::is_asked(args, &::report::OUTPUTS) {
        if !args.slo.is_empty() {
            return Err(Failure::new(Exit::Usage, "slo", message!("commands/no-objectives-of-a-profile")));
        }
        return profile::report(cli, args, &run);
    }
    if !args.slo.is_empty() {
        run.info.objectives = args.slo.iter().map(|s| s.text.clone()).collect();
    }
    if let Some(verification) = run.events.iter().rev().find(|e| e.kind == "comparison").and_then(|e| Verification::kept(&e.detail)) {
        print(cli, args, &args.out, &verification, &::report::verification::OUTPUTS, &super::page(cli))?;
        return Ok(Exit::Done);
    }
    if let Some(load) = super::load::recorded::report(&run) {
        let names = load.routes.iter().chain(load.scenarios.iter().map(|s| &s.total)).map(|r| r.name.clone());
        check_routes(&args.slo, &names.collect::<Vec<_>>())?;
        print(cli, args, &args.out, &load, &::report::load::OUTPUTS, &super::page(cli))?;
        return Ok(exit(args, ::report::load::gate(&load.slos)));
    }
    fit(&args.slo)?;
    check_routes(&args.slo, &run.info.routes)?;
    let diagnosis = diagnose::diagnose(&run, causes::ALL);
    let look = TextOptions { ledger: args.ledger, ..super::text_options(cli, Some(&path), &diagnosis) };
    let (of_profile, others) = profile::apart(&args.out, &::report::OUTPUTS);
    profile::besides(cli, args, &run, &of_profile)?;
    let gate = ::report::objectives::gate(&run, &diagnosis);
    print(cli, args, &others, &Judged::new(run, diagnosis), &::report::OUTPUTS, &look)?;
    Ok(exit(args, gate))
}

/// What of the file could not be read, and why.
fn left_out(read: &ReadReport) -> Option<Message> {
    let bytes = read.truncated_bytes as f64;
    match &read.damage {
        Damage::None => None,
        Damage::CutShort => Some(message!("commands/ends-early", bytes: Count(bytes))),
        Damage::Corrupt { offset, cause } => {
            Some(message!("commands/frame-not-readable", offset: name(offset.to_string()), cause: name(cause), bytes: Count(bytes)))
        }
    }
}

/// Objectives decide only where they were asked for now: what a run was made with is told, and has had its exit code.
fn exit(args: &ReportArgs, gate: Gate) -> Exit {
    if args.slo.is_empty() { Exit::Done } else { Exit::of_gate(gate) }
}

/// To stdout in the form that was asked for, and to the files; a name that no output of such a run answers to is refused before either.
fn print<R>(cli: &Cli, args: &ReportArgs, out: &[PathBuf], result: &R, outputs: &Outputs<R>, look: &TextOptions) -> Result<(), Failure> {
    let form = super::output_named(if args.json { "json" } else { &args.format }, outputs)?;
    let files = Files::in_form(Some(form), out, outputs)?;
    let written = files.write(result, look, cli, &format!("report {}", args.run));
    if !files.take(form) {
        super::print(form, result, look)?;
    }
    written
}
