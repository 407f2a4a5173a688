//! Proof of a cause of the tail: the events that it names are brought about at moments drawn by chance, under the load that was judged (ADR 32).

use super::super::levels::{Finally, run_job};
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
use experiment::triggers::{PAIRS, Plan, Reached, Wanted, judge, seen};
use experiment::{Halt, InterventionError};
use load::{Job, Pattern};
use model::{Event, Message, Observation, Phase, PhaseKind, Timestamp, message};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Longest stop that is brought about again and again, seconds. A choice: beyond it clients give up.
const LONGEST_S: f64 = 2.0;
/// How long the load lasts while one event is tried, and when it is, seconds.
const TRY_S: (f64, f64) = (3.0, 1.0);
/// How often the thread that waits for a moment looks whether it shall go on.
const LOOK: Duration = Duration::from_millis(20);

/// Makes the experiment for the tail of the run so far.
pub(super) fn run(session: &mut Session, args: &WhyArgs) -> Proof {
    match prepared(session, args).and_then(|(plan, mut by)| conducted(session, &plan, &mut *by)) {
        Ok(proof) => proof,
        Err(Ended::Nothing(why)) => {
            session.progress.say(message!("prove/line", says: (why.clone())));
            session.sink.observe(Observation::warning("nothing-proven", message!("prove/no-experiment", why: (why.clone()))));
            Proof { untested: Some(why), ..Proof::default() }
        }
        Err(Ended::Halt(halt)) => ended_early(halt),
    }
}

/// Nothing was changed, whatever ended it.
fn ended_early(halt: Halt) -> Proof {
    super::proof_of(halt, |why| message!("prove/ended", why: (why)))
}

/// Why no experiment came of it.
enum Ended {
    /// There is nothing to test, or nothing to test it with.
    Nothing(Message),
    /// The load or the service ended.
    Halt(Halt),
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
    session.progress.say(message!("prove/line", says: name(cause)));
    if args.experiment.dry_run {
        // how long it takes follows from how long one event stops the service, and none may be brought about
        session
            .progress
            .say(message!("prove/plan", says: (message!("prove/would-trigger", subject: (what.1), pairs: Count(PAIRS as f64)))));
        return nothing(message!("prove/dry-run"));
    }
    let tried_s = tried(session, &mut *intervention)?;
    if tried_s == 0.0 {
        return nothing(message!("prove/no-stop"));
    }
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
    session.progress.say(message!("prove/plan", says: (plan.said())));
    Ok((plan, intervention))
}

fn usual_ms(tail: &Tail) -> f64 {
    tail.level.latency.p50_ns / 1e6
}

/// One event under the load, and for how long it stopped the service, seconds; 0 where no stop was seen.
fn tried(session: &mut Session, by: &mut dyn Intervention) -> Result<f64, Ended> {
    let (reached, halt) = under_load(session, "trigger-try", TRY_S.0, &[(TRY_S.1, true)], by)?;
    match halt {
        // nothing was brought about: there is nothing to judge
        Some(Halt::Intervention(e)) => Err(e.into()),
        Some(halt) => Err(Ended::Halt(halt)),
        None => Ok(reached.first().map_or(0.0, |r| r.stopped_s(&session.collector.run()))),
    }
}

/// Whatever ends it, what was seen until then is judged.
fn conducted(session: &mut Session, plan: &Plan, by: &mut dyn Intervention) -> Result<Proof, Ended> {
    // frozen before the first moment: it is in the file when the file ends here
    session.sink.observe(Observation::Event(Event::now(PLAN, serde_json::to_string(plan).unwrap_or_default())));
    let phase = format!("{}-moments", plan.id);
    let (reached, halt) = under_load(session, &phase, plan.seconds(), &plan.moments, by)?;
    let result = judge(plan, &seen(&session.collector.run(), &phase, plan, &reached));
    let outcome = message!("prove/outcome", outcome: kind(result.outcome.kind()), says: (result.sentence.clone()));
    session.progress.say(message!("prove/line", says: (outcome)));
    session.sink.observe(Observation::Event(Event::now(RESULT, serde_json::to_string(&result).unwrap_or_default())));
    Ok(halt.map(ended_early).unwrap_or_default())
}

/// The load that was judged for so long, in which something is done at each moment (seconds from its begin) that is real. Gives the moments that were reached, and
/// what ended it early.
fn under_load(
    session: &mut Session,
    id: &str,
    seconds: f64,
    moments: &[(f64, bool)],
    by: &mut dyn Intervention,
) -> Result<(Vec<Reached>, Option<Halt>), Ended> {
    let Some(load) = session.meant.clone() else { return Err(Ended::Nothing(message!("prove/no-cause"))) };
    let (done, begin) = (AtomicBool::new(false), Timestamp::now());
    let (ran, (reached, failed)) = std::thread::scope(|scope| {
        let waiting = scope.spawn(|| at_moments(begin, moments, by, &done));
        let over = Finally(|| done.store(true, Ordering::Relaxed));
        let ran = phase(session, id, load, seconds);
        drop(over);
        (ran, waiting.join().unwrap_or_default())
    });
    Ok((reached, ran.err().map(bench::halt).or(failed.map(Halt::Intervention))))
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

/// Waits for each moment, and does what is to be done at it. Gives those that were reached, and what could not be done.
fn at_moments(
    begin: Timestamp,
    moments: &[(f64, bool)],
    by: &mut dyn Intervention,
    done: &AtomicBool,
) -> (Vec<Reached>, Option<InterventionError>) {
    let mut reached = Vec::new();
    for (at_s, real) in moments {
        let moment = begin.plus_ns((at_s * 1e9) as i64);
        while moment > Timestamp::now() {
            if done.load(Ordering::Relaxed) || interrupt::requested() {
                return (reached, None);
            }
            std::thread::sleep(LOOK.min(Duration::from_secs_f64(moment.seconds_since(Timestamp::now()).max(0.0))));
        }
        if interrupt::requested() {
            return (reached, None);
        }
        let at = Timestamp::now();
        if let Some(failed) = real.then(|| by.apply(1.0)).and_then(Result::err) {
            return (reached, Some(failed));
        }
        reached.push(Reached { at, done: Timestamp::now(), real: *real });
    }
    (reached, None)
}
