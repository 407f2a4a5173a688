//! `--prove`: picks the experiment that tells the leading cause from its rivals, freezes its plan in the run, makes it, puts everything back,
//! and lets the verdict hear of it.

pub(super) mod bench;
mod design;
pub(super) mod knob;
mod reach;
mod trigger;

use super::{Session, Stop};
use crate::cli::WhyArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{self, english, said};
use bench::Live;
use design::Designed;
use diagnose::experiment::{Experiment, PLAN, RESULT};
use experiment::conduct::{Block, conduct};
use experiment::interventions::Restored;
use experiment::{Change, Halt, Journal};
use model::{Event, Message, Observation, message};
use words::figures::per_s;

/// What came of the experiment, as far as the end of the command is concerned.
#[derive(Debug, Default)]
pub(super) struct Proof {
    /// Why the run ended early, when that was not the experiment's doing.
    pub(super) stop: Option<Stop>,
    /// The guard that stopped it, and what became of what was changed.
    pub(super) guard: Option<Message>,
    /// What is not restored, and how to do it by hand.
    pub(super) not_restored: Option<Failure>,
    /// Nothing could be tested, and why.
    pub(super) untested: Option<Message>,
}

/// Makes the experiment. Whatever happens, what it changed is put back before this returns.
pub(super) fn run(session: &mut Session, args: &WhyArgs) -> Result<Proof, Failure> {
    if args.tail.is_some() {
        return Ok(trigger::run(session, args));
    }
    let designed = match design::design(session, args) {
        Ok(designed) => designed,
        Err(design::Refused::Usage(failure)) => return Err(failure),
        Err(design::Refused::Nothing(why)) => {
            session.progress.say(message!("prove/line", says: (why.clone())));
            session.sink.observe(Observation::warning("nothing-proven", message!("prove/no-experiment", why: (why.clone()))));
            return Ok(Proof { untested: Some(why), ..Proof::default() });
        }
    };
    let plan = &designed.plan;
    for line in words(&designed) {
        session.progress.say(line);
    }
    if args.experiment.dry_run {
        return Ok(Proof { untested: Some(message!("prove/dry-run")), ..Proof::default() });
    }
    // frozen before the first trial: it is in the file when the file ends here
    session.sink.observe(Observation::Event(Event::now(PLAN, plan.to_json())));
    let journal =
        Journal::of_user().map_err(|e| Failure::new(Exit::Usage, "no-journal", e.to_string()).help(message!("prove/set-home")))?;
    let mut change = Change::new(designed.intervention, journal);
    let (blocks, halt) = {
        let progress = session.progress.clone();
        let mut bench = Live { session: &mut *session, change: &mut change };
        conduct(plan, &mut bench, &mut |n, block| progress.say(line(plan, n, block)))
    };
    let restored = change.restore();
    session.progress.say(match &restored {
        Ok(Restored::AsBefore) => message!("prove/restored", subject: (plan.subject.clone())),
        Ok(Restored::Gone) => message!("prove/gone"),
        Err(e) => message!("prove/not-confirmed", why: (e.said())),
    });
    let detail = restored.as_ref().map_or_else(|e| english(&e.said()), |_| english(&plan.subject));
    session.sink.observe(Observation::Event(Event::now("restored", detail)));
    let result = experiment::outcome::judge(plan, &blocks, restored.is_ok());
    let outcome = message!("prove/outcome", outcome: kind(result.outcome.kind()), says: (result.sentence.clone()));
    session.progress.say(message!("prove/line", says: (outcome)));
    session.sink.observe(Observation::Event(Event::now(RESULT, serde_json::to_string(&result).unwrap_or_default())));
    Ok(proof(halt, &restored, &change, &result))
}

fn proof(halt: Option<Halt>, restored: &Result<Restored, experiment::InterventionError>, change: &Change, result: &Experiment) -> Proof {
    let not_restored = restored.as_ref().err().map(|e| {
        let what = message!("prove/may-be-changed", subject: (result.subject.clone()));
        let mut f = Failure::new(Exit::NotRestored, "not-restored", what).why(e.said());
        for line in change.by_hand() {
            f = f.help(line);
        }
        f
    });
    let ended = halt.map(|halt| proof_of(halt, |why| message!("prove/stopped", why: (why))));
    Proof { not_restored, ..ended.unwrap_or_default() }
}

/// What ended the experiment early, as far as the end of the command is concerned; `stopped` says what a guard has done.
fn proof_of(halt: Halt, stopped: impl Fn(Message) -> Message) -> Proof {
    let (stop, guard) = match halt {
        Halt::Interrupted => (Some(Stop::Interrupted), None),
        Halt::TargetDied => (Some(Stop::TargetDied), None),
        Halt::Load(why) => (Some(Stop::Load(why)), None),
        Halt::Guard(why) => (None, Some(stopped(why))),
        Halt::Intervention(e) => (None, Some(stopped(e.said()))),
    };
    Proof { stop, guard, ..Proof::default() }
}

/// The plan for people, before anything is changed.
fn words(designed: &Designed) -> Vec<Message> {
    let p = &designed.plan;
    let cause = if p.cause.is_empty() { message!("prove/without-cause") } else { p.cause.as_str().into() };
    let cause = if p.can_prove { cause } else { message!("prove/cannot-be-proven", cause: (cause)) };
    vec![message!("prove/line", says: (cause)), message!("prove/plan", says: (p.said())), message!("prove/why", says: (p.reason.clone()))]
}

fn line(plan: &experiment::Plan, number: usize, block: &Block) -> Message {
    let figures = plan.arms.iter().enumerate().map(|(i, a)| {
        let rate = block.per_s(i).map_or_else(|| "-".to_owned(), per_s);
        said(&match a.role {
            experiment::plan::Role::AsItIs => message!("prove/as-it-is", rate: name(rate)),
            experiment::plan::Role::Control => message!("prove/control", rate: name(rate)),
            experiment::plan::Role::Dose => format!("{} {rate}", a.value).into(),
        })
    });
    let figures = figures.collect::<Vec<_>>().join("  ");
    message!("prove/block", number: name(format!("{:>2}", number + 1)), figures: name(figures))
}

/// Says last what a person must do, or why the experiment ended early.
pub(super) fn end(proof: Proof) -> Result<Option<Exit>, Failure> {
    if let Some(failure) = proof.not_restored {
        return Err(failure);
    }
    if let Some(why) = proof.guard {
        output::note(&said(&why));
        return Ok(Some(Exit::Stopped));
    }
    Ok(None)
}
