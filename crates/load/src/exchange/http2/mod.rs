//! HTTP/2: connections that carry several requests at a time.
//!
//! ```text
//!  slot (what the rest of the exchange deals with) = seat: a place for one request at a time
//!  link = connection: has as many seats as requests may be in flight on it
//!
//!  epoll event, request, time-out --> the link is woken --> serve(): drive the link, attend the seats that it woke --> answered, cut off
//! ```
//! The frames are the `h2` crate's business, which knows tasks and wakers but needs no runtime: `bell.rs` has the wakers, `pipe.rs` the bytes.
//! Left out on purpose: server push (refused), priorities, upgrade from HTTP/1.1 (RFC 9113 has dropped it).

mod bell;
mod call;
mod failure;
mod link;
mod pipe;
mod pool;
mod request;
mod seats;
mod session;
mod talk;
mod work;

pub(crate) use call::Caller;
pub use failure::Http2Failure;
pub(crate) use talk::Heard;

use crate::scenario::Scenario;
use bell::Bell;
use failure::Broken;
use link::{Link, News};
use pipe::Scratch;
use request::Sendable;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use talk::Talk;

/// The connections of one generator thread.
pub(super) struct Http2 {
    /// Requests at a time per connection as asked for, and in the present phase.
    streams: usize,
    per_link: usize,
    links: Vec<Link>,
    free: Vec<u32>,
    /// Links whose connection is not ready.
    opening: usize,
    /// Connections that may have room for a seat.
    roomy: Vec<u32>,
    /// By slot.
    seats: Vec<Seat>,
    bell: Arc<Bell>,
    /// Connections with more to read, whose turn comes after the next look at epoll.
    later: Vec<u32>,
    /// Room for the list of seats that are looked after.
    woken: Vec<u32>,
    scratch: Scratch,
    /// The requests of steps that have only one, by step.
    only: Vec<Option<Sendable>>,
    tls: bool,
    /// For messages.
    host: String,
    working: bool,
}

/// A place for one request at a time.
struct Seat {
    link: u32,
    talk: Option<Talk>,
    waker: Waker,
    /// Why its request could not be sent; told by the next sweep, so that a load of nothing else does not go round in circles.
    stillborn: Option<Broken>,
}

impl Http2 {
    pub(super) fn new(scenario: &Scenario, streams: u32) -> Self {
        let tls = scenario.endpoint().tls;
        let only = |step: &crate::scenario::Step| {
            let template = &step.template;
            let ready = scenario.is_stateless() && template.rows() == 1;
            ready.then(|| request::translate(template.request(0), tls).ok()).flatten()
        };
        let streams = streams.max(1) as usize;
        Self {
            streams,
            per_link: streams,
            links: Vec::new(),
            free: Vec::new(),
            opening: 0,
            roomy: Vec::new(),
            seats: Vec::new(),
            bell: Arc::default(),
            later: Vec::new(),
            woken: Vec::new(),
            scratch: pipe::scratch(),
            only: scenario.steps().iter().map(only).collect(),
            tls,
            host: scenario.endpoint().host.clone(),
            working: false,
        }
    }

    fn link(&mut self, link: u32) -> &mut Link {
        &mut self.links[link as usize]
    }

    fn link_of(&self, slot: u32) -> u32 {
        self.seats[slot as usize].link
    }

    /// Sends the request of `slot`; what cannot be sent is kept for [`Self::stillborn`].
    fn send(&mut self, slot: u32, request: Result<Sendable, String>, retried: bool) {
        let link = self.link_of(slot);
        let sent = request.map_err(Broken::unsendable).and_then(|request| {
            let l = &mut self.links[link as usize];
            let session = l.session().ok_or_else(|| Broken::unsendable("the connection is not open".to_owned()))?;
            session.send(request, retried).map_err(|e| {
                let frame = e.as_ref().and_then(Broken::of_frame);
                frame.unwrap_or_else(|| Broken::unsendable(e.map_or_else(String::new, |e| e.to_string())))
            })
        });
        let seat = &mut self.seats[slot as usize];
        match sent {
            Ok(talk) => {
                seat.talk = Some(talk);
                // The first look, which leaves the waker.
                seat.waker.wake_by_ref();
                self.links[link as usize].fresh.push(slot);
                self.bell.ring(link);
            }
            Err(broken) => seat.stillborn = Some(broken),
        }
    }

    fn is_stillborn(&self, slot: u32) -> bool {
        self.seats[slot as usize].stillborn.is_some()
    }

    /// Whether a request that the server has not looked at may be sent again: once, and again where that connection has answered others.
    fn may_retry(&self, slot: u32) -> bool {
        let seat = &self.seats[slot as usize];
        let was_retried = seat.talk.as_ref().is_some_and(|t| t.retried);
        !was_retried || self.links[seat.link as usize].served > 0
    }

    /// Why the request of `slot` was never sent.
    pub(super) fn stillborn(&mut self, slot: u32) -> Option<(model::Outcome, i32, String)> {
        let broken = self.seats[slot as usize].stillborn.take()?;
        Some((broken.outcome, broken.code, broken.text))
    }

    /// Looks what has come for `slot`.
    fn hear(&mut self, slot: u32, heard: &mut Heard) -> Poll<Result<(), Broken>> {
        let seat = &mut self.seats[slot as usize];
        let Some(talk) = &mut seat.talk else { return Poll::Pending };
        let end = &self.links[seat.link as usize].end;
        talk.poll(&mut Context::from_waker(&seat.waker), heard).map_err(|e| {
            let of_link = || end.clone().unwrap_or_else(|| Broken::unsendable(e.to_string()));
            Broken::of_frame(&e).unwrap_or_else(of_link)
        })
    }

    /// The request of `slot` has ended, answered or not; whether the seat is of further use. An answer that is still to come is not wanted.
    pub(super) fn finish(&mut self, slot: u32, answered: bool) -> bool {
        let seat = &mut self.seats[slot as usize];
        let link = seat.link;
        match seat.talk.take() {
            Some(talk) if !answered => talk.cancel(),
            other => drop(other),
        }
        let limit = self.limit(link);
        let l = self.link(link);
        l.served += u64::from(answered);
        l.is_ready() && l.seats.len() <= limit
    }

    /// The server has not answered the request of `slot` in time: it is asked for a sign of life, which it owes within `patience_ns`.
    pub(super) fn suspect(&mut self, slot: u32, now: i64, patience_ns: i64) {
        let link = self.link_of(slot);
        let l = self.link(link);
        if l.session().is_some_and(session::Session::ping) {
            l.deadline = now + patience_ns;
            self.bell.ring(link);
        }
    }

    fn drive(&mut self, link: u32) -> News {
        let (bell, l) = (&self.bell, &mut self.links[link as usize]);
        let (was_opening, allowed) = (l.is_opening(), l.allows);
        let news = l.drive(&self.host, &self.scratch, || bell.of_link(link));
        self.opening -= usize::from(was_opening && !l.is_opening());
        let more = l.allows > allowed;
        if l.session().is_some_and(|s| s.gauge.has_more()) {
            self.later.push(link);
        }
        if more {
            self.list(link);
        }
        news
    }

    /// Wakes those with more to read; whether anybody is awake.
    pub(super) fn wake_later(&mut self) -> bool {
        for link in self.later.drain(..) {
            self.bell.ring(link);
        }
        self.bell.is_rung()
    }
}
