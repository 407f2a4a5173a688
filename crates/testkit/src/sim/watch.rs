//! What probes would see: stacks at an interval, gauges, sessions, running totals of threads. Reading changes nothing in the service.

use super::engine::{Event, Sim};
use super::program::Shown;
use super::time::generator;
use super::worker::{Mode, Session};
use model::{SessionGroup, SessionSample, ThreadStat, Timestamp};
use rand::Rng;
use rand::rngs::SmallRng;
use std::collections::BTreeMap;

/// How often gauges, sessions and totals are read, milliseconds: as the probes do.
const GAUGES_MS: f64 = 10.0;
const SESSIONS_MS: f64 = 20.0;
const SNAPSHOT_MS: f64 = 500.0;
/// A thread that has run for this long is preempted rather than waiting for its first turn (Linux: 3 ms with few threads).
const SLICE_MS: f64 = 3.0;
/// Kernel ids.
pub(super) const FIRST_WORKER: u32 = 1000;
pub(super) const POLLER: u32 = 90;
pub(super) const COMPILER: u32 = 80;
pub(super) const COLLECTOR: u32 = 70;

/// What goes wrong with the watching itself.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Watching {
    /// By how much the sampler's interval is longer than asked for (0.05 = 5 %).
    pub overrun: f64,
    /// Gauges are stamped this much too late, milliseconds.
    pub gauge_lag_ms: f64,
    /// Share of gauge and session readings that are lost.
    pub lost: f64,
    /// Share of the statements on the server's CPU that sampling does not see, because it needs the same core (LEDGER section 1).
    pub blindness: f64,
}

/// One sample of a stack.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    pub(super) t: f64,
    pub(super) worker: usize,
    pub(super) weight: u32,
    pub(super) stack: u32,
}

/// One reading of the gauges.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gauges {
    pub(super) t: f64,
    pub(super) used: u32,
    pub(super) pending: u32,
    pub(super) total: u32,
    pub(super) busy: u32,
    pub(super) alive: u32,
    pub(super) queue: u32,
}

/// One reading of running totals.
#[derive(Debug, Clone)]
pub(super) struct Totals {
    pub(super) t: f64,
    pub(super) threads: Vec<ThreadStat>,
    pub(super) process_ms: f64,
    pub(super) database_ms: f64,
    pub(super) neighbours_ms: f64,
    pub(super) stopped_ms: f64,
    pub(super) compiler_ms: f64,
    pub(super) pauses: u64,
    pub(super) throttled: (u64, f64),
    pub(super) overflows: u64,
}

/// What was seen in the present phase.
#[derive(Debug)]
pub(super) struct Watch {
    pub(super) watching: Watching,
    /// Stacks, gauges and sessions are read.
    on: bool,
    /// Totals are read.
    light: bool,
    /// When gauges, sessions and totals are due: ticks of an earlier phase come at other moments.
    due: [f64; 3],
    pub(super) interval_ms: f64,
    pub(super) samples: Vec<Sample>,
    last: BTreeMap<usize, usize>,
    pauses: Vec<(f64, f64)>,
    pub(super) gauges: Vec<Gauges>,
    pub(super) sessions: Vec<SessionSample>,
    pub(super) totals: Vec<Totals>,
    random: SmallRng,
}

impl Default for Watch {
    fn default() -> Self {
        Self {
            watching: Watching::default(),
            on: false,
            light: false,
            due: [0.0; 3],
            interval_ms: 10.0,
            samples: vec![],
            last: BTreeMap::new(),
            pauses: vec![],
            gauges: vec![],
            sessions: vec![],
            totals: vec![],
            random: generator(1, 1, 1),
        }
    }
}

impl Watch {
    /// When a new thread is sampled first: threads are visited one after the other, each once per interval.
    pub(super) fn first_sample(&self, worker: usize, now: f64) -> f64 {
        now + self.interval_ms * (worker as f64 * 0.618_033_988_7).fract()
    }

    /// The world stops.
    pub(super) fn stopped(&mut self, from: f64, length: f64) {
        self.pauses.push((from, from + length));
    }

    fn is_stopped(&self, t: f64) -> bool {
        self.pauses.iter().rev().take(4).any(|(a, b)| *a <= t && t < *b)
    }
}

impl Sim {
    /// Everything is watched from now on, stacks at `interval_ms`.
    pub(super) fn watch(&mut self, interval_ms: f64) {
        let w = &mut self.watch;
        (w.on, w.light, w.due) = (true, true, [self.now; 3]);
        w.interval_ms = interval_ms * (1.0 + w.watching.overrun);
        w.samples.clear();
        w.last.clear();
        w.gauges.clear();
        w.sessions.clear();
        w.totals.clear();
        for i in 0..self.workers.len() {
            self.workers[i].next_sample = self.watch.first_sample(i, self.now);
        }
        self.read_counters();
        self.read_gauges();
        self.read_sessions();
    }

    /// Only the totals of threads are read.
    pub(super) fn watch_lightly(&mut self) {
        (self.watch.light, self.watch.due) = (true, [self.now; 3]);
        self.watch.totals.clear();
        self.read_counters();
    }

    /// Watching ends.
    pub(super) fn unwatch(&mut self) {
        self.cpu.advance(self.now);
        for w in 0..self.workers.len() {
            self.sample(w);
        }
        self.take_totals();
        (self.watch.on, self.watch.light) = (false, false);
    }

    /// Samples of a thread up to now, in the mode that it has had since the last.
    pub(super) fn sample(&mut self, w: usize) {
        let now = self.now;
        if !self.watch.on || self.workers[w].next_sample >= now {
            return;
        }
        let interval = self.watch.interval_ms;
        let mode = self.workers[w].mode;
        let first = self.workers[w].next_sample;
        let count = ((now - first) / interval).ceil().max(1.0);
        self.workers[w].next_sample = first + count * interval;
        match mode {
            Mode::Waiting(shown) => self.push_sample(w, first, count as u32, shown.stack),
            Mode::Runnable { shown, since, on_core, in_queue, before } => {
                let (used, waited) = (self.cpu.on_core - on_core, self.cpu.in_queue - in_queue);
                let (share, span) = (used / (used + waited).max(1e-9), (now - since).max(1e-9));
                for k in 0..count as u32 {
                    let t = first + f64::from(k) * interval;
                    let stack = self.runnable_stack(w, t, shown, before, share, used * (t - since) / span);
                    self.push_sample(w, t, 1, stack);
                }
            }
        }
    }

    /// A runnable thread runs for a share of the time. Until it has run, it shows what it waited for.
    fn runnable_stack(&mut self, w: usize, t: f64, shown: Shown, before: Shown, share: f64, run_ms: f64) -> u32 {
        if self.watch.is_stopped(t) {
            return shown.stopped;
        }
        let preempted = self.workers[w].burst_ms + run_ms > SLICE_MS;
        if preempted || self.watch.random.random_bool(share.clamp(0.0, 1.0)) { shown.stack } else { before.stack }
    }

    fn push_sample(&mut self, worker: usize, t: f64, weight: u32, stack: u32) {
        let w = &mut self.watch;
        if let Some(last) = w.last.get(&worker).map(|i| &mut w.samples[*i])
            && last.stack == stack
        {
            last.weight += weight;
            return;
        }
        w.last.insert(worker, w.samples.len());
        w.samples.push(Sample { t, worker, weight, stack });
    }

    /// Whether a reading is due now; the next is then planned.
    fn is_due(&mut self, which: usize, interval_ms: f64, event: Event) -> bool {
        let due = self.now >= self.watch.due[which];
        if due {
            self.watch.due[which] = self.now + interval_ms;
            self.at(self.now + interval_ms, event);
        }
        due
    }

    fn is_lost(&mut self) -> bool {
        let lost = self.watch.watching.lost;
        lost > 0.0 && self.watch.random.random_bool(lost)
    }

    pub(super) fn read_gauges(&mut self) {
        // the agent's thread stops with the world
        if !self.watch.on || !self.is_due(0, GAUGES_MS, Event::Gauges) || self.cpu.stopped || self.is_lost() {
            return;
        }
        let alive = self.workers.len() as u32;
        // a woken worker that has not had a core yet has not taken its task: the task still stands in the queue
        let (idle, share) = (self.program.idle, self.cpu.present_share().clamp(0.0, 1.0));
        let woken = self
            .workers
            .iter()
            .filter(|w| matches!(w.mode, Mode::Runnable { before, .. } if before == idle) && w.burst_ms < SLICE_MS)
            .count();
        let not_begun = (0..woken).filter(|_| !self.watch.random.random_bool(share)).count() as u32;
        let reading = Gauges {
            t: self.now + self.watch.watching.gauge_lag_ms,
            used: self.pool.used,
            pending: self.pool.waiting.len() as u32,
            total: self.pool.size,
            busy: alive - self.idle.len() as u32 - not_begun,
            alive,
            queue: self.queue.len() as u32 + not_begun,
        };
        self.watch.gauges.push(reading);
    }

    pub(super) fn read_sessions(&mut self) {
        if !self.watch.on || !self.is_due(1, SESSIONS_MS, Event::Sessions) || self.is_lost() {
            return;
        }
        let mut groups: BTreeMap<(&str, &str, &str, &str), u32> = BTreeMap::new();
        let (mut seen, blindness) = (0, self.watch.watching.blindness);
        for i in 0..self.workers.len() {
            let (session, statement) = (self.workers[i].session, self.workers[i].statement);
            let like = match session {
                Session::Unused => continue,
                // the sampler gets the server's core when the statement has left it
                Session::OnCpu if blindness > 0.0 && self.watch.random.random_bool(blindness) => {
                    ("idle in transaction", "Client", "ClientRead", statement)
                }
                Session::OnCpu => ("active", "", "", statement),
                Session::OnDisk => ("active", "IO", "DataFileRead", statement),
                Session::OnLock => ("active", "Lock", "transactionid", statement),
                Session::InTransaction => ("idle in transaction", "Client", "ClientRead", statement),
                Session::Idle => ("idle", "Client", "ClientRead", "COMMIT"),
            };
            seen += 1;
            *groups.entry(like).or_default() += 1;
        }
        let rest = self.pool.size.saturating_sub(seen);
        if rest > 0 {
            *groups.entry(("idle", "Client", "ClientRead", "COMMIT")).or_default() += rest;
        }
        let groups = groups.into_iter().map(|((state, wait_type, wait_event, statement), count)| SessionGroup {
            state: state.into(),
            wait_type: wait_type.into(),
            wait_event: wait_event.into(),
            statement: statement.into(),
            count,
        });
        let sample = SessionSample { t: stamp(self.now), groups: groups.collect() };
        self.watch.sessions.push(sample);
    }

    pub(super) fn read_counters(&mut self) {
        if self.watch.light && self.is_due(2, SNAPSHOT_MS, Event::Snapshot) {
            self.take_totals();
        }
    }

    fn take_totals(&mut self) {
        self.cpu.advance(self.now);
        self.database.advance(self.now);
        let thread = |tid, cpu: f64, queue: f64| ThreadStat { tid, cpu_ns: (cpu * 1e6) as u64, run_queue_ns: (queue * 1e6) as u64 };
        let mut threads = vec![
            thread(COLLECTOR, self.collector_ms, 0.0),
            thread(COMPILER, self.cpu.helpers_ms, 0.0),
            thread(POLLER, self.poller.0, self.poller.1),
        ];
        for (i, w) in self.workers.iter().enumerate() {
            let (mut cpu, mut queue) = (w.cpu_ms, w.queue_ms);
            if let Mode::Runnable { on_core, in_queue, .. } = w.mode {
                cpu += self.cpu.on_core - on_core;
                queue += self.cpu.in_queue - in_queue;
            }
            threads.push(thread(FIRST_WORKER + i as u32, cpu, queue));
        }
        let totals = Totals {
            t: self.now,
            threads,
            process_ms: self.cpu.own_ms + self.cpu.helpers_ms + self.collector_ms,
            database_ms: self.database.own_ms,
            neighbours_ms: self.cpu.others_ms,
            stopped_ms: self.stopped_ms,
            compiler_ms: self.cpu.helpers_ms,
            pauses: self.pauses,
            throttled: (self.cpu.throttled_periods, self.cpu.throttled_ms),
            overflows: self.overflows,
        };
        self.watch.totals.push(totals);
    }
}

/// A moment of the simulation on the run's clock.
pub(super) fn stamp(ms: f64) -> Timestamp {
    Timestamp::from_ns(1_000_000_000_000 + (ms * 1e6) as i64)
}
