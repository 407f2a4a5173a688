//! What failed, told apart by kind.

use model::Outcome;

/// Kinds told apart; the rest is counted by outcome only.
const MOST: usize = 32;

/// One kind of failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) outcome: Outcome,
    /// Tells kinds of one outcome apart: a status, an error number.
    pub(crate) code: i32,
    pub(crate) count: u64,
    /// First and last time, nanoseconds of the monotonic clock.
    pub(crate) first: i64,
    pub(crate) last: i64,
    /// The first one, in words.
    pub(crate) text: String,
}

/// Failures by kind, in the order in which the kinds were first seen.
#[derive(Debug, Clone, Default)]
pub(crate) struct Kinds(pub(crate) Vec<Kind>);

impl Kinds {
    /// Counts `count` failures at `now`; `text` is only asked for when the kind is new.
    pub(crate) fn count(&mut self, outcome: Outcome, code: i32, now: i64, count: u64, text: impl FnOnce() -> String) {
        if let Some(k) = self.0.iter_mut().find(|k| k.outcome == outcome && k.code == code) {
            k.count += count;
            k.last = now;
        } else if self.0.len() < MOST {
            self.0.push(Kind { outcome, code, count, first: now, last: now, text: text() });
        }
    }

    /// Adds those of another thread, or of another stretch of time.
    pub(crate) fn add(&mut self, from: &Self) {
        for k in &from.0 {
            if let Some(t) = self.0.iter_mut().find(|t| t.outcome == k.outcome && t.code == k.code) {
                t.count += k.count;
                t.first = t.first.min(k.first);
                t.last = t.last.max(k.last);
            } else if self.0.len() < MOST {
                self.0.push(k.clone());
            }
        }
    }
}
