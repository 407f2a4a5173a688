//! What occupies an event loop, by function and by how long at a stretch, and what its requests give away to other threads.

use diagnose::Analysis;
use diagnose::frames::{FrameClass, Part, Place, StackClass, Work, classify_stack, site_name};
use diagnose::hold::Hold;
use diagnose::level::{EventLoop, Level, PoolWork};
use std::collections::BTreeMap;

/// A function of the application that keeps the loop, at one level.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Stretch {
    /// `hash (users.service.js:41)`.
    pub(crate) site: String,
    /// Share of the time in which the loop runs callbacks, 0 to 1.
    pub(crate) share: f64,
    /// Time per request, milliseconds.
    pub(crate) ms: f64,
    /// How long it keeps the loop at a stretch, milliseconds: mean over moments, so that a long one counts by its length.
    pub(crate) long_ms: f64,
    /// Number of samples.
    pub(crate) samples: f64,
    /// Of these, of a kind known to be worth a look (hashes, compression, conversion).
    pub(crate) known: f64,
}

/// Stretches by function, most time first. Look at a light level: where requests queue, one call follows the other without a gap.
pub(crate) fn stretches(a: &Analysis, level: &Level) -> Vec<Stretch> {
    let Some(profile) = a.run.wall.get(&level.phase.id) else { return Vec::new() };
    let table = &a.run.stacks;
    let roles: Vec<FrameClass> = table.frames.iter().map(FrameClass::of).collect();
    let classes: Vec<(StackClass, String)> = (table.stacks.iter())
        .map(|s| {
            let frames: Vec<_> = s.iter().filter_map(|f| Some((table.frames.get(*f as usize)?, *roles.get(*f as usize)?))).collect();
            let class = classify_stack(&frames);
            let site = class.site.map(|i| site_name(frames[i].0)).unwrap_or_default();
            (class, site)
        })
        .collect();
    let interval_ms = profile.nominal_interval_ns as f64 / 1e6;
    let mut runs: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut known: BTreeMap<&str, f64> = BTreeMap::new();
    let mut active = 0.0;
    let mut current: Option<(&str, f64)> = None;
    for s in &profile.samples {
        let Some((class, site)) = classes.get(s.stack as usize) else { continue };
        let weight = f64::from(s.weight);
        let here = match class.place {
            Place::Request(Part::Stopped) => {
                // a collection in the middle of a function keeps the loop with it
                active += weight;
                continue;
            }
            Place::Request(_) => Some(site.as_str()).filter(|s| !s.is_empty()),
            Place::OutsideDispatch | Place::Elsewhere => None,
        };
        if class.place != Place::Elsewhere {
            active += weight;
        }
        if let (Some(site), Work::Costly | Work::Serialisation) = (here, class.work) {
            *known.entry(site).or_default() += weight;
        }
        current = match (current, here) {
            (Some((site, n)), Some(now)) if site == now => Some((site, n + weight)),
            (last, now) => {
                if let Some((site, n)) = last {
                    runs.entry(site).or_default().push(n);
                }
                now.map(|site| (site, weight))
            }
        };
    }
    if let Some((site, n)) = current {
        runs.entry(site).or_default().push(n);
    }
    let mut all: Vec<Stretch> = runs
        .into_iter()
        .map(|(site, runs)| {
            let samples: f64 = runs.iter().sum();
            Stretch {
                share: samples / f64::max(active, 1.0),
                ms: samples * interval_ms / level.requests as f64,
                long_ms: runs.iter().map(|n| n * n).sum::<f64>() / samples * interval_ms,
                samples,
                known: known.get(site).copied().unwrap_or(0.0),
                site: site.to_owned(),
            }
        })
        .collect();
    all.sort_by(|x, y| y.samples.total_cmp(&x.samples).then_with(|| x.site.cmp(&y.site)));
    all
}

/// Work for libuv's pool that uses the CPU, with the share of the service's CPU that it owns, most first: what the service uses beside its
/// loop and V8's helpers, divided by the time that each type of work takes.
pub(crate) fn off_loop_cpu(level: &Level) -> Vec<(PoolWork, f64)> {
    let (Some(l), Some(s)) = (&level.event_loop, &level.scheduler) else { return Vec::new() };
    let computes = |w: &&PoolWork| matches!(w.kind.as_str(), "crypto" | "zlib" | "native");
    let all: f64 = l.work.iter().filter(computes).map(|w| w.work_ms).sum();
    let used = s.thread_pool_cpu_ms + s.short_lived_ms;
    if all <= 0.0 || s.process_cpu_ms <= 0.0 {
        return Vec::new();
    }
    l.work.iter().filter(computes).map(|w| (w.clone(), (w.work_ms / all * used / s.process_cpu_ms).min(1.0))).collect()
}

/// `hash (users.js:41), argon2:HashWorker`.
pub(crate) fn work_name(w: &PoolWork) -> String {
    if w.site.is_empty() { w.name.clone() } else { format!("{}, {}", w.site, w.name) }
}

/// Whether a piece of work is the hash of a password: argon2, bcrypt and scrypt of packages, PBKDF2 and scrypt of Node.
pub(crate) fn is_password_hash(w: &PoolWork) -> bool {
    let name = w.name.to_ascii_lowercase();
    ["argon2:", "bcrypt:", "scrypt", "pbkdf2"].iter().any(|hash| name.contains(hash))
}

/// The loop at the lightest and at the heaviest level; `None` where requests are not served by one.
pub(crate) fn loops<'a>(a: &'a Analysis) -> Option<(&'a EventLoop, &'a EventLoop)> {
    Some((a.light()?.event_loop.as_ref()?, a.heavy()?.event_loop.as_ref()?))
}

/// Growth of the wait for a connection that is the loop's own, milliseconds: a connection is borrowed while an answer lies in its socket and
/// nobody fetches it. The share of the hold at saturation that is neither the database's nor, at most, another service's.
pub(crate) fn pool_wait_by_loop(a: &Analysis) -> f64 {
    let Some((heavy, l)) = a.heavy().and_then(|h| Some((h, h.event_loop.as_ref()?))) else { return 0.0 };
    let Some(hold) = Hold::of(heavy).filter(|h| h.by_gauge && h.total_ms > 0.0) else { return 0.0 };
    let elsewhere = hold.database_ms + l.remote_ms;
    a.growth.pool_wait_ms * (1.0 - elsewhere / hold.total_ms).max(0.0)
}

/// Why a cause about event loops says nothing: there is none, or it was not seen.
pub(crate) fn without_loop(a: &Analysis, id: &'static str) -> diagnose::Hypothesis {
    use diagnose::{Hypothesis, Status};
    if a.run.environment.target.runtime != model::Runtime::Node {
        return Hypothesis::new(id, Status::NotApplicable, "requests are not served by an event loop");
    }
    let sensor = model::sensor::EVENT_LOOP;
    let why = a.run.sensors.get(sensor).map_or("not seen", |s| s.reason.as_str());
    let mut h = Hypothesis::new(id, Status::NotObservable, format!("{sensor}: {why}"));
    h.missing = vec![sensor];
    h
}
