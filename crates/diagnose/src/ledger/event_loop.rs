//! The account of a service whose requests are served by an event loop: no thread stands in a wait, so waits are counted in flight, and the
//! loop's own time is what its callbacks take. Time awaited in parallel is counted once for each wait; that is shown, not hidden.

use super::{Check, CrossCheck, Group, Ledger, Line, TOLERANCE_MS, TOLERANCE_SHARE, What};
use crate::level::{EventLoop, Level, Samples};

impl Ledger {
    /// Fills in the parts of an event loop.
    pub(super) fn of_event_loop(&mut self, level: &Level, l: &EventLoop) {
        self.has_stacks = true;
        self.cpu_ms = l.cpu_ms + l.gc_ms;
        let before = self.lines.len();
        self.add(Group::Alone, What::LoopWait, l.wait_ms, None);
        let samples = level.samples.as_ref().map(Samples::all_of_loop);
        self.add(Group::EventLoop, What::Cpu, l.cpu_ms, samples);
        self.add(Group::EventLoop, What::Collecting, l.gc_ms, None);
        self.add(Group::EventLoop, What::Blocked, l.blocked_ms, samples);
        let core = (l.busy_ms - l.cpu_ms - l.gc_ms - l.blocked_ms).max(0.0);
        self.add(Group::EventLoop, What::RunQueue, core, None);
        self.add(Group::ThreadPool, What::ThreadWait, l.thread_wait_ms(), None);
        for w in &l.work {
            self.add(Group::ThreadPool, What::ThreadWork(w.name.clone()), w.work_ms, None);
        }
        self.add(Group::Alone, What::PoolWait, level.pools.iter().map(|p| p.wait_ms).sum(), None);
        let server = level.database.as_ref().map_or(0.0, crate::level::Database::server_ms).min(l.statement_ms);
        self.add(Group::Holding, What::Database, server, None);
        self.add(Group::Holding, What::Network, l.statement_ms - server, None);
        self.add(Group::Alone, What::Remote, l.remote_ms, None);
        self.add(Group::Alone, What::Cache, l.cache_ms, None);
        self.add(Group::Alone, What::ClientPoolWait, l.client_queue_ms, None);
        self.add(Group::Alone, What::AnswerWait, l.answer_ms, None);
        if let Some(inside) = l.inside_ms {
            // the first wait for the loop is before the server has the request
            let parts: f64 = self.lines[before..].iter().map(|line| line.ms).sum::<f64>() - l.delay_ms;
            let allowed = (TOLERANCE_SHARE.get() * inside).max(TOLERANCE_MS.get());
            self.cross_checks.push(CrossCheck {
                of: Check::InServer,
                gauge_ms: inside,
                stacks_ms: parts,
                agree: (inside - parts).abs() <= allowed,
            });
            if parts - inside > allowed {
                self.give_back(parts - inside, l.wait_ms - l.delay_ms, parts - l.busy_ms - l.wait_ms + l.delay_ms);
            }
            let rest: Vec<f64> =
                level.seconds.iter().enumerate().map(|(i, (r, _))| r - l.inside_per_second.get(i).copied().unwrap_or(0.0)).collect();
            let count: Vec<f64> = level.seconds.iter().map(|(_, n)| *n).collect();
            self.unexplained_se_ms = stats::bootstrap::ratio_se(&rest, &count, 1);
        }
    }

    /// Takes back what lateness and the wait for the loop count twice. Messages that come at random moments find the loop behind also while requests that are due wait
    /// for a connection, because all of them are with that loop: who is sent late by that has waited for the loop before it was sent, and less behind it. At
    /// most the first wait, and by what the parts exceed the response; not where calls wait for their turn, which is told by what is left.
    pub(crate) fn late_for_the_loop(mut self, level: &Level) -> Self {
        let most_ms = level.served.event_loop().map_or(0.0, |l| l.delay_ms.min(level.late_ms));
        let over_ms = self.lines.iter().map(|l| l.ms).sum::<f64>() - self.response_ms;
        let twice_ms = over_ms.min(most_ms);
        if twice_ms > 0.0
            && !self.lines.iter().any(|l| l.what == What::TurnedAway)
            && let Some(line) = self.lines.iter_mut().find(|l| l.what == What::LoopWait)
        {
            line.ms -= twice_ms.min(line.ms);
            self.unexplained_ms = self.response_ms - self.lines.iter().map(|l| l.ms).sum::<f64>();
        }
        self
    }

    /// Adds the wait for a turn where the service lets at most `limit` calls through at a time: what the server counts of a request and no part has. It is
    /// told by what is left, so that the time in the server adds up whatever it is: whoever rests on this line has E1 at best.
    pub(crate) fn with_turns(mut self, level: &Level, limit: f64) -> Self {
        let within = level.served.event_loop().is_some_and(|l| l.calls.is_some_and(|c| c.most <= limit));
        if within && let Some(ms) = self.left_in_server_ms(level) {
            self.add(Group::Alone, What::CallTurn, ms, None);
            self.unexplained_ms = self.response_ms - self.lines.iter().map(|l| l.ms).sum::<f64>();
        }
        self
    }

    /// The same where all connections to a peer are in use: what is left of the time in the server beyond `light_ms`, which is left under light load as well, is
    /// the wait for one.
    pub(crate) fn with_wait_for_connections(mut self, level: &Level, light_ms: f64) -> Self {
        let Some(ms) = self.left_in_server_ms(level).map(|ms| (ms - light_ms.max(0.0)).max(0.0)) else { return self };
        match self.lines.iter_mut().find(|l| l.what == What::ClientPoolWait) {
            Some(line) => line.ms += ms,
            None => self.add(Group::Alone, What::ClientPoolWait, ms, None),
        }
        self.unexplained_ms = self.response_ms - self.lines.iter().map(|l| l.ms).sum::<f64>();
        self
    }

    /// What the server counts of a request and no part has, milliseconds; `None` where it does not count.
    pub(crate) fn left_in_server_ms(&self, level: &Level) -> Option<f64> {
        let inside_ms = level.served.event_loop()?.inside_ms? + level.served.event_loop()?.delay_ms;
        Some(inside_ms - self.lines.iter().filter(|l| l.what != What::LateSend).map(|l| l.ms).sum::<f64>())
    }

    /// Takes back the milliseconds by which the parts exceed the time inside the server, which the server counts request by request. Two of them are counted too
    /// high: what is awaited side by side, and waits for the loop inside the server, which are read at random moments. Requests come at random; answers
    /// to them do not: who has just been served asks again while the loop is free, and seldom meets the start of a long callback. Nothing tells
    /// how much is due to which, so each gives back its share.
    fn give_back(&mut self, over_ms: f64, loop_ms: f64, others_ms: f64) {
        let (loop_ms, others_ms) = (loop_ms.max(0.0), others_ms.max(0.0));
        let share = if loop_ms + others_ms > 0.0 { (over_ms / (loop_ms + others_ms)).min(1.0) } else { 0.0 };
        if let Some(line) = self.lines.iter_mut().find(|line| line.what == What::LoopWait) {
            line.ms -= share * loop_ms;
        }
        if others_ms > 0.0 {
            self.lines.push(Line::new(Group::Alone, What::Parallel, -share * others_ms, None));
        }
    }
}
