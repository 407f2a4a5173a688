//! What threads that run callbacks of event loops do, where the runtime has several such loops and nobody counts what they wait for: by samples of their
//! stacks. A callback that waits keeps everything else waiting that is ready on its thread.

use super::stacks::{SiteShare, site_key};
use super::{Level, thread_names};
use crate::frames::{Part, Place, StackClass, Stacks, Work};
use model::Run;
use std::collections::BTreeMap;

/// The event loops on which most callbacks were seen at a level. Times are milliseconds per request.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Callbacks {
    /// What the names of their threads have in common.
    pub name: String,
    /// Number of their threads.
    pub threads: f64,
    /// Share of the time of these in callbacks, 0 to 1.
    pub busy_share: f64,
    /// Time in callbacks.
    pub kept_ms: f64,
    /// Of it, waiting for somebody else: for a lock another thread of the process decides, and so for a log that is locked.
    pub blocked_ms: f64,
    /// Where they do, longest first.
    pub blocked: Vec<SiteShare>,
    /// Number of samples in callbacks.
    pub samples: f64,
}

/// What samples of one thread tell.
#[derive(Default)]
struct Seen {
    all: f64,
    in_callbacks: f64,
    sites: BTreeMap<(String, String, Part, Work), f64>,
}

/// The loops of `level`; `None` where no callback was seen.
pub(super) fn callbacks(run: &Run, level: &Level, stacks: &Stacks) -> Option<Callbacks> {
    let profile = run.wall.get(&level.phase.id)?;
    let ms = profile.effective_interval_ms()? / level.requests as f64;
    let mut classes: BTreeMap<u32, Option<StackClass>> = BTreeMap::new();
    let mut threads: BTreeMap<u32, Seen> = BTreeMap::new();
    for s in &profile.samples {
        let class = classes.entry(s.stack).or_insert_with(|| stacks.language.classify_callback(&stacks.frames(s.stack)));
        let (seen, weight) = (threads.entry(s.tid).or_default(), f64::from(s.weight));
        seen.all += weight;
        let Some((class, Place::Request(part))) = class.as_ref().map(|c| (c, c.place)) else { continue };
        seen.in_callbacks += weight;
        if blocks(part) {
            *seen.sites.entry(site_key(stacks, s.stack, class, part)).or_default() += weight;
        }
    }
    threads.retain(|_, seen| seen.in_callbacks > 0.0);
    let names = thread_names(run);
    let mut groups: BTreeMap<&str, Vec<&Seen>> = BTreeMap::new();
    for (tid, seen) in &threads {
        groups.entry(group(names.get(tid).copied().unwrap_or(""))).or_default().push(seen);
    }
    let in_callbacks = |g: &[&Seen]| g.iter().map(|s| s.in_callbacks).sum::<f64>();
    let (name, loops) = groups.into_iter().max_by(|(_, x), (_, y)| in_callbacks(x).total_cmp(&in_callbacks(y)))?;
    let samples = in_callbacks(&loops);
    let blocked = sites(&loops, ms);
    Some(Callbacks {
        name: name.to_owned(),
        threads: loops.len() as f64,
        busy_share: samples / loops.iter().map(|s| s.all).sum::<f64>().max(1.0),
        kept_ms: samples * ms,
        blocked_ms: blocked.iter().map(|s| s.ms).sum(),
        blocked,
        samples,
    })
}

/// Whether a callback in this part waits for what the thread could do without: not for its own computing, for a lock, nor for what stops all threads.
fn blocks(part: Part) -> bool {
    part.is_wait() && !matches!(part, Part::Lock | Part::Logging | Part::Stopped | Part::Memory | Part::NoCarrier)
}

/// Threads of one pool have one name with a number behind it.
fn group(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

fn sites(loops: &[&Seen], ms: f64) -> Vec<SiteShare> {
    let mut all: BTreeMap<&(String, String, Part, Work), f64> = BTreeMap::new();
    for (key, weight) in loops.iter().flat_map(|s| &s.sites) {
        *all.entry(key).or_default() += weight;
    }
    let of = |(key, samples): (&(String, String, Part, Work), f64)| {
        let (site, transaction_site, part, work) = key.clone();
        SiteShare { site, transaction_site, part, work, ms: samples * ms, samples }
    };
    let mut sites: Vec<SiteShare> = all.into_iter().map(of).collect();
    sites.sort_by(|a, b| b.ms.total_cmp(&a.ms).then_with(|| a.site.cmp(&b.site)));
    sites
}
