//! A service that was started and does not take requests: it ended, it never listened, or it answered that it is not ready. Which of them is told with what it
//! wrote last, and the run is kept.

use super::super::finish;
use super::super::follow::Own;
use super::Waiting;
use crate::cli::{Cli, WhyArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Files;
use crate::{interrupt, kept};
use experiment::service::NotStarted;
use logs::Reader;
use model::{Environment, Message, Observation, RunInfo, RunStatus, Sink as _, Timestamp, message};
use record::Collector;
use report::Judged;
use std::time::Duration;

/// Longest wait for a process whose port was closed to be gone.
pub(super) const END: Duration = Duration::from_secs(1);

/// Why the load did not begin.
pub(in crate::why) struct Failed {
    failure: Failure,
    /// What the run keeps of it, where the service was started.
    keeps: Option<Message>,
}

impl From<Failure> for Failed {
    fn from(failure: Failure) -> Self {
        Self { failure, keeps: None }
    }
}

impl From<Failed> for Failure {
    fn from(failed: Failed) -> Self {
        failed.failure
    }
}

impl Failed {
    /// Of a service that was started.
    pub(super) fn start(args: Waiting, program: &str, e: &NotStarted) -> Self {
        let seen = &e.error.seen;
        let (name, help) = match () {
            () if seen.says("service/ended") => ("service-ended", e.error.help.clone()),
            () if seen.says("why/not-ready") => ("service-not-ready", message!("why/ask-yourself", url: name(ready_url(args)))),
            () if seen.says("why/silent") => ("service-not-listening", message!("why/is-it-the-port")),
            () => ("service-not-started", e.error.help.clone()),
        };
        let what = message!("why/not-started", program: name(program), seen: (seen.clone()));
        let exit = if interrupt::requested() { Exit::Interrupted } else { Exit::Target };
        let mut failure = Failure::new(exit, name, what.clone()).help(help);
        if name == "service-not-listening" && !e.ports.is_empty() {
            failure = failure.why(message!("why/listens-on", ports: name(list(&e.ports))));
        }
        failure = last_lines(failure, &e.last_lines);
        if matches!(name, "service-not-listening" | "service-not-ready") {
            failure = failure.help(message!("why/wait-longer"));
        }
        let lines: Vec<Message> = e.last_lines.iter().map(|l| Message::verbatim(l.as_str())).collect();
        let keeps = if lines.is_empty() { what } else { message!("why/start-kept", what: (what), lines: (lines)) };
        Self { failure, keeps: Some(keeps) }
    }

    /// `failure`, or the reason behind it: that the service which was started here has ended.
    pub(in crate::why) fn unless_it_ended(args: &WhyArgs, own: Option<&Own>, failure: Failure) -> Self {
        let ended = own.and_then(|own| own.service.lock().ended(END));
        match (ended, args.command.first()) {
            (Some(ended), Some(program)) => Self::start(args.into(), program, &ended),
            _ => failure.into(),
        }
    }

    /// Keeps the run and prints what there is of it; returns what the command ends with.
    pub(in crate::why) fn kept(self, cli: &Cli, args: &WhyArgs, files: &Files<Judged>, info: RunInfo) -> Failure {
        let Some(keeps) = self.keeps else { return self.failure };
        let writer = match kept::begin(cli, info.clone()) {
            Ok(writer) => writer,
            Err(e) => return self.failure.why(e.to_string()),
        };
        let id = kept::id(writer.path());
        let collector = Collector::new();
        collector.observe(Observation::Info(RunInfo { id: id.clone(), ..info }));
        let host = Environment { host: probe::discover::host_info(), ..Environment::default() };
        let ended = Observation::Ended { status: RunStatus::Aborted, at: Timestamp::now() };
        for seen in [Observation::Environment(host), Observation::warning("service-not-started", keeps)] {
            collector.observe(seen.clone());
            writer.observe(seen);
        }
        collector.observe(ended);
        let unwritten = writer.finish(RunStatus::Aborted).err();
        let failure = match unwritten {
            None => self.failure.help(message!("why/run-is-kept", run: name(id))),
            Some(e) => self.failure.why(e.to_string()),
        };
        let run = collector.take();
        let diagnosis = diagnose::diagnose(&run, causes::ALL);
        finish::unmeasured(cli, args, files, Judged::new(run, diagnosis), failure)
    }
}

/// Adds what a service wrote last, and what is known of it.
pub(in crate::why) fn last_lines(mut failure: Failure, lines: &[String]) -> Failure {
    let mut reader = Reader::default();
    for line in lines {
        reader.line(line);
    }
    if !lines.is_empty() {
        failure = failure.why(message!("why/wrote-last"));
    }
    failure = lines.iter().fold(failure, |f, line| f.why(format!("| {line}")));
    for seen in reader.end().messages {
        let proves = seen.known.proves(&seen.told);
        failure = failure.why(message!("why/line-proves", title: name(seen.known.title.as_str()), proves: (proves)));
    }
    failure
}

/// What `--ready` asks, as far as it may be shown.
fn ready_url(args: Waiting) -> String {
    let ready = args.ready.unwrap_or_default();
    let base = args.request.url.as_deref().filter(|_| ready.starts_with('/')).unwrap_or_default();
    let place = base.split_once("://").map_or(base, |(_, rest)| rest).split('/').next().unwrap_or_default();
    model::harmless::url(&format!("{place}{ready}"))
}

fn list(ports: &[u16]) -> String {
    ports.iter().map(u16::to_string).collect::<Vec<_>>().join(", ")
}
