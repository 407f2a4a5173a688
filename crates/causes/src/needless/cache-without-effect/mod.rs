//! Slow because a cache in the process finds nothing: what it should spare is done for nearly every request.
//!
//! Whether the load asks for the same again is not looked at, and how often a cache finds something is not counted: this is told beside the
//! verdict and never named.

mod libraries;

use diagnose::claim::STACKS;
use diagnose::level::Level;
use diagnose::{Analysis, Cause, Claim, Hypothesis, Stability, Status};
use libraries::{below_a_cache, keeps, looks_up};
use model::sensor::WALL_STACKS;
use model::{Outcome, message};
use std::collections::BTreeMap;

diagnose::thresholds! {
    /// Samples below a cache, or of storing in one, from which anything is said. Source: LEDGER section 7, as of places on the CPU.
    FEWEST_SAMPLES = 30.0;
    /// The same of storing, which takes microseconds. A guess: a third of it is chance then.
    FEWEST_STORED = 10.0;
    /// Share of the mean response under light load that is spent below a cache from which it is worth a line. Source: what is not worth a
    /// fifth is not called a cause (METHODS section 0).
    WORTH_A_LINE = 0.2;
    /// Share of the requests among which even the fastest must have been below it: then three quarters or more are.
    FASTEST = 0.25;
    /// Share of the mean time below it that these must have spent there. A guess: work differs from request to request.
    MOST_OF_IT = 0.5;
    /// Samples that store for each that looks up from which many look-ups find nothing. A guess: to store costs a few times as much as to
    /// look up.
    STORED_FOR_EACH = 1.0;
}

struct CacheWithoutEffect;

/// The cause.
pub const CAUSE: &dyn Cause = &CacheWithoutEffect;

impl Cause for CacheWithoutEffect {
    fn id(&self) -> &'static str {
        "cache-without-effect"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Preview
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WALL_STACKS]
    }

    /// What names the work that a cache would spare.
    fn decoys(&self) -> &'static [&'static str] {
        &["data-scanned-per-request", "cpu-hot-path", "database-cpu-saturated"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let Some(light) = a.light() else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-level"));
        };
        let mut h = Hypothesis::new(self.id(), Status::Rejected, message!("cache-without-effect/none"));
        h.expected = message!("cache-without-effect/expected");
        h.falsifier = message!("cache-without-effect/falsifier");
        let Some((site, claim)) = below(a, light).or_else(|| stored(a)) else { return h };
        h.status = Status::Secondary;
        h.site = site;
        h.observed.clone_from(&claim.text);
        h.reason.clone_from(&claim.text);
        h.claims = vec![claim.from(&[STACKS])];
        h.fix = message!("cache-without-effect/fix");
        h
    }
}

/// Where code that a cache calls when it has found nothing runs for three quarters of the requests or more: its method, and how long it
/// takes per request.
fn below(a: &Analysis, level: &Level) -> Option<(String, Claim)> {
    let profile = a.run.wall.get(&level.phase.id)?;
    let interval_ms = profile.effective_interval_ms()?;
    let mut seen: BTreeMap<(&'static str, String), f64> = BTreeMap::new();
    let mut known: BTreeMap<u32, Option<(&'static str, String)>> = BTreeMap::new();
    for s in &profile.samples {
        let found = known.entry(s.stack).or_insert_with(|| {
            let (cache, method) = below_a_cache(&a.stacks.frames(s.stack))?;
            Some((cache, a.stacks.language.method_name(method)))
        });
        if let Some(key) = found {
            *seen.entry(key.clone()).or_default() += s.sightings();
        }
    }
    let ((cache, site), samples) = seen.into_iter().max_by(|x, y| x.1.total_cmp(&y.1))?;
    let below_ms = samples * interval_ms / level.requests.max(1) as f64;
    let is_much = samples >= FEWEST_SAMPLES.get() && below_ms >= WORTH_A_LINE.get() * level.response_ms;
    let mut responses: Vec<f64> = a
        .run
        .attempts_of(&level.phase.id)
        .filter(|x| x.outcome != Outcome::Censored && x.planned >= level.window.0 && x.planned < level.window.1)
        .map(|x| x.response_ns() as f64 / 1e6)
        .collect();
    responses.sort_by(f64::total_cmp);
    let fast_ms = stats::describe::quantile_of_sorted(&responses, FASTEST.get());
    // of the time inside: what queues outside makes the mean of responses longer, and says nothing of what a request does
    let inside_ms = level.served.workers().map_or(level.response_ms, |w| w.busy_ms);
    let always = fast_ms >= (inside_ms - below_ms).max(0.0) + MOST_OF_IT.get() * below_ms;
    (is_much && always).then(|| {
        let says = message!(
            "cache-without-effect/below",
            cache: name(cache),
            site: name(&site),
            ms: Ms(below_ms),
            response: Ms(level.response_ms)
        );
        (site, Claim::at(level, "behind_cache_ms", below_ms, "ms", says))
    })
}

/// Where a cache of an event loop stores as often as it looks up, by the samples of all levels; what runs between the two is awaited,
/// and has no stack.
fn stored(a: &Analysis) -> Option<(String, Claim)> {
    let mut seen: BTreeMap<&'static str, (f64, f64)> = BTreeMap::new();
    for profile in a.levels.iter().filter_map(|l| a.run.wall.get(&l.phase.id)) {
        for s in &profile.samples {
            let frames = a.stacks.frames(s.stack);
            if let Some(library) = keeps(&frames) {
                seen.entry(library).or_default().0 += s.sightings();
            } else if let Some(library) = looks_up(&frames) {
                seen.entry(library).or_default().1 += s.sightings();
            }
        }
    }
    let (library, (stored, looked)) = seen.into_iter().max_by(|x, y| x.1.0.total_cmp(&y.1.0))?;
    let often = stored >= FEWEST_STORED.get() && stored >= STORED_FOR_EACH.get() * looked;
    let says = message!("cache-without-effect/stored", cache: name(library), stored: Count(stored), looked: Count(looked));
    let heavy = a.heavy().filter(|_| often)?;
    Some((library.to_owned(), Claim::at(heavy, "cache_store_samples", stored, "1", says)))
}

#[cfg(test)]
mod tests;
