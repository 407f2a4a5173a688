//! What an actor's answer amounts to, and what the actor does next.

use super::{Exchange, Planning};
use crate::flow::{Next, kept};
use crate::users::NOBODY;
use model::Outcome;
use std::cmp::Reverse;

/// Bytes of an answer that are kept at most, head and framing included; beyond, checks see a cut body.
const KEPT: usize = 1 << 20;

impl Exchange {
    /// The bytes of the actor's request.
    pub(super) fn render(&self, index: u32, out: &mut Vec<u8>) {
        let Some(flows) = &self.flows else { return };
        let a = &flows.actors[index as usize];
        out.clear();
        self.scenario.render(a.step, &a.session, out);
    }

    /// How many bytes of the answer to the actor's request are to be kept.
    pub(super) fn kept_bytes(&self, step: usize) -> usize {
        let wants = self.scenario.wants(step);
        if wants.head || wants.body > 0 { KEPT } else { 0 }
    }

    /// Takes an answer in: what became of the request, and a text where a check failed. The flag tells that the step goes on elsewhere.
    pub(super) fn absorb(&mut self, index: u32, status: u16, raw: &[u8], service_ns: i64) -> (Outcome, Option<(i32, String)>, bool) {
        let Some(flows) = &mut self.flows else { return (Outcome::Ok, None, false) };
        let a = &mut flows.actors[index as usize];
        let (head, body) = kept::parts(raw);
        let end = self.scenario.absorb(a.step, &mut a.session, status, head, &body, service_ns);
        if !end.follow {
            self.window.checks.count(self.scenario.checks_of(a.step), |check| end.failed.iter().any(|f| f.check == check));
        }
        let outcome = match (end.ok, status) {
            (true, _) => Outcome::Ok,
            (false, 500..) => Outcome::ServerError,
            (false, 400..) => Outcome::ClientError,
            (false, _) => Outcome::CheckFailed,
        };
        let checks = self.scenario.checks();
        let failed = end.failed.first().map(|f| {
            let name = checks.get(f.check).map_or("check", String::as_str);
            (f.check as i32, format!("{name}: {}", f.text))
        });
        (outcome, failed, end.follow)
    }

    /// The actor's request has ended at the last reading of the clock; `follow`: the same step goes on at once.
    pub(super) fn actor_goes_on(&mut self, index: u32, answered: bool, follow: bool) {
        let now = self.clock;
        let Some(flows) = &mut self.flows else { return };
        let a = &mut flows.actors[index as usize];
        if !answered {
            a.session.lost();
        }
        if self.planning == Planning::Over {
            let user = a.user;
            flows.free.push(index);
            self.iteration_over(user);
            return;
        }
        if follow {
            return self.enqueue(index, now);
        }
        match self.scenario.next(a.step, &mut a.session) {
            Next::Send { step, after_ns } => {
                a.step = step;
                if after_ns == 0 {
                    self.enqueue(index, now);
                } else {
                    flows.delays.push(Reverse((now + after_ns, index)));
                }
            }
            Next::Finished { after_ns } => self.finished(index, after_ns),
        }
    }

    fn finished(&mut self, index: u32, after_ns: i64) {
        let now = self.clock;
        let Some(flows) = &mut self.flows else { return };
        let a = &mut flows.actors[index as usize];
        let closed = a.user == NOBODY && self.closed_users > 0;
        if !closed {
            let user = a.user;
            flows.free.push(index);
            return self.iteration_over(user);
        }
        if self.active_users > self.closed_users || self.budget == 0 {
            return self.go_home(index);
        }
        a.fresh = true;
        let next = self.scenario.next_start(a.planned, now);
        let at = next.start_ns.max(now + after_ns);
        // With a period the plan does not slip; without one the next iteration is planned when the user is free.
        a.planned = if self.scenario.every_ns().is_some() { next.planned_ns } else { at };
        let planned = a.planned;
        if at > now {
            flows.delays.push(Reverse((at, index)));
        } else {
            self.begin_again(index, planned);
        }
    }

    /// An iteration of open load, or of a user with a connection of its own, is over.
    fn iteration_over(&mut self, user: u32) {
        if user == NOBODY {
            self.active_users = self.active_users.saturating_sub(1);
        } else {
            self.user_ended(user);
        }
    }
}
