//! Setup and teardown of a scenario: steps that run once, outside the statistics. What setup extracts, all users see.

use crate::call::Call;
use crate::engine::Way;
use crate::flow::{Next, Session, Shared, kept};
use crate::probe::ProbeFailure;
use crate::scenario::Scenario;
use std::time::{Duration, Instant};

/// Why a step of setup or teardown stands in the way.
#[derive(Debug, thiserror::Error)]
pub enum AsideFailure {
    /// There was no answer.
    #[error("{step}: {cause}")]
    NoAnswer {
        /// Name of the step.
        step: String,
        /// What happened.
        cause: ProbeFailure,
    },
    /// The answer is not what the scenario expects.
    #[error("{step}: {text}")]
    Check {
        /// Name of the step.
        step: String,
        /// What was expected and seen.
        text: String,
    },
    /// A feeder has no row for it.
    #[error("{step}: no row of data is left for it")]
    NoData {
        /// Name of the step.
        step: String,
    },
}

/// Runs the setup of `scenario`; `None` when it has none.
pub fn set_up(scenario: &Scenario, way: &Way, timeout: Duration, seed: u64) -> Result<Option<Shared>, AsideFailure> {
    let mut session = scenario.session(0, seed, None);
    let mut draws = scenario.draws(0, 1, seed);
    if scenario.setup().is_empty() {
        return Ok(None);
    }
    let first = scenario.begin_setup(&mut draws, &mut session);
    run(scenario, way, timeout, &mut session, first.ok_or_else(|| no_data(scenario, scenario.setup().start))?)?;
    Ok(Some(session.into_shared()))
}

/// Runs the teardown of `scenario`, with what setup left.
pub fn tear_down(scenario: &Scenario, way: &Way, timeout: Duration, seed: u64, shared: Option<&Shared>) -> Result<(), AsideFailure> {
    let mut session = scenario.session(0, seed, shared);
    let mut draws = scenario.draws(0, 1, seed);
    if scenario.teardown().is_empty() {
        return Ok(());
    }
    let first = scenario.begin_teardown(&mut draws, &mut session);
    run(scenario, way, timeout, &mut session, first.ok_or_else(|| no_data(scenario, scenario.teardown().start))?)
}

fn no_data(scenario: &Scenario, step: usize) -> AsideFailure {
    AsideFailure::NoData { step: scenario.step(step).name.clone() }
}

fn run(scenario: &Scenario, way: &Way, timeout: Duration, session: &mut Session, first: usize) -> Result<(), AsideFailure> {
    let name = |step: usize| scenario.step(step).name.clone();
    let failed = |step: usize| move |cause| AsideFailure::NoAnswer { step: name(step), cause };
    let mut call = Call::first(scenario, way, timeout).map_err(failed(first))?;
    let mut step = first;
    loop {
        let mut request = Vec::new();
        scenario.render(step, session, &mut request);
        let sent = Instant::now();
        let answer = call.fetch(&request, scenario.step(step).is_head()).map_err(failed(step))?;
        let (head, body) = kept::parts(&answer.raw);
        let end = scenario.absorb(step, session, answer.status, head, &body, sent.elapsed().as_nanos() as i64);
        if end.follow {
            continue;
        }
        if let Some(f) = end.failed.into_iter().next() {
            return Err(AsideFailure::Check { step: name(step), text: f.text });
        }
        match scenario.next(step, session) {
            Next::Send { step: next, after_ns } => {
                std::thread::sleep(Duration::from_nanos(after_ns.max(0) as u64));
                step = next;
            }
            Next::Finished { .. } => return Ok(()),
        }
    }
}
