//! Several scenarios in one run: an engine each, side by side, that begin on one clock.
//!
//! ```text
//!  poll   ready |======================= planning =======================|--
//!  sale   ready |. . . start . . . |ready|======= planning ======|--
//!            origin: windows of all end whole seconds after it
//! ```
//! Each has its threads, connections, rows of data and figures, so that one that waits holds no other up.

use crate::engine::Engine;
use crate::error::LoadError;
use crate::generator::Begin;
use crate::job::Job;
use crate::summary::PhaseSummary;
use model::{Phase, Timestamp};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The first request is planned this long after the last thread was ready: time for the word to get round.
const AHEAD_NS: i64 = 1_000_000;
/// A scenario that starts later opens its connections this long before. Guess: enough for thousands, and less than any usual time after
/// which a server closes an idle connection (5 s in Node.js).
const PREPARE_NS: i64 = 2_000_000_000;
/// How often one that waits for its start looks whether it is still wanted.
const LOOK: Duration = Duration::from_millis(20);

/// One scenario of a run.
pub struct Part {
    /// Sends its requests. All engines of a run tell one sink.
    pub engine: Engine,
    /// Its phase, for the record; the id is its own within the run.
    pub phase: Phase,
    /// Its load.
    pub job: Job,
    /// Its first request is planned so long after the start of the run.
    pub start: Duration,
}

/// Runs all parts and returns when the last request of all has ended, with what each amounts to, in their order; `None` for one that was
/// stopped before its start. A part whose load overflows ends all of them.
pub fn run_together(parts: &[Part]) -> Result<Vec<Option<PhaseSummary>>, LoadError> {
    for p in parts {
        p.engine.check_job(&p.phase, &p.job)?;
    }
    if let Some(first) = parts.first() {
        first.engine.check_descriptors(parts.iter().map(|p| p.engine.connections(&p.job.pattern)).sum())?;
    }
    let gate = Gate::new(parts.iter().filter(|p| p.start.is_zero()).count());
    let stop_all = || parts.iter().for_each(|p| p.engine.stopper().stop());
    let run = |p: &Part| {
        let result = p.run(&gate, parts.len() > 1);
        gate.leave(p);
        if result.as_ref().map_or(true, |s| s.as_ref().is_some_and(|s| s.overflowed)) {
            stop_all();
        }
        result
    };
    let run = &run;
    std::thread::scope(|scope| {
        let all: Vec<_> = parts.iter().map(|p| scope.spawn(move || run(p))).collect();
        all.into_iter().map(|t| t.join().expect("a part does not panic")).collect()
    })
}

impl Part {
    fn run(&self, gate: &Gate, has_others: bool) -> Result<Option<PhaseSummary>, LoadError> {
        let run = |begin: &dyn Fn(bool) -> Begin| self.engine.run_when(&self.phase, self.job.clone(), begin).map(Some);
        if self.start.is_zero() {
            return run(&|has_threads| gate.pass(if has_others || has_threads { AHEAD_NS } else { 0 }));
        }
        let origin = gate.origin();
        let at = origin.saturating_add(self.start.as_nanos().min(1 << 62) as i64);
        if !self.wait_until(at - PREPARE_NS) {
            return Ok(None);
        }
        run(&|_| {
            // Stopped meanwhile, it begins at once, and ends.
            let on_time = self.wait_until(at - AHEAD_NS);
            let soonest = Timestamp::now().ns() + AHEAD_NS;
            Begin { at: if on_time { at.max(soonest) } else { soonest }, origin }
        })
    }

    /// Waits; false when the part is stopped first.
    fn wait_until(&self, moment: i64) -> bool {
        let stopper = self.engine.stopper();
        loop {
            if stopper.is_stopped() {
                return false;
            }
            let left = moment - Timestamp::now().ns();
            if left <= 0 {
                return true;
            }
            std::thread::sleep(LOOK.min(Duration::from_nanos(left as u64)));
        }
    }
}

/// Lets the parts begin on one clock once all that start first are ready.
struct Gate {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// Parts that start first and are not ready yet.
    missing: usize,
    origin: Option<i64>,
}

impl Gate {
    fn new(missing: usize) -> Self {
        Self { state: Mutex::new(State { missing, origin: None }), changed: Condvar::new() }
    }

    /// A part is ready: waits for the others.
    fn pass(&self, ahead_ns: i64) -> Begin {
        let mut state = self.lock();
        state.missing = state.missing.saturating_sub(1);
        if state.missing == 0 {
            state.origin.get_or_insert(Timestamp::now().ns() + ahead_ns);
            self.changed.notify_all();
        }
        let at = self.wait(state);
        Begin { at, origin: at }
    }

    /// A part has ended. When that was before it was ready, nobody waits for it any longer.
    fn leave(&self, part: &Part) {
        let mut state = self.lock();
        if part.start.is_zero() && state.origin.is_none() {
            state.missing = state.missing.saturating_sub(1);
            self.changed.notify_all();
        }
    }

    /// The moment at which the run starts; waits for it to be known.
    fn origin(&self) -> i64 {
        self.wait(self.lock())
    }

    fn wait(&self, state: MutexGuard<'_, State>) -> i64 {
        let mut state = self.changed.wait_while(state, |s| s.missing > 0).unwrap_or_else(PoisonError::into_inner);
        *state.origin.get_or_insert_with(|| Timestamp::now().ns() + AHEAD_NS)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
