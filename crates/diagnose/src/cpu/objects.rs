//! Who makes the objects that are collected. The collector's part of the account is counted and has no stacks: samples of new objects tell.
//!
//! The young part of a heap is collected each time that it is full, so that whoever makes a share of all bytes asks for that share of the collections.

use super::account::CpuAccount;
use super::division::Key;
use super::purpose::Purpose;
use super::sign::Sign;
use super::uses::{Use, Uses};
use crate::allocation::Allocations;
use model::Run;
use std::collections::BTreeMap;

crate::thresholds! {
    /// Share of all bytes of new objects from which the place that makes them is told with the CPU of collections. A guess, as of a hot place.
    MUCH = 0.3;
}

/// Bytes of new objects, by what their stacks are used for.
#[derive(Debug, Default)]
struct Made {
    all: f64,
    /// Those that own code makes or asks for, but for what libraries make to read and to answer, and those that carry a sign.
    by_own: f64,
    parts: BTreeMap<Key, f64>,
    signs: BTreeMap<Sign, f64>,
}

impl Made {
    /// Of the phase `id`.
    fn of(run: &Run, id: &str, uses: &Uses) -> Self {
        let mut made = Self::default();
        for a in run.wall.get(id).into_iter().flat_map(|profile| &profile.allocated) {
            let bytes = a.bytes as f64;
            made.all += bytes;
            let Some(u) = uses.get(a.stack) else { continue };
            *made.parts.entry(u.key()).or_default() += bytes;
            if u.sign.is_some() || (is_of_own(u) && !reads_or_answers(u.purpose)) {
                made.by_own += bytes;
            }
            if let Some((sign, _)) = &u.sign {
                *made.signs.entry(*sign).or_default() += bytes;
            }
        }
        made
    }

    fn share(&self, bytes: Option<&f64>) -> f64 {
        bytes.map_or(0.0, |b| b / self.all.max(1.0))
    }
}

/// Whether own code makes them, or asks for them, or code that no table knows does: what a known library around the requests makes by itself (a line of its
/// access log, the means to compress) is the same whatever own code is like.
fn is_of_own(u: &Use) -> bool {
    !u.own.0.is_empty() || matches!(u.purpose, Purpose::Own | Purpose::Package)
}

/// Whether libraries make such objects to take requests, to read and to answer, whatever own code is like.
fn reads_or_answers(purpose: Purpose) -> bool {
    use Purpose as P;
    let requests =
        matches!(purpose, P::Server | P::Framework | P::Routing | P::Rendering | P::Expressions | P::Serialising | P::Tls | P::Metrics);
    let stores = matches!(purpose, P::Mapping | P::Transactions | P::Client | P::Cache | P::Driver | P::ConnectionPool);
    requests || stores || matches!(purpose, P::Runtime | P::Network | P::Platform)
}

impl CpuAccount {
    /// Says of the phase `id` which place of own code has made most of the objects, with its share of their bytes, and what collecting costs of the objects that
    /// each part and each sign makes. Nothing where too few were sampled.
    pub(super) fn made_by(&mut self, run: &Run, id: &str, uses: &Uses, objects: Option<&Allocations>) {
        let Some(objects) = objects else { return };
        if let Some(place) = objects.places.first().filter(|p| p.share >= MUCH.get()) {
            for part in self.parts.iter_mut().filter(|p| p.purpose == Purpose::Collector) {
                (part.own, part.own_share) = (place.site.clone(), place.share);
            }
        }
        let (made, collector_ms) = (Made::of(run, id, uses), self.purpose_ms(Purpose::Collector));
        self.made_by_own = Some(made.by_own / made.all.max(1.0));
        for part in &mut self.parts {
            part.collected_ms = collector_ms * made.share(made.parts.get(&part.key()));
        }
        for sign in &mut self.signs {
            sign.collected_ms = collector_ms * made.share(made.signs.get(&sign.sign));
        }
    }
}
