//! Sends the requests and keeps what comes back. A flow of steps is sent as a whole or not at all: a step out of its order is no load.

use super::SampleLimits;
use crate::call::{Call, MOST_KEPT};
use crate::engine::Way;
use crate::flow::{Begin, Next, RowOrder, Session, kept};
use crate::probe::ProbeFailure;
use crate::scenario::{Run, Scenario, Step};
use std::time::{Duration, Instant};

/// Longest think time that is waited for: at rest nobody is spared by it.
const LONGEST_PAUSE: Duration = Duration::from_millis(20);

/// An answer as it came.
pub(super) struct KeptAnswer {
    pub(super) route: Option<usize>,
    pub(super) head: Vec<u8>,
    /// Without the framing of chunks.
    pub(super) body: Vec<u8>,
    /// How many chunks it came in, where it was chunked.
    pub(super) chunks: Option<u64>,
    /// Whether that is all of it: of long ones the rest is not kept.
    pub(super) is_whole: bool,
}

/// Share of the requests of the load that may be sent once more: 0 where none may.
pub(super) fn covered(scenario: &Scenario) -> f64 {
    let steps = scenario.steps();
    // a row that may be sent once belongs to the load
    if scenario.feeders.iter().any(|f| f.order == RowOrder::Unique) {
        return 0.0;
    }
    if scenario.flow.run == Run::Sequence {
        return if steps.iter().all(is_safe) { 1.0 } else { 0.0 };
    }
    let weight = |of: &dyn Fn(&&Step) -> bool| steps.iter().filter(of).map(|s| f64::from(s.weight)).sum::<f64>();
    weight(&|s| is_safe(s)) / weight(&|_| true).max(1.0)
}

fn is_safe(step: &Step) -> bool {
    step.method == "GET"
}

/// Answers to requests as the load sends them, good ones only. What goes wrong after the first answer ends the asking and loses nothing.
pub(super) fn ask(
    scenario: &Scenario,
    way: &Way,
    seed: u64,
    limits: &SampleLimits,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<KeptAnswer>, ProbeFailure> {
    let began = Instant::now();
    let mut call = Call::first(scenario, way, limits.timeout)?;
    let seed = seed ^ 0x5A3B_1ED5;
    let (mut draws, mut session) = (scenario.draws(0, 1, seed), scenario.session(0, seed, None));
    let (mut all, mut sent, mut bytes) = (Vec::new(), 0, 0);
    let mut tries = 0;
    let mut next = None;
    let has_room = |sent, bytes, tries| sent < limits.requests && bytes < limits.kept_bytes && tries < 100 * limits.requests;
    while has_room(sent, bytes, tries) && began.elapsed() < limits.asking && !stop() {
        tries += 1;
        let step = match next.take() {
            Some(step) => step,
            None => match scenario.begin(&mut draws, &mut session) {
                Begin::Send(step) => step,
                Begin::Exhausted => break,
            },
        };
        if !is_safe(scenario.step(step)) {
            next = after(scenario, step, &mut session);
            continue;
        }
        sent += 1;
        match once(scenario, step, &mut session, &mut call) {
            Ok((answer, follow)) => {
                next = if follow { Some(step) } else { after(scenario, step, &mut session) };
                if let Some(answer) = answer {
                    bytes += answer.body.len();
                    all.push(answer);
                }
            }
            Err(e) if all.is_empty() => return Err(e),
            Err(_) => break,
        }
    }
    Ok(all)
}

/// One request; its answer where it is good and whole, and whether it leads on to another place.
fn once(scenario: &Scenario, step: usize, session: &mut Session, call: &mut Call) -> Result<(Option<KeptAnswer>, bool), ProbeFailure> {
    let mut request = Vec::new();
    scenario.render(step, session, &mut request);
    let sent = Instant::now();
    let answer = call.fetch(&request, false)?;
    let (head, body) = kept::parts(&answer.raw);
    let end = scenario.absorb(step, session, answer.status, head, &body, sent.elapsed().as_nanos() as i64);
    let is_good = end.ok && !end.follow && scenario.step(step).accepts(answer.status);
    let is_whole = answer.raw.len() < MOST_KEPT;
    let (route, chunks) = (scenario.route_of(step), kept::chunks(&answer.raw).filter(|_| is_whole));
    let kept = || KeptAnswer { route, head: head.to_vec(), body: body.into_owned(), chunks, is_whole };
    let follow = end.follow;
    Ok((is_good.then(kept), follow))
}

/// The step after `step` in its iteration, after its think time.
fn after(scenario: &Scenario, step: usize, session: &mut Session) -> Option<usize> {
    match scenario.next(step, session) {
        Next::Send { step, after_ns } => {
            std::thread::sleep(Duration::from_nanos(after_ns.max(0) as u64).min(LONGEST_PAUSE));
            Some(step)
        }
        Next::Finished { .. } => None,
    }
}
