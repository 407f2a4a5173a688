//! Who holds the rows that sessions wait for: asked, as the probe does it, five times a second and only while some wait.

use super::engine::Sim;
use super::watch::stamp;
use super::worker::Session;
use model::series::labels;
use model::{Labels, Observation, Series, SessionState, signal};
use std::collections::BTreeMap;

/// Least time between two questions, milliseconds. Source: the probe's (`crates/probe/src/stores/postgres/locks.rs`).
const EVERY_MS: f64 = 200.0;

/// Sessions that wait behind one kind of holder at one moment.
#[derive(Debug, Clone)]
pub(super) struct LockWait {
    t: f64,
    labels: Labels,
    waiters: f64,
    /// How long the one that has been so for longest has been in its state, seconds.
    age_s: f64,
}

/// What the question was answered in a phase, and when it is due again.
#[derive(Debug, Default)]
pub(super) struct LockWaits {
    pub(super) seen: Vec<LockWait>,
    due: f64,
}

impl LockWaits {
    /// A phase begins at `now`.
    pub(super) fn restart(&mut self, now: f64) {
        self.seen.clear();
        self.due = now;
    }
}

impl Sim {
    /// Asks when it is due.
    pub(super) fn read_lock_waits(&mut self) {
        let waits = |w: &usize| self.workers[*w].session == Session::OnLock;
        let victims: Vec<usize> = (0..self.workers.len()).filter(waits).collect();
        if victims.is_empty() || self.now < self.watch.lock_waits.due {
            return;
        }
        self.watch.lock_waits.due = self.now + EVERY_MS;
        let mut found: BTreeMap<Labels, (f64, f64)> = BTreeMap::new();
        for victim in victims {
            let Some(holder) = self.root_of(victim).map(|w| &self.workers[w]) else { continue };
            let (state, age_s) = match holder.session {
                Session::InTransaction => (SessionState::IdleInTransaction, (self.now - holder.answered_at) / 1e3),
                _ => (SessionState::Active, 0.0),
            };
            let victim = self.workers[victim].statement;
            let key = labels([("state", state.name()), ("holder", holder.statement), ("whose", "target"), ("victim", victim)]);
            let entry = found.entry(key).or_default();
            *entry = (entry.0 + 1.0, entry.1.max(age_s));
        }
        let now = self.now;
        self.watch.lock_waits.seen.extend(found.into_iter().map(|(labels, (waiters, age_s))| LockWait { t: now, labels, waiters, age_s }));
    }

    /// The thread that holds what `victim` waits for and waits for no row itself; `None` in a circle.
    fn root_of(&self, victim: usize) -> Option<usize> {
        let mut at = victim;
        for _ in 0..self.workers.len() {
            let (row, _) = self.rows.iter().find(|(_, tokens)| tokens.waiting.contains(&at))?;
            at = self.workers.iter().position(|w| w.rows.contains(row))?;
            if self.workers[at].session != Session::OnLock {
                return Some(at);
            }
        }
        None
    }
}

/// The series that the probe would have told.
pub(super) fn series(sim: &Sim) -> Vec<Observation> {
    let one = |name: &str, w: &LockWait, v: f64| {
        let mut s = Series::new(name, w.labels.clone());
        s.push(stamp(w.t), v);
        Observation::Series(s)
    };
    let both = |w: &LockWait| [one(signal::LOCK_WAITERS, w, w.waiters), one(signal::LOCK_HOLDER_AGE, w, w.age_s)];
    sim.watch.lock_waits.seen.iter().flat_map(both).collect()
}
