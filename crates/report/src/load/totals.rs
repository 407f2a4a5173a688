//! Counts over a whole run.

use model::Outcome;

/// Counts over the whole run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Totals {
    /// Requests planned, those that the cap dropped included.
    pub planned: u64,
    /// Requests of which something was sent.
    pub sent: u64,
    /// Requests ended, by outcome (each outcome once, in any order). What failed is everything but [`Outcome::Ok`].
    pub ended: Vec<(Outcome, u64)>,
    /// Requests planned but never sent, because the cap was reached and its policy is to drop.
    pub dropped: u64,
    /// Requests sent again because a kept connection turned out to be closed.
    pub retries: u64,
    /// Redirects followed.
    pub redirects: u64,
    /// Connections opened.
    pub connections_opened: u64,
    /// Attempts to open a connection that failed.
    pub connects_failed: u64,
    /// Bytes read, heads included.
    pub bytes_in: u64,
    /// Bytes written, heads included.
    pub bytes_out: u64,
    /// Answers by status code (200: 59,940), ascending; empty when not kept.
    pub statuses: Vec<(u16, u64)>,
}

impl Totals {
    /// Requests that ended with `outcome`.
    pub fn count(&self, outcome: Outcome) -> u64 {
        self.ended.iter().filter(|(o, _)| *o == outcome).map(|(_, n)| n).sum()
    }

    /// Requests that ended at all, those cut off included.
    pub fn all(&self) -> u64 {
        self.ended.iter().map(|(_, n)| n).sum()
    }

    /// Requests that ended otherwise than well.
    pub fn errors(&self) -> u64 {
        self.all() - self.count(Outcome::Ok)
    }

    /// Requests that were answered, whatever the status.
    pub fn answered(&self) -> u64 {
        self.ended.iter().filter(|(o, _)| o.is_answered()).map(|(_, n)| n).sum()
    }

    /// Share of requests that ended otherwise than well, 0 to 1; 0 without a request.
    pub fn error_share(&self) -> f64 {
        self.errors() as f64 / self.all().max(1) as f64
    }
}
