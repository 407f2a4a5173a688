//! `cpu`: what the CPU of each level is used for, per request, by what for and by where from.

use super::Words;
use diagnose::Diagnosis;
use diagnose::cpu::{CpuAccount, CpuPart, Purpose, Step};
use diagnose::saturation::{ResourceKind, resources};
use model::{Message, message};
use serde::Serialize;

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Cpu {
    pub phase: String,
    pub per_s: f64,
    /// All CPU of a request.
    #[serde(rename = "cpu_ms")]
    pub ms: f64,
    /// The same at the lightest level.
    pub light_ms: f64,
    /// What threads cost each other: waking, giving way, taking locks.
    pub contention_ms: f64,
    /// Waiting for a core, which is no CPU.
    pub run_queue_ms: f64,
    /// Bytes of an answer.
    pub bytes: Option<f64>,
    /// Nanoseconds of CPU for each byte of an answer.
    pub ns_per_byte: Option<f64>,
    pub samples: f64,
    /// Whether these are of all levels.
    pub pooled: bool,
    /// In no sample.
    pub unseen_ms: f64,
    pub unseen_share: f64,
    /// Whether enough of it is explained.
    pub closes: bool,
    /// Whether the CPU or the event loop is at its limit here.
    pub full: bool,
    /// With `unseen_ms` they add up to `cpu_ms`. What may be avoidable and is large stands first, then by size.
    pub parts: Vec<Part>,
    /// Signs of work that could be kept or left out; they lie across the parts.
    pub signs: Vec<Sign>,
    /// Largest first.
    pub paths: Vec<Path>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Part {
    pub purpose: &'static str,
    pub name: Words,
    /// What `name` was made of.
    #[serde(skip)]
    pub says: Message,
    /// Name of a package that no table knows.
    pub package: Option<String>,
    pub ms: f64,
    pub share: f64,
    pub error_ms: f64,
    /// `null` where it is counted.
    pub samples: Option<f64>,
    /// The method that nearly all of it lies in.
    pub method: Option<String>,
    /// The method that does most of it.
    pub does: Option<String>,
    /// Method of the service's own code that asks for most of it, and its share; of collecting the one that makes most of the objects, and its share of these.
    pub own: Option<String>,
    pub own_share: f64,
    pub by: Vec<By>,
    pub light_ms: Option<f64>,
    /// Waiting for locks in the same code, which is no CPU.
    pub lock_wait_ms: f64,
    /// What the service could do at most without it; `null` where no core is full.
    pub without_per_s: Option<f64>,
    /// Whether it is large, and no work of which a request is known to need that much.
    pub candidate: bool,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct By {
    pub purpose: &'static str,
    pub share: f64,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Sign {
    #[serde(rename = "sign")]
    pub of: &'static str,
    pub ms: f64,
    pub share: f64,
    pub error_ms: f64,
    pub samples: f64,
    pub method: String,
    pub own: Option<String>,
    /// Waiting for locks in the same code.
    pub lock_wait_ms: f64,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Path {
    pub steps: Vec<String>,
    pub ms: f64,
    pub share: f64,
}

/// Most paths of a level.
const MOST_PATHS: usize = 12;

/// Of every level of which the scheduler was seen.
pub(crate) fn all(d: &Diagnosis) -> Vec<Cpu> {
    d.cpu.iter().map(|a| of(d, a)).collect()
}

fn of(d: &Diagnosis, a: &CpuAccount) -> Cpu {
    let level = d.levels.iter().find(|l| l.phase.id == a.phase);
    let all = level.map(resources).unwrap_or_default();
    let full = all.iter().find(|r| r.saturated && matches!(r.kind, ResourceKind::TargetCpu | ResourceKind::EventLoop));
    let share = |ms: f64| a.share(ms);
    let looped = level.is_some_and(|l| l.served.event_loop().is_some());
    let mut parts: Vec<Part> =
        a.parts.iter().map(|p| Part { without_per_s: full.and_then(|r| without(a, p, r)), ..part(a, p, looped) }).collect();
    // the sort is stable: largest first among each
    parts.sort_by_key(|p| !p.candidate);
    Cpu {
        phase: a.phase.clone(),
        per_s: a.per_s,
        ms: a.cpu_ms,
        light_ms: a.light_ms,
        contention_ms: a.contention_ms(),
        run_queue_ms: a.run_queue_ms,
        bytes: a.bytes,
        ns_per_byte: a.bytes.filter(|b| *b > 0.0).map(|b| a.cpu_ms * 1e6 / b),
        samples: a.samples,
        pooled: a.pooled,
        unseen_ms: a.unseen_ms,
        unseen_share: share(a.unseen_ms),
        closes: a.closes(),
        full: full.is_some(),
        parts,
        signs: a.signs.iter().map(|s| sign(a, s)).collect(),
        paths: a
            .paths
            .iter()
            .take(MOST_PATHS)
            .map(|p| Path { steps: p.steps.iter().map(step).collect(), ms: p.ms, share: share(p.ms) })
            .collect(),
    }
}

/// What it could do without `p`, where `full` is what is full.
fn without(a: &CpuAccount, p: &CpuPart, full: &diagnose::saturation::Resource) -> Option<f64> {
    let ms = if full.kind == ResourceKind::EventLoop { p.ms } else { a.share(p.ms) * full.held_ms };
    let rest = full.held_ms - ms;
    (rest > 0.0 && full.held_ms > 0.0).then(|| a.per_s * full.held_ms / rest)
}

fn part(a: &CpuAccount, p: &CpuPart, looped: bool) -> Part {
    let says = name(p, looped);
    let some = |s: &str| (!s.is_empty()).then(|| s.to_owned());
    Part {
        purpose: p.purpose.id(),
        name: Words::of(&says),
        says,
        package: some(&p.package),
        ms: p.ms,
        share: a.share(p.ms),
        error_ms: p.error_ms,
        samples: p.samples,
        method: some(&p.method),
        // one of many stands for none of them
        does: some(&p.does.0).filter(|_| p.does.1 >= MOST),
        own: some(&p.own),
        own_share: p.own_share,
        by: p.by.iter().map(|(by, share)| By { purpose: by.id(), share: *share }).collect(),
        light_ms: p.light_ms,
        lock_wait_ms: p.lock_wait_ms,
        without_per_s: None,
        candidate: diagnose::cpu::is_candidate(a, p),
    }
}

/// `texts by language (ReloadableResourceBundleMessageSource.refreshProperties)`.
pub(super) fn called(p: &Part) -> Message {
    let own = p.own.as_ref().filter(|_| p.purpose == Purpose::Own.id());
    match own.or(p.method.as_ref()).or(p.does.as_ref()) {
        Some(method) if p.share >= NAMED => message!("purposes/in", what: (p.says.clone()), method: name(method)),
        _ => p.says.clone(),
    }
}

/// Share of a part from which it is told by what it is done.
const MOST: f64 = 0.5;

/// Share from which a part is told with its method in the first line.
const NAMED: f64 = 0.25;

/// How a reader calls it. Beside an event loop, other threads are mostly those in which the engine collects and compiles.
fn name(p: &CpuPart, looped: bool) -> Message {
    match (p.purpose, p.by.first()) {
        (Purpose::Own, Some((by, _))) => message!("purposes/own-by", means: (of_purpose(*by, ""))),
        (Purpose::Package, Some((by, share))) if *share >= MOST => {
            message!("purposes/package-by", package: name(&p.package), means: (of_purpose(*by, "")))
        }
        (Purpose::OtherThreads, _) if looped => message!("purposes/beside-loop"),
        _ => of_purpose(p.purpose, &p.package),
    }
}

fn of_purpose(p: Purpose, package: &str) -> Message {
    message!("purposes/name", purpose: kind(p.id()), package: name(package))
}

fn sign(a: &CpuAccount, s: &diagnose::cpu::CpuSign) -> Sign {
    let own = (!s.own.0.is_empty()).then(|| s.own.0.clone());
    Sign {
        of: s.sign.id(),
        ms: s.ms,
        share: a.share(s.ms),
        error_ms: s.error_ms,
        samples: s.samples,
        method: s.entry.0.clone(),
        own,
        lock_wait_ms: s.lock_wait_ms,
    }
}

/// Ids of purposes; names of own code and of packages as they are.
fn step(s: &Step) -> String {
    match s {
        Step::Own(name) | Step::Package(name) => name.clone(),
        Step::Of(p) => p.id().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn the_parts_and_what_no_sample_shows_add_up() {
        let levels = all(&fixture::full_core().diagnosis);
        assert_eq!(levels.len(), 4);
        for c in &levels {
            let parts: f64 = c.parts.iter().map(|p| p.ms).sum();
            assert!((parts + c.unseen_ms - c.ms).abs() < 1e-9, "{c:?}");
        }
    }

    #[test]
    fn only_of_a_full_core_it_is_said_what_going_without_gives() {
        let levels = all(&fixture::full_core().diagnosis);
        let (light, heavy) = (&levels[0], &levels[3]);
        assert!(!light.full && light.parts.iter().all(|p| p.without_per_s.is_none()));
        let first = &heavy.parts[0];
        let without = first.without_per_s.expect("the core is full");
        assert!((without - heavy.per_s / (1.0 - first.share)).abs() < 0.02 * without, "Amdahl: {without} {first:?}");
    }
}
