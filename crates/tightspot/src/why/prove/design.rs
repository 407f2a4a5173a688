//! From the run so far and the arguments to a plan: which cause, which change, which doses.

use super::super::Session;
use super::knob::Knob;
use super::reach;
use crate::cli::WhyArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use diagnose::experiment::PLAN;
use diagnose::{Analysis, Diagnosis, Factor, Hypothesis, Status, diagnose};
use experiment::choose::{Available, Candidate, Choice, choose, design as one, silent_rivals, with_predictions};
use experiment::interventions::Intervention;
use experiment::plan::{Arm, MEASURE_S, Plan, Role, SETTLE_S, SMALLEST_EFFECT, arms, orders};
use experiment::situation::Situation;
use model::{Message, message};

/// How far a setting may lie from what was measured and count as the same: gauges and quotas are read as fractions. A guess.
const SAME_SETTING: f64 = 0.01;

/// A plan with what it changes.
pub(super) struct Designed {
    pub(super) plan: Plan,
    pub(super) intervention: Box<dyn Intervention>,
}

/// Why there is no plan.
pub(super) enum Refused {
    /// The arguments make no sense.
    Usage(Failure),
    /// There is nothing to test, or nothing to test it with.
    Nothing(Message),
}

/// What is tested, by what, at which doses.
struct Wanted {
    cause: String,
    factor: Option<Factor>,
    choice: Choice,
}

/// The plan for what was measured so far.
pub(super) fn design(session: &Session, args: &WhyArgs) -> Result<Designed, Refused> {
    let run = session.collector.run();
    if !run.environment.replicas.is_empty() {
        let n = run.environment.processes().count();
        return Err(Refused::Nothing(message!("prove/several-processes", processes: Count(n as f64))));
    }
    let diagnosis = diagnose(&run, causes::ALL);
    let analysis = Analysis::of(&run);
    let situation = Situation::of(&analysis).ok_or_else(|| Refused::Nothing(message!("prove/no-saturation")))?;
    let all: Vec<Candidate> = diagnosis.hypotheses.iter().filter_map(candidate).collect();
    let reach = reach::Reach::of(&run, &situation, args);
    let wanted = wanted(args, &diagnosis, &all, &situation, &reach)?;
    let intervention = reach.intervention(wanted.factor, &situation, args).map_err(Refused::Nothing)?;
    let (seen, now) = (wanted.choice.current, intervention.current());
    if (seen - now).abs() > SAME_SETTING * seen.abs() {
        let subject = intervention.subject();
        let (seen, now) = (seen.to_string(), now.to_string());
        return Err(Refused::Nothing(message!("prove/changed-since", subject: (subject), seen: name(seen), now: name(now))));
    }
    let silent = silent_rivals(&wanted.cause, &all);
    let made_before = run.events.iter().filter(|e| e.kind == PLAN).count();
    let rejected = all.iter().any(|c| c.cause == wanted.cause && c.status == Status::Rejected);
    let plan = Plan {
        id: format!("e{}", made_before + 1),
        rejected,
        silent,
        ..plan(args, &situation, &*intervention, wanted, session.max_error_share)
    };
    Ok(Designed { plan, intervention })
}

fn candidate(h: &Hypothesis) -> Option<Candidate<'static>> {
    Some(Candidate { cause: h.cause, mechanism: causes::find(h.cause)?.mechanism(), status: h.status, weight: h.weight })
}

fn wanted(args: &WhyArgs, d: &Diagnosis, all: &[Candidate], s: &Situation, reach: &reach::Reach) -> Result<Wanted, Refused> {
    let usage = |name: &str, what: Message| Refused::Usage(Failure::new(Exit::Usage, name, what));
    let cause = args.experiment.hypothesis.as_deref().or(d.verdict.cause);
    let lead = match cause {
        Some(cause) => Some(all.iter().find(|c| c.cause == cause).ok_or_else(|| {
            let what = message!("prove/no-such-cause", cause: name(cause));
            Refused::Usage(Failure::new(Exit::Usage, "no-such-cause", what).help(message!("prove/explain-lists")))
        })?),
        None => None,
    };
    let decoys = lead.and_then(|l| causes::find(l.cause)).map_or(&[][..], diagnose::Cause::decoys);
    let Some((factor, current, doses)) = asked(args, reach).map_err(|what| usage("knob", what))? else {
        let lead = lead.ok_or_else(|| Refused::Nothing(message!("prove/no-cause")))?;
        let choice = choose(lead.cause, all, decoys, s, &reach.available).map_err(Refused::Nothing)?;
        return Ok(Wanted { cause: lead.cause.to_owned(), factor: Some(choice.factor), choice });
    };
    let known = factor.map(|factor| Available { factor, current });
    let choice = match (lead, known, doses.is_empty()) {
        (Some(l), Some(a), true) => one(l, all, decoys, s, a),
        (Some(l), Some(a), false) => {
            let arms = with_predictions(l, all, decoys, s, a, &doses);
            Some(given(a.factor, current, arms, l.mechanism.factor == Some(a.factor)))
        }
        (_, _, false) => {
            let plain = doses.iter().map(|v| Arm { role: Role::Dose, value: *v, predicted: None, rivals: Vec::new() }).collect();
            Some(given(factor.unwrap_or(Factor::PoolSize), current, plain, false))
        }
        (None, _, true) => return Err(usage("knob", message!("prove/doses-needed"))),
        (_, None, true) => None,
    };
    let choice = choice.ok_or_else(|| Refused::Nothing(message!("prove/no-prediction")))?;
    Ok(Wanted { cause: lead.map(|l| l.cause.to_owned()).unwrap_or_default(), factor, choice })
}

fn given(factor: Factor, current: f64, doses: Vec<Arm>, can_prove: bool) -> Choice {
    Choice { factor, current, doses, can_prove, apart: 0.0, reason: message!("prove/asked-for") }
}

/// What the user asked to change: factor (where it is known), present dose, doses.
type Asked = (Option<Factor>, f64, Vec<f64>);

fn asked(args: &WhyArgs, reach: &reach::Reach) -> Result<Option<Asked>, Message> {
    let Some(knob) = Knob::asked(&args.experiment)? else { return Ok(None) };
    if let Some(current) = knob.current {
        return Ok(Some((knob.factor, current, knob.values)));
    }
    let available = knob.factor.and_then(|f| reach.available.iter().find(|a| a.factor == f)).ok_or_else(|| match knob.factor {
        Some(factor) => message!("prove/out-of-reach-because", knob: name(&knob.name), why: (reach.missing(factor))),
        None => message!("prove/out-of-reach", knob: name(&knob.name)),
    })?;
    Ok(Some((knob.factor, available.current, knob.values)))
}

fn plan(args: &WhyArgs, s: &Situation, intervention: &dyn Intervention, wanted: Wanted, most_errors: f64) -> Plan {
    let arms = arms(wanted.choice.current, wanted.choice.doses);
    let perturb = matches!(wanted.factor, Some(Factor::RemoteTime | Factor::Cpu));
    Plan {
        id: String::new(),
        rejected: false,
        silent: Vec::new(),
        kind: if perturb { "perturb" } else { "knob" }.to_owned(),
        intervention: intervention.name().to_owned(),
        subject: intervention.subject(),
        unit: intervention.unit().to_owned(),
        can_prove: wanted.choice.can_prove,
        cause: wanted.cause,
        reason: wanted.choice.reason,
        order: orders(arms.len(), args.experiment.blocks, args.seed ^ 0x9E37_79B9_7F4A_7C15),
        arms,
        connections: s.connections,
        settle_s: SETTLE_S,
        measure_s: MEASURE_S,
        metric: "answers per second of saturated closed load".to_owned(),
        smallest_effect: SMALLEST_EFFECT,
        most_errors,
        seed: args.seed,
    }
}
