//! Sessions of the target that wait for locks of the database, and what that costs a request.

use super::server::{Holders, lock_holders, sessions_where};
use diagnose::Analysis;
use model::{SessionState, Wait};

diagnose::thresholds! {
    /// Length of the idle periods of holders from which they count as left idle, milliseconds. A guess: longer than the way to a database
    /// in another zone (2 to 5 ms), within which the next statement may be under way.
    LEFT_IDLE_MS = 20.0;
    /// Share of the waiters that must wait for such a holder. A guess: most of them.
    IDLE_SHARE = 0.5;
    /// Waiting, with the queue that it makes, below this share of the response is not worth a line. A guess.
    pub(crate) WORTH_A_LINE = 0.05;
    /// Mean number of sessions that wait for a lock below which nobody waits. A guess: one for a twentieth of the time.
    pub(crate) LEAST_WAITING = 0.05;
}

/// Waiting for locks at the heaviest level.
#[derive(Debug, Clone)]
pub(crate) struct LockWaits {
    /// Mean sessions that wait for a row.
    pub(crate) rows: f64,
    /// Mean sessions that wait for any lock.
    pub(crate) all: f64,
    /// Mean sessions that execute a statement, waiting or not.
    pub(crate) active: f64,
    /// Waiting per request, milliseconds.
    pub(crate) ms: f64,
    /// The same with the queue at a pool whose connections wait, milliseconds.
    pub(crate) queued_ms: f64,
    /// Share of the growth of the response time that waiting for locks explains, with the queue at a pool whose connections wait.
    pub(crate) growth_share: f64,
    /// Who holds the locks, when it was asked for.
    pub(crate) holders: Option<Holders>,
}

/// `None` when no session was sampled.
pub(crate) fn lock_waits(a: &Analysis) -> Option<LockWaits> {
    let heavy = a.heavy()?;
    let all = sessions_where(a, heavy, |g| g.wait.is_lock())?;
    let ms = stats::law::time_inside_s(all, heavy.throughput_per_s) * 1e3;
    // threads wait for a connection because those that have one wait for the lock
    let held = a.hold().map_or(0.0, |h| h.total_ms);
    let behind = if held > 0.0 { (ms / held).min(1.0) } else { 0.0 };
    let queued_ms = ms + behind * a.growth.pool_queueing_ms(heavy);
    Some(LockWaits {
        rows: sessions_where(a, heavy, |g| g.wait == Wait::RowLock)?,
        all,
        active: sessions_where(a, heavy, |g| g.state == SessionState::Active)?,
        ms,
        queued_ms,
        growth_share: a.growth.share(queued_ms),
        holders: lock_holders(a, heavy),
    })
}

impl Holders {
    /// Whether most wait for one that was left idle in its transaction, rather than for one between two statements.
    pub(crate) fn left_idle(&self) -> bool {
        self.idle_share >= IDLE_SHARE.get() && self.idle_ms >= LEFT_IDLE_MS.get()
    }
}
