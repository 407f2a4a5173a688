//! What a second of CPU is worth just now. On a shared machine the same request takes half as much CPU again a minute later, because neighbours
//! push the service's code and data out of the caches: more than watching costs. So a thread does a small fixed piece of work now and then, on
//! the service's own cores and at all times alike. Only the piece's own CPU time counts, not how long it waited for a core.
//!
//! The piece is that of the host probe; over the arms of `bench/watching.sh` its CPU time goes with that of a request (bench/RESULTS.md). What
//! watching does to the caches slows the piece as well, and is then taken out with the machine: so both figures are told, and how much the piece
//! differs between watched and not.

use load::thread_cpu_ns;
use probe::host::{fixed_work, pin_current_thread};
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Time between two pieces, which take about a fiftieth of it.
const EVERY: Duration = Duration::from_millis(10);
/// Calls of a piece.
const CALLS: u32 = 4000;

/// Pieces since the last question, and the CPU they took.
#[derive(Debug, Clone, Copy, Default)]
struct Pieces {
    n: u32,
    cpu_ns: u64,
}

/// The thread that works; ends when dropped.
pub(super) struct Yardstick {
    pieces: Arc<Mutex<Pieces>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Yardstick {
    /// Starts it on `cpus`.
    pub(super) fn start(cpus: Vec<u32>) -> std::io::Result<Self> {
        let (pieces, stop) = (Arc::new(Mutex::new(Pieces::default())), Arc::new(AtomicBool::new(false)));
        let (theirs, stopped) = (Arc::clone(&pieces), Arc::clone(&stop));
        let work = move || {
            let _pinned = cpus.is_empty() || pin_current_thread(&cpus).is_ok();
            let mut x = 1;
            while !stopped.load(Ordering::Relaxed) {
                let before = thread_cpu_ns();
                x = black_box(fixed_work(x, CALLS));
                let took = thread_cpu_ns() - before;
                {
                    let mut p = lock(&theirs);
                    p.n += 1;
                    p.cpu_ns += took;
                }
                thread::sleep(EVERY);
            }
        };
        let thread = thread::Builder::new().name("yardstick".to_owned()).spawn(work)?;
        Ok(Self { pieces, stop, thread: Some(thread) })
    }

    /// Forgets what it has seen.
    pub(super) fn begin(&self) {
        *lock(&self.pieces) = Pieces::default();
    }

    /// CPU time of a piece since it began, seconds; `None` when there was none.
    pub(super) fn end(&self) -> Option<f64> {
        let p = *lock(&self.pieces);
        (p.n > 0).then(|| p.cpu_ns as f64 / 1e9 / f64::from(p.n))
    }
}

impl Drop for Yardstick {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ended = thread.join();
        }
    }
}

fn lock(pieces: &Mutex<Pieces>) -> MutexGuard<'_, Pieces> {
    pieces.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_counted_from_the_beginning() {
        let y = Yardstick::start(Vec::new()).expect("a thread");
        y.begin();
        let seen = std::iter::repeat_with(|| {
            thread::sleep(Duration::from_millis(1));
            y.end()
        })
        .find_map(|s| s);
        assert!(seen.is_some_and(|s| s > 0.0));
    }
}
