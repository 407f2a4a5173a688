//! A thread that takes readings at an interval while it is on. The probes of this crate that poll are built on it.

use crate::host::affinity;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Something that can be read again and again.
pub(crate) trait Reading: Send + 'static {
    /// Takes one reading and says when the next is due; `None` when there will be none any more.
    fn read(&mut self) -> Option<Duration>;

    /// The next reading is the first or the last of a phase.
    fn is_at_an_end(&mut self) {}
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Off,
    /// The next reading is due after this long.
    On(Duration),
    Stopped,
}

struct Shared<R> {
    reading: Mutex<R>,
    state: Mutex<State>,
    wake: Condvar,
}

/// Owns the thread; stops and joins it when dropped.
pub(crate) struct Ticker<R: Reading> {
    shared: Arc<Shared<R>>,
    thread: Option<JoinHandle<()>>,
}

impl<R: Reading> Ticker<R> {
    /// Starts the thread, switched off, on `cpus` (anywhere when empty), with real-time priority if asked for and permitted.
    pub(crate) fn start(name: &str, reading: R, cpus: &[u32], punctual: bool) -> std::io::Result<Self> {
        let shared = Arc::new(Shared { reading: Mutex::new(reading), state: Mutex::new(State::Off), wake: Condvar::new() });
        let (theirs, cpus) = (Arc::clone(&shared), cpus.to_vec());
        let run = move || {
            // Both are improvements, not needs: without them the readings come a little later.
            let _pinned = cpus.is_empty() || affinity::pin_current_thread(&cpus).is_ok();
            let _raised = punctual && affinity::raise_priority().is_ok();
            theirs.run();
        };
        let thread = Some(thread::Builder::new().name(name.to_owned()).spawn(run)?);
        Ok(Self { shared, thread })
    }

    /// Takes a reading now, then switches the thread on.
    pub(crate) fn begin(&self) {
        let next = self.at_an_end();
        self.shared.set(next.map_or(State::Stopped, State::On));
    }

    /// Switches the thread on without a reading now: the first is due after that long.
    pub(crate) fn begin_after(&self, first: Duration) {
        self.shared.set(State::On(first));
    }

    /// Switches the thread off without another reading: nobody waits for one that is under way.
    pub(crate) fn pause(&self) {
        self.shared.set(State::Off);
    }

    /// Switches the thread off, then takes a last reading.
    pub(crate) fn end(&self) {
        self.shared.set(State::Off);
        self.at_an_end();
    }

    fn at_an_end(&self) -> Option<Duration> {
        let mut reading = self.reading();
        reading.is_at_an_end();
        reading.read()
    }

    /// What is being read, while no reading is under way.
    pub(crate) fn reading(&self) -> MutexGuard<'_, R> {
        lock(&self.shared.reading)
    }
}

impl<R: Reading> Drop for Ticker<R> {
    fn drop(&mut self) {
        self.shared.set(State::Stopped);
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was already shown by the panic hook; its readings end, nothing else does.
            let _ended = thread.join().is_ok();
        }
    }
}

impl<R: Reading> Shared<R> {
    /// Changes the state; stopped is for good.
    fn set(&self, to: State) {
        let mut state = lock(&self.state);
        if *state != State::Stopped {
            *state = to;
        }
        self.wake.notify_all();
    }

    fn run(&self) {
        let mut due: Option<Instant> = None;
        loop {
            let state = lock(&self.state);
            let (now, first) = match *state {
                State::Stopped => return,
                State::Off => {
                    due = None;
                    drop(self.wake.wait(state).unwrap_or_else(PoisonError::into_inner));
                    continue;
                }
                State::On(first) => (Instant::now(), first),
            };
            let at = *due.get_or_insert(now + first);
            if now < at {
                drop(self.wake.wait_timeout(state, at - now).unwrap_or_else(PoisonError::into_inner));
                continue;
            }
            drop(state);
            let Some(interval) = lock(&self.reading).read() else {
                self.set(State::Stopped);
                return;
            };
            // Readings that fell out are skipped, not made up for.
            due = Some((at + interval).max(Instant::now()));
        }
    }
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    struct Count(Sender<u32>, u32, u32);
    impl Reading for Count {
        fn read(&mut self) -> Option<Duration> {
            self.1 += 1;
            self.0.send(self.1).ok()?;
            (self.1 < self.2).then_some(Duration::from_millis(1))
        }
    }

    fn counting(limit: u32) -> (Ticker<Count>, Receiver<u32>) {
        let (tx, rx) = channel();
        (Ticker::start("ts-test", Count(tx, 0, limit), &[], false).expect("thread"), rx)
    }

    #[test]
    fn readings_come_from_begin_to_end_and_again() {
        let (ticker, rx) = counting(u32::MAX);
        assert!(rx.try_recv().is_err(), "nothing is read before begin");
        for _ in 0..2 {
            ticker.begin();
            for _ in 0..5 {
                rx.recv().expect("a reading");
            }
            ticker.end();
            let after_end = ticker.reading().1;
            while rx.try_recv().is_ok() {}
            assert_eq!(ticker.reading().1, after_end, "nothing is read after end");
        }
    }

    #[test]
    fn the_thread_ends_when_there_is_nothing_more_to_read() {
        let (ticker, rx) = counting(3);
        ticker.begin();
        assert_eq!(rx.iter().take(3).collect::<Vec<_>>(), [1, 2, 3]);
        ticker.begin();
        assert_eq!(rx.recv().expect("begin reads itself"), 4);
    }
}
