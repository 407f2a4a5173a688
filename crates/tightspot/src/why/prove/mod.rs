//! `--prove`: picks the experiment that tells the leading cause from its rivals, freezes its plan in the run, makes it, puts everything back,
//! and lets the verdict hear of it.

pub(super) mod bench;
mod design;
pub(super) mod knob;
mod reach;

use super::{Session, Stop};
use crate::cli::WhyArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{self, said};
use bench::Live;
use design::Designed;
use diagnose::experiment::{Experiment, PLAN, RESULT};
use experiment::conduct::{Block, conduct};
use experiment::interventions::Restored;
use experiment::{Change, Halt, Journal};
use model::{Event, Observation};

/// What came of the experiment, as far as the end of the command is concerned.
#[derive(Debug, Default)]
pub(super) struct Proof {
    /// Why the run ended early, when that was not the experiment's doing.
    pub(super) stop: Option<Stop>,
    /// The guard that stopped it; everything is restored.
    pub(super) guard: Option<String>,
    /// What is not restored, and how to do it by hand.
    pub(super) not_restored: Option<Failure>,
    /// Nothing could be tested, and why.
    pub(super) untested: Option<String>,
}

/// Makes the experiment. Whatever happens, what it changed is put back before this returns.
pub(super) fn run(session: &mut Session, args: &WhyArgs) -> Result<Proof, Failure> {
    let designed = match design::design(session, args) {
        Ok(designed) => designed,
        Err(design::Refused::Usage(failure)) => return Err(failure),
        Err(design::Refused::Nothing(why)) => {
            let why = said(&why);
            session.progress.say(&format!("prove   {why}"));
            session.sink.observe(Observation::Warning { code: "nothing-proven".to_owned(), text: format!("no experiment: {why}") });
            return Ok(Proof { untested: Some(why), ..Proof::default() });
        }
    };
    let plan = &designed.plan;
    for line in words(&designed) {
        session.progress.say(&line);
    }
    if args.experiment.dry_run {
        return Ok(Proof { untested: Some("--dry-run: nothing was changed".to_owned()), ..Proof::default() });
    }
    // frozen before the first trial: it is in the file when the file ends here
    session.sink.observe(Observation::Event(Event::now(PLAN, plan.to_json())));
    let journal = Journal::of_user()
        .map_err(|e| Failure::new(Exit::Usage, "no-journal", format!("note changes: {e}")).help("set HOME or XDG_STATE_HOME"))?;
    let mut change = Change::new(designed.intervention, journal);
    let (blocks, halt) = {
        let progress = session.progress.clone();
        let mut bench = Live { session: &mut *session, change: &mut change };
        conduct(plan, &mut bench, &mut |n, block| progress.say(&line(plan, n, block)))
    };
    let restored = change.restore();
    session.progress.say(&match &restored {
        Ok(Restored::AsBefore) => format!("restore {} is as it was, checked", said(&plan.subject)),
        Ok(Restored::Gone) => "restore the service is gone, and the change with it".to_owned(),
        Err(e) => format!("restore NOT confirmed: {e}"),
    });
    session
        .sink
        .observe(Observation::Event(Event::now("restored", restored.as_ref().map_or_else(ToString::to_string, |_| said(&plan.subject)))));
    let result = experiment::outcome::judge(plan, &blocks, restored.is_ok());
    session.progress.say(&format!("prove   {}: {}", result.outcome.name(), said(&result.sentence)));
    session.sink.observe(Observation::Event(Event::now(RESULT, serde_json::to_string(&result).unwrap_or_default())));
    Ok(proof(halt, &restored, &change, &result))
}

fn proof(halt: Option<Halt>, restored: &Result<Restored, experiment::InterventionError>, change: &Change, result: &Experiment) -> Proof {
    let not_restored = restored.as_ref().err().map(|e| {
        let what = format!("{} may still be changed", said(&result.subject));
        let mut f = Failure::new(Exit::NotRestored, "not-restored", what).why(e.to_string());
        for line in change.by_hand() {
            f = f.help(line);
        }
        f
    });
    let (stop, guard) = match halt {
        None => (None, None),
        Some(Halt::Interrupted) => (Some(Stop::Interrupted), None),
        Some(Halt::TargetDied) => (Some(Stop::TargetDied), None),
        Some(Halt::Load(why)) => (Some(Stop::Load(why)), None),
        Some(Halt::Guard(why)) => (None, Some(said(&why))),
        Some(Halt::Intervention(e)) => (None, Some(e.to_string())),
    };
    Proof { stop, guard, not_restored, untested: None }
}

/// The plan for people, before anything is changed.
fn words(designed: &Designed) -> Vec<String> {
    let p = &designed.plan;
    vec![
        format!(
            "prove   {}{}",
            if p.cause.is_empty() { "no cause" } else { &p.cause },
            if p.can_prove { "" } else { " (cannot be proven by this)" }
        ),
        format!("plan    {}", said(&p.said())),
        format!("why     {}", said(&p.reason)),
    ]
}

fn line(plan: &experiment::Plan, number: usize, block: &Block) -> String {
    let figures = plan.arms.iter().enumerate().map(|(i, a)| {
        let per_s = block.per_s(i).map_or_else(|| "-".to_owned(), |x| format!("{x:.0}/s"));
        match a.role {
            experiment::plan::Role::AsItIs => format!("as it is {per_s}"),
            experiment::plan::Role::Control => format!("control {per_s}"),
            experiment::plan::Role::Dose => format!("{} {per_s}", a.value),
        }
    });
    format!("block {:>2} {}", number + 1, figures.collect::<Vec<_>>().join("  "))
}

/// Says last what a person must do, or why the experiment ended early.
pub(super) fn end(proof: Proof) -> Result<Option<Exit>, Failure> {
    if let Some(failure) = proof.not_restored {
        return Err(failure);
    }
    if let Some(why) = proof.guard {
        output::note(&format!("the experiment was stopped: {why}; what it changed is restored, and that was checked"));
        return Ok(Some(Exit::Stopped));
    }
    Ok(None)
}
