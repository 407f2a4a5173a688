//! `tightspot why`, and the commands that go the same way: find the process, watch it, load it, judge what was seen.

mod again;
mod answers;
mod compilers;
mod cost;
mod crowd;
mod failing;
mod finish;
mod follow;
mod knee;
mod levels;
mod meet;
mod objectives;
mod observe;
mod plan;
mod prove;
mod resume;
mod start;
mod start_up;
mod sweep;
mod tail;
mod target;
mod unloaded;
mod verify;
mod warm;

use crate::alone::{self, Work};
use crate::cli::{Cli, SweepArgs, VerifyArgs, WhyArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Files;
use crate::progress::Progress;
use crate::{kept, pattern, request};
use answers::Answers;
use experiment::interventions::concurrency_cap::Cap;
use finish::finish;
use load::{Engine, EngineConfig, Pattern, Priority, Scenario, Way};
use model::{Environment, Generator, Message, Observation, RunInfo, Sink, message};
pub(crate) use objectives::{check_routes, fit, with_those_of_file};
use observe::Watch;
use record::{Collector, Fanout, Writer};
pub(crate) use start::{Waiting, service, with_its_end};
use std::sync::Arc;
pub(crate) use verify::starts::run as starts;

/// What a run needs from beginning to end.
struct Session {
    progress: Progress,
    collector: Arc<Collector>,
    writer: Arc<Writer>,
    sink: Arc<dyn Sink>,
    engine: Engine,
    answers: Answers,
    watch: Watch,
    max_connections: u32,
    max_error_share: f64,
    find_knee: bool,
    /// The slowest requests of a load are asked about, not the limit.
    asks_about_tail: bool,
    warmup: String,
    /// The service, where this run has started it.
    own: Option<follow::Own>,
    /// The load that the scenario means, where a start is judged and it names one.
    meant: Option<Pattern>,
    /// How many of its connections the load keeps busy at once.
    cap: Cap,
}

/// Why the load ended before its plan did.
#[derive(Debug, Clone, PartialEq)]
enum Stop {
    /// The user pressed Ctrl-C.
    Interrupted,
    /// The target is gone.
    TargetDied,
    /// Too many requests failed.
    TooManyErrors(Message),
    /// The generator could not go on.
    Load(Message),
}

/// What the load is for.
pub(crate) enum Purpose<'a> {
    /// A verdict.
    Why,
    /// A verdict that is tested, from the beginning or from a run that was measured before.
    Prove(Option<&'a str>),
    /// The best setting of a knob.
    Sweep(&'a SweepArgs),
    /// Whether one state of the service is better than another.
    Verify(&'a VerifyArgs),
}

/// Runs a command that loads and watches a service.
pub(crate) fn run(cli: &Cli, args: &WhyArgs, purpose: &Purpose) -> Result<Exit, Failure> {
    let progress = Progress::new(cli);
    progress.say(format!("tightspot {}", env!("CARGO_PKG_VERSION")));
    crate::failure::listen()?;
    for left in probe::runtimes::recover() {
        progress.say(left);
    }
    let files = files(args, purpose)?;
    check_database(args)?;
    objectives::check(args, purpose)?;
    if args.rate.is_some() && args.tail.is_none() && !judges_start(args, purpose) {
        return Err(Failure::new(Exit::Usage, "rate", message!("why/rate-of-a-start")).help(message!("why/from-start-or-command")));
    }
    let scenario = request::scenario(&args.request)?;
    let way = request::way(&args.request);
    request::check_host(&scenario, &way)?;
    let slo = objectives::of_scenario(args, purpose, &scenario, &progress)?;
    let meant =
        args.rate.map(pattern::open).or_else(|| pattern::meant(&scenario)).filter(|_| judges_start(args, purpose) || args.tail.is_some());
    tail::check(args, purpose, meant.as_ref())?;
    let alone = alone::take(work(args, purpose))?;
    let mut info = kept::info(args.name.as_deref(), &args.request.url.clone().unwrap_or_else(|| scenario.url()), args.seed);
    info.objectives = slo.iter().map(|s| s.text.clone()).collect();
    let mut own = match start::start(args, &scenario, &way, &progress) {
        Ok(service) => service.map(|service| follow::Own::new(service, start::place(args, &scenario))),
        Err(failed) => return Err(failed.kept(cli, args, &files, info)),
    };
    let from_start = judges_start(args, purpose);
    let environment = match reach(args, purpose, &scenario, &way, &progress) {
        Ok(environment) => environment,
        Err(failure) => return Err(start::Failed::unless_it_ended(args, own.as_ref(), failure).kept(cli, args, &files, info)),
    };
    if let Some(own) = &mut own {
        own.port = environment.target.port;
    }
    let base = match purpose {
        Purpose::Prove(Some(name)) => Some(resume::Base::read(cli, name, &environment)?),
        _ => None,
    };
    if let Some(base) = &base {
        info.started = base.started;
        info.routes.clone_from(&base.routes);
    }
    let first_route = info.routes.len() as u16;
    info.routes.extend_from_slice(scenario.routes());
    let writer = kept::begin(cli, info.clone())?;
    let collector = Collector::new();
    // the writer notes the run's info itself
    collector.observe(Observation::Info(RunInfo { id: kept::id(writer.path()), ..info }));
    let sink: Arc<dyn Sink> = Fanout::new(vec![Arc::clone(&collector) as Arc<dyn Sink>, Arc::clone(&writer) as Arc<dyn Sink>]);
    let resumed = base.is_some();
    if let Some(base) = base {
        base.tell(&*sink);
    }
    sink.observe(Observation::Environment(environment.clone()));
    alone.tell(&*sink);
    let config = EngineConfig { first_route, ..engine(args, scenario, way, &environment.generator) };
    if !environment.generator.shares_cpus
        && let Err(e) = probe::host::pin_current_process(&environment.generator.cpus)
    {
        sink.observe(Observation::warning(e.name, e.said()));
    }
    let answers = Answers::of(&config);
    let engine = Engine::start(config, Arc::clone(&sink)).map_err(|e| Failure::new(Exit::Target, "load-not-started", e.to_string()))?;
    let mut environment = environment;
    environment.generator.real_time = engine.is_real_time();
    sink.observe(Observation::Environment(environment.clone()));
    let watch = Watch::attach(args, &environment, &sink, &progress)?;
    let mut session = Session {
        progress,
        collector,
        writer,
        sink,
        engine,
        answers,
        watch,
        max_connections: args.max_connections,
        max_error_share: args.max_error_rate / 100.0,
        find_knee: args.find_knee,
        asks_about_tail: args.tail.is_some(),
        warmup: args.warmup.clone(),
        own,
        meant,
        cap: Cap::default(),
    };
    if let Some(pairs) = args.cost_of_watching {
        return alone.after(cost::run(session, args, pairs));
    }
    match purpose {
        Purpose::Sweep(wanted) => return alone.after(sweep::run(cli, session, args, wanted)),
        Purpose::Verify(wanted) => {
            let outlets = verify::print::Outlets::check(args)?;
            return alone.after(verify::run(cli, session, args, wanted, &outlets));
        }
        Purpose::Why | Purpose::Prove(_) => {}
    }
    let proving = matches!(purpose, Purpose::Prove(_));
    session.progress.say(plan::in_words(args, from_start, proving || args.prove, resumed));
    let stop = if from_start {
        start_up::start_up(&mut session, &args.warmup)
    } else if let Some(length) = args.tail {
        tail::tail(&mut session, *length, &args.warmup)
    } else {
        warm::wait(&mut session, &args.warmup).and_then(|()| {
            if resumed {
                return Ok(());
            }
            answers::look(&session);
            levels::measure(&mut session)
        })
    }
    .err()
    .map(|stop| failing::look(&mut session, stop));
    let mut proof = prove::Proof::default();
    if stop.is_none() && (proving || args.prove) {
        match prove::run(&mut session, args) {
            Ok(made) => proof = made,
            Err(failure) => return finish(cli, args, &files, session, None, Some(failure)),
        }
    }
    let stop = stop.or(proof.stop.take());
    session.progress.clear();
    alone.look_again(Some(&*session.sink));
    let exit = finish(cli, args, &files, session, stop.as_ref(), None)?;
    let untested = proving && proof.untested.is_some() && !args.experiment.dry_run;
    // a guard that stopped the experiment weighs more than that the verdict is open
    if let Some(stopped) = prove::end(proof)?.filter(|_| matches!(exit, Exit::Done | Exit::Gate | Exit::Inconclusive)) {
        return Ok(stopped);
    }
    Ok(if untested && exit == Exit::Done { Exit::Inconclusive } else { exit })
}

/// What it is for others on this machine: doses, pairs and turns compare what nobody else may change meanwhile.
fn work(args: &WhyArgs, purpose: &Purpose) -> Work {
    let compares = matches!(purpose, Purpose::Sweep(_) | Purpose::Verify(_)) || args.cost_of_watching.is_some();
    let proves = matches!(purpose, Purpose::Prove(_)) || args.prove;
    if compares || proves && !args.experiment.dry_run { Work::Experiment } else { Work::Measurement }
}

/// One thread of load on the first core that the generator may use, ahead of all others; where the service may use that core too, while that
/// takes little of it.
fn engine(args: &WhyArgs, scenario: Scenario, way: Way, generator: &Generator) -> EngineConfig {
    EngineConfig {
        cpus: generator.cpus.iter().copied().take(1).collect(),
        priority: if generator.shares_cpus { Priority::RealTimeWhileLight } else { Priority::RealTime },
        timeout: args.request.timeout,
        seed: args.seed,
        way,
        ready: true,
        ..EngineConfig::new(scenario)
    }
}

/// Asks the service once, where that spends nothing that is to be judged, and finds out who serves.
fn reach(args: &WhyArgs, purpose: &Purpose, scenario: &Scenario, way: &Way, progress: &Progress) -> Result<Environment, Failure> {
    // the first requests of a service are what is judged from its start: asking one of them before would spend what they show
    let from_start = judges_start(args, purpose);
    if !from_start {
        request::check_answer(scenario, way, args.request.timeout)?;
    }
    let one_only = !diagnoses(args, purpose);
    let mut ask = || request::ask_again(scenario, way, args.request.timeout);
    let ask = (!from_start && !one_only).then_some(&mut ask as &mut dyn FnMut());
    target::discover(args, scenario, ask, progress)
}

/// The files that the result goes to as well; refuses them before anything is started, and where there is no diagnosis to write.
fn files(args: &WhyArgs, purpose: &Purpose) -> Result<Files<report::Judged>, Failure> {
    if matches!(purpose, Purpose::Verify(_)) && args.cost_of_watching.is_none() {
        // it has outputs of its own
        verify::print::Outlets::check(args)?;
        return Files::check(&[], &report::OUTPUTS);
    }
    if !diagnoses(args, purpose) && (!args.out.is_empty() || !["text", "json"].contains(&args.form())) {
        return Err(Failure::new(Exit::Usage, "output", message!("why/no-report")).help(message!("why/own-result")));
    }
    Files::in_form(Some(crate::commands::output_named(args.form(), &report::OUTPUTS)?), &args.out, &report::OUTPUTS)
}

/// Whether a diagnosis comes of it.
fn diagnoses(args: &WhyArgs, purpose: &Purpose) -> bool {
    matches!(purpose, Purpose::Why | Purpose::Prove(_)) && args.cost_of_watching.is_none()
}

/// Whether the first minute is judged: as asked for, and where the tool starts the service itself.
fn judges_start(args: &WhyArgs, purpose: &Purpose) -> bool {
    diagnoses(args, purpose) && (args.from_start || !args.command.is_empty())
}

/// Refuses an address that cannot be read, before anything is started or loaded.
fn check_database(args: &WhyArgs) -> Result<(), Failure> {
    let refused = |e: probe::ProbeError| Failure::new(Exit::Usage, e.name, e.said()).help(e.help);
    args.db.iter().try_for_each(|address| probe::stores::check(address)).map_err(refused)
}
