//! How a generator rests until something is due. A wake-up costs several times the CPU of a request in a virtual machine,
//! so the manner of resting decides what load costs and how exact it is.
//!
//! ```text
//!  precise      |--- epoll, answers wake ---|spin| send        exact, and every answer is read as it comes
//!  economical   |--- sleep, nothing wakes ------| read, send   answers wait in the kernel, which has noted when they came
//! ```
//! A sleep ends late, in a virtual machine by tens of microseconds. Economical pacing aims it ahead of the planned moment by about the least
//! that it has lately been late, which costs nothing, and waits actively where it woke too early all the same.

mod aim;

use crate::exchange::Exchange;
use crate::sys;
use aim::Aim;
use std::io;
use std::ops::RangeInclusive;

/// Active waiting before a planned moment at most and at least this long: CPU against lateness. The wake-up delay of a virtual
/// machine's timer, measured as it runs, decides in between.
const SPIN_NS: RangeInclusive<i64> = 5_000..=50_000;
/// Economical pacing waits actively too while that costs less than this share of a core.
const SPIN_SHARE: f64 = 0.025;
/// Answers up to this size may wait in the kernel: a larger one could fill the socket's buffer and hold the server up. Half of the
/// smallest usual receive buffer (net.ipv4.tcp_rmem: 128 KiB, of which TCP uses half for data).
const LAZY_BYTES: u64 = 32 * 1024;

/// What a generator rests for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Until {
    /// Something routine: a tick, the end of a window.
    pub(crate) wake: i64,
    /// A request.
    pub(crate) due: i64,
    /// Requests per second that the plan has now.
    pub(crate) rate_per_s: f64,
    /// Nothing but the clock decides what is sent next.
    pub(crate) by_clock: bool,
}

/// The manner of resting.
#[derive(Debug)]
pub(crate) struct Rest {
    /// Wait actively before planned moments, whatever it costs, and read answers as they come.
    pub(crate) precise: bool,
    spin_ahead_ns: i64,
    aim: Aim,
}

impl Rest {
    pub(crate) fn new(precise: bool) -> Self {
        Self { precise, spin_ahead_ns: *SPIN_NS.end(), aim: Aim::default() }
    }

    /// Rests until events come or a moment is there; returns how many events.
    pub(crate) fn rest(&mut self, x: &mut Exchange, until: Until) -> io::Result<usize> {
        let moment = until.wake.min(until.due);
        let ahead = moment - x.now();
        if ahead <= 0 {
            return x.wait(0);
        }
        let lazy = !self.precise && until.by_clock && x.may_read_later(LAZY_BYTES);
        let planned = until.due <= until.wake;
        let exact = planned && (self.precise || until.rate_per_s * *SPIN_NS.end() as f64 / 1e9 <= SPIN_SHARE);
        let early_ns = match (exact, planned) {
            (true, _) => self.spin_ahead_ns,
            (false, true) => self.aim.ns(),
            (false, false) => 0,
        };
        let wake = moment - early_ns;
        if ahead > early_ns {
            let events = if lazy {
                sys::sleep_until(wake);
                0
            } else {
                x.wait(ahead - early_ns)?
            };
            if events > 0 {
                return Ok(events);
            }
            let overslept = x.now() - wake;
            if exact {
                self.learn(overslept);
            } else if planned {
                self.aim.learn(overslept);
            }
            if x.clock >= moment {
                return if lazy { x.wait(0) } else { Ok(0) };
            }
        }
        spin(x, moment, lazy)
    }

    /// Quick to widen, slow to narrow.
    fn learn(&mut self, overslept: i64) {
        let wanted = (overslept + overslept / 4).max(self.spin_ahead_ns - self.spin_ahead_ns / 32);
        self.spin_ahead_ns = wanted.clamp(*SPIN_NS.start(), *SPIN_NS.end());
    }
}

/// Waits actively until `moment`.
fn spin(x: &mut Exchange, moment: i64, lazy: bool) -> io::Result<usize> {
    let began = x.now();
    let events = loop {
        let events = if lazy { 0 } else { x.wait(0)? };
        if events > 0 || x.now() >= moment {
            break events;
        }
    };
    x.window.counts.spin_ns += (x.clock - began).max(0) as u64;
    if lazy { x.wait(0) } else { Ok(events) }
}
