//! What the rules look at.

use crate::analysis::Analysis;
use crate::cause::{Cause, EvidenceLevel, Hypothesis, Status};
use crate::growth::LEAST_GROWTH_SHARE;
use crate::ledger::TOLERANCE_MS;
use crate::ranking::{Ranked, rank};
use crate::saturation::{OWN_SHARE, Resource, ResourceKind, sharing};

crate::thresholds! {
    /// How many times as long as under light load requests must take under heavy load to count as slower. A guess: twice.
    SLOWER = 2.0;
}

/// The run, and what the causes said of it.
pub(super) struct Facts<'a, 'r> {
    pub(super) a: &'a Analysis<'r>,
    pub(super) causes: &'a [&'a dyn Cause],
    pub(super) hypotheses: &'a [Hypothesis],
}

impl Facts<'_, '_> {
    /// Whether requests take much longer under heavy load than under light load, and by more than an account may be wrong.
    pub(super) fn is_slower(&self) -> bool {
        let g = &self.a.growth;
        g.response_ms > ((SLOWER.get() - 1.0) * g.light_ms).max(TOLERANCE_MS.get())
    }

    /// What is at its limit at the heaviest level.
    pub(super) fn full(&self) -> impl Iterator<Item = &Resource> {
        self.a.resources.iter().filter(|r| r.saturated)
    }

    /// Whether something bends: requests are slower, or something is at its limit.
    pub(super) fn bends(&self) -> bool {
        self.is_slower() || self.full().next().is_some()
    }

    /// The CPU, event loop or database that is at its limit, where the first in the order of evidence is one: it takes all workers and connections with it.
    pub(super) fn full_by_work(&self) -> Option<&Resource> {
        let first = self.full().min_by(|x, y| x.kind.cmp(&y.kind))?;
        matches!(first.kind, ResourceKind::TargetCpu | ResourceKind::EventLoop | ResourceKind::DatabaseCpu).then_some(first)
    }

    /// The CPU of the database, where that is what is full by work, or shares full CPUs with the service and has more of them than may stay unlooked at.
    pub(super) fn busy_database(&self) -> Option<&Resource> {
        if let Some(full) = self.full_by_work().filter(|r| r.kind == ResourceKind::DatabaseCpu) {
            return Some(full);
        }
        let cpus = self.a.heavy().filter(|l| sharing(l).is_some())?.machine.as_ref()?.cpus;
        self.a.resource(ResourceKind::DatabaseCpu).filter(|r| r.used >= (1.0 - OWN_SHARE.get()) * cpus)
    }

    /// What would be named if only those that `allowed` were there.
    pub(super) fn rank(&self, allowed: impl Fn(&dyn Cause) -> bool) -> Option<Ranked> {
        let of = |id: &str| self.causes.iter().find(|c| c.id() == id);
        let mut heard = self.hypotheses.to_vec();
        for h in heard.iter_mut().filter(|h| h.status == Status::Supported) {
            if !of(h.cause).is_some_and(|c| allowed(*c)) {
                h.status = Status::Untested;
            }
        }
        rank(&heard, self.causes, self.a.growth.error)
    }

    /// A preview that explains the growth, and whose figures close or that names a place while something is at its limit: it is not named, and nobody is called
    /// healthy against it.
    pub(super) fn hint(&self) -> Option<&Hypothesis> {
        let full = self.full().next().is_some();
        let closes = |h: &&Hypothesis| {
            h.status == Status::Supported
                && (h.evidence >= EvidenceLevel::Explains || (full && !h.site.is_empty()))
                && h.weight >= LEAST_GROWTH_SHARE.get()
        };
        self.hypotheses.iter().filter(closes).max_by(|x, y| {
            let has_site = |h: &Hypothesis| !h.site.is_empty();
            has_site(x).cmp(&has_site(y)).then(x.weight.total_cmp(&y.weight)).then(y.cause.cmp(x.cause))
        })
    }
}
