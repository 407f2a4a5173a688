//! `tightspot verify`: is the state after better than the state before? Two services at two URLs, or one that is switched by commands.

mod even;
pub(super) mod pairs;
pub(super) mod print;
pub(super) mod starts;

use super::prove::bench::{halt, trial};
use super::{Session, cost, levels, warm};
use crate::cli::{Cli, VerifyArgs, WhyArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{interrupt, output, request};
use experiment::conduct::Trial;
use experiment::interventions::command::Hook;
use experiment::pairs::{Answer, Metric, Side};
use experiment::plan::SETTLE_S;
use experiment::{Change, Halt, Journal};
use load::{Engine, PhaseSummary};
use model::{Event, Observation, Phase, PhaseKind, RunStatus, message};
use print::{Outlets, Question};
use report::verification::{Held, Warm};
use std::sync::Arc;
use std::time::Duration;

/// Share of what the state before can do that both are loaded with when latency is compared. Source: METHODS section 2.3.
const LOADED: f64 = 0.7;
/// Seconds of a trial, unless the user says so.
const MEASURED_S: f64 = 10.0;

/// How the sides are reached.
enum Sides {
    /// Two services: the engine and process of A; those of B are the session's.
    Two(Box<Engine>, u32),
    /// One service that is switched.
    Switched(Box<Change>),
}

/// How both sides are loaded.
#[derive(Clone, Copy)]
enum Shape {
    Closed(u32),
    Open(f64, u32),
}

/// Runs it, puts everything back, prints.
pub(super) fn run(cli: &Cli, mut session: Session, args: &WhyArgs, wanted: &VerifyArgs, outlets: &Outlets) -> Result<Exit, Failure> {
    let metric = wanted.metric.as_deref().and_then(Metric::named).unwrap_or(Metric::Throughput);
    let smallest = wanted.min_effect.map_or_else(|| metric.smallest_effect(), |p| p / 100.0);
    let mut sides = sides(&session, args, wanted)?;
    let measured_s = wanted.measure.unwrap_or(MEASURED_S);
    let compared = prepare(&mut session, &mut sides, args, wanted, metric).and_then(|(shape, warm)| {
        let mut shifts = print::Shifts::default();
        let mut arm = |session: &mut Session, side: Side, name: String| {
            let (trial, summary) = measure(session, &mut sides, side, &name, shape, measured_s)?;
            shifts.note(&name, &summary);
            Ok::<Trial, Halt>(trial)
        };
        let found = pairs::compare(&mut session, metric, smallest, args.seed, &mut arm)?;
        Ok((found, shifts, held(shape, warm, measured_s, args.seed)))
    });
    let restored = match &mut sides {
        Sides::Switched(change) => change.restore().map(drop).map_err(|e| (e, change.by_hand())),
        Sides::Two(..) => Ok(()),
    };
    session.progress.clear();
    session.watch.detach(&session.progress);
    let status = if compared.is_ok() { RunStatus::Complete } else { RunStatus::Partial };
    let info = session.collector.with(|run| run.info.clone());
    let done = compared.map(|(found, shifts, held)| {
        let verification = Question { metric, smallest, wanted, args }.answered(&found, &shifts, held, &info);
        session.sink.observe(Observation::Event(Event::now("comparison", verification.json().to_string())));
        (found.standing.answer, verification)
    });
    if let Err(e) = session.writer.finish(status) {
        output::warning(&e.to_string().into());
    }
    let told = done.as_ref().map_or(Ok(()), |(_, verification)| outlets.tell(cli, verification));
    if let Err((e, by_hand)) = restored {
        let f = Failure::new(Exit::NotRestored, "not-restored", message!("verify/may-not-be-before")).why(e.said());
        return Err(by_hand.into_iter().fold(f, Failure::help));
    }
    told?;
    match done {
        Ok((answer, _)) => Ok(exit(answer)),
        Err(Halt::Interrupted) => Ok(Exit::Interrupted),
        Err(h) => Err(Failure::new(
            if matches!(h, Halt::Guard(_) | Halt::Intervention(_)) { Exit::Stopped } else { Exit::Target },
            "verify-stopped",
            h.said(),
        )),
    }
}

fn exit(answer: Option<Answer>) -> Exit {
    match answer {
        Some(Answer::Better | Answer::Same) => Exit::Done,
        Some(Answer::Worse) => Exit::Gate,
        Some(Answer::Inconclusive) | None => Exit::Inconclusive,
    }
}

fn sides(session: &Session, args: &WhyArgs, wanted: &VerifyArgs) -> Result<Sides, Failure> {
    if let (Some(a), Some(b)) = (&wanted.to_a, &wanted.to_b) {
        let apply = format!("if [ {{value}} = 0 ]; then\n{a}\nelse\n{b}\nfi");
        let hook = Hook::new(&apply, a, None, 0.0).map_err(|e| Failure::new(Exit::Usage, "hook", e.said()))?.until(output::is_to_stop);
        let journal = Journal::of_user().map_err(|e| Failure::new(Exit::Usage, "no-journal", e.to_string()))?;
        return Ok(Sides::Switched(Box::new(Change::new(Box::new(hook), journal))));
    }
    let mut before = args.request.clone();
    before.url.clone_from(&wanted.against);
    let scenario = request::scenario(&before)?;
    let way = request::way(&before);
    request::check_host(&scenario, &way)?;
    request::check_answer(&scenario, &way, before.timeout)?;
    let endpoint = scenario.endpoint();
    let pid = probe::discover::find_by_port(endpoint.port, &endpoint.host).map_or(0, |f| f.target.pid);
    let generator = session.collector.with(|run| run.environment.generator.clone());
    let config = super::engine(args, scenario, way, &generator);
    let engine =
        Engine::start(config, Arc::clone(&session.sink)).map_err(|e| Failure::new(Exit::Target, "load-not-started", e.to_string()))?;
    Ok(Sides::Two(Box::new(engine), pid))
}

/// What both sides have alike.
fn held(shape: Shape, warm: Warm, measured_s: f64, seed: u64) -> Held {
    let (connections, rate_per_s) = match shape {
        Shape::Closed(n) => (Some(n), None),
        Shape::Open(rate, _) => (None, Some(rate)),
    };
    Held { from_start: false, connections, rate_per_s, settle_s: SETTLE_S, measured_s, seed, warm: Some(warm) }
}

/// Warms both sides up, and finds the load.
fn prepare(session: &mut Session, sides: &mut Sides, args: &WhyArgs, wanted: &VerifyArgs, metric: Metric) -> Result<(Shape, Warm), Halt> {
    warm::wait(session, &args.warmup).map_err(halt)?;
    let shape = on(session, sides, Side::A, |session| {
        warm::wait(session, &args.warmup).map_err(halt)?;
        let open = |rate: f64, connections: u32| Shape::Open(rate, connections.max(64));
        match (metric, wanted.connections, wanted.at_rate) {
            (Metric::Throughput, Some(n), _) => Ok(Shape::Closed(n)),
            (Metric::Throughput, None, _) => levels::doubling(session).map(|(_, n)| Shape::Closed(n)).map_err(halt),
            (_, n, Some(rate)) => Ok(open(rate, n.unwrap_or(256))),
            (_, n, None) => levels::doubling(session).map(|(x, found)| open(x * LOADED, n.unwrap_or(found))).map_err(halt),
        }
    })?;
    let warm = even::warm(session, sides, shape)?;
    Ok((shape, warm))
}

/// Does something with the side's service behind the session.
fn on<R>(session: &mut Session, sides: &mut Sides, side: Side, work: impl FnOnce(&mut Session) -> Result<R, Halt>) -> Result<R, Halt> {
    match sides {
        Sides::Switched(change) => {
            let switched = change.apply(if side == Side::A { 0.0 } else { 1.0 });
            switched.map_err(|h| if interrupt::requested() { Halt::Interrupted } else { h })?;
            work(session)
        }
        Sides::Two(engine, _) if side == Side::A => {
            std::mem::swap(&mut session.engine, &mut **engine);
            let result = work(session);
            std::mem::swap(&mut session.engine, &mut **engine);
            result
        }
        Sides::Two(..) => work(session),
    }
}

/// The process behind a side.
fn pid_of(session: &Session, sides: &Sides, side: Side) -> u32 {
    match sides {
        Sides::Two(_, pid) if side == Side::A => *pid,
        _ => session.watch.pid(),
    }
}

fn measure(
    session: &mut Session,
    sides: &mut Sides,
    side: Side,
    name: &str,
    shape: Shape,
    seconds: f64,
) -> Result<(Trial, PhaseSummary), Halt> {
    let pid = pid_of(session, sides, side);
    on(session, sides, side, |session| {
        let settle = phase(session, format!("{name}-settle"), shape);
        levels::run_phase(session, &settle, Duration::from_secs_f64(SETTLE_S), false).map_err(halt)?;
        let measured = phase(session, name.to_owned(), shape);
        let before = cost::cpu_s(pid);
        let s = levels::run_phase(session, &measured, Duration::from_secs_f64(seconds), false).map_err(halt)?;
        Ok((trial(&s, cost::cpu_s(pid) - before), s))
    })
}

fn phase(session: &Session, id: String, shape: Shape) -> Phase {
    match shape {
        Shape::Closed(n) => levels::closed(id, PhaseKind::Trial, n),
        Shape::Open(rate, n) => levels::open(id, PhaseKind::Trial, rate, n, session, None),
    }
}
