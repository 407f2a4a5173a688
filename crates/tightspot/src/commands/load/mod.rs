//! `tightspot load`: sends load and reports what came back. Nobody is watched, nobody is judged but the generator.

mod follow;
mod outcome;
mod pattern;
pub(super) mod recorded;

use crate::cli::{Cli, LoadArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{interrupt, kept, output, request};
use ::load::{AsideFailure, Engine, EngineConfig, Protocol, Scenario};
use ::report::load::{Format, LoadEnd, LoadReport, format_of, gate, render, unknown_routes};
use follow::Follower;
use model::{Environment, Generator, Observation, Phase, PhaseKind, RunStatus, Sink, Timestamp};
use record::Fanout;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Name of the only phase.
const PHASE: &str = "load";

/// Runs the command.
pub(crate) fn run(cli: &Cli, args: &LoadArgs) -> Result<Exit, Failure> {
    let progress = Progress::new(cli.quiet);
    interrupt::listen().map_err(|e| Failure::new(Exit::Internal, "signals", format!("listen for signals: {e}")))?;
    let scenario = Arc::new(request::scenario(&args.request)?);
    let formats = outputs(args)?;
    check_objectives(args, &scenario)?;
    let mut way = request::way(&args.request);
    if let Some(streams) = args.streams {
        way.protocol = Protocol::Http2 { streams };
    }
    let streams = way.protocol.streams();
    request::check_host(&scenario, &way, &args.request.allow_host)?;
    let timeout = args.request.timeout;
    request::check_answer(&scenario, &way, timeout)?;
    let job = pattern::job(args, &scenario)?;
    let (url, routes) = (scenario.url(), scenario.routes().to_vec());
    for w in scenario.warnings() {
        output::note(&format!("warning: {w}"));
    }
    let seed = args.seed;
    let aside = |e: AsideFailure| {
        Failure::new(Exit::Target, "setup-failed", e.to_string()).help("the load has not begun; try the step with curl -i")
    };
    let shared = ::load::set_up(&scenario, &way, timeout, seed).map_err(aside)?;
    let writer = kept::begin(cli, kept::info(args.name.as_deref(), &url, args.seed))?;
    let follower = Arc::new(Follower::new(args.slo.clone(), timeout));
    let sink = Fanout::new(vec![Arc::clone(&writer) as Arc<dyn Sink>, Arc::clone(&follower) as Arc<dyn Sink>]);
    let config = EngineConfig {
        way: way.clone(),
        shared: shared.clone(),
        threads: args.threads,
        precise: args.precise,
        timeout,
        seed: args.seed,
        ..EngineConfig::of(Arc::clone(&scenario))
    };
    let engine = Engine::start(config, sink).map_err(|e| Failure::new(Exit::Target, "load-not-started", e.to_string()))?;
    follower.may_stop(engine.stopper());
    let generator = Generator { threads: args.threads, precise: args.precise, real_time: engine.is_real_time(), ..Generator::default() };
    writer.observe(Observation::Environment(Environment { generator, ..Environment::default() }));
    let phase = Phase {
        id: PHASE.to_owned(),
        kind: PhaseKind::Load,
        arrival: pattern::arrival(&job.pattern, streams),
        fraction: None,
        start: Timestamp::now(),
        end: None,
    };
    progress.say(&format!("load    {url}: {}", pattern::in_words(&job, streams)));
    let started_unix_ns = model::time::unix_now_ns();
    let summary = watched(&engine, &progress, || engine.run_job(&phase, job.clone()));
    progress.clear();
    if let Err(e) = ::load::tear_down(&scenario, &way, timeout, seed, shared.as_ref()) {
        output::note(&format!("warning: teardown failed: {e}"));
    }
    let end = end(&follower);
    let status = if end == LoadEnd::Complete { RunStatus::Complete } else { RunStatus::Partial };
    if let Err(e) = writer.finish(status) {
        output::note(&format!("warning: {e}"));
    }
    let summary = summary.map_err(|e| Failure::new(Exit::Usage, "load-not-started", e.to_string()))?;
    let mut report = LoadReport {
        id: kept::id(writer.path()),
        target: url,
        scenario: args.name.clone().unwrap_or_default(),
        seed: args.seed,
        timeout_ns: timeout.as_nanos() as u64,
        started_unix_ns,
        end,
        series: follower.series(),
        protocol: protocol(way.protocol),
        ..outcome::report(&summary, &job, &routes, args.precise, engine.is_real_time())
    };
    report.slos = follower.judge(&report);
    print(cli, args, &formats, &report)?;
    Ok(exit(&report, &summary))
}

/// Files to write, each with its form.
fn outputs(args: &LoadArgs) -> Result<Vec<Format>, Failure> {
    let bad = |e: ::report::load::UnknownFormat| Failure::new(Exit::Usage, "output", e.to_string()).help("-o result.json -o result.xml");
    args.out.iter().map(|path| format_of(path).map_err(bad)).collect()
}

/// Refuses objectives on routes that are not there.
fn check_objectives(args: &LoadArgs, scenario: &Scenario) -> Result<(), Failure> {
    let known: Vec<&str> = scenario.routes().iter().map(String::as_str).collect();
    let unknown = unknown_routes(&args.slo, &known);
    if unknown.is_empty() {
        return Ok(());
    }
    let text = format!("no route of the scenario is named so: {}", unknown.join(", "));
    Err(Failure::new(Exit::Usage, "slo", text).help(format!("routes: {}", known.join(", "))))
}

/// Runs `load` and meanwhile shows how it goes and listens for Ctrl-C.
fn watched<T: Send>(engine: &Engine, progress: &Progress, load: impl FnOnce() -> T + Send) -> T {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let looker = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                if interrupt::requested() {
                    engine.stopper().stop();
                }
                progress.live(PHASE, &engine.live());
                std::thread::park_timeout(Duration::from_millis(200));
            }
        });
        let result = load();
        done.store(true, Ordering::Relaxed);
        looker.thread().unpark();
        result
    })
}

/// In words, where it is worth a word.
fn protocol(protocol: Protocol) -> String {
    match protocol {
        Protocol::Http1 => String::new(),
        Protocol::Http2 { streams: 1 } => "HTTP/2".to_owned(),
        Protocol::Http2 { streams } => format!("HTTP/2, up to {streams} requests at a time per connection"),
    }
}

fn end(follower: &Follower) -> LoadEnd {
    if interrupt::requested() { LoadEnd::Interrupted } else { follower.aborted().map_or(LoadEnd::Complete, LoadEnd::Aborted) }
}

fn print(cli: &Cli, args: &LoadArgs, formats: &[Format], report: &LoadReport) -> Result<(), Failure> {
    let page = super::page(cli);
    for (path, format) in args.out.iter().zip(formats) {
        let plain = ::report::TextOptions { color: false, ..page.clone() };
        std::fs::write(path, render(report, *format, &plain))
            .map_err(|e| Failure::new(Exit::Usage, "report-not-written", format!("write {}: {e}", path.display())))?;
    }
    let format = if args.json { Format::Json } else { args.format };
    output::result(&render(report, format, &page));
    Ok(())
}

fn exit(report: &LoadReport, summary: &::load::PhaseSummary) -> Exit {
    use ::report::load::Gate;
    if report.end == LoadEnd::Interrupted {
        return Exit::Interrupted;
    }
    if summary.overflowed || summary.answered() == 0 {
        return Exit::Target;
    }
    match gate(&report.slos) {
        Gate::Passed => Exit::Done,
        Gate::Failed => Exit::Gate,
        Gate::Inconclusive => Exit::Inconclusive,
    }
}
