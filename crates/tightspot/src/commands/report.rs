//! `tightspot report RUN`: judges a kept run again and prints it. Live and replayed runs take the same path.

use crate::cli::{Cli, ReportArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use ::report::load::{Format, UnknownFormat, render};
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
        let format = if args.json { Ok(Format::Json) } else { args.format.parse() };
        let format = format.map_err(|e: UnknownFormat| Failure::new(Exit::Usage, "format", e.to_string()))?;
        output::result(&render(&load, format, &super::page(cli)));
        return Ok(Exit::Done);
    }
    let diagnosis = diagnose::diagnose(&run, causes::ALL);
    if args.json || args.format == "json" {
        output::result(&format!("{:#}", ::report::json(&run, &diagnosis)));
        return Ok(Exit::Done);
    }
    let options = super::text_options(cli, Some(&path), &diagnosis);
    output::result(&::report::text(&run, &diagnosis, &options));
    if args.ledger {
        output::result(&::report::ledger_table(&diagnosis, &options));
    }
    Ok(Exit::Done)
}
