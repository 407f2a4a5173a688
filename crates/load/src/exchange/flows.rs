//! Iterations of several steps, or with variables, checks and cookies: whose they are and when they begin. What becomes of their answers is in
//! `actors.rs`.
//!
//! ```text
//!  plan() -> begin -> waiting -> slot -> answer -> absorb -> next --> waiting        (at once)
//!                                                              |---> delays          (think time, period)
//!                                                              '---> the next iteration, or nobody's
//! ```

use super::{Exchange, NEVER, Planning, Waiting};
use crate::flow::{Begin, Draws, Session, Shared};
use crate::pacer::Share;
use crate::scenario::Scenario;
use crate::users::NOBODY;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// One virtual user, or one iteration of open load, under way.
pub(super) struct Actor {
    pub(super) session: Session,
    pub(super) step: usize,
    /// When the iteration was planned.
    pub(super) planned: i64,
    /// The user with a connection of its own, or [`NOBODY`].
    pub(super) user: u32,
    /// Its next request begins an iteration.
    pub(super) fresh: bool,
}

/// All of one thread.
pub(super) struct Flows {
    draws: Draws,
    seed: u64,
    share: Share,
    shared: Option<Shared>,
    pub(super) actors: Vec<Actor>,
    pub(super) free: Vec<u32>,
    /// Users so far.
    users: u64,
    /// Who is between two requests, and until when.
    pub(super) delays: BinaryHeap<Reverse<(i64, u32)>>,
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

    /// Whether somebody is between two steps of an iteration.
    pub(crate) fn is_thinking(&self) -> bool {
        let between = |f: &Flows| f.delays.iter().any(|Reverse((_, index))| !f.actors[*index as usize].fresh);
        self.flows.as_ref().is_some_and(between)
    }

    /// Nobody goes on after the present request.
    pub(crate) fn end_iterations(&mut self) {
        self.planning = Planning::Over;
        if let Some(flows) = &mut self.flows {
            flows.delays.clear();
        }
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

    pub(super) fn begin_again(&mut self, index: u32, planned: i64) {
        let Some(flows) = &mut self.flows else { return };
        if !flows.begin(&self.scenario, index, planned) {
            self.budget = 0;
            return self.go_home(index);
        }
        self.budget -= 1;
        self.enqueue(index, planned);
    }

    /// A closed user leaves.
    pub(super) fn go_home(&mut self, index: u32) {
        self.active_users = self.active_users.saturating_sub(1);
        if let Some(flows) = &mut self.flows {
            flows.free.push(index);
        }
    }

    /// The next request of somebody who is under way.
    pub(super) fn enqueue(&mut self, index: u32, planned: i64) {
        self.window.counts.planned += 1;
        self.window.counts.trailing += u64::from(self.planning == Planning::Steps);
        let user = self.flows.as_ref().map_or(NOBODY, |f| f.actors[index as usize].user);
        if user == NOBODY {
            self.waiting.push_back(Waiting { planned, actor: index, retried: false, counted: false });
        } else {
            self.start_user(user, planned, false);
        }
    }
}
