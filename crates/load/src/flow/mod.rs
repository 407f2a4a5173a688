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

mod answer;
mod check;
mod cookies;
mod extract;
mod feeder;
mod head;
pub(crate) mod kept;
mod redirect;
mod session;
mod think;

pub(crate) use head::fields;

pub use feeder::{Draws, RowOrder};
pub use session::{Session, Shared};
pub use think::{NextStart, Think};

pub(crate) use check::Check;
pub(crate) use extract::{Extract, Source, Take};
pub(crate) use feeder::Feeder;

use crate::random::Random;
use crate::scenario::{Cookies, Run, Scenario};
use crate::template::{Made, Part, fit};
use answer::{Answer, MAX_BODY};
use redirect::Redirect;
use std::io::Write;

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

    /// Appends the request of `step` to `out`. The same session gives the same bytes until `absorb`, `next` or `begin` (`{{timestamp_ms}}`
    /// apart), so that a request can be sent again.
    pub fn render(&self, step: usize, session: &Session, out: &mut Vec<u8>) {
        let s = self.step(step);
        let mut random = Random::new(session.visit, 1);
        // One request at a time in `out`: others may stand before it.
        let fill = |part: &Part, place, out: &mut Vec<u8>| match part {
            Part::Literal(text) => out.extend_from_slice(text.as_bytes()),
            Part::Column { feeder, column } => {
                let rows = &self.feeders[*feeder].table.rows;
                fit(rows[session.rows[*feeder] as usize][*column].as_bytes(), place, out);
            }
            Part::Variable(index) => fit(session.vars[*index].text.as_bytes(), place, out),
            Part::Made(made) => make(*made, session, &mut random, out),
        };
        s.draft.write(out, session.follow.as_ref(), fill, |out, target| {
            if self.flow.cookies != Cookies::Off && !s.own_cookies {
                session.jar.write(out, target, unix_now_s);
            }
        });
    }

    /// What the answer to `step` must be kept for.
    pub fn wants(&self, step: usize) -> Wants {
        let s = self.step(step);
        let for_body = |e: &Extract| e.source == Source::Body;
        let head = self.flow.cookies != Cookies::Off
            || self.flow.redirects > 0
            || s.checks.iter().any(Check::needs_head)
            || s.extracts.iter().any(Extract::needs_head);
        let body = s.checks.iter().any(Check::needs_body) || s.extracts.iter().any(for_body);
        Wants { head, body: if body { MAX_BODY } else { 0 } }
    }

    /// Takes the answer to `step` in: cookies, redirects, checks, variables. `head` and `body` may be empty where [`Scenario::wants`] wants
    /// none; `service_ns` is the time from sending to the last byte.
    pub fn absorb(&self, step: usize, session: &mut Session, status: u16, head: &[u8], body: &[u8], service_ns: i64) -> StepEnd {
        let s = self.step(step);
        let answer = Answer::new(head, body);
        let mut end = StepEnd::default();
        if self.flow.cookies != Cookies::Off {
            self.take_cookies(step, session, head);
        }
        let mut elsewhere = None;
        if self.flow.redirects > 0 {
            match self.redirect(step, session, status, head) {
                Ok(true) => return StepEnd { ok: true, follow: true, ..StepEnd::default() },
                Ok(false) => {}
                Err(text) => elsewhere = Some(text),
            }
        }
        session.follow = None;
        session.hops = 0;
        // In the order in which they are numbered: status, what is expected, what is extracted, where it leads.
        let mut index = s.first_check;
        let mut judge = |result: Result<(), String>| {
            end.failed.extend(result.err().map(|text| FailedCheck { check: index, text }));
            index += 1;
        };
        judge(if s.accepts(status) { Ok(()) } else { Err(format!("status {status}")) });
        s.checks.iter().for_each(|c| judge(c.holds(&answer, service_ns)));
        for extract in &s.extracts {
            let var = &mut session.vars[extract.variable];
            let result = extract.run(&answer, &session.jar, &mut var.text);
            var.set = result.is_ok();
            judge(result);
        }
        if self.flow.redirects > 0 {
            judge(elsewhere.map_or(Ok(()), Err));
        }
        end.ok = end.failed.is_empty();
        session.failed |= !end.ok;
        session.turn();
        end
    }

    fn take_cookies(&self, step: usize, session: &mut Session, head: &[u8]) {
        if head::values(head, "set-cookie").next().is_none() {
            return;
        }
        let (target, now_s) = (self.target(step, session), unix_now_s());
        for field in head::values(head, "set-cookie") {
            session.jar.take(field, &self.endpoint().host, &target, now_s);
        }
    }

    /// Whether the step goes on where a redirect leads; the error says why it may not.
    fn redirect(&self, step: usize, session: &mut Session, status: u16, head: &[u8]) -> Result<bool, String> {
        if !(301..=308).contains(&status) {
            return Ok(false);
        }
        match redirect::of(status, head, &self.target(step, session), self.endpoint()) {
            Redirect::No => Ok(false),
            Redirect::Elsewhere(location) => Err(format!("redirect leads elsewhere: {}", answer::short(&location))),
            Redirect::To(_) if session.hops >= self.flow.redirects => Err(format!("more than {} redirects", self.flow.redirects)),
            Redirect::To(mut follow) => {
                // Once a GET, a GET: a 307 behind a 303 does not bring the body back.
                follow.as_get |= session.follow.as_ref().is_some_and(|f| f.as_get);
                session.follow = Some(follow);
                session.hops += 1;
                Ok(true)
            }
        }
    }

    /// The path and query of the request at hand.
    fn target(&self, step: usize, session: &Session) -> Vec<u8> {
        let mut request = Vec::new();
        self.render(step, session, &mut request);
        let line = request.split(|b| *b == b'\r').next().unwrap_or_default();
        line.split(|b| *b == b' ').nth(1).unwrap_or_default().to_owned()
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

/// Appends a made value; none of them needs encoding anywhere.
fn make(made: Made, session: &Session, random: &mut Random, out: &mut Vec<u8>) {
    const WRITES: &str = "writing into a vector does not fail";
    match made {
        Made::Uuid => {
            let (a, b) = (random.next(), random.next());
            let (high, low) = ((a & !0xF000) | 0x4000, (b & !(0b11 << 62)) | (0b10 << 62));
            write!(
                out,
                "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
                high >> 32,
                (high >> 16) & 0xFFFF,
                high & 0xFFFF,
                low >> 48,
                low & 0xFFFF_FFFF_FFFF
            )
        }
        Made::RandomInt(from, to) => {
            let span = to.abs_diff(from);
            let more = if span == u64::MAX { random.next() } else { random.below(span + 1) };
            write!(out, "{}", from.wrapping_add_unsigned(more))
        }
        Made::TimestampMs => write!(out, "{}", model::time::unix_now_ns() / 1_000_000),
        Made::Iteration => write!(out, "{}", session.iteration),
        Made::User => write!(out, "{}", session.user),
    }
    .expect(WRITES);
}

fn unix_now_s() -> i64 {
    model::time::unix_now_ns() / 1_000_000_000
}

#[cfg(test)]
mod tests;
