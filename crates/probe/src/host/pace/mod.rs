//! How fast the target's CPUs are just now: a piece of work of known length on each of them in turn, by its own CPU time. Only that counts, not how long
//! it waited for the CPU. On a shared machine it differs by half between seconds in which nobody takes time (bench/RESULTS.md), and CPU per
//! request with it.

mod work;

pub use work::fixed_work;

use super::affinity::pin_current_thread;
use crate::discover;
use crate::process::thread_cpu_ns;
use crate::process::ticker::Reading;
use model::series::labels;
use model::{Observation, Series, Sink, Timestamp, signal};
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Time between two pieces: twenty a second tell one second from another, and take a thousandth of a core.
pub(super) const EVERY: Duration = Duration::from_millis(50);
/// Calls of a piece: about 50 us on CPUs of 2024. Shorter pieces would be the clock's.
const CALLS: u32 = 500;
/// Most CPUs, so that each has ten pieces in a level of 8 s twice over.
const MOST_CPUS: usize = 8;

/// Those of `cpus` that nobody has set aside: on others a thread of ours brings back the tick that the kernel keeps away.
pub(super) fn not_set_aside(cpus: Vec<u32>) -> Vec<u32> {
    let lists = ["isolated", "nohz_full"].map(|name| discover::text(&Path::new("/sys/devices/system/cpu").join(name)).unwrap_or_default());
    let aside: Vec<u32> = lists.iter().flat_map(|list| discover::parse_cpus(list.trim())).collect();
    cpus.into_iter().filter(|cpu| !aside.contains(cpu)).collect()
}

/// Works on the CPUs in turn.
pub(super) struct Pacer {
    sink: Arc<dyn Sink>,
    /// Those that are measured. One that this thread may not use is taken out.
    cpus: Vec<u32>,
    /// Where among them the next piece is done: the thread sleeps there already.
    next: usize,
    pinned: Option<u32>,
    /// Result of the last piece.
    x: u64,
}

impl Pacer {
    pub(super) fn new(sink: &Arc<dyn Sink>, cpus: &[u32]) -> Self {
        let each = cpus.len().div_ceil(MOST_CPUS).max(1);
        let cpus = cpus.iter().copied().step_by(each).collect();
        Self { sink: Arc::clone(sink), cpus, next: 0, pinned: None, x: 1 }
    }

    /// Moves to the next CPU that may be used; whether there is one.
    fn moved(&mut self) -> bool {
        while let Some(cpu) = self.cpus.get(self.next).copied() {
            if self.pinned == Some(cpu) || pin_current_thread(&[cpu]).is_ok() {
                self.pinned = Some(cpu);
                return true;
            }
            self.cpus.remove(self.next);
            self.next = if self.next < self.cpus.len() { self.next } else { 0 };
        }
        false
    }

    fn piece(&mut self, cpu: u32) {
        let before = thread_cpu_ns();
        self.x = black_box(fixed_work(self.x, CALLS));
        let took = thread_cpu_ns() - before;
        let mut s = Series::new(signal::FIXED_WORK_TIME, labels([("cpu", &cpu.to_string())]));
        s.push(Timestamp::now(), took as f64 / 1e9);
        self.sink.observe(Observation::Series(s));
    }
}

impl Reading for Pacer {
    fn read(&mut self) -> Option<Duration> {
        if let Some(cpu) = self.pinned {
            self.piece(cpu);
            self.next = (self.next + 1) % self.cpus.len().max(1);
        }
        self.moved().then_some(EVERY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discover::allowed_cpus;
    use crate::process::ticker::Ticker;
    use std::sync::Mutex;
    use std::time::Instant;

    /// CPUs on which work was done, once there were `pieces`.
    fn worked(cpus: &[u32], pieces: usize) -> Vec<u32> {
        let seen: Arc<Mutex<Vec<Observation>>> = Arc::default();
        let sink: Arc<dyn Sink> = Arc::clone(&seen) as Arc<dyn Sink>;
        let before = allowed_cpus(std::process::id());
        let ticker = Ticker::start("ts-test", Pacer::new(&sink, cpus), &[], false).expect("thread");
        ticker.begin_after(Duration::ZERO);
        let patience = Instant::now() + Duration::from_secs(30);
        while seen.lock().expect("not poisoned").len() < pieces {
            assert!(Instant::now() < patience, "waited 30 s for {pieces} pieces");
            std::thread::sleep(Duration::from_millis(5));
        }
        ticker.pause();
        assert_eq!(allowed_cpus(std::process::id()), before, "the thread that begins and ends is moved nowhere");
        let cpu = |o: &Observation| if let Observation::Series(s) = o { s.label("cpu").parse().ok() } else { None };
        let mut on: Vec<u32> = seen.lock().expect("not poisoned").iter().filter_map(cpu).collect();
        on.sort_unstable();
        on.dedup();
        on
    }

    #[test]
    fn work_is_done_on_each_cpu_that_may_be_used() {
        let allowed = allowed_cpus(std::process::id());
        let two: Vec<u32> = allowed.iter().copied().take(2).collect();
        assert_eq!(worked(&two, 6), two);
        // there is no such CPU
        assert_eq!(worked(&[two[0], 1023], 3), [two[0]]);
    }

    #[test]
    fn of_many_cpus_a_few_are_measured() {
        let sink: Arc<dyn Sink> = Arc::new(Mutex::new(Vec::<Observation>::new()));
        let of = |n: u32| Pacer::new(&sink, &(0..n).collect::<Vec<_>>()).cpus;
        assert_eq!((of(2), of(8).len(), of(64)), (vec![0, 1], 8, (0..64).step_by(8).collect::<Vec<_>>()));
    }
}
