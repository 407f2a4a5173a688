//! Which of the target's threads are libuv's. Newer versions (libuv 1.50 and later) name them; else they are told by what they do: they are
//! the ones that run when the pool is given work at rest.

use crate::discover::{self, status_value};
use std::collections::BTreeMap;

/// Name under which the run knows them, which is also libuv's own.
pub(super) const POOL_THREAD: &str = "libuv-worker";
/// Name of V8's helpers: compiling and collecting beside the main thread.
pub(super) const V8_THREAD: &str = "V8Worker";
/// Times that a thread must have gone to sleep again while the pool was woken, ten times over. Others sleep through it, but for those that
/// carry our own question and its answer.
const WOKEN: u64 = 4;

/// Threads of the pool where nobody asks for more. Source: libuv's documentation.
const USUAL: usize = 4;
/// Helpers of V8 that work, where nobody asks for another number. Source: Node's documentation of `--v8-pool-size`.
const USUAL_OF_V8: usize = 4;
/// The most that are looked for where Node chooses their number (`--v8-pool-size=0`, which is one fewer than CPUs), and the ticks in which they
/// then start. Guesses; seen: one tick, and the next thread three ticks later.
const MOST_OF_V8: usize = 64;
const TICKS_APART: u64 = 1;

/// Threads of a process by number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Threads(BTreeMap<u32, Thread>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Thread {
    name: String,
    start_ticks: u64,
    switches: u64,
}

impl Threads {
    /// As they are now.
    pub(super) fn of(pid: u32) -> Self {
        let tids = discover::numbers(&discover::file(pid, "task")).unwrap_or_default();
        Self(tids.into_iter().filter_map(|tid| Some((tid, Thread::of(pid, tid)?))).collect())
    }

    /// Numbers of those that are new since `before`.
    pub(super) fn since(&self, before: &Self) -> Vec<u32> {
        self.0.keys().filter(|t| !before.0.contains_key(t)).copied().collect()
    }

    /// Numbers of those whose name begins with `prefix`.
    pub(super) fn named(&self, prefix: &str) -> Vec<u32> {
        self.0.iter().filter(|(_, t)| t.name.starts_with(prefix)).map(|(tid, _)| *tid).collect()
    }

    /// Numbers of those that ran between `before` and now, but for `not`.
    pub(super) fn woken(&self, before: &Self, not: &[u32]) -> Vec<u32> {
        let ran = |tid: &u32, t: &Thread| t.switches >= before.0.get(tid).map_or(0, |b| b.switches) + WOKEN;
        self.0.iter().filter(|(tid, t)| !not.contains(tid) && ran(tid, t)).map(|(tid, _)| *tid).collect()
    }

    /// `pool`, with those that came to life with one of it and have no name of their own either, but for `not`: libuv starts all of its threads
    /// at once, and one that is at work when the pool is woken does not show. Where these are more than the usual number, others came to
    /// life at that moment too, and nobody is added.
    pub(super) fn with_brothers(&self, pool: Vec<u32>, not: &[u32]) -> Vec<u32> {
        let known: Vec<&Thread> = pool.iter().filter_map(|tid| self.0.get(tid)).collect();
        let is_brother = |t: &Thread| known.iter().any(|k| k.name == t.name && k.start_ticks.abs_diff(t.start_ticks) <= 1);
        let all: Vec<u32> = self.0.iter().filter(|(tid, t)| !not.contains(tid) && is_brother(t)).map(|(tid, _)| *tid).collect();
        if all.len() <= USUAL && pool.iter().all(|tid| all.contains(tid)) { all } else { pool }
    }

    /// Numbers of V8's helpers: Node starts them before anything else, one after the other, and waits for them: `size` that work and one for what is
    /// due later. Where threads have names of their own, the first has another than the rest, which their names tell. What comes later (who listens
    /// for signals, and libuv's pool once there is work for it) is told from them by their number; by time where Node has chosen that.
    pub(super) fn of_the_start(&self, pid: u32, size: Option<usize>) -> Vec<u32> {
        let mut others: Vec<_> = self.0.iter().filter(|(tid, _)| **tid != pid).map(|(tid, t)| (t.start_ticks, *tid, &t.name)).collect();
        others.sort_unstable();
        let Some((first, _, name)) = others.first().copied() else { return Vec::new() };
        let (most, until) = match size.unwrap_or(USUAL_OF_V8) {
            0 => (MOST_OF_V8, first + TICKS_APART),
            size => (size, u64::MAX),
        };
        let is_helper = |(start, _, own): &(u64, u32, &String)| *own == name && *start <= until;
        others.into_iter().take(1 + most).take_while(is_helper).map(|(_, tid, _)| tid).collect()
    }
}

impl Thread {
    fn of(pid: u32, tid: u32) -> Option<Self> {
        let stat = discover::Stat::parse(&discover::text(&discover::file(pid, &format!("task/{tid}/stat")))?)?;
        let status = discover::text(&discover::file(pid, &format!("task/{tid}/status")))?;
        let switches = status_value(&status, "voluntary_ctxt_switches")?.parse().ok()?;
        Some(Self { name: stat.comm, start_ticks: stat.start_ticks, switches })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn threads(all: &[(u32, &str, u64, u64)]) -> Threads {
        let thread = |name: &str, start_ticks, switches| Thread { name: name.to_owned(), start_ticks, switches };
        Threads(all.iter().map(|(tid, name, start, switches)| (*tid, thread(name, *start, *switches))).collect())
    }

    #[test]
    fn the_pool_is_what_runs_when_it_is_given_work() {
        // 10 main, 11 a helper of V8, 12 and 13 pool, 14 the inspector's
        let before = threads(&[(10, "node", 5, 900), (11, "node", 5, 30), (12, "node", 9, 50), (14, "node", 70, 3)]);
        let after = threads(&[(10, "node", 5, 950), (11, "node", 5, 31), (12, "node", 9, 58), (13, "node", 9, 9), (14, "node", 70, 9)]);
        assert_eq!(after.woken(&before, &[10, 14]), [12, 13]);
        assert_eq!(after.since(&before), [13]);
    }

    #[test]
    fn helpers_of_v8_are_the_first_that_start() {
        // as seen on Node 20 that loads modules: five of V8, one for signals, four of libuv
        let slow: Vec<_> =
            [(10, 676), (11, 692), (12, 692), (13, 692), (14, 693), (15, 693), (16, 695), (17, 697), (18, 697), (19, 697), (20, 697)]
                .map(|(tid, start)| (tid, "node", start, 1))
                .into();
        assert_eq!(threads(&slow).of_the_start(10, None), [11, 12, 13, 14, 15], "however long Node takes to start");
        let at_once: Vec<_> = (10..21).map(|tid| (tid, "node", 5, 1)).collect();
        assert_eq!(threads(&at_once).of_the_start(10, None), [11, 12, 13, 14, 15], "all within one tick");
        assert_eq!(threads(&at_once).of_the_start(10, Some(2)), [11, 12, 13]);
        assert_eq!(threads(&slow).of_the_start(10, Some(0)), [11, 12, 13, 14, 15], "Node chose, and time tells");
        let apart: Vec<_> =
            [(10, 5), (11, 6), (12, 9), (13, 12), (14, 15), (15, 18), (16, 18)].map(|(tid, start)| (tid, "node", start, 1)).into();
        assert_eq!(threads(&apart).of_the_start(10, None), [11, 12, 13, 14, 15], "a quota stood between them");
        let titled = threads(&[(10, "shop", 5, 1), (11, "node", 6, 1), (12, "node", 6, 1), (13, "libuv-worker", 6, 1)]);
        assert_eq!(titled.of_the_start(10, None), [11, 12], "a title is the main thread's alone");
        assert_eq!(threads(&[(10, "node", 5, 1)]).of_the_start(10, None), [0; 0]);
    }

    #[test]
    fn one_that_is_at_work_is_known_by_its_brothers() {
        let pool = |more: &[(u32, &str, u64, u64)]| {
            let usual = [(10, "node", 5, 900), (11, "node", 5, 30), (12, "node", 9, 50), (13, "node", 10, 9), (15, "tokio", 9, 2)];
            threads(&[&usual[..], more].concat()).with_brothers(vec![12], &[10, 11])
        };
        assert_eq!(pool(&[]), [12, 13]);
        assert_eq!(pool(&[(16, "node", 70, 9)]), [12, 13], "it came later");
        assert_eq!(pool(&[(16, "node", 9, 0), (17, "node", 9, 0), (18, "node", 9, 0)]), [12], "workers of the service came with them");
        assert_eq!(threads(&[]).with_brothers(vec![12], &[]), [12]);
    }

    #[test]
    fn the_threads_of_this_test_are_read() {
        let own = Threads::of(std::process::id());
        assert!(own.0.contains_key(&std::process::id()));
    }
}
