//! Who makes the objects that are collected. The collector's part of the account is counted and has no stacks: samples of new objects tell.

use super::account::CpuAccount;
use super::purpose::Purpose;
use crate::allocation::Allocations;

crate::thresholds! {
    /// Share of all bytes of new objects from which the place that makes them is told with the CPU of collections. A guess, as of a hot place.
    MUCH = 0.3;
}

impl CpuAccount {
    /// Says of the collector's part which place of own code has `made` most of the objects, with its share of their bytes.
    pub(super) fn made_by(&mut self, made: Option<&Allocations>) {
        let Some(place) = made.and_then(|m| m.places.first()).filter(|p| p.share >= MUCH.get()) else { return };
        for part in self.parts.iter_mut().filter(|p| p.purpose == Purpose::Collector) {
            (part.own, part.own_share) = (place.site.clone(), place.share);
        }
    }
}
