//! Drives the gate: load at a rate that rises, window by window, with one at twice the rate where the gate asks for it.

use super::document::{ClassState, Shared, Stage};
use super::mix;
use super::ticks::{self, Tick, Ticks};
use super::watch::Watch;
use crate::cli::{GateArgs, OnTimeout, RequestArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{interrupt, request};
use gate::{Answer, Decision, Gate, Policy, Settings, Window};
use load::profile::{Profile, Shape, Stage as LoadStage};
use load::{Engine, EngineConfig, Job, Pattern, Scenario, Way, WhenFull, probe_once};
use model::{Arrival, Phase, PhaseKind, Sink, Timestamp, message};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How long the rate takes to rise. Source: METHODS section 6.2 (1 to r); the time is a guess.
const RAMP: Duration = Duration::from_secs(10);
/// How often a service that is starting is asked.
const ASK_EVERY: Duration = Duration::from_millis(200);
/// The gate ends the load, this does not.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);
/// Windows without a good answer, after there were some, from which a service whose process is not known counts as gone.
const SILENT: usize = 3;

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

/// Loads the service until it may be opened, or will not be.
pub(super) fn drive(args: &RequestArgs, gate: &GateArgs, state: &Shared, progress: &Progress) -> Result<End, Failure> {
    let per_window = window_ticks(gate)?;
    let scenario = Arc::new(mix::scenario(args, gate)?);
    let way = request::way(args);
    request::check_host(&scenario, &way, &args.allow_host)?;
    state.change(|s| s.begin(scenario.url(), scenario.routes(), gate));
    let Some(first_ms) = first_answer(&scenario, &way, args, gate, progress)? else { return Ok(End::Interrupted) };
    state.change(|s| {
        s.answered([first_ms]);
        s.stage = Stage::Warming;
    });
    let mut watch = Watch::attach(gate, &scenario, &way, progress);
    state.change(|s| s.target = watch.target().cloned());
    let failed = |e: load::AsideFailure| Failure::new(Exit::Target, "setup-failed", e.to_string());
    let shared = load::set_up(&scenario, &way, args.timeout, gate.seed).map_err(failed)?;
    let (out, ticks) = channel();
    let sink: Arc<dyn Sink> = Arc::new(Ticks::new(scenario.routes().len(), out));
    let config = EngineConfig {
        way: way.clone(),
        shared: shared.clone(),
        precise: false,
        timeout: args.timeout,
        seed: gate.seed,
        ..EngineConfig::of(Arc::clone(&scenario))
    };
    let engine = Engine::start(config, sink).map_err(|e| Failure::new(Exit::Target, "load-not-started", e.to_string()))?;
    let (phase, job) = load(gate);
    watch.begin(&phase, progress);
    progress.say(message!("warm/sends", url: name(scenario.url()), rate: PerSecond(gate.rate)));
    let mut driver =
        Driver { gate: Gate::new(settings(gate), gate.seed), args: gate, engine: &engine, state, progress, watch: &watch, per_window };
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
    if let Err(e) = load::tear_down(&scenario, &way, args.timeout, gate.seed, shared.as_ref()) {
        crate::output::warning(&e.to_string().into());
    }
    end
}

/// What is asked of the service.
fn settings(args: &GateArgs) -> Settings {
    let mut s = Settings { longest_s: args.max_wait.as_secs_f64(), policy: policy(args.on_timeout), ..Settings::default() };
    if let Some(n) = args.answers {
        (s.class_answers, s.compiled_class_answers, s.answers) = (n, n, n);
    }
    s
}

fn policy(on_timeout: OnTimeout) -> Policy {
    match on_timeout {
        OnTimeout::Open => Policy::Open,
        OnTimeout::Hold => Policy::Hold,
        OnTimeout::Fail => Policy::Fail,
    }
}

fn window_ticks(args: &GateArgs) -> Result<usize, Failure> {
    let seconds = args.window.as_secs_f64();
    if seconds.fract() == 0.0 && (2.0..=60.0).contains(&seconds) {
        return Ok(seconds as usize);
    }
    Err(Failure::new(Exit::Usage, "window", message!("warm/window-form")).help("--window 5s"))
}

/// Open load that rises to its rate. What finds all connections busy is not sent: a cold service is not to be buried.
fn load(args: &GateArgs) -> (Phase, Job) {
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

/// Asks until the service answers as it should, and says how long that took, ms; `None` where the user stopped it.
fn first_answer(scenario: &Scenario, way: &Way, args: &RequestArgs, gate: &GateArgs, progress: &Progress) -> Result<Option<f64>, Failure> {
    let (began, longest) = (Instant::now(), Duration::from_secs_f64(gate.start_timeout));
    loop {
        let why = match probe_once(scenario, way, args.timeout) {
            // where steps need what others gave them, an example of the first one may be refused
            Ok(p) if p.accepted || !scenario.is_stateless() => return Ok(Some(p.latency.as_secs_f64() * 1e3)),
            Ok(p) => message!("failure/answer-not-accepted", status: name(p.status.to_string())),
            Err(e) => request::seen(&e),
        };
        if interrupt::requested() {
            return Ok(None);
        }
        if began.elapsed() >= longest {
            let what = message!("warm/never-answered", waited: Seconds(longest.as_secs_f64()));
            return Err(Failure::new(Exit::Target, "not-started", what).why(why).help("--start-timeout 120"));
        }
        progress.waits(&message!("warm/waits-for-answer", why: (why)));
        std::thread::sleep(ASK_EVERY);
    }
}

/// Feeds the gate.
struct Driver<'a> {
    gate: Gate,
    args: &'a GateArgs,
    engine: &'a Engine,
    state: &'a Shared,
    progress: &'a Progress,
    watch: &'a Watch,
    per_window: usize,
}

impl Driver<'_> {
    fn follow(&mut self, ticks: &Receiver<Tick>, load_ended: impl Fn() -> bool) -> Result<End, Failure> {
        let (mut window, mut silent) = (Vec::new(), 0);
        loop {
            if interrupt::requested() {
                return Ok(End::Interrupted);
            }
            if !self.watch.is_alive() {
                return Err(self.gone());
            }
            match ticks.recv_timeout(ASK_EVERY) {
                Ok(tick) => window.push(tick),
                Err(RecvTimeoutError::Timeout) if !load_ended() => continue,
                Err(_) => return Err(Failure::new(Exit::Target, "load-ended", message!("warm/load-ended"))),
            }
            self.saw(&window[window.len() - 1]);
            self.progress.waits(&self.state.with(super::document::State::progress));
            if window.len() < self.per_window {
                continue;
            }
            let (answer, ok) = self.decide(&window);
            window.clear();
            silent = if ok == 0 { silent + 1 } else { 0 };
            if silent >= SILENT && self.state.with(|s| s.ok > 0) {
                return Err(self.gone());
            }
            if let Some(end) = self.act(&answer) {
                return Ok(end);
            }
        }
    }

    /// A second has passed.
    fn saw(&self, tick: &Tick) {
        self.state.change(|s| {
            s.answered(tick.routes.iter().flat_map(|r| r.good_ms.iter().copied()));
            s.elapsed_s = self.gate.elapsed_s() + tick.end.seconds_since(tick.start);
            for (class, route) in s.classes.iter_mut().zip(&tick.routes) {
                class.ok += route.good_ms.len() as u64;
                class.failed += route.failed;
            }
            s.ok = s.classes.iter().map(|c| c.ok).sum();
            s.failed = s.classes.iter().map(|c| c.failed).sum();
        });
    }

    /// Asks the gate about a window; says how many good answers that had.
    fn decide(&mut self, ticks: &[Tick]) -> (Answer, u64) {
        let (from, to) = (ticks[0].start, ticks[ticks.len() - 1].end);
        let classes = (0..ticks[0].routes.len()).map(|route| ticks::class(ticks, route)).collect();
        let window = Window { length_s: to.seconds_since(from), classes, signals: self.watch.signals(from, to) };
        let answer = self.gate.feed(&window);
        let shown = if answer.reasons.iter().any(|r| r.condition() == gate::Condition::Steady) { &[] } else { self.gate.shown() };
        self.state.change(|s| {
            s.elapsed_s = self.gate.elapsed_s();
            s.rate_per_s = (window.ok() + window.failed()) as f64 / window.length_s;
            s.reasons.clone_from(&answer.reasons);
            s.absent = self.gate.absent();
            s.last = self.gate.last_condition();
            s.now_ms = ticks.iter().flat_map(|t| &t.routes).flat_map(|r| r.good_ms.iter().copied()).collect();
            let now = |(class, (i, seen)): (&mut ClassState, (usize, &gate::ClassWindow))| {
                class.median_ms = (!seen.medians_ms.is_empty()).then(|| stats::describe::median(&seen.medians_ms));
                class.p95_ms = seen.p95_ms;
                class.shown = shown.get(i).copied();
            };
            s.classes.iter_mut().zip(window.classes.iter().enumerate()).for_each(now);
        });
        (answer, window.ok())
    }

    /// Does what was decided.
    fn act(&self, answer: &Answer) -> Option<End> {
        let factor = if answer.decision == Decision::Burst { 2.0 } else { 1.0 };
        if self.gate.elapsed_s() >= RAMP.as_secs_f64() {
            self.engine.control().set_rate(factor * self.args.rate);
        }
        let (stage, end) = match answer.decision {
            Decision::Wait => return None,
            Decision::Burst => {
                self.progress.say(message!("warm/doubles", rate: PerSecond(2.0 * self.args.rate)));
                return None;
            }
            Decision::Warm => (Stage::Warm, Some(End::Warm)),
            Decision::TooLong(Policy::Open) => (Stage::OpenedCold, Some(End::OpenedCold)),
            Decision::TooLong(Policy::Fail) => (Stage::Failed, Some(End::Failed)),
            Decision::TooLong(Policy::Hold) => (Stage::Held, None),
        };
        self.state.change(|s| s.stage = stage);
        if matches!(answer.decision, Decision::TooLong(_)) {
            let why = self.state.with(|s| answer.reasons.iter().map(|r| r.message(&s.routes)).collect::<Vec<_>>());
            let policy = match stage {
                Stage::OpenedCold => "open",
                Stage::Held => "hold",
                _ => "fail",
            };
            let longest = self.args.max_wait.as_secs_f64();
            crate::output::warning(&message!("warm/too-long", longest: Seconds(longest), policy: kind(policy), why: (why)));
        }
        end
    }

    fn gone(&self) -> Failure {
        let (elapsed, ok) = self.state.with(|s| (s.elapsed_s, s.ok as f64));
        let what = match self.watch.target() {
            Some(t) => message!("warm/process-gone", pid: name(t.pid.to_string()), elapsed: Seconds(elapsed.round())),
            None => message!("warm/answers-no-more", elapsed: Seconds(elapsed.round())),
        };
        Failure::new(Exit::Target, "target-died", what).why(message!("warm/answered-before", answers: Count(ok)))
    }
}
