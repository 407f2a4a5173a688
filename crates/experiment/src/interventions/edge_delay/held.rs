//! A delay that is held: the edge is told again and again that whoever asked for it is there. Where this process stands still, nobody says
//! so, and the delay lapses.

use super::control::Line;
use crate::InterventionError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

/// How often it is said: a fifth of how long a delay lasts by itself.
const AGAIN: Duration = Duration::from_secs(1);

/// The connection that holds the delay, until this is dropped.
pub(super) struct Held(Arc<Mutex<State>>);

struct State {
    line: Line,
    /// What the edge has as delay because of us, milliseconds.
    given_ms: f64,
    has_lapsed: bool,
}

impl Held {
    /// Without a delay yet.
    pub(super) fn by(line: Line) -> Result<Self, InterventionError> {
        let held = Arc::new(Mutex::new(State { line, given_ms: 0.0, has_lapsed: false }));
        let state = Arc::downgrade(&held);
        let keep = std::thread::Builder::new().name("ts-lease".to_owned()).spawn(move || keep(&state));
        keep.map_err(|e| InterventionError::new("keep a delay", e.to_string()))?;
        Ok(Self(held))
    }

    /// Sets the delay, milliseconds, and returns what it is then.
    pub(super) fn delay(&self, ms: f64) -> Result<f64, InterventionError> {
        let mut state = locked(&self.0);
        state.given_ms = state.line.delay(ms)?;
        Ok(state.given_ms)
    }

    /// Whether a delay ended that nobody here has ended: what was measured meanwhile was not measured with it.
    pub(super) fn has_lapsed(&self) -> bool {
        locked(&self.0).has_lapsed
    }
}

fn keep(state: &Weak<Mutex<State>>) {
    while let Some(state) = state.upgrade() {
        locked(&state).says_that_it_is_there();
        drop(state);
        std::thread::sleep(AGAIN);
    }
}

fn locked(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    fn says_that_it_is_there(&mut self) {
        if self.given_ms > 0.0 {
            // it answers with the very figure that it gave before
            self.has_lapsed |= !self.line.show().is_ok_and(|edge| edge.delay_ms == self.given_ms);
        }
    }
}
