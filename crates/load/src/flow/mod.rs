//! What a virtual user does beyond one request that is ready to be sent: steps in order, variables, checks, cookies, think time.
//!
//! ```text
//!  session -> begin -> render, send, receive -> absorb -> next --+--> step: render, send, ... (after its think time)
//!               ^                    ^             |             |
//!               |                    +-- follow ---+             +--> finished: pace
//!               +------------------------------------------------------------+
//! ```
//! Pure: no socket, no schedule, and no clock but for `{{timestamp_ms}}` and the age of cookies. What needs none of it does not come here
//! ([`Scenario::is_stateless`]).

mod absorb;
mod answer;
mod check;
mod cookies;
mod extract;
mod feeder;
mod head;
pub(crate) mod kept;
mod redirect;
mod render;
mod session;
mod think;

pub(crate) use head::{fields, values as head_values};

pub use feeder::{Draws, RowOrder};
pub use session::{Session, Shared};
pub use think::{NextStart, Think};

pub(crate) use check::Check;
pub(crate) use extract::{Extract, Source, Take};
pub(crate) use feeder::Feeder;

use crate::scenario::{Cookies, Run, Scenario};

/// What of an answer must be kept until it is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wants {
    /// The head.
    pub head: bool,
    /// So many bytes of the body; what is beyond may be thrown away.
    pub body: usize,
}

/// How an iteration begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begin {
    /// With this step.
    Send(usize),
    /// Not at all: a feeder has no more unique rows.
    Exhausted,
}

/// A check that did not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedCheck {
    /// Index in [`Scenario::checks`].
    pub check: usize,
    /// What was seen, in a few words.
    pub text: String,
}

/// What an answer amounts to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StepEnd {
    /// Every check held.
    pub ok: bool,
    /// Those that did not, in the order of the file.
    pub failed: Vec<FailedCheck>,
    /// The step goes on: render it again and send that at once; it asks for where the redirect leads.
    pub follow: bool,
}

/// What comes after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Another step, so many nanoseconds after this one was done.
    Send {
        /// Its index.
        step: usize,
        /// Think time.
        after_ns: i64,
    },
    /// The iteration is over; the user is free after so many nanoseconds.
    Finished {
        /// Think time.
        after_ns: i64,
    },
}

impl Scenario {
    /// The rows of thread `shard` of `shards`. One seed for all threads of a run.
    pub fn draws(&self, shard: usize, shards: usize, seed: u64) -> Draws {
        Draws::new(self.feeders.len(), shard, shards, seed)
    }

    /// A new virtual user; `shared` is what setup left. One seed for all users of a run.
    pub fn session(&self, user: u64, seed: u64, shared: Option<&Shared>) -> Session {
        Session::new(user, self.variables.len(), self.feeders.len(), seed, shared)
    }

    /// Starts an iteration: fresh variables, new rows, and the first step.
    pub fn begin(&self, draws: &mut Draws, session: &mut Session) -> Begin {
        if !self.draw(draws, session) {
            return Begin::Exhausted;
        }
        session.reset();
        if self.flow.cookies == Cookies::Iteration {
            session.jar.clear();
        }
        Begin::Send(match self.flow.run {
            Run::Sequence => 0,
            Run::Weighted => self.weighted(&mut session.random),
        })
    }

    /// Starts setup; `None` when there is none. Takes rows from `draws`: give it its own, or unique rows are gone for the users.
    pub fn begin_setup(&self, draws: &mut Draws, session: &mut Session) -> Option<usize> {
        self.begin_aside(self.setup(), draws, session)
    }

    /// Starts teardown; `None` when there is none.
    pub fn begin_teardown(&self, draws: &mut Draws, session: &mut Session) -> Option<usize> {
        self.begin_aside(self.teardown(), draws, session)
    }

    fn begin_aside(&self, steps: std::ops::Range<usize>, draws: &mut Draws, session: &mut Session) -> Option<usize> {
        if steps.is_empty() || !self.draw(draws, session) {
            return None;
        }
        session.reset();
        Some(steps.start)
    }

    fn draw(&self, draws: &mut Draws, session: &mut Session) -> bool {
        for (i, feeder) in self.feeders.iter().enumerate() {
            if feeder.per_user && session.has_rows {
                continue;
            }
            match draws.take(i, feeder) {
                Some(row) => session.rows[i] = row,
                None => return false,
            }
        }
        session.has_rows = true;
        true
    }

    /// What comes after `step`, whose answer was absorbed or lost.
    pub fn next(&self, step: usize, session: &mut Session) -> Next {
        let measured = step < self.steps().len();
        let group = if measured {
            0..self.steps().len()
        } else if self.setup().contains(&step) {
            self.setup()
        } else {
            self.teardown()
        };
        let stop = session.failed && !self.flow.go_on;
        let after_ns = self.step(step).think.sample(&mut session.random);
        session.turn();
        let one = measured && self.flow.run == Run::Weighted;
        if !one && !stop && group.contains(&(step + 1)) {
            return Next::Send { step: step + 1, after_ns };
        }
        session.iteration += u64::from(measured);
        Next::Finished { after_ns }
    }

    /// When the user whose iteration was planned at `planned_ns`, and who was free at `done_ns`, starts the next one.
    pub fn next_start(&self, planned_ns: i64, done_ns: i64) -> NextStart {
        think::next_start(self.flow.every_ns, planned_ns, done_ns)
    }
}

fn unix_now_s() -> i64 {
    model::time::unix_now_ns() / 1_000_000_000
}

#[cfg(test)]
mod tests;
