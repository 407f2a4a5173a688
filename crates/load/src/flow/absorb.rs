//! What an answer amounts to: cookies, redirects, checks, variables.

use super::answer::{self, Answer, MAX_BODY};
use super::redirect::{self, Redirect};
use super::{Check, Extract, FailedCheck, Session, Source, StepEnd, Wants, head, unix_now_s};
use crate::scenario::{Cookies, Scenario};

impl Scenario {
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
            Redirect::Elsewhere(location) => Err(format!("redirect leads elsewhere: {}", answer::short(&model::harmless::url(&location)))),
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
}
