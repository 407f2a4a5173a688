//! One phase on one generator thread, from opening connections to the last answer.

use super::rest::Until;
use super::{Begin, Generator, Order, PhaseEnd, Report, SECOND_NS, TICK_NS};
use crate::job::Pattern;
use crate::meter::Slope;
use crate::pacer::{Pacer, Share};
use crate::plan::{GRID_NS, GRID_RATE, Plan};
use crate::profile::Profile;
use crate::spacing::Spacing;
use crate::users::Users;
use std::io;

/// Connections are opened ahead for at most this long, and this much longer for each.
const PREPARE_NS: i64 = 3 * SECOND_NS;
const PREPARE_EACH_NS: i64 = 1_000_000;

/// What a thread keeps in mind while it plans.
pub(super) struct Planning {
    pub(super) begin: Begin,
    pub(super) plan: Plan,
    /// Users over time, closed or paced, and the period of the latter.
    pub(super) users: Option<(Profile, Option<i64>)>,
    /// Grid of the plan of paced users, 0 for none.
    grid_ns: i64,
    pub(super) paused_at: Option<i64>,
    /// The wishes that were followed.
    pub(super) seen: u64,
    pub(super) stopped_early: bool,
}

impl Generator {
    /// Runs the phase; `None` when the engine has gone meanwhile.
    pub(super) fn phase(&mut self, order: &Order) -> io::Result<Option<PhaseEnd>> {
        let job = &order.job;
        self.exchange.window.keep_attempts = job.keep_attempts;
        self.prepare(order)?;
        let seen = self.board.version();
        if !self.tell(Report::Ready) {
            return Ok(None);
        }
        let Ok(begin) = self.starts.recv() else { return Ok(None) };
        while self.exchange.now() < begin.at {
            std::hint::spin_loop();
        }
        let _ = self.meter.split();
        self.exchange.window.counts.start = begin.at;
        let mut p = self.begin(order, begin, seen);
        let backlog = self.planning(&mut p)?;
        let stop_at = self.exchange.clock;
        let spacing = self.exchange.spacing.take();
        let in_flight_at_stop = self.exchange.in_flight() as u64;
        self.wind_down(&p, stop_at, order.job.graceful_stop)?;
        Ok(Some(PhaseEnd {
            stop_at,
            end: self.exchange.clock.max(stop_at),
            stopped_early: p.stopped_early,
            overflowed: self.exchange.overflowed,
            backlog_slope_per_s: backlog.per_second(),
            in_flight_at_stop,
            connections: self.exchange.connections() as u64,
            spacing,
            traced: self.exchange.tracer.as_mut().map(|t| t.take()),
        }))
    }

    /// Opens connections before the clock of the phase starts.
    fn prepare(&mut self, order: &Order) -> io::Result<()> {
        let (x, share) = (&mut self.exchange, self.share);
        let began = x.now();
        // Events of the time between phases first: kept connections may have been closed.
        loop {
            let events = x.wait(0)?;
            for k in 0..events {
                x.handle(k);
            }
            if events == 0 {
                break;
            }
        }
        let pattern = &order.job.pattern;
        x.share_connections(!matches!(pattern, Pattern::Paced { .. }));
        let streams = x.streams();
        x.reset(share.of_groups(u64::from(pattern.connections()), streams) as usize);
        let (mut shared, mut owned) = (0, 0);
        match pattern {
            Pattern::Closed { users } => shared = share.of_groups(users.value_at(0).round() as u64, streams) as usize,
            Pattern::Open { rate, .. } if !x.closes_each() => {
                let ready = x.ready_for(rate.value_at(0) / f64::from(share.count));
                shared = share.of_groups(order.expected_connections as u64, streams) as usize + ready;
            }
            Pattern::Open { .. } => {}
            Pattern::Paced { users, every_ns } => {
                owned = share.of(users.value_at(0).round() as u64) as usize;
                x.users = Some(Users::new(*every_ns, share));
            }
        }
        x.sweep();
        let give_up = began + (PREPARE_NS + PREPARE_EACH_NS * (shared + owned) as i64).min(self.timeout_ns);
        while !(x.open_ahead(shared) & x.open_owned(owned)) && x.now() < give_up {
            // Without a connect under way there is nothing to wait for: it failed, and rests.
            if !x.is_connecting() {
                break;
            }
            for k in 0..x.wait(TICK_NS)? {
                x.handle(k);
            }
        }
        Ok(())
    }

    /// The first requests of closed load, and the plan of the others.
    fn begin(&mut self, order: &Order, begin: Begin, seen: u64) -> Planning {
        let start = begin.at;
        let (job, share, economical) = (&order.job, self.share, !self.rest.precise);
        let x = &mut self.exchange;
        if let Some(n) = job.requests {
            x.budget = share.of(n);
        }
        x.spacing = job.pattern.keeps_one_rate().then(|| Box::new(Spacing::new()));
        let stop_at = start.saturating_add(job.duration.as_nanos().min(i64::MAX as u128) as i64);
        x.until = stop_at;
        let (mut pacer, mut users, mut grid_ns) = (None, None, 0);
        match &job.pattern {
            Pattern::Closed { users: profile } => {
                x.set_closed_users(share.of_groups(profile.value_at(0).round() as u64, x.streams()) as usize);
                users = Some((profile.clone(), None));
            }
            Pattern::Open { rate, poisson, when_full, .. } => {
                x.when_full = *when_full;
                pacer = Some(match poisson {
                    true => Pacer::poisson(rate.clone(), share, order.seed),
                    false => Pacer::even(rate.clone(), share),
                });
            }
            Pattern::Paced { users: profile, every_ns } => {
                if let Some(u) = &mut x.users {
                    u.until = stop_at;
                    u.begin(start, profile.value_at(0).round() as u64);
                }
                grid_ns = if economical && own_rate(profile.peak(), *every_ns, share) > GRID_RATE { GRID_NS } else { 0 };
                users = Some((profile.clone(), Some(*every_ns)));
            }
        }
        let plan = Plan::new(start, stop_at, pacer, economical);
        Planning { begin, plan, users, grid_ns, paused_at: None, seen, stopped_early: false }
    }

    /// From the start to the end of planning.
    fn planning(&mut self, p: &mut Planning) -> io::Result<Slope> {
        let mut backlog = Slope::default();
        let (start, mut tick, mut window_end) = (p.begin.at, p.begin.at, p.begin.window_end(p.begin.at));
        loop {
            let now = self.exchange.now();
            self.send_due(p);
            if now >= tick {
                tick = now + TICK_NS;
                self.exchange.sweep();
                backlog.add((now - start) as f64 / 1e9, self.exchange.in_flight() as f64);
                self.board.tick(self.share.index, &self.exchange);
                self.look_round(p, now);
            }
            let spent = self.exchange.budget == 0 && self.exchange.in_flight() == 0 && !self.exchange.is_thinking();
            if now >= p.plan.stop_at || spent {
                return Ok(backlog);
            }
            if now >= window_end {
                window_end += SECOND_NS;
                self.hand_over_window(true);
            }
            let until = self.next(p, tick.min(window_end).min(p.plan.stop_at), now);
            let events = self.rest.rest(&mut self.exchange, until)?;
            for k in 0..events {
                self.exchange.handle(k);
                self.send_due(p);
            }
        }
    }

    fn send_due(&mut self, p: &mut Planning) {
        if p.paused_at.is_none() {
            if self.exchange.next_delay() <= self.exchange.clock {
                self.exchange.send_delayed();
            }
            p.plan.hand_over(&mut self.exchange);
            if p.users.as_ref().is_some_and(|(_, every)| every.is_some()) {
                self.exchange.send_due_users(p.grid_ns, p.begin.at);
            }
        }
    }

    /// What to rest for.
    fn next(&self, p: &Planning, wake: i64, now: i64) -> Until {
        if p.paused_at.is_some() {
            return Until { wake, due: i64::MAX, rate_per_s: 0.0, by_clock: false };
        }
        let thought = self.exchange.next_delay();
        let by_clock = !self.exchange.has_flows();
        match &p.users {
            Some((_, None)) => Until { wake, due: thought, rate_per_s: f64::INFINITY, by_clock: false },
            Some((profile, Some(every))) => {
                let due = crate::plan::on_grid(self.exchange.next_user_due().min(p.plan.stop_at), p.begin.at, p.grid_ns);
                let rate_per_s = own_rate(profile.value_at(now - p.begin.at), *every, self.share);
                Until { wake, due: due.min(thought), rate_per_s, by_clock }
            }
            None => Until { wake, due: p.plan.due.min(thought), rate_per_s: p.plan.rate_at(now), by_clock },
        }
    }
}

/// Requests per second of one thread's users.
fn own_rate(users: f64, every_ns: i64, share: Share) -> f64 {
    users * 1e9 / every_ns as f64 / f64::from(share.count)
}
