//! Executors of the application, beside the server's workers: threads that take tasks from a queue of their own. A pool is known by what
//! the names of its threads begin with (`partner-1`, `partner-2`), and its threads by their stacks: at a task, or waiting for one.

use super::stacks::Stack;
use diagnose::Analysis;
use diagnose::frames::{Part, Place, Role, StackClass};
use diagnose::language::pool_name;
use diagnose::level::Level;
use std::collections::{BTreeMap, BTreeSet};

/// One pool of threads at one level.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Executor {
    /// `partner-`.
    pub(crate) name: String,
    /// Threads that were seen.
    pub(crate) threads: f64,
    /// Share of their time at a task, 0 to 1.
    pub(crate) busy_share: f64,
    /// Time at tasks per request, milliseconds.
    pub(crate) task_ms: f64,
    /// What they do at their tasks, as shares of that, largest first.
    pub(crate) doing: Vec<(Part, f64)>,
    /// Where most of that is: innermost application frame, or empty.
    pub(crate) site: String,
    /// Number of samples at a task.
    pub(crate) samples: f64,
}

impl Executor {
    /// Share of the time at tasks in `part`, 0 to 1.
    pub(crate) fn share_of(&self, part: Part) -> f64 {
        self.doing.iter().filter(|(p, _)| *p == part).map(|(_, s)| *s).sum()
    }
}

#[derive(Default)]
struct Row {
    tids: BTreeSet<u32>,
    all: f64,
    parts: BTreeMap<Part, f64>,
    sites: BTreeMap<String, f64>,
}

/// The executors of the application at `level`, by name; none without stacks.
pub(crate) fn executors(a: &Analysis, level: &Level) -> BTreeMap<String, Executor> {
    let (Some(profile), Some(samples)) = (a.run.wall.get(&level.phase.id), &level.samples) else { return BTreeMap::new() };
    let kinds = kinds(a);
    let names: BTreeMap<u32, &str> = profile.thread_names.iter().filter_map(|(tid, n)| Some((*tid, pool_name(n)?))).collect();
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    for s in &profile.samples {
        let (Some(name), Some(kind)) = (names.get(&s.tid), kinds.get(s.stack as usize)) else { continue };
        let row = rows.entry(name).or_default();
        let weight = f64::from(s.weight);
        row.tids.insert(s.tid);
        row.all += weight;
        if let Some((StackClass { place: Place::Request(part), .. }, site)) = kind {
            *row.parts.entry(*part).or_default() += weight;
            *row.sites.entry(site.clone()).or_default() += weight;
        }
    }
    let executor = |(name, row): (&str, Row)| {
        let at_task: f64 = row.parts.values().sum();
        let mut doing: Vec<(Part, f64)> = row.parts.into_iter().map(|(p, n)| (p, n / at_task)).collect();
        doing.sort_by(|x, y| y.1.total_cmp(&x.1));
        let site = row.sites.into_iter().max_by(|x, y| x.1.total_cmp(&y.1)).map(|(s, _)| s).unwrap_or_default();
        let e = Executor {
            name: name.to_owned(),
            threads: row.tids.len() as f64,
            busy_share: at_task / row.all.max(1.0),
            task_ms: at_task * samples.interval_ms / level.requests.max(1) as f64,
            doing,
            site,
            samples: at_task,
        };
        (name.to_owned(), e)
    };
    rows.into_iter().map(executor).filter(|(_, e)| e.samples > 0.0).collect()
}

/// What each stack of the run is as a task, and its site.
fn kinds(a: &Analysis) -> Vec<Option<(StackClass, String)>> {
    let language = a.stacks.language;
    let of = |frames: &Stack<'_>| {
        let class = language.classify_task(frames)?;
        Some((class, class.site.map(|i| language.site_name(frames[i].0)).unwrap_or_default()))
    };
    a.stacks.each().map(|s| of(&s)).collect()
}

/// Time that requests wait for what other threads do, milliseconds per request, with where most of them wait; `None` without stacks.
pub(crate) fn waiting_for_tasks(a: &Analysis, level: &Level) -> Option<super::stacks::Picked> {
    let others = [
        Role::NoCarrier,
        Role::HttpClient,
        Role::HttpClientLease,
        Role::CacheClient,
        Role::Driver,
        Role::PoolAcquire,
        Role::Logging,
        Role::Task,
    ];
    let waits = |s: &Stack<'_>| {
        s.iter().any(|(_, c)| c.is(Role::Future))
            && s.iter().rev().take(LEAF).any(|(_, c)| c.is(Role::Blocked))
            && !s.iter().any(|(_, c)| others.iter().any(|r| c.is(*r)))
    };
    super::stacks::time_where(a, level, waits)
}

/// Innermost frames of which one says that a thread waits. Source: as for the classes of stacks (LEDGER section 9 point 4).
const LEAF: usize = 6;
