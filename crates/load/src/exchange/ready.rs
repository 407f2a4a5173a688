//! Connections that stand ready for what comes while the service stands still. Whoever comes on a new one waits for longer than the service stands
//! still: Node accepts one in each turn of its loop.

use super::{Exchange, Keeps};

/// Open load has connections for what comes in this long, seconds. A guess: services seldom stand still for longer, and of connections that are used once a
/// second on average few are idle for five, after which Node closes them.
const STAND_STILL_S: f64 = 1.0;
/// So many at most in each thread: fast services have rates at which a second is thousands. A guess: as many as `why` may have, and more.
const MOST: usize = 512;
/// So many are opened at a time at most, each time that the exchange is swept: a server that closes what it accepts is not stormed. A guess: at 50
/// times a second more than servers close that end each connection after a hundred answers.
const AT_A_TIME: usize = 4;

impl Exchange {
    /// Open load of `rate_per_s` from here on: how many connections are ready, of which the cap leaves fewer. None over HTTP/2, where requests share them.
    pub(crate) fn ready_for(&mut self, rate_per_s: f64) -> usize {
        let wanted = if self.http2.is_none() { (STAND_STILL_S * rate_per_s).ceil() as usize } else { 0 };
        self.kept_open = wanted.min(MOST).min(self.cap);
        // who takes one may wait for its request, and serve nobody else meanwhile
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

    /// Takes an idle connection of the pool: one of those that are kept open at random, so that none of them is idle for long, and those that may serve
    /// so many requests end at different times; else the last used.
    pub(super) fn take_idle_one(&mut self) -> Option<u32> {
        let n = self.idle.len();
        match n.min(self.kept_open) {
            0 | 1 => self.idle.pop(),
            among => Some(self.idle.remove(n - 1 - self.idle_random.below(among as u64) as usize)),
        }
    }

    /// Opens connections in place of those that the service has closed. Nobody waits for them: none while requests wait, or after a connect has failed.
    pub(super) fn keep_ready(&mut self) {
        if self.keeps != Keeps::Open || self.scenario.closes() || !self.waiting.is_empty() || !self.resting.is_empty() {
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
