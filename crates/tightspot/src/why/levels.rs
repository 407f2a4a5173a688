//! The plan of a diagnosis: double closed load to find what saturates, find the open rate that holds, then measure open levels and saturation.
//! Source of levels and times: UX section 2, METHODS section 0.

use super::again::again;
use super::crowd::crowd;
use super::{Session, Stop};
use crate::progress::Progress;
use crate::{interrupt, output};
use load::{Engine, Job, LoadError, PhaseSummary};
use model::{Arrival, Observation, Outcome, Phase, PhaseKind, Timestamp, message};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub(super) const DOUBLING: Duration = Duration::from_secs(3);
pub(super) const KNEE: Duration = Duration::from_secs(4);
/// Length of a level.
pub(super) const LEVEL: Duration = Duration::from_secs(8);
/// A doubling that gains less than this is at saturation; two in a row end the search. Source: METHODS section 1.3.
const LEAST_GAIN: f64 = 0.05;
/// Rates tried for the open knee, as shares of the saturated throughput, highest first.
pub(super) const KNEE_SHARES: [f64; 5] = [0.95, 0.85, 0.75, 0.65, 0.5];
/// Shares of the open knee that are measured.
pub(super) const LEVELS: [f64; 3] = [0.3, 0.6, 0.8];
/// Fewest answers that an open level should have: slow services are measured longer, up to [`LONGEST_LEVEL`].
const FEWEST: f64 = 200.0;
pub(super) const LONGEST_LEVEL: Duration = Duration::from_secs(30);
/// Share of failed requests from which a start has answered nothing.
const NOTHING_ANSWERED: f64 = 0.999;

/// Runs the plan.
pub(super) fn measure(session: &mut Session) -> Result<(), Stop> {
    let (saturated, connections) = doubling(session)?;
    let searched = if session.find_knee { super::knee::find(session, saturated, connections)? } else { None };
    let knee = match searched {
        Some(found) => found.per_s,
        None => knee(session, saturated, connections)?,
    };
    let found = message!("why/knee", rate: PerSecond(saturated), connections: Count(f64::from(connections)), knee: PerSecond(knee));
    session.progress.say(found);
    for fraction in LEVELS {
        let rate_per_s = fraction * knee;
        let phase = open(format!("open-{fraction}"), PhaseKind::Level, rate_per_s, connections, session, Some(fraction));
        let length = LEVEL.max(Duration::from_secs_f64((FEWEST / rate_per_s).min(LONGEST_LEVEL.as_secs_f64())));
        let s = run_phase(session, &phase, length, true)?;
        session.progress.say(message!(
            "why/open",
            fraction: name(fraction.to_string()),
            offered: PerSecond(s.offered_per_s),
            rate: PerSecond(s.achieved_per_s),
            mean: Ms(s.response.mean_ns / 1e6),
            p99: Ms(s.response.p99_ns as f64 / 1e6)
        ));
    }
    let phase = closed("saturation".to_owned(), PhaseKind::Saturation, connections);
    let s = run_phase(session, &phase, LEVEL, true)?;
    session.progress.say(message!(
        "why/closed",
        rate: PerSecond(s.achieved_per_s),
        connections: Count(f64::from(connections)),
        mean: Ms(s.response.mean_ns / 1e6)
    ));
    crowd(session, s.achieved_per_s, connections)?;
    again(session)
}

/// Doubles the connections until throughput gains nothing twice. Returns throughput and the connections of the last level.
pub(super) fn doubling(session: &mut Session) -> Result<(f64, u32), Stop> {
    let (mut best, mut flat, mut connections) = (0.0_f64, 0, 2);
    loop {
        let phase = closed(format!("doubling-{connections}"), PhaseKind::Doubling, connections);
        let s = run_phase(session, &phase, DOUBLING, false)?;
        session.progress.say(message!(
            "why/load",
            connections: name(format!("{connections:>3}")),
            rate: PerSecond(s.achieved_per_s),
            mean: Ms(s.response.mean_ns / 1e6)
        ));
        if s.error_share() > session.max_error_share {
            if best == 0.0 {
                return Err(too_many_errors(session, &phase, &s));
            }
            let failed = s.error_share();
            session.progress.say(message!("why/load-too-many", connections: Count(f64::from(connections)), failed: Share(failed)));
            return Ok((best, connections / 2));
        }
        flat = if s.achieved_per_s < best * (1.0 + LEAST_GAIN) { flat + 1 } else { 0 };
        best = best.max(s.achieved_per_s);
        if flat >= 2 || connections >= session.max_connections {
            return Ok((best, connections));
        }
        connections = (connections * 2).min(session.max_connections);
    }
}

/// The highest of a few rates at which open load holds for a while.
fn knee(session: &mut Session, saturated: f64, connections: u32) -> Result<f64, Stop> {
    let mut failed: Option<f64> = None;
    for share in KNEE_SHARES {
        let rate = share * saturated;
        let phase = open(format!("knee-{share}"), PhaseKind::Knee, rate, connections, session, None);
        let s = run_phase(session, &phase, KNEE, false)?;
        if holds(&s) {
            return Ok(rate);
        }
        session.progress.say(message!(
            "why/knee-not-held",
            rate: PerSecond(rate),
            answered: PerSecond(s.achieved_per_s),
            in_flight: Count(s.in_flight_at_stop as f64)
        ));
        // a service that has run dry stays so: what is left of it is measured
        let share = Some(s.error_share()).filter(|e| *e > session.max_error_share);
        if share.zip(failed).is_some_and(|(now, before)| now >= before) {
            session.progress.say(message!("why/knee-fails"));
            break;
        }
        failed = share;
    }
    Ok(saturated * KNEE_SHARES[KNEE_SHARES.len() - 1])
}

/// Answers keep up with the plan and nothing piles up: the backlog grows by less than 2 % of the rate. Source: METHODS section 1.3
/// (completions / offered >= 0.99, backlog slope not > 0), widened for trials of 4 s.
pub(super) fn holds(s: &PhaseSummary) -> bool {
    s.error_share() <= 0.01 && s.achieved_per_s >= 0.97 * s.offered_per_s && s.backlog_slope_per_s <= 0.02 * s.offered_per_s
}

/// A phase of closed load.
pub(super) fn closed(id: String, kind: PhaseKind, connections: u32) -> Phase {
    Phase { id, kind, arrival: Arrival::Closed { connections }, fraction: None, start: Timestamp::now(), end: None }
}

/// Open load with a cap on connections: without one a collapsing service never recovers.
pub(super) fn open(id: String, kind: PhaseKind, rate_per_s: f64, connections: u32, session: &Session, fraction: Option<f64>) -> Phase {
    let max_connections = (connections * 4).clamp(64, session.max_connections.max(300));
    Phase { id, kind, arrival: Arrival::Open { rate_per_s, poisson: true, max_connections }, fraction, start: Timestamp::now(), end: None }
}

/// One phase of the load that it describes.
pub(super) fn run_phase(session: &mut Session, phase: &Phase, length: Duration, keep: bool) -> Result<PhaseSummary, Stop> {
    run_job(session, phase, Job { keep_attempts: keep, ..Job::new(phase.arrival.into(), length) })
}

/// One phase, watched, with progress; stops on Ctrl-C, on too many errors, and when the target is gone.
pub(super) fn run_job(session: &mut Session, phase: &Phase, job: Job) -> Result<PhaseSummary, Stop> {
    if interrupt::requested() {
        return Err(Stop::Interrupted);
    }
    // what is kept request by request is watched in full, as the load that was judged
    let judged = if session.asks_about_tail { PhaseKind::Tail } else { PhaseKind::Saturation };
    let watched = Phase { kind: if job.keep_attempts && phase.kind == PhaseKind::Trial { judged } else { phase.kind }, ..phase.clone() };
    session.watch.begin(&watched, &session.progress);
    let result = drive(&session.engine, &session.progress, phase, job);
    session.progress.clear();
    session.watch.end(&watched, &session.progress);
    if !session.watch.target_alive() {
        session.sink.observe(Observation::Event(model::Event::now(model::event::TARGET_DIED, format!("during {}", phase.id))));
        return Err(Stop::TargetDied);
    }
    if interrupt::requested() {
        return Err(Stop::Interrupted);
    }
    let s = result.map_err(|e| Stop::Load(e.to_string().into()))?;
    if s.error_share() > most_failing(phase.kind, session.max_error_share) && !still_behind(phase.kind, &s) {
        return Err(too_many_errors(session, phase, &s));
    }
    Ok(s)
}

/// Sends the load of a phase, with progress; Ctrl-C and a reader that is gone stop it. Where one of the two threads panics the other ends
/// as well: what is changed is put back only after both.
pub(super) fn drive(engine: &Engine, progress: &Progress, phase: &Phase, job: Job) -> Result<PhaseSummary, LoadError> {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let _stop = Finally(|| {
                if std::thread::panicking() {
                    engine.stopper().stop();
                }
            });
            while !done.load(Ordering::Relaxed) {
                if output::is_to_stop() {
                    engine.stopper().stop();
                }
                progress.live(&phase.id, &engine.live());
                std::thread::park_timeout(Duration::from_millis(100));
            }
        });
        let _done = Finally(|| done.store(true, Ordering::Relaxed));
        engine.run_job(phase, job)
    })
}

/// Done at the end of its scope, however that ends.
pub(super) struct Finally<F: Fn()>(pub(super) F);

impl<F: Fn()> Drop for Finally<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Share of failed requests from which a phase ends the run. A search steps back from a load that fails, a trial is judged by its plan, what fails in a start
/// is what it is judged by: only a level that is to be measured must not fail, and something must be answered.
fn most_failing(kind: PhaseKind, most: f64) -> f64 {
    match kind {
        PhaseKind::Knee | PhaseKind::Doubling | PhaseKind::Trial => 1.0,
        PhaseKind::StartUp => NOTHING_ANSWERED,
        _ => most,
    }
}

/// Whether a start may only be so slow that its client waits for none of its answers: it is given the time until it is warm. Who refuses
/// requests or answers them with errors is not slow.
fn still_behind(kind: PhaseKind, s: &PhaseSummary) -> bool {
    let timed_out = s.count(Outcome::Timeout);
    kind == PhaseKind::StartUp && s.phase == super::start_up::FIRST && 2 * timed_out >= s.outcomes.iter().sum::<u64>()
}

pub(super) fn too_many_errors(session: &Session, phase: &Phase, s: &PhaseSummary) -> Stop {
    let (failed, most) = (s.error_share(), session.max_error_share);
    let says = message!("why/too-many-errors", failed: Share(failed), phase: name(&phase.id), most: Share(most));
    Stop::TooManyErrors(match &s.first_error {
        Some(e) => message!("why/first-error", says: (says), error: name(e)),
        None => says,
    })
}
