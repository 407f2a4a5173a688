//! `--find-knee`: the rate that the service just carries, by a Bayesian search over open trials, and fresh trials that confirm it.
//! Method and constants: METHODS section 1.3, with a settling that is part of the trial.

use super::levels::{holds, open, run_phase};
use super::{Session, Stop};
use diagnose::knee::{KNEE, Knee};
use model::{Event, Message, Observation, PhaseKind, Sink as _, message};
use stats::capacity::Search;
use std::time::Duration;

/// Shortest and longest trial of the search, with the seconds in which it settles.
const TRIAL_S: (f64, f64) = (13.0, 33.0);
/// Fewest requests of a trial.
const FEWEST: f64 = 2000.0;
/// Length of a trial that confirms.
const CONFIRM: Duration = Duration::from_secs(30);
/// Trials on either side of the knee.
const CONFIRMED_BY: usize = 3;
/// How far from the knee they are, and how far down each step goes when the lower ones fail.
const APART: f64 = 0.05;
/// Most steps down.
const STEPS: usize = 3;

/// Searches and confirms. `None` where nothing was carried at all.
pub(super) fn find(session: &mut Session, saturated_per_s: f64, connections: u32) -> Result<Option<Knee>, Stop> {
    let Some(mut search) = Search::new(saturated_per_s) else { return Ok(None) };
    let mut number = 0;
    while !search.estimate().done {
        number += 1;
        let rate = search.next_per_s();
        let length = (FEWEST / rate).clamp(TRIAL_S.0, TRIAL_S.1);
        let pass = trial(session, format!("knee-{number}"), rate, connections, Duration::from_secs_f64(length))?;
        search.record(rate, pass);
        let e = search.estimate();
        session.progress.say(message!(
            "why/knee-trial",
            rate: PerSecond(rate),
            held: kind(if pass { "yes" } else { "no" }),
            low: PerSecond(e.low_per_s),
            high: PerSecond(e.high_per_s)
        ));
    }
    let found = search.estimate();
    let middle = found.capacity_per_s;
    let (below, above) = ((1.0 - APART) * middle, (1.0 + APART) * middle);
    let (mut held, mut failed) = (0, 0);
    for n in 1..=CONFIRMED_BY {
        held += usize::from(trial(session, format!("knee-below-{n}"), below, connections, CONFIRM)?);
        failed += usize::from(!trial(session, format!("knee-above-{n}"), above, connections, CONFIRM)?);
    }
    let high = if failed * 2 > CONFIRMED_BY { above } else { found.high_per_s.max(above) };
    let mut low = below;
    for step in 1..=STEPS {
        if held == CONFIRMED_BY {
            break;
        }
        low *= 1.0 - APART;
        held = 0;
        for n in 1..=CONFIRMED_BY {
            held += usize::from(trial(session, format!("knee-lower-{step}-{n}"), low, connections, CONFIRM)?);
        }
    }
    let knee = Knee { per_s: if low < below { low } else { middle }, interval: (held == CONFIRMED_BY).then_some((low, high)) };
    session.progress.say(sentence(&knee, found.trials));
    let detail = serde_json::to_string(&knee).map_err(|e| Stop::Load(e.to_string().into()))?;
    session.sink.observe(Observation::Event(Event::now(KNEE, detail)));
    Ok(Some(knee))
}

fn sentence(knee: &Knee, trials: usize) -> Message {
    let (rate, trials) = (knee.per_s, trials as f64);
    match knee.interval {
        Some((low, high)) => message!(
            "why/knee-confirmed",
            rate: PerSecond(rate),
            trials: Count(trials),
            low: PerSecond(low),
            more: Count(CONFIRMED_BY as f64),
            high: PerSecond(high)
        ),
        None => message!("why/knee-unconfirmed", rate: PerSecond(rate), trials: Count(trials)),
    }
}

/// One trial: whether the rate holds.
fn trial(session: &mut Session, id: String, rate_per_s: f64, connections: u32, length: Duration) -> Result<bool, Stop> {
    let phase = open(id, PhaseKind::Knee, rate_per_s, connections, session, None);
    Ok(holds(&run_phase(session, &phase, length, false)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_knee_that_was_not_confirmed_is_not_told_as_one() {
        let told = |interval| sentence(&Knee { per_s: 190.0, interval }, 9);
        assert!(told(Some((181.0, 199.5))).is("why/knee-confirmed") && told(None).is("why/knee-unconfirmed"));
    }
}
