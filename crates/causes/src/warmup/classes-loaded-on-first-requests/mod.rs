//! Slow because the first requests load classes and build what is built only once.

use diagnose::frames::{FrameClass, Place, Role};
use diagnose::level::{FEWEST_SAMPLES, Level, classify_all};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::WALL_STACKS;
use model::{Arrival, Attempt, Outcome, Runtime, Timestamp, signal};

/// How much slower the first requests must be than those that follow. A guess, as for `jit-cold`.
const SLOWER: f64 = 2.0;
/// Share of what request threads did in the first requests that must be work done once. A guess.
const LEAST_SHARE: f64 = 0.5;

struct ClassesLoadedOnFirstRequests;

/// The cause.
pub const CAUSE: &dyn Cause = &ClassesLoadedOnFirstRequests;

/// The first requests of a run, and what followed.
struct First {
    number: usize,
    mean_ms: f64,
    rest_ms: f64,
    window: (Timestamp, Timestamp),
}

impl Cause for ClassesLoadedOnFirstRequests {
    fn id(&self) -> &'static str {
        "classes-loaded-on-first-requests"
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

    fn decoys(&self) -> &'static [&'static str] {
        &["jit-cold", "connection-pool-too-small"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        if a.run.environment.target.runtime != Runtime::Jvm {
            return Hypothesis::new(self.id(), Status::NotApplicable, "the target does not run on a Java virtual machine");
        }
        let Some(level) = a.start_up.first() else {
            return Hypothesis::new(self.id(), Status::NotApplicable, "the service was warm before it was measured");
        };
        let Some(first) = first_requests(a, level) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, "too few requests were answered in the first seconds");
        };
        let loaded = a.run.increase(signal::CLASSES_LOADED, first.window.0, first.window.1);
        let (once, all) = once_only(a, level, first.window);
        let share = if all > 0.0 { once / all } else { 0.0 };
        let ratio = first.mean_ms / first.rest_ms.max(1e-3);
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "the first requests are slow at once and the next are not, and loading classes is most of what the first do".to_owned();
        h.falsifier = "with each route touched once before, the first requests are as slow".to_owned();
        h.observed = format!(
            "the first {} requests took {:.0} ms, those that followed {:.1} ms; {:.0} % of the first was work done once{}",
            first.number,
            first.mean_ms,
            first.rest_ms,
            share * 100.0,
            loaded.map(|n| format!(", {n:.0} classes were loaded")).unwrap_or_default()
        );
        h.reason.clone_from(&h.observed);
        if ratio < SLOWER || all < FEWEST_SAMPLES {
            return h;
        }
        if share < LEAST_SHARE {
            h.status = Status::Secondary;
            h.weight = share * (1.0 - 1.0 / ratio);
            return h;
        }
        h.status = Status::Supported;
        h.evidence = EvidenceLevel::Coincides;
        h.weight = share * (1.0 - 1.0 / ratio);
        h.claims = vec![Claim { text: h.observed.clone(), metric: "slower".to_owned(), value: ratio, unit: "1", phase: level.phase.id.clone() }];
        h.fix = "send traffic only after each route was asked once (readiness), load eagerly at start, or share class data (CDS, AOT cache)".to_owned();
        h
    }
}

/// The requests of the first level that were planned first, one per connection, and the mean of the others.
fn first_requests(a: &Analysis, level: &Level) -> Option<First> {
    let number = match level.phase.arrival {
        Arrival::Closed { connections } => connections as usize,
        Arrival::Paced { users, .. } => users as usize,
        Arrival::Open { .. } => 1,
    };
    let mut all: Vec<Attempt> = a.run.attempts_of(&level.phase.id).filter(|x| x.outcome != Outcome::Censored).collect();
    all.sort_by_key(|x| x.planned);
    let (first, rest) = all.split_at_checked(number)?;
    let mean = |of: &[Attempt]| of.iter().map(|x| x.response_ns() as f64 / 1e6).sum::<f64>() / of.len().max(1) as f64;
    let window = (first.first()?.planned, first.iter().map(|x| x.done).max()?);
    (rest.len() >= number).then(|| First { number, mean_ms: mean(first), rest_ms: mean(rest), window })
}

/// Samples of requests within `window`: those with frames of work done once, and all.
fn once_only(a: &Analysis, level: &Level, (from, to): (Timestamp, Timestamp)) -> (f64, f64) {
    let classes = classify_all(&a.run.stacks);
    let frames: Vec<bool> = a.run.stacks.frames.iter().map(|f| FrameClass::of(f).is(Role::FirstUse)).collect();
    let once: Vec<bool> =
        a.run.stacks.stacks.iter().map(|s| s.iter().any(|f| frames.get(*f as usize).copied().unwrap_or(false))).collect();
    let samples = a.run.wall.get(&level.phase.id).into_iter().flat_map(|p| &p.samples);
    let within = samples.filter(|x| x.t >= from && x.t <= to);
    let requests = within.filter(|x| classes.get(x.stack as usize).is_some_and(|c| matches!(c.place, Place::Request(_))));
    requests.fold((0.0, 0.0), |(o, n), x| {
        let weight = f64::from(x.weight);
        (o + if once.get(x.stack as usize).copied().unwrap_or(false) { weight } else { 0.0 }, n + weight)
    })
}

#[cfg(test)]
mod tests;
