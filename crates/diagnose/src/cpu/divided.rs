//! Milliseconds of what samples divide: each part, sign and path has its share of what the scheduler counted for their threads.

use super::account::{CpuPart, CpuPath, CpuSign};
use super::division::{Division, Key, SignTally, Tally};
use super::purpose::Purpose;
use super::sign::Sign;

/// The part of `key` in `d`, which is `ms` together.
pub(super) fn sampled((purpose, package, by): &Key, tally: &Tally, d: &Division, ms: f64) -> CpuPart {
    let share = tally.weight / d.weight;
    let (own, own_share) = tally.own();
    CpuPart {
        purpose: *purpose,
        package: package.clone(),
        by: if *purpose == Purpose::Own { by.iter().map(|p| (*p, 1.0)).collect() } else { tally.by() },
        ms: share * ms,
        error_ms: (share * (1.0 - share) / d.samples.max(1.0)).sqrt() * ms,
        samples: Some(tally.samples),
        own,
        own_share,
        method: tally.method(),
        does: tally.does(),
        serialised: tally.serialised(),
        light_ms: None,
        collected_ms: 0.0,
        lock_wait_ms: 0.0,
    }
}

/// The signs in `d`, most first.
pub(super) fn signs(d: &Division, ms: f64) -> Vec<CpuSign> {
    let of = |(sign, t): (&Sign, &SignTally)| {
        let share = t.weight / d.weight;
        let error_ms = (share * (1.0 - share) / d.samples.max(1.0)).sqrt() * ms;
        CpuSign {
            sign: *sign,
            ms: share * ms,
            error_ms,
            samples: t.samples,
            in_elements: t.in_elements / t.weight.max(1e-9),
            entry: t.entry(),
            own: t.own(),
            collected_ms: 0.0,
            lock_wait_ms: 0.0,
        }
    };
    let mut all: Vec<CpuSign> = d.signs.iter().map(of).collect();
    all.sort_by(|a, b| b.ms.total_cmp(&a.ms).then(a.sign.cmp(&b.sign)));
    all
}

/// The paths of `d`, largest first.
pub(super) fn paths(d: &Division, ms: f64) -> Vec<CpuPath> {
    let mut all: Vec<CpuPath> = d.paths.iter().map(|(steps, w)| CpuPath { steps: steps.clone(), ms: w / d.weight * ms }).collect();
    all.sort_by(|a, b| b.ms.total_cmp(&a.ms).then_with(|| a.steps.cmp(&b.steps)));
    all
}
