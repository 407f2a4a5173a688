//! The end of a run, whatever ended it: detach, close the file, judge, print.

use super::{Session, Stop};
use crate::cli::{Cli, WhyArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{interrupt, output};
use diagnose::{Diagnosis, VerdictStatus};
use model::{Observation, Run, RunStatus, Sink as _, Timestamp};
use std::path::Path;

/// Detaches, closes the file, judges and prints. Whatever happened before, this happens; what went wrong is in the report as well.
pub(super) fn finish(
    cli: &Cli,
    args: &WhyArgs,
    mut session: Session,
    stop: Option<&Stop>,
    failure: Option<Failure>,
) -> Result<Exit, Failure> {
    session.progress.clear();
    session.watch.detach(&session.sink, &session.progress);
    let status = match stop {
        None => RunStatus::Complete,
        Some(Stop::Interrupted) => RunStatus::Partial,
        Some(_) => RunStatus::Aborted,
    };
    let path = session.writer.path().to_owned();
    session.collector.observe(Observation::Ended { status, at: Timestamp::now() });
    if let Err(e) = session.writer.finish(status) {
        output::note(&format!("warning: {e}"));
    }
    if interrupt::at_once() {
        return Ok(Exit::Interrupted);
    }
    drop(session.engine);
    let run = session.collector.take();
    let diagnosis = diagnose::diagnose(&run, causes::ALL);
    let failure = failure.or_else(|| failure_of(stop?, &run));
    print(cli, args, &run, &diagnosis, &path, failure.as_ref())?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    Ok(match stop {
        Some(_) => Exit::Interrupted,
        None if args.strict && matches!(diagnosis.verdict.status, VerdictStatus::Inconclusive | VerdictStatus::GeneratorLimited) => {
            Exit::Inconclusive
        }
        None => Exit::Done,
    })
}

/// What the user has to be told of a load that stopped by itself; `None` when the user stopped it.
fn failure_of(stop: &Stop, run: &Run) -> Option<Failure> {
    let failure = |name, what: String| Failure::new(Exit::Target, name, what);
    Some(match stop {
        Stop::Interrupted => return None,
        Stop::TargetDied => failure("target-died", format!("the service (pid {}) ended while it was loaded", run.environment.target.pid))
            .why("what was measured until then is kept and reported above")
            .help(format!("look at the service's own log; then: tightspot report {}", run.info.id)),
        Stop::TooManyErrors(why) => {
            failure("too-many-errors", why.clone()).help("look at the answers first (curl -i the URL), or allow more with --max-error-rate")
        }
        Stop::Load(why) => failure("load-stopped", why.clone()),
    })
}

fn print(cli: &Cli, args: &WhyArgs, run: &Run, diagnosis: &Diagnosis, path: &Path, failure: Option<&Failure>) -> Result<(), Failure> {
    let document = || {
        let mut document = report::json(run, diagnosis);
        if let Some(failure) = failure {
            document["error"] = failure.json();
        }
        format!("{document:#}\n")
    };
    let options = crate::commands::text_options(cli, Some(path), diagnosis);
    for out in &args.out {
        let json = out.extension().is_some_and(|e| e == "json");
        let text = if json { document() } else { report::text(run, diagnosis, &options) };
        std::fs::write(out, text).map_err(|e| Failure::new(Exit::Usage, "report-not-written", format!("write {}: {e}", out.display())))?;
    }
    if args.json {
        output::result(&document());
        return Ok(());
    }
    output::result(&report::text(run, diagnosis, &options));
    if args.ledger {
        output::result(&report::ledger_table(diagnosis, &options));
    }
    Ok(())
}
