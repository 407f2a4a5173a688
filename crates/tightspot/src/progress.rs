//! Progress on stderr: one self-replacing line on a terminal, one line per phase elsewhere.

use crate::output;
use load::Live;
use std::time::Instant;

/// Tells the user what goes on.
#[derive(Clone)]
pub(crate) struct Progress {
    terminal: bool,
    quiet: bool,
    started: Instant,
}

impl Progress {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { terminal: output::stderr_is_terminal(), quiet, started: Instant::now() }
    }

    /// A line that stays.
    pub(crate) fn say(&self, line: &str) {
        if self.quiet {
            return;
        }
        if self.terminal {
            output::clear_status();
        }
        let s = self.started.elapsed().as_secs();
        output::note(&format!("{:>2}:{:02}  {line}", s / 60, s % 60));
    }

    /// What the running phase looks like; on a terminal only.
    pub(crate) fn live(&self, phase: &str, live: &Live) {
        if self.quiet || !self.terminal {
            return;
        }
        let s = self.started.elapsed().as_secs();
        output::status(&format!(
            "{:>2}:{:02}  {phase:<14} {:>8.0}/s  mean {:>8.2} ms  p95 {:>8.2} ms  in flight {:>5}  errors {}",
            s / 60,
            s % 60,
            live.last.rate_per_s,
            live.last.mean_ns / 1e6,
            live.last.p95_ns as f64 / 1e6,
            live.in_flight,
            live.errors
        ));
    }

    /// Clears the self-replacing line.
    pub(crate) fn clear(&self) {
        if self.terminal && !self.quiet {
            output::clear_status();
        }
    }
}
