//! `tightspot load`: sends load and reports what came back. Nobody is watched, nobody is judged but the generator.

mod follow;
mod live;
mod outcome;
mod pattern;
pub(super) mod recorded;
mod start;

use crate::cli::{Cli, LoadArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Files;
use crate::progress::Progress;
use crate::{interrupt, kept, output, request};
use ::load::{Job, PhaseSummary, Protocol, Scenario};
use ::report::load::{LoadEnd, LoadReport, OUTPUTS};
use follow::Follower;
use model::{Environment, Generator, Message, Observation, RunInfo, RunStatus, Sink, message};
use outcome::{Ended, Manner};
use record::{Fanout, Writer};
use start::Cast;
use std::sync::Arc;

/// Runs the command.
pub(crate) fn run(cli: &Cli, args: &LoadArgs) -> Result<Exit, Failure> {
    let progress = Progress::new(cli);
    crate::failure::listen()?;
    let files = Files::check(&args.out, &OUTPUTS)?;
    let format = super::output_named(if args.json { "json" } else { &args.format }, &OUTPUTS)?;
    let mut cast = cast(args)?;
    let slo = objectives(args, &cast)?;
    let jobs = pattern::jobs(args, &cast.scenarios)?;
    check_target(&cast)?;
    if let Some(time) = body_that_is_a_time(args) {
        output::note(&output::said(&message!("commands/body-is-a-time", time: name(time))));
    }
    cast.set_up()?;
    let url = cast.url();
    let texts = slo.iter().map(|s| s.text.clone()).collect();
    let info = RunInfo { routes: cast.routes(), objectives: texts, ..kept::info(args.name.as_deref(), &url, args.seed) };
    let writer = kept::begin(cli, info)?;
    let follower = Arc::new(Follower::new(slo, cast.timeout));
    let sink: Arc<dyn Sink> = Fanout::new(vec![Arc::clone(&writer) as Arc<dyn Sink>, Arc::clone(&follower) as Arc<dyn Sink>]);
    let parts = cast.parts(args, &jobs, &sink)?;
    follower.may_stop(parts.iter().map(|p| p.engine.stopper()).collect());
    let manner = Manner { precise: args.precise, real_time: parts.iter().all(|p| p.engine.is_real_time()) };
    tell_generator(&writer, args.threads * parts.len() as u32, manner);
    say(&progress, &cast, &jobs, &url);
    let started_unix_ns = model::time::unix_now_ns();
    let summaries = live::watched(&parts, &progress);
    progress.clear();
    for failed in cast.tear_down() {
        output::warning(&message!("commands/teardown-failed", why: name(failed)));
    }
    let end = end(&follower);
    let status = match &end {
        LoadEnd::Complete => RunStatus::Complete,
        LoadEnd::Interrupted => RunStatus::Partial,
        LoadEnd::Aborted(_) => RunStatus::Aborted,
    };
    if let Err(e) = writer.finish(status) {
        output::warning(&e.to_string().into());
    }
    let summaries = summaries.map_err(|e| Failure::new(Exit::Usage, "load-not-started", e.to_string()))?;
    let all = ended(&cast, &jobs, summaries);
    let mut report = LoadReport {
        id: kept::id(writer.path()),
        target: url,
        scenario: args.name.clone().unwrap_or_default(),
        seed: args.seed,
        timeout_ns: cast.timeout.as_nanos() as u64,
        started_unix_ns,
        end,
        series: follower.series(),
        protocol: protocol(cast.way.protocol),
        warnings: not_started(&cast, &all),
        ..outcome::report(&all, manner)
    };
    report.slos = follower.judge(&report);
    let page = super::page(cli);
    let written = files.write(&report, &page, cli, &format!("report {}", report.id));
    super::print(format, &report, &page)?;
    match (exit(&report, all.iter().any(|e| e.summary.overflowed)), written) {
        (Exit::Done, Err(failure)) => Err(failure),
        (exit, written) => {
            written.err().into_iter().for_each(|failure| output::note(&failure.to_string()));
            Ok(exit)
        }
    }
}

/// A body that reads like a length of time, as `wrk -d 30s` has it, where no length was given.
fn body_that_is_a_time(args: &LoadArgs) -> Option<&str> {
    let body = args.request.body.as_deref().filter(|_| args.duration.is_none())?;
    body.parse::<humantime::Duration>().is_ok().then_some(body)
}

/// What is to be run, without its setup.
fn cast(args: &LoadArgs) -> Result<Cast, Failure> {
    let mut way = request::way(&args.request);
    if let Some(streams) = args.streams {
        way.protocol = Protocol::Http2 { streams };
    }
    Ok(Cast {
        scenarios: request::scenarios(&args.request)?.into_iter().map(Arc::new).collect(),
        way,
        timeout: args.request.timeout,
        seed: args.seed,
        shared: Vec::new(),
    })
}

/// Refuses hosts that nobody allowed, and routes that do not answer; says what should be otherwise in the file.
fn check_target(cast: &Cast) -> Result<(), Failure> {
    for s in &cast.scenarios {
        request::check_host(s, &cast.way)?;
    }
    for s in &cast.scenarios {
        request::check_answer(s, &cast.way, cast.timeout)?;
        for w in s.warnings() {
            output::warning(&w.to_string().into());
        }
    }
    Ok(())
}

fn tell_generator(writer: &Writer, threads: u32, manner: Manner) {
    let generator = Generator { threads, precise: manner.precise, real_time: manner.real_time, ..Generator::default() };
    writer.observe(Observation::Environment(Environment { generator, ..Environment::default() }));
}

fn say(progress: &Progress, cast: &Cast, jobs: &[Job], url: &str) {
    for (i, job) in jobs.iter().enumerate() {
        let load = pattern::in_words(job, cast.way.protocol.streams());
        match cast.name(i) {
            "" => progress.say(message!("commands/load", url: name(url), load: (load))),
            name => progress.say(message!("commands/load-of", url: name(url), scenario: name(name), load: (load))),
        }
    }
}

/// What each scenario amounts to; those that never began are left out.
fn ended<'a>(cast: &'a Cast, jobs: &'a [Job], summaries: Vec<Option<PhaseSummary>>) -> Vec<Ended<'a>> {
    let ended = |(i, summary): (usize, Option<PhaseSummary>)| {
        Some(Ended { name: cast.name(i), scenario: &cast.scenarios[i], job: &jobs[i], summary: summary? })
    };
    summaries.into_iter().enumerate().filter_map(ended).collect()
}

fn not_started(cast: &Cast, all: &[Ended]) -> Vec<(String, Message)> {
    let missing = (0..cast.scenarios.len()).map(|i| cast.name(i)).filter(|name| !all.iter().any(|e| e.name == *name));
    missing.map(|name| ("scenario-not-started".to_owned(), message!("commands/ended-before", scenario: name(name)))).collect()
}

/// Those of the command line and of the file; refuses objectives on routes that are not there.
fn objectives(args: &LoadArgs, cast: &Cast) -> Result<Vec<::report::load::Slo>, Failure> {
    let all = match cast.scenarios.first() {
        Some(first) => crate::why::with_those_of_file(&args.slo, first)?,
        None => args.slo.clone(),
    };
    let known: Vec<String> = (0..cast.scenarios.len()).flat_map(|i| names(cast.name(i), &cast.scenarios[i])).collect();
    crate::why::check_routes(&all, &known)?;
    Ok(all)
}

/// What an objective may name of a scenario: its routes, or with several scenarios itself and `SCENARIO/ROUTE`.
fn names(name: &str, scenario: &Scenario) -> Vec<String> {
    if name.is_empty() {
        return scenario.routes().to_vec();
    }
    let routes = scenario.routes().iter().map(|r| format!("{name}/{r}"));
    std::iter::once(name.to_owned()).chain(routes).collect()
}

/// In words, where it is worth a word.
fn protocol(protocol: Protocol) -> Message {
    match protocol {
        Protocol::Http1 => Message::default(),
        Protocol::Http2 { streams: 1 } => "HTTP/2".into(),
        Protocol::Http2 { streams } => message!("commands/http2-streams", streams: Count(f64::from(streams))),
    }
}

fn end(follower: &Follower) -> LoadEnd {
    if interrupt::requested() { LoadEnd::Interrupted } else { follower.aborted().map_or(LoadEnd::Complete, LoadEnd::Aborted) }
}

fn exit(report: &LoadReport, overflowed: bool) -> Exit {
    if report.end == LoadEnd::Interrupted {
        return Exit::Interrupted;
    }
    if overflowed || report.totals.answered() == 0 {
        return Exit::Target;
    }
    Exit::of_gate(::report::load::gate(&report.slos))
}
