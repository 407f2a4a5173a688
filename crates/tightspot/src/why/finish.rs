//! The end of a run, whatever ended it: detach, close the file, judge, print.

use super::{Session, Stop};
use crate::cli::{Cli, WhyArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Files;
use crate::{commands, interrupt, output};
use diagnose::VerdictStatus;
use model::{Message, Observation, Run, RunStatus, Sink as _, Timestamp, message};
use report::{Judged, TextOptions};
use std::path::Path;

/// Detaches, closes the file, judges and prints. Whatever happened before, this happens; what went wrong is in the report as well.
pub(super) fn finish(
    cli: &Cli,
    args: &WhyArgs,
    files: &Files<Judged>,
    mut session: Session,
    stop: Option<&Stop>,
    failure: Option<Failure>,
) -> Result<Exit, Failure> {
    session.progress.clear();
    session.watch.detach(&session.progress);
    let status = match stop {
        None => RunStatus::Complete,
        Some(Stop::Interrupted) => RunStatus::Partial,
        Some(_) => RunStatus::Aborted,
    };
    let path = session.writer.path().to_owned();
    session.collector.observe(Observation::Ended { status, at: Timestamp::now() });
    if let Err(e) = session.writer.finish(status) {
        output::warning(&e.to_string().into());
    }
    if interrupt::at_once() {
        return Ok(Exit::Interrupted);
    }
    drop(session.engine);
    let run = session.collector.take();
    let diagnosis = diagnose::diagnose(&run, causes::ALL);
    let failure = failure.or_else(|| failure_of(stop?, &run));
    let status = diagnosis.verdict.status;
    if let Some(failure) = print(cli, args, files, Judged::new(run, diagnosis), &path, failure) {
        return Err(failure);
    }
    Ok(match stop {
        Some(_) => Exit::Interrupted,
        None if args.strict && matches!(status, VerdictStatus::Inconclusive | VerdictStatus::GeneratorLimited) => Exit::Inconclusive,
        None => Exit::Done,
    })
}

/// What the user has to be told of a load that stopped by itself; `None` when the user stopped it.
fn failure_of(stop: &Stop, run: &Run) -> Option<Failure> {
    let failure = |name, what: Message| Failure::new(Exit::Target, name, what);
    Some(match stop {
        Stop::Interrupted => return None,
        Stop::TargetDied => failure("target-died", message!("why/target-died", who: name(ended(run))))
            .why(message!("why/kept-and-reported"))
            .help(message!("why/look-at-its-log", run: name(&run.info.id))),
        Stop::TooManyErrors(why) => failure("too-many-errors", why.clone()).help(message!("why/look-at-the-answers")),
        Stop::Load(why) => failure("load-stopped", why.clone()),
    })
}

/// Writes the files, then prints; a file that cannot be written costs nothing but itself. Returns what the command ends with, if it is an error.
/// `pid 421`: of several processes those that are gone.
fn ended(run: &Run) -> String {
    let gone = |t: &&model::Target| run.environment.replicas.is_empty() || !probe::discover::is_alive(t);
    run.environment.processes().filter(gone).map(|t| format!("pid {}", t.pid)).collect::<Vec<_>>().join(", ")
}

fn print(cli: &Cli, args: &WhyArgs, files: &Files<Judged>, mut judged: Judged, path: &Path, failure: Option<Failure>) -> Option<Failure> {
    let look = TextOptions { ledger: args.ledger, ..commands::text_options(cli, Some(path), &judged.diagnosis) };
    judged.error = failure.as_ref().map(Failure::json);
    let unwritten = files.write(&judged, &TextOptions { ledger: false, ..look.clone() }, cli, &judged.run.info.id).err();
    if let (Some(_), Some(unwritten)) = (&failure, &unwritten) {
        output::note(&unwritten.to_string());
    }
    let failure = failure.or(unwritten);
    judged.error = failure.as_ref().map(Failure::json);
    let format = if args.json { "json" } else { "text" };
    let printed = commands::output_named(format, &report::OUTPUTS).and_then(|o| commands::print(o, &judged, &look));
    failure.or(printed.err())
}
