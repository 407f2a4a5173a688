//! How the requests of a level are served, and what follows from it. Causes ask what they need to know; none asks which runtime it is.

use super::{EventLoop, Pool, Scheduler, Workers};
use crate::frames::Part;

/// What serves the requests of a level, as far as it was seen.
#[derive(Debug, Clone, PartialEq)]
pub enum Served {
    /// A request keeps a thread from its dispatch to its answer; with the server's workers where they were counted.
    Threads(Option<Workers>),
    /// One thread runs the callbacks of all requests: nobody stands in a wait, so waits are counted in flight.
    Loop(Box<EventLoop>),
    /// Every request is a task with a stack of its own, on few threads (virtual threads, coroutines); with workers where they were counted.
    Tasks(Option<Workers>),
    /// No thread was seen with a request from beginning to end, and nobody counts the waits of an event loop: callbacks on a JVM, or a server that no table
    /// knows. Of the requests pieces are seen at best (callbacks, tasks of executors), and the CPU of the whole process.
    Unseen,
}

impl Served {
    /// The event loop, for who asks about loops.
    pub fn event_loop(&self) -> Option<&EventLoop> {
        if let Self::Loop(l) = self { Some(l) } else { None }
    }

    /// The server's worker threads, where they were counted.
    pub fn workers(&self) -> Option<&Workers> {
        match self {
            Self::Threads(w) | Self::Tasks(w) => w.as_ref(),
            Self::Loop(_) | Self::Unseen => None,
        }
    }

    /// Whether any thread of the process may carry any request, so that no other tells its CPU from theirs.
    pub fn any_thread_carries(&self) -> bool {
        matches!(self, Self::Tasks(_) | Self::Unseen)
    }

    /// Whether a stack tells what a request does while it waits, if any does. On an event loop waits are counted in flight, and no stack says what they are inside of.
    pub fn stacks_show_waits(&self) -> bool {
        !matches!(self, Self::Loop(_))
    }

    /// Whether who has an answer and no core still counts as waiting for it: a thread still shows the read, and an answer lies in its socket until the loop
    /// runs. The state of a task tells it from one that waits.
    pub fn waits_hide_the_run_queue(&self) -> bool {
        !matches!(self, Self::Tasks(_))
    }

    /// Whether whoever writes at once keeps all other requests waiting while it does, as a computation would.
    pub fn writing_keeps_all_waiting(&self) -> bool {
        matches!(self, Self::Loop(_))
    }

    /// Whether somebody counts the requests that are inside when the load has ended.
    pub fn counts_requests_at_rest(&self) -> bool {
        matches!(self, Self::Loop(_))
    }

    /// Waiting for whoever serves, milliseconds per request: for a free worker, or for the event loop, which is the one worker that there is.
    pub fn queue_ms(&self) -> f64 {
        match self {
            Self::Loop(l) => l.wait_ms,
            Self::Threads(w) | Self::Tasks(w) => w.as_ref().map_or(0.0, |w| w.queue_ms),
            Self::Unseen => 0.0,
        }
    }

    /// Waiting for a thread that does what an event loop gives away, milliseconds per request.
    pub fn thread_wait_ms(&self) -> f64 {
        self.event_loop().map_or(0.0, EventLoop::thread_wait_ms)
    }

    /// Time for which a request keeps whoever serves it, milliseconds, where that is counted.
    pub fn kept_ms(&self) -> Option<f64> {
        match self {
            Self::Loop(l) => Some(l.busy_ms),
            Self::Threads(w) | Self::Tasks(w) => w.as_ref().map(|w| w.busy_ms),
            Self::Unseen => None,
        }
    }

    /// Answers of the database that lie in their sockets because whoever serves has no time to fetch them, milliseconds per request.
    pub fn fetched_late_ms(&self) -> f64 {
        self.event_loop().map_or(0.0, |l| l.fetched_late_ms)
    }

    /// Collecting garbage on the thread that serves, milliseconds per request.
    pub fn collected_ms(&self) -> f64 {
        self.event_loop().map_or(0.0, |l| l.gc_ms)
    }

    /// CPU of other threads that is requests' own work, milliseconds per request: what an event loop gives away. Threads that keep a request do their own.
    pub fn given_away_cpu_ms(&self, s: &Scheduler) -> f64 {
        if matches!(self, Self::Loop(_)) { s.thread_pool_cpu_ms + s.short_lived_ms } else { 0.0 }
    }

    /// Time per request in `part` where it is counted, milliseconds; `None` where stacks tell it.
    pub(super) fn counted_ms(&self, part: Part, pools: &[Pool]) -> Option<f64> {
        let l = self.event_loop()?;
        match part {
            Part::PoolWait => Some(pools.iter().map(|p| p.wait_ms).sum()),
            Part::Database => Some(l.statement_ms),
            Part::Remote => Some(l.remote_ms),
            Part::Cache => Some(l.cache_ms),
            Part::ClientPoolWait => Some(l.client_queue_ms),
            _ => None,
        }
    }
}
