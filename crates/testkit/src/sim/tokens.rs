//! Things of which there are a few, handed out first come, first served: connections, locks, rows, servers of another service.

use std::collections::VecDeque;

/// Requests that wait for a worker, and for how long all of them have waited, milliseconds.
#[derive(Debug, Clone, Default)]
pub(super) struct Queue {
    waiting: VecDeque<(usize, f64)>,
    pub(super) waited_ms: f64,
}

impl Queue {
    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    pub(super) fn push(&mut self, request: usize, now: f64) {
        self.waiting.push_back((request, now));
    }

    pub(super) fn pop(&mut self, now: f64) -> Option<usize> {
        let (request, since) = self.waiting.pop_front()?;
        self.waited_ms += now - since;
        Some(request)
    }
}

/// A limited number of equal things.
#[derive(Debug, Clone)]
pub(super) struct Tokens {
    /// How many there are.
    pub(super) size: u32,
    /// How many are handed out.
    pub(super) used: u32,
    /// Threads that wait, in order.
    pub(super) waiting: VecDeque<usize>,
}

impl Tokens {
    pub(super) fn new(size: u32) -> Self {
        Self { size, used: 0, waiting: VecDeque::new() }
    }

    /// Takes one; the thread queues when there is none.
    pub(super) fn take(&mut self, thread: usize) -> bool {
        if self.used < self.size {
            self.used += 1;
            true
        } else {
            self.waiting.push_back(thread);
            false
        }
    }

    /// Gives one back; the thread that gets it is told.
    pub(super) fn give(&mut self) -> Option<usize> {
        let next = self.waiting.pop_front();
        if next.is_none() {
            self.used -= 1;
        }
        next
    }

    /// A thread gives up waiting.
    pub(super) fn leave(&mut self, thread: usize) {
        self.waiting.retain(|t| *t != thread);
    }
}
