//! Where the objects of a load are made, by samples of allocations: the places of the application, by what they share of all bytes.

use crate::frames::Stacks;
use model::{Outcome, Run};
use std::collections::BTreeMap;

crate::thresholds! {
    /// Fewest samples that are divided. Source: LEDGER section 7, as of places on the CPU.
    FEWEST_SAMPLES = 30.0;
}

/// New objects of a load.
#[derive(Debug, Clone, PartialEq)]
pub struct Allocations {
    /// Bytes per request.
    pub per_request: f64,
    /// Places, the largest first. What no code of the application asks for is in none.
    pub places: Vec<AllocationPlace>,
}

/// A place of the application, and what it has made.
#[derive(Debug, Clone, PartialEq)]
pub struct AllocationPlace {
    /// The method, as reports name it.
    pub site: String,
    /// The class of most of the bytes.
    pub class: String,
    /// Share of all bytes, 0 to 1.
    pub share: f64,
}

impl Allocations {
    /// Of the phase `id`; `None` where too little was sampled.
    pub fn of(run: &Run, id: &str, stacks: &Stacks) -> Option<Self> {
        let profile = run.wall.get(id)?;
        let samples: f64 = profile.allocated.iter().map(|a| f64::from(a.samples)).sum();
        if samples < FEWEST_SAMPLES.get() {
            return None;
        }
        let within = |a: &model::Attempt| a.outcome != Outcome::Censored && a.planned >= profile.start && a.planned < profile.end;
        let requests = run.attempts_of(id).filter(within).count().max(1) as f64;
        let all: f64 = profile.allocated.iter().map(|a| a.bytes as f64).sum();
        let mut places: BTreeMap<String, BTreeMap<&str, f64>> = BTreeMap::new();
        for a in &profile.allocated {
            let frames = stacks.frames(a.stack);
            let site = stacks.class(a.stack).and_then(|c| c.site).and_then(|i| frames.get(i));
            let Some((frame, _)) = site else { continue };
            *places.entry(stacks.language.method_name(frame)).or_default().entry(&a.class).or_default() += a.bytes as f64;
        }
        let place = |(site, classes): (String, BTreeMap<&str, f64>)| {
            let bytes: f64 = classes.values().sum();
            let class = classes.into_iter().max_by(|x, y| x.1.total_cmp(&y.1)).map(|(class, _)| class.to_owned()).unwrap_or_default();
            AllocationPlace { site, class, share: bytes / all.max(1.0) }
        };
        let mut places: Vec<AllocationPlace> = places.into_iter().map(place).collect();
        places.sort_by(|x, y| y.share.total_cmp(&x.share).then_with(|| x.site.cmp(&y.site)));
        Some(Self { per_request: all / requests, places })
    }
}
