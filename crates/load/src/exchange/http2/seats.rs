//! Seats and the pool: what a connection that comes, changes or goes means for the slots on it.

use super::super::{CONNECTS, Exchange};
use super::Http2;
use super::link::News;
use crate::connection::State;
use crate::users::NOBODY;
use std::io;

impl Exchange {
    /// Speaks HTTP/2 from here on, with so many requests at a time on one connection.
    pub(crate) fn speak_http2(&mut self, streams: u32) {
        // One read may bring several answers, and only the last of them would bear its own stamp.
        self.stamped = false;
        self.http2 = Some(Box::new(Http2::new(&self.scenario, streams)));
    }

    /// Requests at a time on one connection, at most.
    pub(crate) fn streams(&self) -> u64 {
        self.http2.as_ref().map_or(1, |h| h.per_link as u64)
    }

    /// Users with a connection of their own do not share it. Call it between phases.
    pub(crate) fn share_connections(&mut self, shared: bool) {
        let Some(h2) = &mut self.http2 else { return };
        let per_link = if shared { h2.streams } else { 1 };
        if std::mem::replace(&mut h2.per_link, per_link) != per_link {
            for slot in 0..self.slots.len() as u32 {
                self.give_up_idle(slot);
            }
        }
    }

    /// A seat for the pool or for a user: on a connection that has room, or on a new one; `None` when there is none under the cap, too many
    /// connects are under way, or it fails at once.
    pub(in super::super) fn open_seat(&mut self) -> Option<u32> {
        let (now, most) = (self.now(), self.cap);
        let slot = self.free_slot();
        let h2 = self.http2.as_mut()?;
        let link = match h2.with_room() {
            Some(link) => link,
            None if h2.opening >= CONNECTS || h2.in_use() >= most.div_ceil(h2.per_link) => {
                self.free.push(slot);
                return None;
            }
            None => match h2.connect(&self.target, &self.epoll, now, now + self.timeout_ns) {
                Ok(link) => link,
                Err(e) => {
                    self.unusable(slot, &e);
                    return None;
                }
            },
        };
        h2.sit(slot, link);
        if h2.links[link as usize].is_ready() {
            // It could have been taken all the time.
            let since = h2.links[link as usize].ready_at;
            self.seat_ready(slot, since);
        } else {
            self.slots[slot as usize].state = State::Connecting;
            self.connecting += 1;
        }
        Some(slot)
    }

    /// A request can be sent on the seat, since that moment.
    fn seat_ready(&mut self, slot: u32, since: i64) {
        let c = &mut self.slots[slot as usize];
        (c.state, c.ready) = (State::Idle, since);
        let user = c.user;
        if user == NOBODY {
            self.idle.push(slot);
        } else {
            self.owned_idle += 1;
            self.user_connected(user, slot);
        }
    }

    /// What has come on streams, then what a look at the connection has brought.
    pub(super) fn attend_and_hear(&mut self, link: u32, news: News) {
        let generation = |x: &Self| x.http2.as_ref().map(|h| h.links[link as usize].generation);
        let before = generation(self);
        self.attend();
        // With its last seat the connection may be gone, and another in its place.
        if generation(self) != before {
            return;
        }
        match news {
            News::None => self.retire_seats(link),
            News::Ready => self.link_ready(link),
            News::Unusable(e) => self.link_unusable(link, &e),
            News::Over => self.link_over(link),
        }
    }

    fn link_ready(&mut self, link: u32) {
        self.failures_in_a_row = 0;
        let Some(h2) = &mut self.http2 else { return };
        let limit = h2.limit(link);
        let l = h2.link(link);
        l.ready_at = self.clock;
        let counts = &mut self.window.counts;
        counts.opened += 1;
        counts.connect_sum += (l.connected_at - l.began).max(0) as u64;
        counts.tls_sum += (l.secured_at - l.connected_at).max(0) as u64;
        let seats = l.seats.clone();
        self.connecting -= seats.len();
        for (i, slot) in seats.into_iter().enumerate() {
            if i < limit {
                self.seat_ready(slot, self.clock);
            } else {
                // The server allows fewer: who waits finds another, or waits on.
                self.discard(slot);
            }
        }
    }

    /// Seats beyond what the server allows by now, and all idle ones of a connection that takes no more.
    fn retire_seats(&mut self, link: u32) {
        let Some(h2) = &mut self.http2 else { return };
        let limit = h2.limit(link);
        let l = h2.link(link);
        if l.is_empty() || l.is_opening() || (l.is_ready() && l.seats.len() <= limit) {
            return;
        }
        let surplus = if l.is_ready() { l.seats.len() - limit } else { l.seats.len() };
        let seats = l.seats.clone();
        let idle = seats.into_iter().filter(|s| self.slots[*s as usize].state == State::Idle).take(surplus);
        for slot in idle.collect::<Vec<_>>() {
            self.give_up_idle(slot);
        }
    }

    /// Takes an idle seat out of the pool, or from its user; false for others.
    fn take_idle(&mut self, slot: u32) -> bool {
        let c = &self.slots[slot as usize];
        if c.state != State::Idle {
            return false;
        }
        if c.user == NOBODY {
            self.idle.retain(|i| *i != slot);
        } else {
            self.owned_idle -= 1;
        }
        true
    }

    fn give_up_idle(&mut self, slot: u32) {
        if self.take_idle(slot) {
            self.discard(slot);
        }
    }

    /// The connection could not be opened: what waits for its seats fails with it.
    fn link_unusable(&mut self, link: u32, error: &io::Error) {
        let Some(h2) = &mut self.http2 else { return };
        let seats = h2.link(link).seats.clone();
        for (i, slot) in seats.into_iter().enumerate() {
            self.connecting -= 1;
            if i == 0 {
                self.unusable(slot, error);
            } else {
                self.without_connection(slot, error);
            }
        }
    }

    /// The connection has ended: so does what was on it.
    fn link_over(&mut self, link: u32) {
        let Some(h2) = &mut self.http2 else { return };
        let l = h2.link(link);
        let (seats, end, mut served) = (l.seats.clone(), l.end.clone(), l.served > 0);
        for slot in seats {
            match (self.slots[slot as usize].state, &end) {
                (State::Busy, Some(end)) => self.cut_off(slot, end.clone()),
                // As over HTTP/1.1: what never carried an answer is not tried again at once.
                (State::Idle, _) if !std::mem::replace(&mut served, true) => {
                    self.take_idle(slot);
                    self.unusable(slot, &io::Error::new(io::ErrorKind::ConnectionAborted, "closed by the peer before any request"));
                }
                _ => self.give_up_idle(slot),
            }
        }
    }

    /// Gives up connections that are overdue.
    pub(in super::super) fn sweep_links(&mut self) {
        while let Some((link, news)) = self.http2.as_mut().and_then(|h| h.expired(self.clock)) {
            self.attend_and_hear(link, news);
        }
    }
}
