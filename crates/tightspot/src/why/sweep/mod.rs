//! `tightspot sweep`: the knob at each of its settings, in rounds; what limits at each; the recommended one against the present one.

mod print;

use super::prove::bench::{Live, halt};
use super::prove::knob::Knob;
use super::verify::pairs;
use super::{Session, levels, warm};
use crate::cli::{Cli, SweepArgs, WhyArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{self, english};
use diagnose::frames::Stacks;
use diagnose::level::{Level, request_threads};
use diagnose::saturation::resources;
use experiment::conduct::{Bench, Trial};
use experiment::interventions::Means;
use experiment::pairs::{Metric, Side, Standing};
use experiment::plan::SETTLE_S;
use experiment::rounds::{Held, Sweep};
use experiment::{Change, Halt, Journal, guardian};
use model::{Event, Message, Observation, PhaseKind, RunStatus, message};
use std::collections::BTreeMap;
use std::time::Duration;
use words::figures::{per_s, percent};

/// Length of the trial that is watched in full, to say what limits.
const WATCHED: Duration = Duration::from_secs(8);

/// What a sweep found.
pub(super) struct Found {
    name: String,
    unit: &'static str,
    connections: u32,
    sweep: Sweep,
    /// What limits at each setting, in words, by the setting as text.
    limits: BTreeMap<String, String>,
    confirmed: Option<Standing>,
}

/// Runs it, puts everything back, prints.
pub(super) fn run(cli: &Cli, mut session: Session, args: &WhyArgs, wanted: &SweepArgs) -> Result<Exit, Failure> {
    let usage = |what: Message| Failure::new(Exit::Usage, "knob", what).help("--knob worker-threads=200,100,50,30,20");
    let knob = Knob::of(&args.experiment).map_err(usage)?;
    let target = session.collector.with(|run| run.environment.target.clone());
    if let Err(stop) = warm::wait(&mut session, &args.warmup) {
        return Err(stopped(&halt(stop), None));
    }
    let connections = match wanted.connections {
        Some(n) => n,
        None => levels::doubling(&mut session).map_err(|s| stopped(&halt(s), None))?.1,
    };
    let means = Means {
        name: &knob.name,
        target: &target,
        service: session.own.as_ref().map(|own| &own.service),
        cap: &session.cap,
        connections,
        otherwise: knob.otherwise(),
    };
    let intervention = knob.intervention(&means).map_err(|e| Failure::new(Exit::CannotObserve, "knob", e.said()).help(e.help))?;
    let journal = Journal::of_user().map_err(|e| Failure::new(Exit::Usage, "no-journal", e.to_string()))?;
    let (name, unit, current) = (knob.name.clone(), intervention.unit(), knob.current.unwrap_or_else(|| intervention.current()));
    let mut change = Change::new(intervention, journal);
    let sweep = Sweep::new(&knob.values, current, args.max_error_rate / 100.0, stats::max_t::PERMUTATIONS, args.seed);
    let mut found = Found { name, unit, connections, sweep, limits: BTreeMap::new(), confirmed: None };
    let ended = all(&mut session, &mut change, wanted, args.seed, current, &mut found);
    let restored = change.restore();
    session.progress.clear();
    session.watch.detach(&session.progress);
    let status = if ended.is_ok() { RunStatus::Complete } else { RunStatus::Partial };
    session.sink.observe(Observation::Event(Event::now("sweep", print::json(&found).to_string())));
    if let Err(e) = session.writer.finish(status) {
        output::warning(&e.to_string().into());
    }
    if args.form() == "json" {
        output::result(&format!("{:#}", print::json(&found)));
    } else {
        output::result(&print::table(&found, cli.ascii));
    }
    if let Err(e) = restored {
        let f = Failure::new(Exit::NotRestored, "not-restored", message!("prove/may-be-changed", subject: name(&found.name))).why(e.said());
        return Err(change.by_hand().into_iter().fold(f, Failure::help));
    }
    match ended {
        Ok(()) if found.sweep.recommended().is_none() => Ok(Exit::Inconclusive),
        Ok(()) => Ok(Exit::Done),
        Err(Halt::Interrupted) => Ok(Exit::Interrupted),
        Err(h) => Err(stopped(&h, Some(found.name.as_str()).filter(|_| change.stays()))),
    }
}

fn stopped(halt: &Halt, changed: Option<&str>) -> Failure {
    let exit = match halt {
        Halt::Interrupted => Exit::Interrupted,
        Halt::Guard(_) | Halt::Intervention(_) => Exit::Stopped,
        Halt::TargetDied | Halt::Load(_) => Exit::Target,
    };
    let f = Failure::new(exit, "sweep-stopped", halt.said());
    match changed {
        Some(knob) => f.why(message!("sweep/restored", knob: name(knob))),
        None => f,
    }
}

/// Rounds, limits, confirmation.
fn all(session: &mut Session, change: &mut Change, wanted: &SweepArgs, seed: u64, current: f64, found: &mut Found) -> Result<(), Halt> {
    let mut number = 0;
    while let Some(order) = found.sweep.next_round() {
        number += 1;
        let mut said = Vec::new();
        for (k, value) in order {
            let trial = match trial(session, change, wanted, found.connections, number, value) {
                Err(halt) if is_of_the_setting(session, &halt) => {
                    let value = value.to_string();
                    session.progress.say(message!("sweep/failed", knob: name(&found.name), value: name(value), why: (halt.said())));
                    Trial { errors: 1.0, ..Trial::default() }
                }
                other => other?,
            };
            said.push(format!("{value} {}", per_s(trial.per_s)));
            found.sweep.note(k, trial);
        }
        found.sweep.end_round();
        session.progress.say(message!("sweep/round", number: name(format!("{number:>2}")), figures: name(said.join("  "))));
    }
    for row in found.sweep.rows().into_iter().filter(|r| r.held != Held::Failing) {
        let limit = limit(session, change, row.value, found.connections)?;
        session.progress.say(message!("sweep/limit", knob: name(&found.name), value: name(row.value.to_string()), limit: name(&limit)));
        found.limits.insert(row.value.to_string(), limit);
    }
    if let Some(best) = found.sweep.recommended().filter(|b| *b != current && !wanted.no_confirm) {
        let metric = Metric::Throughput;
        let mut arm = |session: &mut Session, side: Side, name: String| {
            let mut bench = Live { session, change: &mut *change };
            bench.dose(if side == Side::A { current } else { best })?;
            bench.trial(&name, found.connections, SETTLE_S, wanted.measure)
        };
        found.confirmed = Some(pairs::compare(session, metric, metric.smallest_effect(), seed, &mut arm)?.standing);
    }
    Ok(())
}

/// One trial of a round.
fn trial(
    session: &mut Session,
    change: &mut Change,
    wanted: &SweepArgs,
    connections: u32,
    round: usize,
    value: f64,
) -> Result<Trial, Halt> {
    let mut bench = Live { session, change };
    let realised = bench.dose(value)?;
    let trial = bench.trial(&format!("round-{round}-{value}"), connections, SETTLE_S, wanted.measure)?;
    Ok(Trial { realised, ..trial })
}

/// Whether a service that is started anew for each setting did not bear this one: too small a heap ends it. The next setting starts it
/// again. One that the guardian has ended bore it well.
fn is_of_the_setting(session: &Session, halt: &Halt) -> bool {
    session.own.is_some() && !guardian::has_acted() && matches!(halt, Halt::TargetDied | Halt::Guard(_) | Halt::Intervention(_))
}

/// What is at its limit with a setting, from a trial that is watched in full.
fn limit(session: &mut Session, change: &mut Change, value: f64, connections: u32) -> Result<String, Halt> {
    Live { session: &mut *session, change }.dose(value)?;
    let connections = session.cap.of(connections);
    let settle = levels::closed(format!("limit-{value}-settle"), PhaseKind::Trial, connections);
    levels::run_phase(session, &settle, Duration::from_secs_f64(SETTLE_S), false).map_err(halt)?;
    let phase = levels::closed(format!("limit-{value}"), PhaseKind::Trial, connections);
    levels::run_phase(session, &phase, WATCHED, true).map_err(halt)?;
    Ok(session.collector.with(|run| {
        let stacks = Stacks::of(run);
        let level = run.phase(&phase.id).and_then(|p| Level::of(run, p, &stacks, &request_threads(run, &stacks)));
        let mut full: Vec<_> = level.as_ref().map(resources).unwrap_or_default().into_iter().filter(|r| r.saturated).collect();
        full.sort_by_key(|r| r.kind);
        let names: Vec<String> = full.iter().map(|r| format!("{} ({})", english(&r.name), percent(r.utilisation()))).collect();
        if names.is_empty() { "nothing that is seen".to_owned() } else { names.join(", ") }
    }))
}
