//! The account of a service whose requests are served by an event loop: no thread stands in a wait, so waits are counted in flight, and the
//! loop's own time is what its callbacks take. Time awaited in parallel is counted once for each wait; that is shown, not hidden.

use super::{CrossCheck, HOLDING, Ledger, TOLERANCE_MS, TOLERANCE_SHARE};
use crate::level::{EventLoop, Level, Samples};

/// The line that takes back what is counted more than once.
const PARALLEL: &str = "awaited in parallel, counted more than once above";

impl Ledger {
    /// Fills in the parts of an event loop.
    pub(super) fn of_event_loop(&mut self, level: &Level, l: &EventLoop) {
        self.has_stacks = true;
        self.cpu_ms = l.cpu_ms + l.gc_ms;
        let before = self.lines.len();
        self.add("waiting for the event loop", l.wait_ms, None, false);
        let samples = level.samples.as_ref().map(Samples::all_of_loop);
        self.add("on the event loop/on CPU", l.cpu_ms, samples, false);
        self.add("on the event loop/collecting garbage", l.gc_ms, None, false);
        self.add("on the event loop/blocked in a synchronous call", l.blocked_ms, samples, false);
        let core = (l.busy_ms - l.cpu_ms - l.gc_ms - l.blocked_ms).max(0.0);
        self.add("on the event loop/run queue", core, None, false);
        self.add("thread pool of libuv/waiting for a thread", l.thread_wait_ms(), None, false);
        for w in &l.work {
            self.add(&format!("thread pool of libuv/{}", w.name), w.work_ms, None, false);
        }
        self.add("waiting for a DB connection", level.pools.iter().map(|p| p.wait_ms).sum(), None, false);
        let server = level.database.as_ref().map_or(0.0, crate::level::Database::server_ms).min(l.statement_ms);
        self.add(&format!("{HOLDING}/database"), server, None, false);
        self.add(&format!("{HOLDING}/network to the database, driver"), l.statement_ms - server, None, false);
        self.add("remote call", l.remote_ms, None, false);
        self.add("waiting for a connection of the HTTP client", l.client_queue_ms, None, false);
        if let Some(inside) = l.inside_ms {
            // the first wait for the loop is before the server has the request
            let parts: f64 = self.lines[before..].iter().map(|line| line.ms).sum::<f64>() - l.delay_ms;
            let allowed = (TOLERANCE_SHARE * inside).max(TOLERANCE_MS);
            self.cross_checks.push(CrossCheck {
                name: "time in the HTTP server",
                gauge_ms: inside,
                stacks_ms: parts,
                agree: (inside - parts).abs() <= allowed,
            });
            let waits = parts - l.busy_ms - l.wait_ms + l.delay_ms;
            if parts - inside > allowed && waits > 0.0 {
                let twice = (parts - inside).min(waits);
                self.lines.push(super::Line { path: PARALLEL.to_owned(), ms: -twice, samples: None, upper_bound: false });
            }
            let rest: Vec<f64> =
                level.seconds.iter().enumerate().map(|(i, (r, _))| r - l.inside_per_second.get(i).copied().unwrap_or(0.0)).collect();
            let count: Vec<f64> = level.seconds.iter().map(|(_, n)| *n).collect();
            self.unexplained_se_ms = stats::bootstrap::ratio_se(&rest, &count, 1);
        }
    }
}
