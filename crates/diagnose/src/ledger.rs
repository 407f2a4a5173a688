//! The time ledger of one level: the client's response time on one side, its parts and *unexplained* on the other.
//!
//! No part is derived from the client's total, so in open load the account can fail to close, and then says so. Blocked reads of the
//! database are split, because a thread whose answer has arrived but has no core still shows the read: server-side time first, then the
//! CPU that the sampler missed, then the run queue; only the rest is network. Sources: LEDGER sections 3, 4 and 9.

use crate::frames::Part;
use crate::hold::Hold;
use crate::level::{Level, Samples};
use Group::{Alone, Holding};

crate::thresholds! {
    /// Least tolerance of the account, milliseconds: below this stacks do not see enough. Source: LEDGER section 9 point 8.
    pub TOLERANCE_MS = 1.0;
    /// Tolerance as a share of the response. Source: LEDGER section 9 point 8.
    pub TOLERANCE_SHARE = 0.15;
    /// Response time below which the account proves little, milliseconds. Source: LEDGER section 9 point 8.
    pub PROVES_LITTLE_MS = 1.0;
}

mod event_loop;
mod line;

pub use line::{Check, CrossCheck, Group, Line, What};

/// The account of one level.
#[derive(Debug, Clone, PartialEq)]
pub struct Ledger {
    /// Phase id.
    pub phase: String,
    /// Throughput at this level, per second.
    pub level_per_s: f64,
    /// Whether load was open: only then can the account fail to close.
    pub open: bool,
    /// Mean response time, milliseconds.
    pub response_ms: f64,
    /// The parts.
    pub lines: Vec<Line>,
    /// What no part explains, signed, milliseconds.
    pub unexplained_ms: f64,
    /// Its standard error, milliseconds.
    pub unexplained_se_ms: f64,
    /// CPU of request threads per request by the ledger, milliseconds.
    pub cpu_ms: f64,
    /// The same by the scheduler, milliseconds, when seen.
    pub scheduler_cpu_ms: Option<f64>,
    /// Run queue of request threads per request by the scheduler: an upper bound that overlaps the waits, milliseconds.
    pub run_queue_bound_ms: Option<f64>,
    /// Independent sources compared.
    pub cross_checks: Vec<CrossCheck>,
    /// Whether stacks were there at all.
    pub has_stacks: bool,
    /// Of one process of several: how the account of all of them ends, because it is on the whole that it must close.
    pub of_whole: Option<Closing>,
}

/// How an account ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Closing {
    /// Largest |unexplained| with which it closes, milliseconds.
    pub tolerance_ms: f64,
    /// Whether stacks were there.
    pub has_stacks: bool,
}

impl Ledger {
    /// Largest |unexplained| with which the account still closes, milliseconds.
    pub fn tolerance_ms(&self) -> f64 {
        let own = || (TOLERANCE_SHARE.get() * self.response_ms).max(TOLERANCE_MS.get()).max(2.0 * self.unexplained_se_ms);
        self.of_whole.map_or_else(own, |w| w.tolerance_ms)
    }

    /// Whether the account closes.
    pub fn closes(&self) -> bool {
        self.has_stacks && self.of_whole.is_none_or(|w| w.has_stacks) && self.unexplained_ms.abs() <= self.tolerance_ms()
    }

    /// Whether it closes by what is seen inside the service: time before that (sent late, unread in its socket) makes no tolerance, and short responses have none
    /// of their own.
    pub fn closes_by_its_parts(&self) -> bool {
        let before: f64 =
            self.lines.iter().filter(|l| matches!(l.what, What::LateSend | What::TurnedAway | What::Unread)).map(|l| l.ms).sum();
        self.has_stacks && self.unexplained_ms.abs() <= TOLERANCE_SHARE.get() * (self.response_ms - before).max(0.0)
    }

    /// Whether requests are so short that the account proves little and capacity arithmetic must carry the verdict.
    pub fn proves_little(&self) -> bool {
        self.response_ms < PROVES_LITTLE_MS.get()
    }

    /// Sum of the lines of this kind in this group, milliseconds.
    pub fn ms(&self, group: Group, what: &What) -> f64 {
        self.lines.iter().filter(|l| l.group == group && l.what == *what).map(|l| l.ms).sum()
    }

    /// The account of a level.
    pub fn of(level: &Level) -> Self {
        let mut ledger = Self {
            phase: level.phase.id.clone(),
            level_per_s: level.throughput_per_s,
            open: level.phase.is_open(),
            response_ms: level.response_ms,
            lines: Vec::new(),
            unexplained_ms: 0.0,
            unexplained_se_ms: 0.0,
            cpu_ms: 0.0,
            scheduler_cpu_ms: level.scheduler.as_ref().map(|s| s.request_cpu_ms),
            run_queue_bound_ms: level.scheduler.as_ref().map(|s| s.request_run_queue_ms),
            cross_checks: Vec::new(),
            has_stacks: level.samples.is_some(),
            of_whole: None,
        };
        let turned_away = level.machine.as_ref().and_then(|m| m.listen.as_ref()).is_some_and(|l| l.overflows >= 1.0);
        ledger.add(Alone, if turned_away { What::TurnedAway } else { What::LateSend }, level.late_ms, None);
        if let Some(l) = level.served.event_loop() {
            ledger.of_event_loop(level, l);
            ledger.unexplained_ms = ledger.response_ms - ledger.lines.iter().map(|l| l.ms).sum::<f64>();
            return ledger;
        }
        match (level.before_a_worker_ms(), level.unread, &level.scheduler) {
            (Some(ms), ..) => ledger.add(Alone, What::Poller, ms, None),
            (None, Some(u), _) => ledger.add(Alone, What::Unread, (u.ms - level.pause_exposure_ms).max(0.0), None),
            (None, None, Some(s)) => ledger.add_line(Line { upper_bound: true, ..Line::new(Alone, What::Poller, s.poller_ms, None) }),
            (None, None, None) => {}
        }
        if let Some(w) = level.served.workers() {
            ledger.add(Alone, What::WorkerQueue, w.queue_ms, None);
        }
        if let Some(s) = &level.samples {
            ledger.dispatch(level, s);
            ledger.cross_checks = cross_checks(level, s);
            let time: Vec<f64> = level.seconds.iter().zip(&s.per_second).map(|((r, _), n)| r - n * s.interval_ms).collect();
            let count: Vec<f64> = level.seconds.iter().map(|(_, n)| *n).collect();
            ledger.unexplained_se_ms = stats::bootstrap::ratio_se(&time, &count, 1).hypot(level.unread.map_or(0.0, |u| u.se_ms));
        }
        ledger.unexplained_ms = ledger.response_ms - ledger.lines.iter().map(|l| l.ms).sum::<f64>();
        ledger
    }

    fn add(&mut self, group: Group, what: What, ms: f64, samples: Option<f64>) {
        self.add_line(Line::new(group, what, ms, samples));
    }

    fn add_line(&mut self, line: Line) {
        if line.ms > 0.0 {
            self.lines.push(line);
        }
    }

    fn dispatch(&mut self, level: &Level, s: &Samples) {
        let count = |p| Some(s.count(p));
        self.add(Alone, What::OutsideDispatch, s.outside_dispatch_ms(), Some(s.outside_dispatch));
        let cpu = self.cpu(s, level.stopped_share.unwrap_or(0.0));
        self.add(Alone, What::Stopped, s.part_ms(Part::Stopped) + level.pause_exposure_ms + cpu.stopped, None);
        self.add(Alone, What::PoolWait, s.part_ms(Part::PoolWait), count(Part::PoolWait));
        // remote calls, inside the hold and outside
        let held = Hold::of(level).map_or(0.0, |h| h.remote_in_transaction_ms + h.remote_without_transaction_ms);
        for (part, what) in [(Part::Remote, What::Remote), (Part::Cache, What::Cache)] {
            let inside = held_for(s, held, part);
            self.add(Holding, what.clone(), inside, count(part));
            self.add(Alone, what, s.part_ms(part) - inside, count(part));
        }
        // the database's reads, split
        let mut read = s.part_ms(Part::Database);
        let mut take = |most: f64| {
            let taken = read.min(most.max(0.0));
            read -= taken;
            taken
        };
        let server = take(level.database.as_ref().map_or(0.0, crate::level::Database::server_ms));
        // reads of tasks are reads: who has its answer and no core is told by its state
        let (missed, queue) = if level.served.waits_hide_the_run_queue() {
            (take(cpu.missed), take(self.run_queue_bound_ms.unwrap_or(0.0) - cpu.waiting()))
        } else {
            (0.0, 0.0)
        };
        self.add(Holding, What::Database, server, count(Part::Database));
        self.add(Holding, What::Network, read, count(Part::Database));
        self.add(Holding, What::RunQueue, queue + cpu.waiting_inside + s.in_transaction_ms(Part::NoCarrier), count(Part::Database));
        self.add(Alone, What::RunQueue, cpu.waiting_outside + s.outside_transaction_ms(Part::NoCarrier), count(Part::Cpu));
        self.add(Holding, What::Cpu, cpu.inside + missed, count(Part::Cpu));
        self.add(Alone, What::Cpu, cpu.outside, count(Part::Cpu));
        self.cpu_ms = cpu.inside + cpu.outside + missed + s.outside_dispatch_cpu_ms().min(self.scheduler_cpu_ms.unwrap_or(f64::INFINITY));
        for (part, what) in [
            (Part::Memory, What::Memory),
            (Part::Lock, What::Lock),
            (Part::Logging, What::Logging),
            (Part::Disk, What::Disk),
            (Part::ClientPoolWait, What::ClientPoolWait),
            (Part::OtherWait, What::OtherWait),
        ] {
            self.add(Holding, what.clone(), s.in_transaction_ms(part), count(part));
            self.add(Alone, what, s.outside_transaction_ms(part), count(part));
        }
        self.add(Alone, What::RequestIo, s.part_ms(Part::RequestIo), count(Part::RequestIo));
    }
}

/// CPU of request threads inside the dispatch, milliseconds per request.
struct Cpu {
    inside: f64,
    outside: f64,
    waiting_inside: f64,
    waiting_outside: f64,
    missed: f64,
    /// Stopped in the middle of code.
    stopped: f64,
}

impl Cpu {
    fn waiting(&self) -> f64 {
        self.waiting_inside + self.waiting_outside
    }
}

impl Ledger {
    /// The scheduler says how much CPU there was; samples only divide it. A thread that could run but has no core shows the same stack as one
    /// that runs: what samples see beyond the scheduler's figure is run queue. What they see less was booked on the waits that followed. A thread that is stopped
    /// for a collection shows that stack as well: of the time that code takes, stops have the share `stopped` that they have of all time.
    fn cpu(&self, s: &Samples, stopped: f64) -> Cpu {
        let (inside, outside) = (s.in_transaction_ms(Part::Cpu), s.outside_transaction_ms(Part::Cpu));
        let sampled = inside + outside;
        let Some(scheduler) = self.scheduler_cpu_ms else {
            return Cpu { inside, outside, waiting_inside: 0.0, waiting_outside: 0.0, missed: 0.0, stopped: 0.0 };
        };
        let real = (scheduler - s.outside_dispatch_cpu_ms()).max(0.0);
        let kept = if sampled > 0.0 { (real / sampled).min(1.0) } else { 1.0 };
        let waiting = sampled * (1.0 - kept);
        // most of those stand in a frame that tells
        let told = s.part_ms(Part::Stopped);
        let stopped = (stopped * (sampled + told) - told).clamp(0.0, waiting);
        let for_a_core = if waiting > 0.0 { (1.0 - kept) * (1.0 - stopped / waiting) } else { 0.0 };
        Cpu {
            inside: inside * kept,
            outside: outside * kept,
            waiting_inside: inside * for_a_core,
            waiting_outside: outside * for_a_core,
            stopped,
            missed: (real - sampled).max(0.0),
        }
    }
}

/// What of `held_ms`, in which connections are held for calls of any kind, is calls of this kind: those in transactions first, then those that may be.
fn held_for(s: &Samples, held_ms: f64, part: Part) -> f64 {
    let (inside, outside) = (s.in_transaction_ms(part), s.outside_transaction_ms(part));
    let all = |of: &dyn Fn(Part) -> f64| of(Part::Remote) + of(Part::Cache);
    let (all_inside, all_outside) = (all(&|p| s.in_transaction_ms(p)), all(&|p| s.outside_transaction_ms(p)));
    let share = |part: f64, of: f64| if of > 0.0 { part / of } else { 0.0 };
    let certain = held_ms.min(all_inside);
    let perhaps = (held_ms - certain).min(all_outside);
    certain * share(inside, all_inside) + perhaps * share(outside, all_outside)
}

fn cross_checks(level: &Level, s: &Samples) -> Vec<CrossCheck> {
    let compare = |of, gauge_ms: f64, stacks_ms: f64, samples: f64| {
        let se = stacks_ms / samples.max(1.0).sqrt();
        let allowed = (0.15 * gauge_ms.max(stacks_ms)).max(0.5).max(2.0 * se);
        CrossCheck { of, gauge_ms, stacks_ms, agree: (gauge_ms - stacks_ms).abs() <= allowed }
    };
    let mut all = Vec::new();
    if let Some(p) = level.busiest_pool().filter(|_| level.pools.len() == 1) {
        all.push(compare(Check::PoolWait, p.wait_ms, s.part_ms(Part::PoolWait), s.count(Part::PoolWait)));
    }
    if let Some(w) = level.served.workers() {
        let inside = s.dispatch_ms() + s.outside_dispatch_ms();
        all.push(compare(Check::WorkerTaken, w.busy_ms, inside, inside / s.interval_ms * level.requests as f64));
    }
    all
}

#[cfg(test)]
mod tests;
