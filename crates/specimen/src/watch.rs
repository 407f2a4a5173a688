//! How long work tells its caller what goes on, and learns that it should stop.

use crate::Error;
use std::time::{Duration, Instant};

const STEP: Duration = Duration::from_millis(25);

/// Progress out, Ctrl-C in. Both are callbacks: this crate prints nothing and installs no signal handler.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Told one line per step.
    pub progress: &'a dyn Fn(&str),
    /// Asked in every wait whether the user wants to stop.
    pub interrupted: &'a dyn Fn() -> bool,
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watch")
    }
}

impl Watch<'static> {
    /// Says nothing and is never interrupted.
    pub fn silent() -> Self {
        Self { progress: &|_| (), interrupted: &|| false }
    }
}

impl Watch<'_> {
    pub(crate) fn say(&self, line: impl AsRef<str>) {
        (self.progress)(line.as_ref());
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        if (self.interrupted)() { Err(Error::interrupted()) } else { Ok(()) }
    }

    /// Asks `done` until it has an answer. `None` when the deadline passed first.
    pub(crate) fn until<T>(&self, deadline: Instant, mut done: impl FnMut() -> Result<Option<T>, Error>) -> Result<Option<T>, Error> {
        loop {
            if let Some(answer) = done()? {
                return Ok(Some(answer));
            }
            self.check()?;
            if Instant::now() >= deadline {
                return Ok(None);
            }
            std::thread::sleep(STEP);
        }
    }
}

/// Waits without an ear for Ctrl-C, as stopping does: whether `done` held before `limit` was over.
pub(crate) fn wait_for(limit: Duration, mut done: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + limit;
    loop {
        if done() {
            return true;
        }
        if Instant::now() >= deadline {
            return false;
        }
        std::thread::sleep(STEP);
    }
}
