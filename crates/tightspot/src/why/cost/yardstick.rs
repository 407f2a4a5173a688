//! What a second of CPU is worth just now. On a shared machine the same request takes half as much CPU again a minute later, because neighbours
//! push the service's code and data out of the caches: more than watching costs. So a thread does a small fixed piece of work now and then, on
//! the service's own cores and at all times alike. Only the piece's own CPU time counts, not how long it waited for a core.
//!
//! The piece runs through much code once, as a service does, because caches are what neighbours take: over the arms of `bench/watching.sh` its
//! CPU time goes with that of a request (bench/RESULTS.md). What watching does to the caches slows the piece as well, and is then taken out with
//! the machine: so both figures are told, and how much the piece differs between watched and not.

use load::thread_cpu_ns;
use probe::host::pin_current_thread;
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
                x = black_box(piece(x));
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

/// Calls function after function, each time one that the last result chooses.
fn piece(from: u64) -> u64 {
    let mut x = from;
    for _ in 0..CALLS {
        x = chosen(x).1(x);
    }
    x
}

/// A stretch of code of its own for each `I`: a step of xorshift (Marsaglia, 2003) with branches that cannot be foretold.
#[inline(never)]
fn stretch<const I: u64>(mut x: u64) -> u64 {
    x ^= x << (3 + I % 28);
    if x & (1 << (I % 13)) != 0 {
        x = x.wrapping_add(I.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    }
    x = x.wrapping_mul(I.wrapping_mul(0xBF58_476D_1CE4_E5B9) | 1);
    x ^= x >> (3 + I % 27);
    if x & (1 << (I % 11)) != 0 {
        x ^= I.wrapping_mul(0x94D0_49BB_1331_11EB);
    }
    x.wrapping_add(I)
}

/// Sixteen times as many of what is given.
macro_rules! sixteen {
    ($of:ident, $n:expr) => {
        [
            $of!($n),
            $of!($n + 1),
            $of!($n + 2),
            $of!($n + 3),
            $of!($n + 4),
            $of!($n + 5),
            $of!($n + 6),
            $of!($n + 7),
            $of!($n + 8),
            $of!($n + 9),
            $of!($n + 10),
            $of!($n + 11),
            $of!($n + 12),
            $of!($n + 13),
            $of!($n + 14),
            $of!($n + 15),
        ]
    };
}
macro_rules! one {
    ($n:expr) => {
        stretch::<{ $n }> as Stretch
    };
}
macro_rules! row {
    ($n:expr) => {
        sixteen!(one, ($n) * 16)
    };
}
macro_rules! sheet {
    ($n:expr) => {
        sixteen!(row, ($n) * 16)
    };
}

/// 4096 stretches: some hundred kilobytes of code.
static STRETCHES: [[[Stretch; 16]; 16]; 16] = sixteen!(sheet, 0);
type Stretch = fn(u64) -> u64;

/// The stretch that a result chooses: its number, and what it does.
fn chosen(x: u64) -> (u64, Stretch) {
    let n = x >> 7 & 0xFFF;
    let digit = |shift: u32| (n >> shift & 0xF) as usize;
    (n, STRETCHES[digit(8)][digit(4)][digit(0)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_stretches_do_the_same() {
        let results: HashSet<u64> = STRETCHES.as_flattened().as_flattened().iter().map(|f| f(0x2545_F491_4F6C_DD1D)).collect();
        assert_eq!(results.len(), 4096);
    }

    #[test]
    fn pieces_lead_through_most_of_the_code() {
        let (mut x, mut met) = (1, HashSet::new());
        for _ in 0..20 * CALLS {
            let (n, stretch) = chosen(x);
            met.insert(n);
            x = stretch(x);
        }
        assert!(met.len() > 4096 * 9 / 10, "{} of 4096", met.len());
    }

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
