//! Sends the warm-up load of a gate or a calibration, and lets [`Driver`] follow it: sets up, begins, ends, tears down.

use super::document::{Shared, Stage};
use super::driver::Driver;
use super::loaded::Loaded;
use super::mix::Sent;
use super::ticks::Ticks;
use super::watch::Watch;
use crate::cli::{RequestArgs, WarmLoadArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{interrupt, request};
use gate::calibrate::Start;
use gate::{Gate, Settings};
use load::profile::{Profile, Shape, Stage as LoadStage};
use load::{Engine, EngineConfig, Job, Pattern, Probed, WhenFull, probe_once};
use model::{Arrival, Phase, PhaseKind, Sink, Timestamp, message};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

/// How long the rate takes to rise. Source: METHODS section 6.2 (1 to r); the time is a guess.
pub(super) const RAMP: Duration = Duration::from_secs(10);
/// How often a service that is starting is asked.
pub(super) const ASK_EVERY: Duration = Duration::from_millis(200);
/// The gate ends the load, this does not.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// What is to be done.
pub(super) struct Plan<'a> {
    pub(super) request: &'a RequestArgs,
    pub(super) load: &'a WarmLoadArgs,
    pub(super) sent: &'a Sent,
    /// What is asked of the service.
    pub(super) settings: Settings,
    /// For how long the load goes on, whatever the gate decides, seconds; `None`: until it has decided.
    pub(super) length_s: Option<f64>,
    /// Longest wait for the first answer; `None`: as long as it takes.
    pub(super) patience: Option<Duration>,
}

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The service is warm.
    Warm,
    /// It is opened although it is not.
    OpenedCold,
    /// It stays closed.
    Failed,
    /// The user stopped it.
    Interrupted,
}

/// What came of it.
#[derive(Debug)]
pub(super) struct Driven {
    pub(super) end: End,
    /// When the gate found it warm, seconds after the load began.
    pub(super) opened_s: Option<f64>,
    /// When as many requests were answered as the gate asks for, the same way.
    pub(super) covered_s: Option<f64>,
    /// Every second of it, where it goes on for a length.
    pub(super) start: Start,
    /// When each of these seconds ended.
    pub(super) ends: Vec<Timestamp>,
    /// What was loaded; `None` where it never answered.
    pub(super) loaded: Option<Loaded>,
}

/// Loads the service until it may be opened, or will not be, or the length is over.
pub(super) fn drive(plan: &Plan, state: &Shared, progress: &Progress) -> Result<Driven, Failure> {
    let (args, load, sent) = (plan.request, plan.load, plan.sent);
    let per_window = window_ticks(load)?;
    let scenario = &sent.scenario;
    state.change(|s| s.begin(&sent.url, scenario.routes(), &plan.settings, sent.mix.clone()));
    let Some(first) = first_answer(plan, progress)? else {
        return Ok(Driven {
            end: End::Interrupted,
            opened_s: None,
            covered_s: None,
            start: Start::default(),
            ends: Vec::new(),
            loaded: None,
        });
    };
    state.change(|s| {
        s.answered([first.latency.as_secs_f64() * 1e3]);
        s.stage = Stage::Warming;
    });
    let mut watch = Watch::attach(load.pid, scenario, &sent.way, progress);
    state.change(|s| s.target = watch.target().cloned());
    let loaded = Loaded::new(watch.target().cloned(), first.address);
    let failed = |e: load::AsideFailure| Failure::new(Exit::Target, "setup-failed", e.to_string());
    let shared = load::set_up(scenario, &sent.way, args.timeout, load.seed).map_err(failed)?;
    let (out, ticks) = channel();
    let sink: Arc<dyn Sink> = Arc::new(Ticks::new(scenario.routes().len(), out));
    let engine = engine(plan.request, load, sent, (&sent.way, shared.as_ref()), sink)?;
    let (phase, job) = job(load);
    watch.begin(&phase, progress);
    progress.say(message!("warm/sends", url: name(&sent.url), rate: PerSecond(load.rate)));
    let gate = Gate::new(plan.settings.clone(), load.seed);
    let mut driver = Driver { gate, plan, engine: &engine, state, progress, watch: &watch, per_window };
    let end = std::thread::scope(|scope| {
        let load = scope.spawn(|| engine.run_job(&phase, job));
        let end = driver.follow(&ticks, || load.is_finished());
        engine.stopper().stop();
        // a panic of the generator was shown by the panic hook
        let ran = load.join().map_err(|_| Failure::new(Exit::Internal, "load", message!("warm/load-ended")))?;
        let end = end?;
        ran.map_err(|e| Failure::new(Exit::Target, "load-not-started", e.to_string()))?;
        Ok(end)
    });
    progress.waits_no_more();
    progress.clear();
    if let Err(e) = load::tear_down(scenario, &sent.way, args.timeout, load.seed, shared.as_ref()) {
        crate::output::warning(&e.to_string().into());
    }
    end.map(|driven| Driven { loaded: Some(loaded), ..driven })
}

/// What sends the requests, to where `way` leads, with what the setup gave.
pub(super) fn engine(
    request: &RequestArgs,
    load: &WarmLoadArgs,
    sent: &Sent,
    (way, shared): (&load::Way, Option<&load::Shared>),
    sink: Arc<dyn Sink>,
) -> Result<Engine, Failure> {
    let config = EngineConfig {
        way: way.clone(),
        shared: shared.cloned(),
        precise: false,
        timeout: request.timeout,
        seed: load.seed,
        ..EngineConfig::of(Arc::clone(&sent.scenario))
    };
    Engine::start(config, sink).map_err(|e| Failure::new(Exit::Target, "load-not-started", e.to_string()))
}

/// Seconds of a window; refused where they are not whole.
pub(super) fn window_ticks(args: &WarmLoadArgs) -> Result<usize, Failure> {
    let seconds = args.window.as_secs_f64();
    if seconds.fract() == 0.0 && (2.0..=60.0).contains(&seconds) {
        return Ok(seconds as usize);
    }
    Err(Failure::new(Exit::Usage, "window", message!("warm/window-form")).help("--window 5s"))
}

/// Open load that rises to its rate. What finds all connections busy is not sent: a cold service is not to be buried.
pub(super) fn job(args: &WarmLoadArgs) -> (Phase, Job) {
    let stage = LoadStage { duration_ns: RAMP.as_nanos() as i64, target: args.rate, shape: Shape::Ramp };
    let pattern = Pattern::Open {
        rate: Profile::stages(args.rate.min(1.0), &[stage]),
        poisson: false,
        max_in_flight: args.connections,
        when_full: WhenFull::Drop,
    };
    let arrival = Arrival::Open { rate_per_s: args.rate, poisson: false, max_connections: args.connections };
    let phase = Phase { id: "warm-up".to_owned(), kind: PhaseKind::WarmUp, arrival, fraction: None, start: Timestamp::now(), end: None };
    (phase, Job { keep_attempts: true, ..Job::new(pattern, LONGEST) })
}

/// Asks until the service answers as it should, and gives that answer; `None` where the user stopped it.
fn first_answer(plan: &Plan, progress: &Progress) -> Result<Option<Probed>, Failure> {
    let (began, sent) = (Instant::now(), plan.sent);
    loop {
        let why = match probe_once(&sent.scenario, &sent.way, plan.request.timeout) {
            // where steps need what others gave them, an example of the first one may be refused; what a log asked for may be gone
            Ok(p) if p.accepted || !sent.scenario.is_stateless() || (sent.is_mix && p.status < 500) => {
                return Ok(Some(p));
            }
            Ok(p) => message!("failure/answer-not-accepted", status: name(p.status.to_string())),
            Err(e) => request::seen(&e),
        };
        if interrupt::requested() {
            return Ok(None);
        }
        if let Some(longest) = plan.patience.filter(|longest| began.elapsed() >= *longest) {
            let what = message!("warm/never-answered", waited: Seconds(longest.as_secs_f64()));
            return Err(Failure::new(Exit::Target, "not-started", what).why(why).help("--start-timeout 120"));
        }
        progress.waits(&message!("warm/waits-for-answer", why: (why)));
        std::thread::sleep(ASK_EVERY);
    }
}
