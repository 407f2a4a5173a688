//! CPU that no sample explains, from level to level.

/// CPU of requests that no sample explains. It is seen where requests wait for no core. Where they do, threads that lost their core while they computed are
/// seen computing all along, which covers it: there it is what it was at the level before, and no larger share than there.
#[derive(Debug, Default)]
pub(super) struct Unseen {
    ms: f64,
    share: f64,
}

impl Unseen {
    /// What is unseen of a level whose requests were given `given_ms` by the scheduler, of which samples show `seen_ms`, milliseconds.
    pub(super) fn at(&mut self, given_ms: f64, seen_ms: f64) -> f64 {
        if seen_ms < given_ms {
            (self.ms, self.share) = (given_ms - seen_ms, 1.0 - seen_ms / given_ms);
        }
        self.ms.min(self.share * given_ms)
    }
}
