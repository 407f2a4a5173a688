//! What may change while a phase runs: it is stopped, it follows wishes from outside, users come and go.

use super::Generator;
use super::phase::Planning;
use crate::live::Wishes;
use crate::profile::Profile;

impl Generator {
    /// Stop flag, wishes of others, and users that come and go.
    pub(super) fn look_round(&mut self, p: &mut Planning, now: i64) {
        if self.board.is_stopped() || self.exchange.overflowed {
            p.plan.stop_at = now;
            p.stopped_early = true;
        }
        if let Some(wishes) = self.board.news(&mut p.seen) {
            self.follow(p, wishes, now);
        }
        if p.users.is_none() {
            let rate_per_s = if p.paused_at.is_none() { p.plan.rate_at(now) } else { 0.0 };
            self.exchange.ready_for(rate_per_s);
        }
        let total = p.users.as_ref().map(|(profile, every)| (profile.value_at(now - p.begin.at).round() as u64, every.is_some()));
        if let Some((total, paced)) = total.filter(|_| p.paused_at.is_none() && now < p.plan.stop_at) {
            if !paced {
                self.exchange.set_closed_users(self.share.of_groups(total, self.exchange.streams()) as usize);
            } else if let Some(users) = &mut self.exchange.users {
                users.resize(now, total);
            }
        }
    }

    fn follow(&mut self, p: &mut Planning, wishes: Wishes, now: i64) {
        self.exchange.spacing = None;
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
}
