//! What the wall-clock stacks of a phase say: time per request by part, inside and outside a transaction, and by site.

use super::Level;
use crate::frames::{Part, Place, StackClass, Stacks, Work};
use model::{Run, WallProfile};
use std::collections::BTreeMap;

crate::thresholds! {
    /// Fewest samples of a part for which a share is printed. Source: LEDGER section 7 (18 % standard error).
    pub FEWEST_SAMPLES = 30.0;
}

/// A site and what it owns.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteShare {
    /// `MemberService.find:41`.
    pub site: String,
    /// The application method whose transaction surrounds it, or empty.
    pub transaction_site: String,
    /// Part of the journey.
    pub part: Part,
    /// What CPU work is for.
    pub work: Work,
    /// Time per request, milliseconds.
    pub ms: f64,
    /// Number of samples.
    pub samples: f64,
}

/// Time per request by part.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Samples {
    /// Effective interval, milliseconds: profiled span / samples of a thread that lived all through.
    pub interval_ms: f64,
    /// Interval that was asked for, milliseconds.
    pub nominal_ms: f64,
    /// Samples in a transaction, by part.
    inside: BTreeMap<Part, f64>,
    /// Samples outside any transaction, by part.
    outside: BTreeMap<Part, f64>,
    /// How often each part was seen: what a dump saw counts once there, and for all its time above.
    seen: BTreeMap<Part, f64>,
    /// Whether requests are tasks, seen by dumps.
    of_tasks: bool,
    /// Samples of workers outside the dispatch.
    pub outside_dispatch: f64,
    /// Those of them on the CPU.
    pub outside_dispatch_cpu: f64,
    /// Request samples per second of the window (for joint bootstraps), weighted.
    pub per_second: Vec<f64>,
    /// By site, largest first.
    pub sites: Vec<SiteShare>,
    /// The same of samples that were taken by CPU time, with those of workers outside the dispatch; `None` where nobody takes these.
    by_cpu_time: Option<(Vec<SiteShare>, f64)>,
    /// Share of CPU samples in interpreted frames, 0 to 1.
    pub interpreted_share: f64,
    /// Whether the sampling threads were kept off the target's cores.
    pub sampler_moved: bool,
    per_request_ms: f64,
}

impl Samples {
    /// Whether requests are tasks with stacks of their own, seen by dumps.
    pub(super) fn is_of_tasks(&self) -> bool {
        self.of_tasks
    }

    /// Time per request in `part`, milliseconds.
    pub fn part_ms(&self, part: Part) -> f64 {
        self.in_transaction_ms(part) + self.outside_transaction_ms(part)
    }

    /// Time per request in `part` inside a transaction, milliseconds.
    pub fn in_transaction_ms(&self, part: Part) -> f64 {
        self.inside.get(&part).copied().unwrap_or(0.0) * self.per_request_ms
    }

    /// Time per request in `part` outside any transaction, milliseconds.
    pub fn outside_transaction_ms(&self, part: Part) -> f64 {
        self.outside.get(&part).copied().unwrap_or(0.0) * self.per_request_ms
    }

    /// Number of samples in `part`.
    pub fn count(&self, part: Part) -> f64 {
        self.seen.get(&part).copied().unwrap_or(0.0)
    }

    /// Parts that were seen.
    pub fn parts(&self) -> Vec<Part> {
        let mut p: Vec<Part> = self.inside.keys().chain(self.outside.keys()).copied().collect();
        p.sort_unstable();
        p.dedup();
        p
    }

    /// Time per request inside the dispatch, milliseconds.
    pub fn dispatch_ms(&self) -> f64 {
        self.parts().into_iter().map(|p| self.part_ms(p)).sum()
    }

    /// Samples of an event loop that runs callbacks, collections apart.
    pub fn all_of_loop(&self) -> f64 {
        self.parts().into_iter().filter(|p| *p != Part::Stopped).map(|p| self.count(p)).sum()
    }

    /// Time per request of workers outside the dispatch, milliseconds.
    pub fn outside_dispatch_ms(&self) -> f64 {
        self.outside_dispatch * self.per_request_ms
    }

    /// CPU time per request of workers outside the dispatch, milliseconds.
    pub fn outside_dispatch_cpu_ms(&self) -> f64 {
        self.outside_dispatch_cpu * self.per_request_ms
    }

    /// All inside a transaction except waiting for the connection: what the stacks say of the hold, milliseconds.
    pub fn transaction_hold_ms(&self) -> f64 {
        self.inside.iter().filter(|(p, _)| **p != Part::PoolWait).map(|(_, n)| n * self.per_request_ms).sum()
    }

    /// The same of calls to anybody but the database: another service, a cache.
    pub fn top_call(&self, in_transaction: Option<bool>) -> Option<&SiteShare> {
        [Part::Remote, Part::Cache].iter().filter_map(|p| self.top_site(*p, in_transaction)).max_by(|a, b| a.ms.total_cmp(&b.ms))
    }

    /// Samples of workers on the CPU: by site within the dispatch, and how many outside it. By CPU time where it was sampled so, else those that look as if they
    /// computed, among which are those that wait for a core.
    pub fn on_cpu(&self) -> (Vec<&SiteShare>, f64) {
        match &self.by_cpu_time {
            Some((sites, outside)) => (sites.iter().collect(), *outside),
            None => (self.sites.iter().filter(|s| s.part == Part::Cpu).collect(), self.outside_dispatch_cpu),
        }
    }

    /// The site with the most time in `part`, inside (`Some(true)`), outside (`Some(false)`) or wherever of a transaction.
    pub fn top_site(&self, part: Part, in_transaction: Option<bool>) -> Option<&SiteShare> {
        self.sites
            .iter()
            .filter(|s| s.part == part && in_transaction.is_none_or(|t| t != s.transaction_site.is_empty()))
            .max_by(|a, b| a.ms.total_cmp(&b.ms))
    }
}

pub(super) fn samples(run: &Run, level: &Level, stacks: &Stacks) -> Option<Samples> {
    let profile = run.wall.get(&level.phase.id)?;
    let interval_ms = profile.effective_interval_ms()?;
    let mut s = Samples {
        interval_ms,
        nominal_ms: profile.nominal_interval_ns as f64 / 1e6,
        per_second: vec![0.0; level.seconds.len()],
        per_request_ms: interval_ms / level.requests as f64,
        sampler_moved: profile.sampler_moved,
        ..Samples::default()
    };
    let mut sites: BTreeMap<(String, String, Part, Work), (f64, f64)> = BTreeMap::new();
    let (mut cpu, mut interpreted) = (0.0, 0.0);
    for x in &profile.samples {
        let Some(class) = stacks.class(x.stack) else { continue };
        let weight = f64::from(x.weight);
        match class.place {
            Place::Elsewhere => continue,
            Place::OutsideDispatch => {
                s.outside_dispatch += weight;
                s.outside_dispatch_cpu += if class.waits { 0.0 } else { weight };
            }
            Place::Request(part) => {
                let side = if class.in_transaction { &mut s.inside } else { &mut s.outside };
                *side.entry(part).or_default() += weight;
                *s.seen.entry(part).or_default() += x.sightings();
                s.of_tasks |= x.is_virtual();
                let site = sites.entry(site_key(stacks, x.stack, class, part)).or_default();
                *site = (site.0 + weight, site.1 + x.sightings());
                if part == Part::Cpu {
                    cpu += weight;
                    let leaf = run.stacks.frames_of(x.stack).next_back();
                    interpreted += if leaf.is_some_and(|f| f.kind == model::FrameKind::Interpreted) { weight } else { 0.0 };
                }
            }
        }
        spread(&mut s.per_second, x.t.seconds_since(level.window.0), x.weight, profile.nominal_interval_ns as f64 / 1e9);
    }
    s.by_cpu_time = (!profile.cpu.is_empty()).then(|| by_cpu_time(profile, level.requests, stacks));
    s.interpreted_share = if cpu > 0.0 { interpreted / cpu } else { 0.0 };
    s.sites = sites
        .into_iter()
        .map(|((site, transaction_site, part, work), (weight, samples))| SiteShare {
            site,
            transaction_site,
            part,
            work,
            ms: weight * s.per_request_ms,
            samples,
        })
        .collect();
    s.sites.sort_by(|a, b| b.ms.total_cmp(&a.ms).then_with(|| a.site.cmp(&b.site)));
    Some(s)
}

/// Sites within the dispatch by samples of CPU time, and how many of these were outside it.
fn by_cpu_time(profile: &WallProfile, requests: u64, stacks: &Stacks) -> (Vec<SiteShare>, f64) {
    let ms = profile.cpu_interval_ns as f64 / 1e6 / requests as f64;
    let mut sites: BTreeMap<(String, String, Part, Work), f64> = BTreeMap::new();
    let mut outside = 0.0;
    for x in &profile.cpu {
        let Some(class) = stacks.class(x.stack) else { continue };
        match class.place {
            Place::Elsewhere => {}
            Place::OutsideDispatch => outside += f64::from(x.weight),
            // whatever it looks as if it waited for
            Place::Request(_) => *sites.entry(site_key(stacks, x.stack, class, Part::Cpu)).or_default() += f64::from(x.weight),
        }
    }
    let of = |((site, transaction_site, part, work), samples): (_, f64)| SiteShare {
        site,
        transaction_site,
        part,
        work,
        ms: samples * ms,
        samples,
    };
    (sites.into_iter().map(of).collect(), outside)
}

fn site_key(stacks: &Stacks, stack: u32, class: &StackClass, part: Part) -> (String, String, Part, Work) {
    let frames = stacks.frames(stack);
    let frame = |i: Option<usize>| i.and_then(|i| frames.get(i)).map(|(f, _)| *f);
    let language = stacks.language;
    // the method is the site of what uses the CPU
    let name = |f| if part == Part::Cpu { language.method_name(f) } else { language.site_name(f) };
    let transaction = frame(class.transaction_site).map(|f| language.site_name(f));
    (frame(class.site).map(name).unwrap_or_default(), transaction.unwrap_or_default(), part, class.work)
}

/// Spreads `weight` merged samples, `interval_s` apart from `start_s` on, over windows of one second.
fn spread(windows: &mut [f64], start_s: f64, weight: u32, interval_s: f64) {
    let last = windows.len() - 1;
    for k in 0..weight {
        let at = (start_s + f64::from(k) * interval_s).max(0.0) as usize;
        windows[at.min(last)] += 1.0;
    }
}
