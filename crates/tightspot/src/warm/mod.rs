//! `tightspot warm`: sends warm-up load to a service that is about to be opened, and says when it is warm ([`gate::Gate`]).

mod asked;
mod calibrate;
mod check;
mod document;
mod drive;
mod driver;
mod loaded;
mod mix;
mod recipe;
mod serve;
mod ticks;
mod watch;

pub(crate) use calibrate::place;

use crate::cli::{Cli, GateArgs, RequestArgs, WarmArgs, WarmCommand, WarmServeArgs, WarmWaitArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use document::{Shared, State};
use drive::{Driven, End, Plan};
use driver::TARGET_DIED;
use mix::Sent;
use model::message;
use std::path::Path;
use std::time::Duration;

/// What a failure of the file is called that says that the service may be opened.
const READY_FILE: &str = "ready-file";

/// Runs the command.
pub(crate) fn run(cli: &Cli, args: &WarmArgs) -> Result<Exit, Failure> {
    match &args.what {
        WarmCommand::Wait(args) => wait(cli, args),
        WarmCommand::Check(args) => check::run(args),
        WarmCommand::Serve(args) => serve(cli, args),
        WarmCommand::Calibrate(args) => calibrate::run(cli, args),
    }
}

fn wait(cli: &Cli, args: &WarmWaitArgs) -> Result<Exit, Failure> {
    let progress = Progress::new(cli);
    crate::failure::listen()?;
    let (state, file) = (Shared::default(), args.gate.ready_file.as_deref());
    forget(file)?;
    let sent = mix::sent(cli, &args.request, &args.mix, &args.gate.load, &progress)?;
    let plan = plan(&args.request, &args.gate, &sent, &progress)?;
    let end = open(&plan, file, &state, &progress)?.end;
    let text = state.with(|s| if args.json { format!("{:#}", s.json()) } else { s.text() });
    output::result(&text);
    Ok(exit(end))
}

/// Answers for as long as it is asked. A service that ends and starts again is cold again: each start is gated.
fn serve(cli: &Cli, args: &WarmServeArgs) -> Result<Exit, Failure> {
    let progress = Progress::new(cli);
    crate::failure::listen()?;
    let (state, file) = (Shared::default(), args.gate.ready_file.as_deref());
    let at = serve::begin(&args.listen, &state)?;
    progress.say(message!("warm/serves", address: name(at.to_string())));
    forget(file)?;
    let sent = mix::sent(cli, &args.request, &args.mix, &args.gate.load, &progress)?;
    let mut plan = plan(&args.request, &args.gate, &sent, &progress)?;
    loop {
        let gone = match open(&plan, file, &state, &progress) {
            Ok(Driven { end: End::Interrupted, .. }) => return Ok(Exit::Interrupted),
            Ok(driven) => driven.loaded.and_then(|l| l.outlived()),
            Err(failure) if failure.name == TARGET_DIED => Some(failure.what),
            Err(failure) => return Err(failure),
        };
        let Some(why) = gone else { return Ok(Exit::Done) };
        progress.say(message!("warm/starts-over", why: (why)));
        // who restarts it takes as long as it takes, and the probe is told meanwhile
        plan.patience = None;
    }
}

/// What is to be done to open the service.
fn plan<'a>(request: &'a RequestArgs, args: &'a GateArgs, sent: &'a Sent, progress: &Progress) -> Result<Plan<'a>, Failure> {
    let settings = asked::settings(args, sent.scenario.routes(), progress)?;
    let patience = Some(Duration::from_secs_f64(args.load.start_timeout));
    Ok(Plan { request, load: &args.load, sent, settings, length_s: None, patience })
}

/// Loads the service until it may be opened, or will not be.
fn open(plan: &Plan, ready_file: Option<&Path>, state: &Shared, progress: &Progress) -> Result<Driven, Failure> {
    forget(ready_file)?;
    let driven = drive::drive(plan, state, progress)?;
    if let (Some(file), true) = (ready_file, state.with(State::is_ready)) {
        write(file, &format!("{:#}\n", state.with(State::json)))?;
    }
    progress.clear();
    Ok(driven)
}

fn exit(end: End) -> Exit {
    match end {
        End::Warm | End::OpenedCold => Exit::Done,
        End::Failed => Exit::Gate,
        End::Interrupted => Exit::Interrupted,
    }
}

/// What an earlier gate has left would open the service at once.
fn forget(file: Option<&Path>) -> Result<(), Failure> {
    file.map_or(Ok(()), remove)
}

fn remove(file: &Path) -> Result<(), Failure> {
    match std::fs::remove_file(file) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(unwritten(file, &e, READY_FILE)),
        _ => Ok(()),
    }
}

/// All of it or nothing: a probe may read at any moment.
fn write(file: &Path, text: &str) -> Result<(), Failure> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".part");
    std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, file)).map_err(|e| unwritten(file, &e, READY_FILE))
}

fn unwritten(file: &Path, e: &std::io::Error, failed: &str) -> Failure {
    let what = message!("failure/write-file", file: name(file.to_string_lossy()), error: name(e.to_string()));
    Failure::new(Exit::Usage, failed, what).help(message!("failure/file-that-can-be-written"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_an_earlier_gate_goes_and_a_new_one_is_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("ready");
        assert_eq!(remove(&file), Ok(()));
        assert_eq!(write(&file, "{}\n"), Ok(()));
        assert_eq!(std::fs::read_to_string(&file).expect("written"), "{}\n");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
        assert_eq!(remove(&file), Ok(()));
        assert!(!file.exists());
        assert_eq!(write(&folder.path().join("gone/ready"), "").expect_err("no folder").exit, Exit::Usage);
    }
}
