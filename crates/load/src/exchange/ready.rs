//! Connections that stand ready, where that is asked for, for what comes while the service stands still. Whoever comes on a new one waits for
//! longer than the service stands still: Node accepts one in each turn of its loop.

use super::{Exchange, Keeps, Ready};

/// Open load has connections for what comes in this long, seconds. A guess: services seldom stand still for longer.
const STAND_STILL_S: f64 = 1.0;
/// So many at most in each thread: fast services have rates at which a second is thousands. A guess: more than `why` may have by default.
const MOST: usize = 512;
/// So many are opened at a time at most, each time that the exchange is swept: a server that closes what it accepts is not stormed. A guess: at 50
/// times a second more than servers close that end each connection after a hundred answers.
const AT_A_TIME: usize = 4;

impl Exchange {
    /// Open load has connections ready from here on.
    pub(crate) fn make_ready(&mut self) {
        self.ready = Ready::Kept;
    }

    /// A connection could not be used: in what is left of the phase none is made ready.
    pub(super) fn none_ready_any_more(&mut self) {
        if self.ready == Ready::Kept {
            self.ready = Ready::NoMore;
        }
    }

    /// Open load of `rate_per_s` from here on: how many connections are ready, of which the cap leaves fewer. None over HTTP/2, where requests share them.
    pub(crate) fn ready_for(&mut self, rate_per_s: f64) -> usize {
        let wanted = if self.ready != Ready::Never && self.http2.is_none() { (STAND_STILL_S * rate_per_s).ceil() as usize } else { 0 };
        self.kept_open = wanted.min(MOST).min(self.cap);
        // a server that takes one connection at a time would wait for a request on it, and serve nobody else
        if self.keeps == Keeps::Open { self.kept_open } else { 0 }
    }

    /// Whether the service is known to end each connection after one answer.
    pub(crate) fn closes_each(&self) -> bool {
        self.scenario.closes() || self.keeps == Keeps::One
    }

    /// An answer came on the connection, and it is of further use or not.
    pub(super) fn learn_keeping(&mut self, slot: u32, reusable: bool) {
        let served = self.slots[slot as usize].served > 0;
        self.keeps = if reusable || served { Keeps::Open } else { Keeps::One };
    }

    /// Takes an idle connection of the pool. Of those that are kept open it is one that has served, at random: few of these are idle for long, and those
    /// that may serve so many requests end at different times. One that has not stays ready until there is no other; else it is the last used.
    pub(super) fn take_idle_one(&mut self) -> Option<u32> {
        let n = self.idle.len();
        let among = n.min(self.kept_open);
        if among < 2 {
            return self.idle.pop();
        }
        let first = self.idle_random.below(among as u64) as usize;
        let places = (first..among).chain(0..first).map(|k| n - among + k);
        let has_served = |k: &usize| self.slots[self.idle[*k] as usize].served > 0;
        let place = places.clone().find(has_served).or_else(|| places.clone().next())?;
        Some(self.idle.remove(place))
    }

    /// Opens connections in place of those that the service has closed. Nobody waits for them: none while requests wait, or once one could not be used.
    pub(super) fn keep_ready(&mut self) {
        if self.ready != Ready::Kept || self.keeps != Keeps::Open || self.scenario.closes() || !self.waiting.is_empty() {
            return;
        }
        let missing = self.kept_open.min(self.cap).saturating_sub(self.open());
        for _ in 0..missing.min(AT_A_TIME) {
            if !self.connect_one() {
                break;
            }
        }
    }
}
