//! Proof of a cause of the tail: the events that it names are brought about at moments drawn by chance, under the load that was judged (ADR 32).

use super::super::levels::run_job;
use super::super::{Session, Stop};
use super::{Proof, bench};
use crate::cli::WhyArgs;
use crate::interrupt;
use crate::pattern;
use diagnose::experiment::{PLAN, RESULT};
use diagnose::tail::Tail;
use diagnose::{Analysis, Cause, diagnose};
use experiment::interventions::Intervention;
use experiment::interventions::forced_gc::ForcedGc;
use experiment::triggers::{PAIRS, Plan, Seen, Wanted, judge};
use experiment::{Halt, InterventionError};
use load::{Job, Pattern};
use model::{Attempt, Event, Message, Observation, Phase, PhaseKind, Run, Timestamp, event, message};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Longest stop that is brought about again and again, seconds. A choice: beyond it clients give up.
const LONGEST_S: f64 = 2.0;
/// How long the load lasts while one event is tried, and when it is, seconds.
const TRY_S: (f64, f64) = (3.0, 1.0);
/// How much later than it ended an event may be told, seconds: several readings of the counters.
const TOLD_LATE_S: f64 = 0.1;
/// How often the thread that waits for a moment looks whether it shall go on.
const LOOK: Duration = Duration::from_millis(20);

/// A moment of the plan that was reached.
#[derive(Debug, Clone, Copy)]
struct Reached {
    /// Just before something was done, or would have been.
    at: Timestamp,
    /// When it had been done.
    done: Timestamp,
    real: bool,
}

/// Makes the experiment for the tail of the run so far.
pub(super) fn run(session: &mut Session, args: &WhyArgs) -> Proof {
    match prepared(session, args).and_then(|(plan, mut by)| conducted(session, args, &plan, &mut *by)) {
        Ok(proof) => proof,
        Err(Ended::Nothing(why)) => {
            session.progress.say(message!("prove/line", says: (why.clone())));
            session.sink.observe(Observation::warning("nothing-proven", message!("prove/no-experiment", why: (why.clone()))));
            Proof { untested: Some(why), ..Proof::default() }
        }
        Err(Ended::Halt(halt)) => super::proof_of(halt),
    }
}

/// Why no experiment came of it.
enum Ended {
    /// There is nothing to test, or nothing to test it with.
    Nothing(Message),
    /// The load or the service ended.
    Halt(Halt),
}

impl From<Stop> for Ended {
    fn from(stop: Stop) -> Self {
        Self::Halt(bench::halt(stop))
    }
}

impl From<InterventionError> for Ended {
    fn from(e: InterventionError) -> Self {
        Self::Nothing(e.said())
    }
}

/// The plan, after one event was tried, and what brings events about.
fn prepared(session: &mut Session, args: &WhyArgs) -> Result<(Plan, Box<dyn Intervention>), Ended> {
    let nothing = |why| Err(Ended::Nothing(why));
    let run = session.collector.run();
    let diagnosis = diagnose(&run, causes::ALL);
    let Some(cause) = args.experiment.hypothesis.as_deref().or(diagnosis.verdict.cause) else { return nothing(message!("prove/no-cause")) };
    let Some(by) = causes::find(cause).and_then(Cause::brought_about_by) else {
        return nothing(message!("prove/no-trigger", cause: name(cause)));
    };
    let target = run.environment.target.clone();
    let mut intervention: Box<dyn Intervention> = match by {
        "forced-gc" => Box::new(ForcedGc::open(&target)?),
        _ => return nothing(message!("prove/no-trigger", cause: name(cause))),
    };
    let Some(tail) = Analysis::of(&run).tail else { return nothing(message!("prove/no-cause")) };
    let what = (intervention.name().to_owned(), intervention.subject(), intervention.unit().to_owned());
    let tried_s = if args.experiment.dry_run { 0.0 } else { tried(session, &mut *intervention)? };
    if tried_s > LONGEST_S {
        return nothing(message!("prove/stop-too-long", stopped: Seconds(tried_s), most: Seconds(LONGEST_S)));
    }
    let wanted = Wanted {
        cause: cause.to_owned(),
        intervention: what,
        tried_s,
        usual_ms: usual_ms(&tail),
        utilisation: tail.utilisation,
        pairs: PAIRS,
        seed: args.seed ^ 0x51_7C_C1_B7,
    };
    let made_before = run.events.iter().filter(|e| e.kind == PLAN).count();
    let plan = Plan::draw(format!("e{}", made_before + 1), wanted);
    session.progress.say(message!("prove/line", says: name(cause)));
    session.progress.say(message!("prove/plan", says: (plan.said())));
    if args.experiment.dry_run {
        return nothing(message!("prove/dry-run"));
    }
    Ok((plan, intervention))
}

fn usual_ms(tail: &Tail) -> f64 {
    tail.level.latency.p50_ns / 1e6
}

/// One event under the load, and for how long it stopped the service, seconds.
fn tried(session: &mut Session, by: &mut dyn Intervention) -> Result<f64, Ended> {
    let reached = under_load(session, "trigger-try", TRY_S.0, &[(TRY_S.1, true)], by)?;
    Ok(reached.first().map_or(0.0, |r| stopped_s(&session.collector.run(), r)))
}

fn conducted(session: &mut Session, args: &WhyArgs, plan: &Plan, by: &mut dyn Intervention) -> Result<Proof, Ended> {
    debug_assert!(!args.experiment.dry_run);
    // frozen before the first moment: it is in the file when the file ends here
    session.sink.observe(Observation::Event(Event::now(PLAN, serde_json::to_string(plan).unwrap_or_default())));
    let phase = format!("{}-moments", plan.id);
    let reached = under_load(session, &phase, plan.seconds(), &plan.moments, by)?;
    let run = session.collector.run();
    let mut all: Vec<Attempt> = run.attempts_of(&phase).collect();
    all.sort_by_key(|a| a.planned);
    let others = not_ours(&run, &reached);
    let mut seen: Vec<Option<Seen>> = reached.iter().map(|r| Seen::around(&all, r.at, stopped_s(&run, r), plan, &others)).collect();
    seen.resize(plan.moments.len(), None);
    let result = judge(plan, &seen);
    let outcome = message!("prove/outcome", outcome: kind(result.outcome.kind()), says: (result.sentence.clone()));
    session.progress.say(message!("prove/line", says: (outcome)));
    session.sink.observe(Observation::Event(Event::now(RESULT, serde_json::to_string(&result).unwrap_or_default())));
    Ok(Proof::default())
}

/// For how long events stopped the service while something was done, seconds.
fn stopped_s(run: &Run, r: &Reached) -> f64 {
    stops(run).filter(|e| is_by(e, r)).map(|e| e.duration_ns as f64 / 1e9).sum()
}

/// Stops of the virtual machine.
fn stops(run: &Run) -> impl Iterator<Item = &Event> {
    run.events.iter().filter(|e| [event::COLLECTION, event::STOP].contains(&e.kind.as_str()))
}

/// Whether a stop is what was done at a moment.
fn is_by(e: &Event, r: &Reached) -> bool {
    r.real && e.t >= r.at && e.t <= r.done.plus_ns((TOLD_LATE_S * 1e9) as i64)
}

/// From when to when the service was stopped by something else.
fn not_ours(run: &Run, reached: &[Reached]) -> Vec<(Timestamp, Timestamp)> {
    let others = stops(run).filter(|e| !reached.iter().any(|r| is_by(e, r)));
    others.map(|e| (e.t, e.t.plus_ns(e.duration_ns))).collect()
}

/// The load that was judged for so long, in which something is done at each moment (seconds from its begin) that is real.
fn under_load(
    session: &mut Session,
    id: &str,
    seconds: f64,
    moments: &[(f64, bool)],
    by: &mut dyn Intervention,
) -> Result<Vec<Reached>, Ended> {
    let Some(load) = session.meant.clone() else { return Err(Ended::Nothing(message!("prove/no-cause"))) };
    let (done, begin) = (AtomicBool::new(false), Timestamp::now());
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| at_moments(begin, moments, by, &done));
        let ran = phase(session, id, load, seconds);
        done.store(true, Ordering::Relaxed);
        let reached = waiting.join().unwrap_or_else(|_| Ok(Vec::new()));
        ran?;
        Ok(reached?)
    })
}

fn phase(session: &mut Session, id: &str, load: Pattern, seconds: f64) -> Result<(), Stop> {
    let arrival = pattern::arrival(&load, 1);
    let phase = Phase { id: id.to_owned(), kind: PhaseKind::Trial, arrival, fraction: None, start: Timestamp::now(), end: None };
    let job = Job { keep_attempts: true, ..Job::new(load, Duration::from_secs_f64(seconds)) };
    let s = run_job(session, &phase, job)?;
    if s.error_share() > session.max_error_share {
        return Err(super::super::levels::too_many_errors(session, &phase, &s));
    }
    Ok(())
}

/// Waits for each moment, and does what is to be done at it.
fn at_moments(
    begin: Timestamp,
    moments: &[(f64, bool)],
    by: &mut dyn Intervention,
    done: &AtomicBool,
) -> Result<Vec<Reached>, InterventionError> {
    let mut reached = Vec::new();
    for (at_s, real) in moments {
        let moment = begin.plus_ns((at_s * 1e9) as i64);
        loop {
            if done.load(Ordering::Relaxed) || interrupt::requested() {
                return Ok(reached);
            }
            let left = moment.seconds_since(Timestamp::now());
            if left <= 0.0 {
                break;
            }
            std::thread::sleep(LOOK.min(Duration::from_secs_f64(left)));
        }
        let at = Timestamp::now();
        if *real {
            by.apply(1.0)?;
        }
        reached.push(Reached { at, done: Timestamp::now(), real: *real });
    }
    Ok(reached)
}
