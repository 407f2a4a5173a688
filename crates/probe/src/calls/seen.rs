//! What one window sees: calls that begin in it, and then the answers to these.

use super::flows::Flows;
use super::packets::{AT_ONCE, Packets};
use super::wire;
use crate::windows::{Open, PATIENCE};
use model::time::unix_now_ns;
use std::collections::BTreeSet;
use std::io;
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

/// How long is waited after a window for the answers to what was asked in it. A choice: slower calls are left out.
const SLOWEST: Duration = Duration::from_secs(5);
/// Packets that are looked at meanwhile. A choice.
const MOST_AFTER: usize = 40_000;

/// What a window has seen so far.
pub(super) struct Seen {
    flows: Flows,
    speak: BTreeSet<u16>,
    first_ns: i64,
    /// Ports that were asked something over HTTP for the first time.
    first_words: BTreeSet<u16>,
}

/// How the wait for answers ended.
pub(super) enum After {
    /// All that can be told is.
    Whole(Flows),
    /// The phase is over: up to a moment, nanoseconds since 1970, no call is on its way.
    UpTo(i64, Flows),
    /// Ports that were asked something over HTTP for the first time, of which no answers were looked at.
    FirstWords(BTreeSet<u16>),
    /// More packets than are looked at.
    TooMany,
}

impl Seen {
    /// Of calls to these peers, that begin from now on. `speak`: ports that are known to be asked over HTTP.
    pub(super) fn begin(peers: BTreeSet<SocketAddr>, speak: BTreeSet<u16>) -> Self {
        Self { flows: Flows::new(peers), speak, first_ns: unix_now_ns(), first_words: BTreeSet::new() }
    }

    /// When it began, nanoseconds since 1970.
    pub(super) fn first_ns(&self) -> i64 {
        self.first_ns
    }

    /// Takes packets until the window is over, or a port has spoken for the first time.
    pub(super) fn until_over(&mut self, packets: &mut Packets, open: &Open) -> io::Result<()> {
        let (mut events, mut more) = (0, false);
        while open.still(events) && self.first_words.is_empty() {
            if !more {
                gather();
            }
            let n = self.take(packets, i64::MAX)?;
            (events, more) = (events + n, n == AT_ONCE);
        }
        Ok(())
    }

    /// Takes the answers to calls that began up to a moment.
    pub(super) fn answers(mut self, packets: &mut Packets, open: &Open, last_ns: i64) -> io::Result<After> {
        let (patience, mut after) = (Instant::now() + SLOWEST, 0);
        loop {
            let n = self.take(packets, last_ns)?;
            after += n;
            if !self.first_words.is_empty() {
                return Ok(After::FirstWords(self.first_words));
            }
            if after > MOST_AFTER {
                return Ok(if self.flows.awaits() { After::TooMany } else { After::Whole(self.flows) });
            }
            if n < AT_ONCE {
                if !self.flows.awaits() || Instant::now() > patience {
                    return Ok(After::Whole(self.flows));
                }
                if open.is_stopped() {
                    return Ok(After::UpTo(self.flows.first_awaited_ns().unwrap_or(last_ns), self.flows));
                }
                gather();
            }
        }
    }

    /// Takes some of the packets that have come; calls that begin up to a moment count. Answers with how many they were.
    fn take(&mut self, packets: &mut Packets, last_ns: i64) -> io::Result<usize> {
        packets.each(|at_ns, packet| {
            let Some(segment) = wire::segment(packet) else { return };
            let begins = (self.first_ns..=last_ns).contains(&at_ns);
            if self.flows.take(at_ns, &segment, begins) && begins && !self.speak.contains(&segment.to.port()) {
                self.first_words.insert(segment.to.port());
            }
        })
    }
}

/// Lets packets come. Nobody waits for them in the kernel: who sends one would have to wake who waits.
pub(super) fn gather() {
    thread::sleep(PATIENCE);
}
