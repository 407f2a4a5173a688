//! One phase on one generator thread, from opening connections to the last answer.

use super::rest::Until;
use super::{Generator, Order, PhaseEnd, Report, SECOND_NS, TICK_NS};
use crate::job::Pattern;
use crate::live::Wishes;
use crate::meter::Slope;
use crate::pacer::{Pacer, Share};
use crate::plan::{GRID_NS, GRID_RATE, Plan};
use crate::profile::Profile;
use crate::users::Users;
use std::io;

/// Connections are opened ahead for at most this long, and this much longer for each.
const PREPARE_NS: i64 = 3 * SECOND_NS;
const PREPARE_EACH_NS: i64 = 1_000_000;
/// A phase that is stopped early waits for answers at most this long.
const STOPPED_DRAIN_NS: i64 = 2 * SECOND_NS;

/// What a thread keeps in mind while it plans.
struct Planning {
    start: i64,
    plan: Plan,
    /// Users over time, closed or paced, and the period of the latter.
    users: Option<(Profile, Option<i64>)>,
    /// Grid of the plan of paced users, 0 for none.
    grid_ns: i64,
    paused_at: Option<i64>,
    seen: u64,
    stopped_early: bool,
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
        let Ok(start) = self.starts.recv() else { return Ok(None) };
        while self.exchange.now() < start {
            std::hint::spin_loop();
        }
        let _ = self.meter.split();
        self.exchange.window.counts.start = start;
        let mut p = self.begin(order, start, seen);
        let backlog = self.planning(&mut p)?;
        let stop_at = self.exchange.clock;
        let in_flight_at_stop = self.exchange.in_flight() as u64;
        self.exchange.closed_users = 0;
        self.exchange.ending = true;
        if let Some(users) = &mut self.exchange.users {
            users.until = if p.stopped_early { i64::MIN } else { p.plan.stop_at.min(stop_at) };
        }
        self.hand_over_window(true);
        let patience = if p.stopped_early { self.timeout_ns.min(STOPPED_DRAIN_NS) } else { self.timeout_ns };
        self.drain(stop_at.saturating_add(patience))?;
        Ok(Some(PhaseEnd {
            stop_at,
            end: self.exchange.clock.max(stop_at),
            stopped_early: p.stopped_early,
            overflowed: self.exchange.overflowed,
            backlog_slope_per_s: backlog.per_second(),
            in_flight_at_stop,
            connections: self.exchange.connections() as u64,
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
            Pattern::Open { .. } => shared = share.of_groups(order.expected_connections as u64, streams) as usize,
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
    fn begin(&mut self, order: &Order, start: i64, seen: u64) -> Planning {
        let (job, share, economical) = (&order.job, self.share, !self.rest.precise);
        let x = &mut self.exchange;
        if let Some(n) = job.requests {
            x.budget = share.of(n);
        }
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
        Planning { start, plan, users, grid_ns, paused_at: None, seen, stopped_early: false }
    }

    /// From the start to the end of planning.
    fn planning(&mut self, p: &mut Planning) -> io::Result<Slope> {
        let mut backlog = Slope::default();
        let (mut tick, mut window_end) = (p.start, p.start + SECOND_NS);
        loop {
            let now = self.exchange.now();
            self.send_due(p);
            if now >= tick {
                tick = now + TICK_NS;
                self.exchange.sweep();
                backlog.add((now - p.start) as f64 / 1e9, self.exchange.in_flight() as f64);
                self.board.tick(self.share.index, &self.exchange);
                self.look_round(p, now);
            }
            let spent = self.exchange.budget == 0 && self.exchange.in_flight() == 0;
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
                self.exchange.send_due_users(p.grid_ns, p.start);
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
                let due = crate::plan::on_grid(self.exchange.next_user_due().min(p.plan.stop_at), p.start, p.grid_ns);
                let rate_per_s = own_rate(profile.value_at(now - p.start), *every, self.share);
                Until { wake, due: due.min(thought), rate_per_s, by_clock }
            }
            None => Until { wake, due: p.plan.due.min(thought), rate_per_s: p.plan.rate_at(now), by_clock },
        }
    }

    /// Stop flag, wishes of others, and users that come and go.
    fn look_round(&mut self, p: &mut Planning, now: i64) {
        if self.board.is_stopped() || self.exchange.overflowed {
            p.plan.stop_at = now;
            p.stopped_early = true;
        }
        if let Some(wishes) = self.board.news(&mut p.seen) {
            self.follow(p, wishes, now);
        }
        let total = p.users.as_ref().map(|(profile, every)| (profile.value_at(now - p.start).round() as u64, every.is_some()));
        if let Some((total, paced)) = total.filter(|_| p.paused_at.is_none() && now < p.plan.stop_at) {
            if !paced {
                self.exchange.set_closed_users(self.share.of_groups(total, self.exchange.streams()) as usize);
            } else if let Some(users) = &mut self.exchange.users {
                users.resize(now, total);
            }
        }
    }

    fn follow(&mut self, p: &mut Planning, wishes: Wishes, now: i64) {
        match (wishes.paused, p.paused_at) {
            (true, None) => {
                p.paused_at = Some(now);
                self.exchange.closed_users = 0;
            }
            (false, Some(since)) => {
                p.paused_at = None;
                p.plan.shift(now - since);
                if let Some(users) = &mut self.exchange.users {
                    users.shift(now - since);
                }
            }
            _ => {}
        }
        if let Some(rate) = wishes.rate_per_s {
            p.plan.set_rate(now, rate);
        }
        if let (Some(n), Some((profile, _))) = (wishes.users, &mut p.users) {
            *profile = Profile::constant(f64::from(n));
            self.exchange.cap = self.exchange.cap.max(self.share.of_groups(u64::from(n), self.exchange.streams()) as usize);
        }
    }

    /// Waits for the last answers.
    fn drain(&mut self, give_up: i64) -> io::Result<()> {
        let mut window_end = self.exchange.clock + SECOND_NS;
        while self.exchange.in_flight() > 0 || self.exchange.is_user_overdue() {
            self.exchange.send_due_users(0, 0);
            for k in 0..self.exchange.wait(TICK_NS)? {
                self.exchange.handle(k);
            }
            self.exchange.sweep();
            self.board.tick(self.share.index, &self.exchange);
            if self.exchange.clock >= give_up {
                self.exchange.censor();
            }
            if self.exchange.clock >= window_end {
                window_end += SECOND_NS;
                self.hand_over_window(false);
            }
        }
        if self.exchange.window.counts.ended.iter().sum::<u64>() > 0 {
            self.hand_over_window(false);
        }
        self.board.tick(self.share.index, &self.exchange);
        Ok(())
    }
}

/// Requests per second of one thread's users.
fn own_rate(users: f64, every_ns: i64, share: Share) -> f64 {
    users * 1e9 / every_ns as f64 / f64::from(share.count)
}
