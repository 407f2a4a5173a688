//! The processed format of the Firefox Profiler, at version 60: tables of frames and stacks that all threads share, and for each thread its samples. Later
//! versions are made from it by the profiler itself. See `firefox.md` beside this file.

mod tables;

use crate::cpu::{Profiled, above};
use crate::{Output, RenderError, TextOptions};
use diagnose::cpu::{Profile, Sample, View};
use serde_json::{Value, json};
use tables::Tables;

pub(crate) const OUTPUT: &dyn Output<Profiled> = &Firefox;

struct Firefox;

/// Version of the processed format.
const VERSION: u32 = 60;
/// Version of the format that Firefox itself writes at that time; readers only look whether they know it.
const GECKO_VERSION: u32 = 32;

impl Output<Profiled> for Firefox {
    fn id(&self) -> &'static str {
        "firefox"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".firefox.json"]
    }

    fn about(&self) -> &'static str {
        "for profiler.firefox.com"
    }

    fn render(&self, p: &Profiled, _: &TextOptions) -> Result<Vec<u8>, RenderError> {
        let [profile] = p.profiles.as_slice() else {
            return Err(RenderError(
                "a file for the Firefox Profiler holds one profile: write one of each (--phase) and compare them there".to_owned(),
            ));
        };
        Ok(format!("{}\n", document(profile)).into_bytes())
    }
}

fn document(p: &Profile) -> Value {
    let mut tables = Tables::default();
    let of_stack: Vec<Vec<usize>> = p.stacks.iter().map(|s| s.iter().map(|f| tables.code(p, p.frames[*f as usize])).collect()).collect();
    let threads: Vec<Value> = threads(p).iter().map(|t| thread(p, t, &of_stack, &mut tables)).collect();
    json!({
        "meta": {
            "interval": p.interval_ms,
            // samples count from the beginning of the run
            "startTime": p.started_unix_ns as f64 / 1e6,
            "profilingStartTime": p.window_s.0 * 1e3,
            "profilingEndTime": p.window_s.1 * 1e3,
            "processType": 0,
            "product": format!("run {}", p.run),
            "importedFrom": "tightspot",
            "stackwalk": 1,
            "symbolicated": true,
            "debug": false,
            "version": GECKO_VERSION,
            "preprocessedProfileVersion": VERSION,
            "categories": tables::CATEGORIES.iter().map(|(name, color)| json!({ "name": name, "color": color, "subcategories": ["Other"] })).collect::<Vec<_>>(),
            "markerSchema": [],
            "extensions": { "id": [], "name": [], "baseURL": [], "length": 0 },
        },
        "libs": [],
        "pages": [],
        "shared": tables.shared(),
        "threads": threads,
    })
}

/// A thread of the document: samples of one thread, or CPU of one kind of threads that no sample saw.
struct Track {
    process: u32,
    tid: String,
    name: String,
    samples: Vec<Sample>,
}

/// Most time first.
fn threads(p: &Profile) -> Vec<Track> {
    let mut all: Vec<Track> = Vec::new();
    let mut known = std::collections::BTreeMap::new();
    for s in &p.samples {
        let key = (s.process, s.thread, s.thread.is_none().then_some(s.group));
        let at = *known.entry(key).or_insert_with(|| {
            let thread = s.thread.map(|t| &p.threads[t as usize]);
            let tid = thread.map_or_else(|| s.group.id().to_owned(), |t| t.tid.to_string());
            let name = thread.map(|t| t.name.clone()).filter(|n| !n.is_empty()).unwrap_or_else(|| format!("[{}]", s.group.id()));
            all.push(Track { process: s.process, tid, name, samples: Vec::new() });
            all.len() - 1
        });
        all[at].samples.push(*s);
    }
    let ms = |t: &Track| t.samples.iter().map(|s| s.ms).sum::<f64>();
    all.sort_by(|a, b| ms(b).total_cmp(&ms(a)).then_with(|| a.tid.cmp(&b.tid)));
    all
}

fn thread(p: &Profile, t: &Track, of_stack: &[Vec<usize>], tables: &mut Tables) -> Value {
    let stack = |s: &Sample| {
        let above: Vec<usize> = above(p, s.process, s.group).iter().map(|name| tables.label(name)).collect();
        tables.stack([above.as_slice(), &of_stack[s.stack as usize]].concat())
    };
    let stacks: Vec<usize> = t.samples.iter().map(stack).collect();
    let what = if p.view == View::Cpu { "CPU" } else { "time" };
    json!({
        "processType": "default",
        "processName": format!("process {} ({what})", t.process),
        "processStartupTime": 0,
        "processShutdownTime": null,
        "registerTime": 0,
        "unregisterTime": null,
        "pausedRanges": [],
        "name": t.name,
        "isMainThread": t.tid == t.process.to_string(),
        "pid": t.process.to_string(),
        "tid": t.tid,
        "samples": {
            "stack": stacks,
            "time": t.samples.iter().map(|s| s.t_s * 1e3).collect::<Vec<_>>(),
            "weight": t.samples.iter().map(|s| s.ms).collect::<Vec<_>>(),
            "weightType": "tracing-ms",
            "length": t.samples.len(),
        },
        "markers": { "data": [], "name": [], "startTime": [], "endTime": [], "phase": [], "category": [], "length": 0 },
    })
}

#[cfg(test)]
mod tests;
