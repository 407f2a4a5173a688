//! `tightspot runs list`: the kept runs, newest first, each with how it ended and what was found. What was found is judged from the file, as
//! `report` does it, so it is what this version says.

use crate::commands::load::recorded;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{kept, output};
use record::{Entry, Store};
use serde_json::{Value, json};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a run says, in the column of verdicts.
#[derive(Debug, Clone, Default, PartialEq)]
struct Said {
    /// Status of the verdict; `None` for a run that has none.
    verdict: Option<&'static str>,
    cause: Option<&'static str>,
    /// In words.
    words: String,
}

/// Lists.
pub(super) fn run(store: &Store, as_json: bool) -> Result<Exit, Failure> {
    let listing = store.list()?;
    for (path, e) in &listing.unreadable {
        output::note(&format!("note: {} is not readable: {e}", path.display()));
    }
    let said = all(&listing.runs);
    let rows = listing.runs.iter().zip(&said);
    if as_json {
        output::result(&format!("{:#}", rows.map(|(r, s)| object(r, s)).collect::<Value>()));
        return Ok(Exit::Done);
    }
    if listing.runs.is_empty() {
        output::note(&format!("no runs in {}", store.dir().display()));
    }
    let rows: Vec<[String; 6]> = rows.map(|(r, s)| row(r, s)).collect();
    for line in aligned(&rows) {
        output::result(&line);
    }
    Ok(Exit::Done)
}

fn object(r: &Entry, s: &Said) -> Value {
    let i = &r.summary.info;
    json!({
        "id": r.id, "name": i.name, "started_unix_s": i.started_unix_ns / 1_000_000_000, "status": status(r), "verdict": s.verdict,
        "cause": s.cause, "url": i.url, "scenario": kept::scenario_file(i), "path": r.path,
    })
}

fn row(r: &Entry, s: &Said) -> [String; 6] {
    let i = &r.summary.info;
    let what = [kept::scenario_file(i).unwrap_or_default(), &i.url].join(" ").trim().to_owned();
    [r.id.clone(), ago(i.started_unix_ns), status(r).to_owned(), s.words.clone(), i.name.clone(), what]
}

/// Columns as wide as their widest cell; an empty column takes no room.
fn aligned<const N: usize>(rows: &[[String; N]]) -> Vec<String> {
    let width = |i: usize| rows.iter().map(|r| r[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let line = |r: &[String; N]| {
        let cells = r.iter().zip(&widths).filter(|(_, w)| **w > 0).map(|(cell, w)| format!("{cell:<w$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

fn status(r: &Entry) -> &'static str {
    if r.summary.running { "running" } else { super::status(r.summary.status) }
}

fn ago(unix_ns: i64) -> String {
    let s = (model::time::unix_now_ns() - unix_ns) / 1_000_000_000;
    match s {
        s if s < 120 => format!("{s:>3} s ago"),
        s if s < 7200 => format!("{:>3} min ago", s / 60),
        s if s < 172_800 => format!("{:>3} h ago", s / 3600),
        s => format!("{:>3} days ago", s / 86_400),
    }
}

/// What each run says, on all cores: judging a run takes a fraction of a second.
fn all(runs: &[Entry]) -> Vec<Said> {
    let said = Mutex::new(vec![Said::default(); runs.len()]);
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((i, r)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, runs.get(i)?))) {
            let one = judged(r);
            if let Ok(mut said) = said.lock() {
                said[i] = one;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    said.into_inner().unwrap_or_default()
}

/// Nothing of a run that goes on: it would be judged by half of what it measures.
fn judged(r: &Entry) -> Said {
    let Some((run, _)) = (!r.summary.running).then(|| record::read(&r.path).ok()).flatten() else { return Said::default() };
    if let Some(load) = recorded::report(&run) {
        return Said { words: format!("load, {:.0} req/s", load.achieved_per_s), ..Said::default() };
    }
    let verdict = diagnose::diagnose(&run, causes::ALL).verdict;
    let status = verdict.status.name();
    Said { verdict: Some(status), cause: verdict.cause, words: verdict.cause.map_or_else(|| status.replace('_', " "), str::to_owned) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_empty_ones_take_no_room() {
        let rows = [["a", "", "long cell"], ["bb", "", "x"]].map(|r| r.map(str::to_owned));
        assert_eq!(aligned(&rows), ["a   long cell", "bb  x"]);
    }
}
