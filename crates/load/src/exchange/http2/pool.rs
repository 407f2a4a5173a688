//! The connections of one generator thread, and who sits on which.

use super::link::{Link, News};
use super::{Http2, Seat};
use crate::sys::Epoll;
use crate::transport::{Stream, Target};
use std::io;

impl Http2 {
    /// Seats that the connection may have.
    pub(super) fn limit(&self, link: u32) -> usize {
        let l = &self.links[link as usize];
        if l.is_opening() { self.per_link } else { self.per_link.min(l.allows) }
    }

    /// Connections that are open or being opened.
    pub(in super::super) fn connections(&self) -> usize {
        self.links.len() - self.free.len()
    }

    /// Those that take requests, or will.
    pub(super) fn in_use(&self) -> usize {
        self.links.iter().filter(|l| l.is_ready() || l.is_opening()).count()
    }

    /// A connection that has room for another seat.
    pub(super) fn with_room(&mut self) -> Option<u32> {
        while let Some(link) = self.roomy.last().copied() {
            let l = &self.links[link as usize];
            if (l.is_ready() || l.is_opening()) && l.seats.len() < self.limit(link) {
                return Some(link);
            }
            self.links[link as usize].listed = false;
            self.roomy.pop();
        }
        None
    }

    pub(super) fn list(&mut self, link: u32) {
        if self.per_link > 1 && !std::mem::replace(&mut self.links[link as usize].listed, true) {
            self.roomy.push(link);
        }
    }

    /// Begins another connection.
    pub(super) fn connect(&mut self, target: &Target, epoll: &Epoll, now: i64, deadline: i64) -> io::Result<u32> {
        let stream = Stream::begin(target)?;
        let link = self.free.pop().unwrap_or_else(|| {
            self.links.push(Link::default());
            self.links.len() as u32 - 1
        });
        let l = self.link(link);
        let added = epoll.add(&stream, u64::from(l.generation) << 32 | u64::from(link));
        l.begin(stream, now, deadline);
        self.opening += 1;
        if let Err(e) = added {
            self.close(link);
            return Err(e);
        }
        self.list(link);
        Ok(link)
    }

    /// Gives the slot a seat on the connection.
    pub(super) fn sit(&mut self, slot: u32, link: u32) {
        while self.seats.len() <= slot as usize {
            let waker = self.bell.of_seat(self.seats.len() as u32);
            self.seats.push(Seat { link: 0, talk: None, waker, stillborn: None });
        }
        self.seats[slot as usize].link = link;
        self.link(link).seats.push(slot);
    }

    /// Takes the seat away; a connection without seats is closed.
    pub(in super::super) fn leave(&mut self, slot: u32) {
        let Some(seat) = self.seats.get_mut(slot as usize) else { return };
        seat.stillborn = None;
        drop(seat.talk.take());
        let link = seat.link;
        let l = &mut self.links[link as usize];
        let Some(at) = l.seats.iter().position(|s| *s == slot) else { return };
        l.seats.swap_remove(at);
        if l.seats.is_empty() {
            self.close(link);
        } else {
            self.list(link);
        }
    }

    fn close(&mut self, link: u32) {
        let l = &mut self.links[link as usize];
        if !l.is_empty() {
            self.opening -= usize::from(l.is_opening());
            l.close();
            self.free.push(link);
        }
    }

    /// A connection that was not opened in time, or has given no sign of life.
    pub(super) fn expired(&mut self, now: i64) -> Option<(u32, News)> {
        let link = self.links.iter().position(|l| !l.is_empty() && l.deadline <= now)?;
        let l = &mut self.links[link];
        self.opening -= usize::from(l.is_opening());
        Some((link as u32, l.expire()))
    }
}
