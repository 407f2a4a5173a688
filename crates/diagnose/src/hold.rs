//! What fills the time a pool connection is borrowed. The gauge says how long it is held, without any frame; the stacks say where the
//! thread is meanwhile. What must be inside the hold is told from what may be by arithmetic, so that code without a transaction frame
//! (a session per request, a connection taken by hand) is seen as well.

use crate::frames::Part;
use crate::ledger::{TOLERANCE_MS, TOLERANCE_SHARE};
use crate::level::Level;

crate::thresholds! {
    /// Share of the hold from which it is what connections are held for. Source: CAUSES P1 ("remote time inside hold >= 50 %").
    FILLS = 0.5;
    /// Share of the hold by which gauges that are read at other moments may differ. A guess.
    GAUGES_DIFFER = 0.1;
    /// Milliseconds by which stacks may tell more of a hold than its gauge, beside the tolerance of the account: ten samples of a thread a minute. A guess.
    SEEN_MORE_MS = 0.3;
    /// Share of the hold that may pass without anything seen, for gauge and stacks to tell the same of it. A guess: half.
    UNSEEN = 0.5;
}

/// The hold of one pool at one level, milliseconds per request.
#[derive(Debug, Clone, PartialEq)]
pub struct Hold {
    /// Pool name; empty when the hold is known from stacks alone.
    pub pool: String,
    /// Largest size of the pool.
    pub size: f64,
    /// Time a connection is borrowed per request, by the gauge (by the stacks when there is no gauge).
    pub total_ms: f64,
    /// Waiting for another service inside a transaction.
    pub remote_in_transaction_ms: f64,
    /// Waiting for another service with a connection borrowed but no transaction: at least this much.
    pub remote_without_transaction_ms: f64,
    /// Waiting for the database's answer.
    pub database_ms: f64,
    /// Waiting for locks, logs, disks and the like.
    pub other_wait_ms: f64,
    /// The rest: on the CPU, in the run queue, or not explained.
    pub rest_ms: f64,
    /// The same from the stacks alone: all in transactions and in the driver. On an event loop: statements.
    pub by_stacks_ms: f64,
    /// Whether `total_ms` is from a gauge.
    pub by_gauge: bool,
}

impl Hold {
    /// Share of the hold that waits for other services, 0 to 1.
    pub fn remote_share(&self) -> f64 {
        share(self.remote_in_transaction_ms + self.remote_without_transaction_ms, self.total_ms)
    }

    /// Share of the hold that waits for the database, 0 to 1.
    pub fn database_share(&self) -> f64 {
        share(self.database_ms, self.total_ms)
    }

    /// Whether calls of other services in transactions are what connections are held for.
    pub fn is_for_remote_calls(&self) -> bool {
        self.is_for(self.remote_in_transaction_ms)
    }

    /// Whether statements are what connections are held for.
    pub fn is_for_the_database(&self) -> bool {
        self.is_for(self.database_ms)
    }

    /// Half of the hold, or the most of it where calls and statements fill half of it together: of two the heavier.
    fn is_for(&self, ms: f64) -> bool {
        let remote_ms = self.remote_in_transaction_ms + self.remote_without_transaction_ms;
        let most = [remote_ms, self.database_ms, self.other_wait_ms, self.rest_ms].into_iter().all(|other| ms >= other);
        let divided = remote_ms > 0.0 && self.database_ms > 0.0 && remote_ms + self.database_ms >= FILLS.get() * self.total_ms;
        ms >= FILLS.get() * self.total_ms || (divided && most)
    }

    /// Whether gauge and stacks tell the same of a hold by transactions: within the tolerance of the account, and what a few samples may add.
    pub fn sources_agree(&self) -> bool {
        let seen = self.remote_in_transaction_ms + self.remote_without_transaction_ms + self.database_ms + self.other_wait_ms;
        let most = self.total_ms * (1.0 + TOLERANCE_SHARE.get()) + SEEN_MORE_MS.get();
        self.by_gauge && seen <= most && self.rest_ms <= (self.total_ms * UNSEEN.get()).max(TOLERANCE_MS.get())
    }

    /// The hold at `level`; `None` without stacks or without anything that holds connections.
    pub fn of(level: &Level) -> Option<Self> {
        if let Some(l) = level.served.event_loop() {
            return Self::on_event_loop(level, l);
        }
        let s = level.samples.as_ref()?;
        let pool = level.busiest_pool();
        let in_tx = |p| s.in_transaction_ms(p);
        let out_tx = |p| s.outside_transaction_ms(p);
        let others = [Part::Memory, Part::Lock, Part::Logging, Part::Disk, Part::OtherWait, Part::ClientPoolWait];
        let tx = s.transaction_hold_ms();
        // whoever answers: a connection that is held meanwhile is held for nothing of its own
        let remote_tx = in_tx(Part::Remote) + in_tx(Part::Cache);
        let queue = level.run_queue_in_waits_ms();
        let net = |ms: f64| (ms - queue).max(0.0);
        // what the gauges of other pools can hold is not in this one
        let elsewhere: f64 = pool.map_or(0.0, |p| level.pools.iter().filter(|o| o.name != p.name).map(|o| o.hold_ms).sum());
        let here = |ms: f64| (ms - elsewhere).max(0.0);
        let database_out = out_tx(Part::Database);
        let by_stacks_ms = tx + database_out;
        let total_ms = pool.map_or(by_stacks_ms, |p| p.hold_ms);
        if total_ms <= 0.0 {
            return None;
        }
        // inside transactions: all of it, unless the connection is borrowed for less than the transaction (taken lazily)
        let remote_in_transaction_ms = here(net(remote_tx)).min((total_ms - (tx - remote_tx) - database_out).max(0.0));
        // outside: only what nothing else outside can fill must be inside the hold;
        // connections that the server sees at work or in a transaction are not idle, whoever's they are
        let busy = level
            .database
            .as_ref()
            .filter(|d| d.sessions_seen)
            .map_or(0.0, |d| (d.active + d.idle_in_transaction) / level.throughput_per_s * 1e3);
        let left = (total_ms - (tx + database_out).max(busy)).max(0.0);
        let remote_out = net(out_tx(Part::Remote) + out_tx(Part::Cache));
        let fillers: f64 = [Part::Cpu, Part::NoCarrier, Part::RequestIo].iter().chain(&others).map(|p| out_tx(*p)).sum();
        let remote_without_transaction_ms = remote_out.min((left - fillers).max(0.0));
        // transactions of which no frame tells (begun by hand): what the server sees idle in them, and nothing else in sight can fill, the lack of a
        // core among it
        let sessions = level.database.as_ref().filter(|d| d.sessions_seen && level.scheduler.is_some());
        let idle_ms = sessions.map_or(0.0, |d| d.idle_in_transaction / level.throughput_per_s * 1e3);
        let by_server = (idle_ms - (tx - in_tx(Part::Database)) - fillers - queue).clamp(0.0, remote_out - remote_without_transaction_ms);
        let remote_in_transaction_ms = (remote_in_transaction_ms + by_server).min(total_ms);
        let database_ms = here(in_tx(Part::Database) + database_out).min(total_ms);
        let other_wait_ms = others.iter().map(|p| in_tx(*p)).sum::<f64>().min(total_ms);
        let known = remote_in_transaction_ms + remote_without_transaction_ms + database_ms + other_wait_ms;
        Some(Self {
            pool: pool.map(|p| p.name.clone()).unwrap_or_default(),
            size: pool.map_or(0.0, |p| p.max),
            total_ms,
            remote_in_transaction_ms,
            remote_without_transaction_ms,
            database_ms,
            other_wait_ms,
            rest_ms: (total_ms - known).max(0.0),
            by_stacks_ms,
            by_gauge: pool.is_some(),
        })
    }
}

impl Hold {
    /// By gauges alone: no stack tells what an asynchronous function does while it holds a connection. Statements are counted in flight; of calls to other
    /// services that much must be inside the hold for which the time inside the server has no other room. What the server sees idle in
    /// transactions tells which of that is inside one; without its sessions all of it counts so.
    fn on_event_loop(level: &Level, l: &crate::level::EventLoop) -> Option<Self> {
        let pool = level.busiest_pool().filter(|p| p.hold_ms > 0.0)?;
        let all: f64 = level.pools.iter().map(|p| p.statements).sum();
        let database_ms = (l.statement_ms * share(pool.statements, all)).min(pool.hold_ms);
        let room_ms = l.inside_ms.map_or(f64::INFINITY, |inside| inside - pool.wait_ms - pool.hold_ms);
        // a gauge is read when the loop comes to it; what has changed since, per request, is that wait (Little)
        let differ_ms = GAUGES_DIFFER.get() * pool.hold_ms + l.delay_ms;
        // more is held than requests are inside: by somebody else, or by nobody
        let by_requests = room_ms >= -differ_ms;
        let one_by_one = (l.remote_ms + l.cache_ms - l.awaited_twice_ms(&level.pools)).max(0.0);
        let remote_ms = if by_requests { (one_by_one - room_ms.max(0.0)).clamp(0.0, pool.hold_ms - database_ms) } else { 0.0 };
        let sessions = level.database.as_ref().filter(|d| d.sessions_seen);
        let remote_in_transaction_ms = sessions.map_or(remote_ms, |d| remote_ms.min(d.idle_in_transaction / level.throughput_per_s * 1e3));
        Some(Self {
            pool: pool.name.clone(),
            size: pool.max,
            total_ms: pool.hold_ms,
            remote_in_transaction_ms,
            remote_without_transaction_ms: remote_ms - remote_in_transaction_ms,
            database_ms,
            other_wait_ms: 0.0,
            rest_ms: pool.hold_ms - database_ms - remote_ms,
            by_stacks_ms: database_ms,
            by_gauge: true,
        })
    }
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { (part / whole).min(1.0) } else { 0.0 }
}
