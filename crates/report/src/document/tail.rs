//! `tail`: the slowest requests of the load that the user means, and what they fall to.

use diagnose::Diagnosis;
use diagnose::allocation::AllocationPlace;
use diagnose::tail::{Source, Tail as Judged};
use serde::Serialize;

/// Places that are told.
const MOST_PLACES: usize = 10;

#[derive(Debug, Serialize)]
pub(crate) struct Tail {
    pub phase: String,
    pub requests: u64,
    pub p50_ms: f64,
    pub p95_ms: f64,
    /// Response beyond which a request counts as slow.
    pub p99_ms: f64,
    pub p99_9_ms: f64,
    pub max_ms: f64,
    /// Slow requests, and groups of them that arrive together.
    pub slow: usize,
    pub spikes: usize,
    /// 99th percentile over median.
    pub times_median: f64,
    /// Used share of the cores, by which a backlog drains.
    pub utilisation: f64,
    pub sources: Vec<TailSource>,
    /// Share of the slow requests that no event explains.
    pub unexplained_share: f64,
    /// Where objects are made; `null` where that was not sampled.
    pub allocations: Option<Allocations>,
}

/// New objects of the load.
#[derive(Debug, Serialize)]
pub(crate) struct Allocations {
    pub bytes_per_request: f64,
    /// The largest first.
    pub places: Vec<Place>,
}

/// A place of the application, with the class of most of its bytes and its share of all bytes.
#[derive(Debug, Serialize)]
pub(crate) struct Place {
    pub site: String,
    pub class: String,
    pub share: f64,
}

impl Allocations {
    fn of(made: &diagnose::allocation::Allocations) -> Self {
        let place = |p: &AllocationPlace| Place { site: p.site.clone(), class: p.class.clone(), share: p.share };
        Self { bytes_per_request: made.per_request, places: made.places.iter().take(MOST_PLACES).map(place).collect() }
    }
}

/// A kind of event; `null` where nothing could be compared.
#[derive(Debug, Serialize)]
pub(crate) struct TailSource {
    pub kind: &'static str,
    pub events: usize,
    pub mean_ms: f64,
    pub longest_ms: f64,
    /// `explains`, `too-few`, `too-short`, `follows` or `unrelated`.
    pub standing: &'static str,
    /// Share of the slow requests that fall to it.
    pub share: f64,
    pub risk_ratio: Option<f64>,
    /// By shifts in time, before it is adjusted for the number of kinds.
    pub p: Option<f64>,
}

impl Tail {
    pub(super) fn of(d: &Diagnosis) -> Option<Self> {
        let t: &Judged = d.tail.as_ref()?;
        let ms = |ns: f64| ns / 1e6;
        Some(Self {
            phase: t.level.phase.id.clone(),
            requests: t.level.requests,
            p50_ms: ms(t.level.latency.p50_ns),
            p95_ms: ms(t.level.latency.p95_ns),
            p99_ms: t.limit_ms,
            p99_9_ms: ms(t.level.latency.p99_9_ns),
            max_ms: ms(t.level.latency.max_ns),
            slow: t.slow,
            spikes: t.spikes,
            times_median: t.times,
            utilisation: t.utilisation,
            sources: t.sources.iter().map(TailSource::of).collect(),
            unexplained_share: t.unexplained,
            allocations: t.allocations.as_ref().map(Allocations::of),
        })
    }
}

impl TailSource {
    fn of(s: &Source) -> Self {
        Self {
            kind: s.kind.name(),
            events: s.events,
            mean_ms: s.mean_ms,
            longest_ms: s.longest_ms,
            standing: s.standing.name(),
            share: s.share,
            risk_ratio: s.association.map(|a| a.risk_ratio).filter(|r| r.is_finite()),
            p: s.association.map(|a| a.p),
        }
    }
}
