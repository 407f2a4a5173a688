//! Readings at an interval: gauges of pool and workers, sessions of the database, running totals of threads and machine.

use super::engine::{Event, Sim};
use super::watch::{COLLECTOR, COMPILER, FIRST_WORKER, Gauges, POLLER, SLICE_MS, Totals, stamp};
use super::worker::{Mode, Session};
use model::{SessionGroup, SessionSample, SessionState, ThreadStat, Wait};
use rand::Rng;
use std::collections::BTreeMap;

/// How often gauges, sessions and totals are read, milliseconds: as the probes do.
const GAUGES_MS: f64 = 20.0;
const SESSIONS_MS: f64 = 20.0;
const SNAPSHOT_MS: f64 = 500.0;

impl Sim {
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
        let mut groups: BTreeMap<(SessionState, Wait, &str, &str), u32> = BTreeMap::new();
        let (mut seen, blindness) = (0, self.watch.watching.blindness);
        for i in 0..self.workers.len() {
            let (session, statement) = (self.workers[i].session, self.workers[i].statement);
            let like = match session {
                Session::Unused => continue,
                // the sampler gets the server's core when the statement has left it
                Session::OnCpu if blindness > 0.0 && self.watch.random.random_bool(blindness) => {
                    (SessionState::IdleInTransaction, Wait::Client, "ClientRead", statement)
                }
                Session::OnCpu => (SessionState::Active, Wait::None, "", statement),
                Session::OnDisk => (SessionState::Active, Wait::Io, "DataFileRead", statement),
                Session::OnLock => (SessionState::Active, Wait::RowLock, "transactionid", statement),
                Session::InTransaction => (SessionState::IdleInTransaction, Wait::Client, "ClientRead", statement),
                Session::Idle => (SessionState::Idle, Wait::Client, "ClientRead", "COMMIT"),
            };
            seen += 1;
            *groups.entry(like).or_default() += 1;
        }
        let rest = self.pool.size.saturating_sub(seen);
        if rest > 0 {
            *groups.entry((SessionState::Idle, Wait::Client, "ClientRead", "COMMIT")).or_default() += rest;
        }
        let groups = groups.into_iter().map(|((state, wait, wait_detail, statement), count)| SessionGroup {
            state,
            wait,
            wait_detail: wait_detail.into(),
            statement: statement.into(),
            count,
        });
        self.read_lock_waits();
        let sample = SessionSample { t: stamp(self.now), store: String::new(), groups: groups.collect(), process: 0 };
        self.watch.sessions.push(sample);
    }

    pub(super) fn read_counters(&mut self) {
        if self.watch.light && self.is_due(2, SNAPSHOT_MS, Event::Snapshot) {
            self.take_totals();
        }
    }

    pub(super) fn take_totals(&mut self) {
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
        let process_ms = self.cpu.own_ms + self.cpu.helpers_ms + self.collector_ms;
        let totals = Totals {
            t: self.now,
            threads,
            process_ms,
            database_ms: self.database.own_ms,
            neighbours_ms: self.cpu.others_ms,
            busy_ms: self.busy_ms(process_ms + self.cpu.others_ms),
            generator_ms: self.client.cpu_ms,
            stopped_ms: self.stopped_ms,
            compiler_ms: self.cpu.helpers_ms,
            pauses: self.pauses,
            throttled: (self.cpu.periods, self.cpu.throttled_periods, self.cpu.throttled_ms),
            overflows: self.overflows,
            awaited: self.servers.iter().map(|s| s.used + s.waiting.len() as u32).collect(),
        };
        self.watch.totals.push(totals);
    }

    /// Collections and neighbours overlap in the simulation (a pause is as long with neighbours as without); cores do not.
    fn busy_ms(&mut self, used_ms: f64) -> f64 {
        let (t, used, busy) = self.watch.cores;
        let busy = busy + (used_ms - used).min(self.cpu.cores * (self.now - t));
        self.watch.cores = (self.now, used_ms, busy);
        busy
    }
}
