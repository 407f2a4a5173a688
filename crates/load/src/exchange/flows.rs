//! Iterations of several steps, or with variables, checks and cookies: whose they are, which step is next, and when.
//!
//! ```text
//!  plan() -> begin -> waiting -> slot -> answer -> absorb -> next --> waiting        (at once)
//!                                                              |---> delays          (think time, period)
//!                                                              '---> the next iteration, or nobody's
//! ```

use super::{Exchange, NEVER, Waiting};
use crate::flow::kept;
use crate::flow::{Begin, Draws, Next, Session, Shared};
use crate::pacer::Share;
use crate::scenario::Scenario;
use crate::users::NOBODY;
use model::Outcome;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Bytes of an answer that are kept at most, head and framing included; beyond, checks see a cut body.
const KEPT: usize = 1 << 20;

/// One virtual user, or one iteration of open load, under way.
pub(super) struct Actor {
    pub(super) session: Session,
    pub(super) step: usize,
    /// When the iteration was planned.
    planned: i64,
    /// The user with a connection of its own, or [`NOBODY`].
    user: u32,
    /// Its next request begins an iteration.
    fresh: bool,
}

/// All of one thread.
pub(super) struct Flows {
    draws: Draws,
    seed: u64,
    share: Share,
    shared: Option<Shared>,
    pub(super) actors: Vec<Actor>,
    free: Vec<u32>,
    /// Users so far.
    users: u64,
    delays: BinaryHeap<Reverse<(i64, u32)>>,
}

impl Flows {
    /// `None` where every request is ready to be sent as it is.
    pub(super) fn of(scenario: &Scenario, share: Share, seed: u64) -> Option<Self> {
        if scenario.is_stateless() {
            return None;
        }
        Some(Self {
            draws: scenario.draws(share.index as usize, share.count as usize, seed),
            seed,
            share,
            shared: None,
            actors: Vec::new(),
            free: Vec::new(),
            users: 0,
            delays: BinaryHeap::new(),
        })
    }

    /// Forgets everybody who is under way.
    pub(super) fn reset(&mut self) {
        self.free = (0..self.actors.len() as u32).collect();
        self.delays.clear();
    }

    /// Somebody new.
    fn take(&mut self, scenario: &Scenario, user: u32) -> u32 {
        let number = self.users * u64::from(self.share.count) + u64::from(self.share.index);
        self.users += 1;
        if let Some(index) = self.free.pop() {
            let a = &mut self.actors[index as usize];
            a.session.renew(number);
            (a.user, a.fresh) = (user, true);
            return index;
        }
        let session = scenario.session(number, self.seed, self.shared.as_ref());
        self.actors.push(Actor { session, step: 0, planned: 0, user, fresh: true });
        self.actors.len() as u32 - 1
    }

    /// Begins an iteration of `index`; false when the data has run out.
    fn begin(&mut self, scenario: &Scenario, index: u32, planned: i64) -> bool {
        let a = &mut self.actors[index as usize];
        match scenario.begin(&mut self.draws, &mut a.session) {
            Begin::Send(step) => {
                (a.step, a.planned, a.fresh) = (step, planned, false);
                true
            }
            Begin::Exhausted => false,
        }
    }
}

impl Exchange {
    /// What setup left for all users.
    pub(crate) fn set_shared(&mut self, shared: Shared) {
        if let Some(flows) = &mut self.flows {
            flows.shared = Some(shared);
        }
    }

    /// The next moment at which somebody has thought enough.
    pub(crate) fn next_delay(&self) -> i64 {
        self.flows.as_ref().and_then(|f| f.delays.peek()).map_or(NEVER, |Reverse((due, _))| *due)
    }

    /// Whether what is sent next may depend on answers.
    pub(crate) fn has_flows(&self) -> bool {
        self.flows.is_some()
    }

    /// An actor whose iteration, planned at `planned`, has begun; `None` when the data has run out, which ends the planning.
    pub(super) fn begin_iteration(&mut self, planned: i64, user: u32) -> Option<u32> {
        let flows = self.flows.as_mut()?;
        let index = flows.take(&self.scenario, user);
        if flows.begin(&self.scenario, index, planned) {
            return Some(index);
        }
        flows.free.push(index);
        self.budget = 0;
        None
    }

    /// Everybody who has thought enough goes on.
    pub(crate) fn send_delayed(&mut self) {
        while let Some(Reverse((due, index))) = self.flows.as_ref().and_then(|f| f.delays.peek().copied()).filter(|d| d.0.0 <= self.clock) {
            let Some(flows) = &mut self.flows else { return };
            flows.delays.pop();
            let fresh = flows.actors[index as usize].fresh;
            if !fresh {
                self.enqueue(index, due);
            } else if due >= self.until || self.closed_users == 0 || self.active_users > self.closed_users || self.budget == 0 {
                self.go_home(index);
            } else {
                let planned = flows.actors[index as usize].planned;
                self.begin_again(index, planned);
            }
        }
        self.send_waiting();
    }

    fn begin_again(&mut self, index: u32, planned: i64) {
        let Some(flows) = &mut self.flows else { return };
        if !flows.begin(&self.scenario, index, planned) {
            self.budget = 0;
            return self.go_home(index);
        }
        self.budget -= 1;
        self.enqueue(index, planned);
    }

    /// A closed user leaves.
    fn go_home(&mut self, index: u32) {
        self.active_users = self.active_users.saturating_sub(1);
        if let Some(flows) = &mut self.flows {
            flows.free.push(index);
        }
    }

    /// The next request of somebody who is under way.
    fn enqueue(&mut self, index: u32, planned: i64) {
        self.window.counts.planned += 1;
        let user = self.flows.as_ref().map_or(NOBODY, |f| f.actors[index as usize].user);
        if user == NOBODY {
            self.waiting.push_back(Waiting { planned, actor: index, retried: false, counted: false });
        } else {
            self.start_user(user, planned, false);
        }
    }

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
        if self.ending {
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
