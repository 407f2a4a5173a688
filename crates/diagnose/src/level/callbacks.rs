//! What threads that run callbacks of event loops do, where the runtime has several such loops and nobody counts what they wait for: by samples of their
//! stacks. A callback that waits keeps everything else waiting that is ready on its thread.

use super::{Level, thread_names};
use crate::frames::{Part, Place, Stacks};
use crate::language::pool_name;
use model::Run;
use std::collections::BTreeMap;

/// The event loops on which most callbacks were seen at a level. Times are milliseconds per request.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Callbacks {
    /// Number of their threads that ran any.
    pub threads: f64,
    /// Share of the time of these in callbacks, 0 to 1.
    pub busy_share: f64,
    /// Time in callbacks.
    pub kept_ms: f64,
    /// Of it, waiting for somebody else: for a lock another thread of the process decides, and so for a log that is locked.
    pub blocked_ms: f64,
    /// Number of samples of that.
    pub blocked_samples: f64,
    /// Where most of that is: innermost application frame, or what the names of the threads have in common.
    pub site: String,
}

/// What samples of one thread tell.
#[derive(Default)]
struct Seen {
    all: f64,
    in_callbacks: f64,
    /// Samples that wait, by site.
    blocked: BTreeMap<String, f64>,
}

/// The loops of `level`; `None` where no callback was seen.
pub(super) fn callbacks(run: &Run, level: &Level, stacks: &Stacks) -> Option<Callbacks> {
    let profile = run.wall.get(&level.phase.id)?;
    let ms = profile.effective_interval_ms()? / level.requests as f64;
    let mut kinds: BTreeMap<u32, Kind> = BTreeMap::new();
    let mut threads: BTreeMap<u32, Seen> = BTreeMap::new();
    for s in &profile.samples {
        let kind = kinds.entry(s.stack).or_insert_with(|| kind(stacks, s.stack));
        let (seen, weight) = (threads.entry(s.tid).or_default(), f64::from(s.weight));
        seen.all += weight;
        seen.in_callbacks += if *kind == Kind::Waiting { 0.0 } else { weight };
        if let Kind::Blocked(site) = kind {
            *seen.blocked.entry(site.clone()).or_default() += weight;
        }
    }
    threads.retain(|_, seen| seen.in_callbacks > 0.0);
    let names = thread_names(run);
    let mut pools: BTreeMap<&str, Vec<Seen>> = BTreeMap::new();
    for (tid, seen) in threads {
        let name = names.get(&tid).copied().unwrap_or("");
        pools.entry(pool_name(name).unwrap_or(name)).or_default().push(seen);
    }
    let in_callbacks = |pool: &[Seen]| pool.iter().map(|s| s.in_callbacks).sum::<f64>();
    let (name, pool) = pools.into_iter().max_by(|(_, x), (_, y)| in_callbacks(x).total_cmp(&in_callbacks(y)))?;
    let mut sites: BTreeMap<&str, f64> = BTreeMap::new();
    for (site, weight) in pool.iter().flat_map(|s| &s.blocked) {
        *sites.entry(site).or_default() += weight;
    }
    let blocked: f64 = sites.values().sum();
    let most = sites.into_iter().max_by(|x, y| x.1.total_cmp(&y.1)).map(|(site, _)| site).filter(|site| !site.is_empty());
    Some(Callbacks {
        threads: pool.len() as f64,
        busy_share: in_callbacks(&pool) / pool.iter().map(|s| s.all).sum::<f64>().max(1.0),
        kept_ms: in_callbacks(&pool) * ms,
        blocked_ms: blocked * ms,
        blocked_samples: blocked,
        site: most.map_or_else(|| format!("{name}*"), str::to_owned),
    })
}

/// What a stack is to an event loop.
#[derive(PartialEq)]
enum Kind {
    /// It waits for something to do, or is of another thread.
    Waiting,
    /// In a callback that computes, or waits for what stops others as well.
    Running,
    /// In a callback that waits for somebody else, at this site; empty where no function of the application asks for it.
    Blocked(String),
}

fn kind(stacks: &Stacks, id: u32) -> Kind {
    let frames = stacks.frames(id);
    match stacks.language.classify_callback(&frames) {
        None => Kind::Waiting,
        Some(class) if matches!(class.place, Place::Request(part) if blocks(part)) => {
            Kind::Blocked(class.site.map(|i| stacks.language.site_name(frames[i].0)).unwrap_or_default())
        }
        Some(_) => Kind::Running,
    }
}

/// Whether a callback in this part waits for what the thread could do without: not for its own computing, for a lock, nor for what stops all threads.
fn blocks(part: Part) -> bool {
    part.is_wait() && !matches!(part, Part::Lock | Part::Logging | Part::Stopped | Part::Memory | Part::NoCarrier)
}
