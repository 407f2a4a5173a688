//! Handles that stop or change a running phase from any thread.

use crate::live::Board;
use std::sync::Arc;

/// Stops the present phase, and those that come, from any thread (or a signal handler: it is one atomic store).
#[derive(Debug, Clone)]
pub struct Stopper(pub(super) Arc<Board>);

impl Stopper {
    /// No request is planned from here on.
    pub fn stop(&self) {
        self.0.set_stopped(true);
    }

    /// Lets phases run again.
    pub fn clear(&self) {
        self.0.set_stopped(false);
    }

    /// Whether phases are stopped.
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// Changes the running phase from any thread, within 20 ms. The next phase begins without these changes.
#[derive(Debug, Clone)]
pub struct Control(pub(super) Arc<Board>);

impl Control {
    /// Open load: this many requests per second from now on, for the rest of the phase.
    pub fn set_rate(&self, rate_per_s: f64) {
        self.0.wish(|w| w.rate_per_s = Some(rate_per_s.max(0.0)));
    }

    /// Closed or paced load: this many users from now on, for the rest of the phase.
    pub fn set_users(&self, users: u32) {
        self.0.wish(|w| w.users = Some(users));
    }

    /// Nothing is planned until [`Control::resume`]; the end of the phase stays where it is.
    pub fn pause(&self) {
        self.0.wish(|w| w.paused = true);
    }

    /// The plan goes on where it was paused.
    pub fn resume(&self) {
        self.0.wish(|w| w.paused = false);
    }
}
