//! What is not alike: levels without a partner, surroundings, and what each run says of the causes that were found in one of them.

use super::super::Side;
use super::{Column, Like};
use diagnose::Status;
use diagnose::level::Speed;
use model::{Phase, PhaseKind, Run};
use serde::Serialize;
use std::collections::BTreeMap;
use words::figures::{bytes, count, figure};

/// A planned level that no other run has alike.
#[derive(Debug, Serialize)]
pub(crate) struct Alone {
    pub run: String,
    pub phase: String,
    pub offered_per_s: f64,
}

/// What each run says of a cause.
#[derive(Debug, Serialize)]
pub(crate) struct Cause {
    pub cause: &'static str,
    /// `named`, or the status of the hypothesis; `null` where it was not asked, or the run was not diagnosed.
    pub runs: Vec<Option<&'static str>>,
}

/// Something of the surroundings that is not the same in all runs.
#[derive(Debug, Serialize)]
pub(crate) struct Unlike {
    /// `tool`, `host-cpus`, `host-memory`, `quota`, `runtime`, `framework`, `target-cpus`, `cpu-speed`, `limit`.
    pub what: &'static str,
    /// Of a limit: the part that has it.
    pub of: Option<String>,
    /// As each run has it; `null` where it is not known.
    pub runs: Vec<Option<String>>,
}

/// Planned levels of any run that stand in no row.
pub(super) fn alone(runs: &[Column], levels: &[Like]) -> Vec<Alone> {
    let is_held = |column: usize, level: usize| levels.iter().flat_map(|l| &l.runs).any(|h| (h.column, h.level) == (column, level));
    let of = |(i, c): (usize, &Column)| {
        let planned = c.levels.iter().enumerate().filter(|(_, l)| matches!(l.kind, PhaseKind::Level | PhaseKind::Load));
        let alone = planned.filter(|(n, _)| !is_held(i, *n)).filter_map(|(_, l)| Some((l.phase.clone(), l.offered_per_s?)));
        alone.map(|(phase, offered_per_s)| Alone { run: c.run().to_owned(), phase, offered_per_s }).collect::<Vec<_>>()
    };
    runs.iter().enumerate().flat_map(of).collect()
}

/// Causes that one of the runs names or supports, in the order in which they were found.
pub(super) fn causes(sides: &[Side]) -> Vec<Cause> {
    let mut ids: Vec<&'static str> = Vec::new();
    for d in sides.iter().filter_map(|s| Some(&s.judged()?.diagnosis)) {
        let supported = d.hypotheses.iter().filter(|h| matches!(h.status, Status::Supported | Status::Secondary)).map(|h| h.cause);
        for id in d.verdict.cause.into_iter().chain(supported) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
    }
    let of = |id: &'static str, side: &Side| {
        let d = &side.judged()?.diagnosis;
        let status = || d.hypotheses.iter().find(|h| h.cause == id).map(|h| h.status.name());
        if d.verdict.cause == Some(id) { Some("named") } else { status() }
    };
    ids.into_iter().map(|id| Cause { cause: id, runs: sides.iter().map(|s| of(id, s)).collect() }).collect()
}

/// All that differs where both know it.
pub(super) fn all(sides: &[Side]) -> Vec<Unlike> {
    let runs: Vec<Option<&Run>> = sides.iter().map(|s| Some(&s.judged()?.run)).collect();
    type Of = fn(&Run) -> Option<String>;
    let things: [(&'static str, Of); 7] = [
        ("tool", |r| some(&r.info.tool_version)),
        ("host-cpus", |r| positive(u64::from(r.environment.host.cpus)).map(count)),
        ("host-memory", |r| positive(r.environment.host.memory_bytes).map(|n| bytes(n as f64))),
        ("quota", |r| Some(r.environment.target.cpu_quota.map_or_else(|| "–".to_owned(), figure))),
        ("target-cpus", |r| positive(r.environment.target.cpus.len() as u64).map(count)),
        ("runtime", |r| some(format!("{} {}", r.environment.target.runtime.name(), r.environment.target.runtime_version).trim())),
        ("framework", |r| some(&r.environment.target.framework)),
    ];
    let of_all = |of: Of| runs.iter().map(|r| r.and_then(of)).collect::<Vec<_>>();
    let plain = things.into_iter().map(|(what, of)| Unlike { what, of: None, runs: of_all(of) });
    plain.chain(cpu_speed(&runs)).chain(limits(&runs)).filter(|u| differs(&u.runs)).collect()
}

/// How many times as long the same work takes in one run as in another, from which that is told. A guess: a tenth, less is seldom what a change gives.
const SLOWER: f64 = 1.1;

/// CPU time of the same work at the lightest level, where the CPUs were not equally fast.
fn cpu_speed(runs: &[Option<&Run>]) -> Option<Unlike> {
    // another version may do other work; at light load the service itself slows it least
    let same = |r: &&Run| runs.iter().flatten().all(|other| other.info.tool_version == r.info.tool_version);
    let lighter = |x: &&Phase, y: &&Phase| x.fraction.unwrap_or(1.0).total_cmp(&y.fraction.unwrap_or(1.0));
    let lightest = |r: &Run| r.measured_phases().filter(|p| p.is_open()).min_by(lighter).and_then(|p| Some(Speed::of_phase(r, p)?.usual_s));
    let times: Vec<Option<f64>> = runs.iter().map(|r| r.filter(same).and_then(lightest)).collect();
    let (low, high) = times.iter().flatten().fold((f64::INFINITY, 0.0_f64), |(low, high), t| (low.min(*t), high.max(*t)));
    let written = |t: Option<f64>| t.map(|t| format!("{} µs", figure(t * 1e6)));
    (high >= SLOWER * low).then(|| Unlike { what: "cpu-speed", of: None, runs: times.into_iter().map(written).collect() })
}

/// Sizes of pools and workers by the part that has them.
fn limits(runs: &[Option<&Run>]) -> Vec<Unlike> {
    let mut parts: BTreeMap<&str, Vec<Option<String>>> = BTreeMap::new();
    for (i, run) in runs.iter().enumerate() {
        for c in run.iter().flat_map(|r| &r.environment.components) {
            parts.entry(&c.id).or_insert_with(|| vec![None; runs.len()])[i] = c.limit.map(count);
        }
    }
    parts.into_iter().map(|(id, runs)| Unlike { what: "limit", of: Some(id.to_owned()), runs }).collect()
}

fn differs(all: &[Option<String>]) -> bool {
    let mut known = all.iter().flatten();
    let first = known.next();
    known.any(|k| Some(k) != first)
}

fn some(text: impl AsRef<str>) -> Option<String> {
    crate::document::some(text.as_ref())
}

fn positive(n: u64) -> Option<u64> {
    (n > 0).then_some(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run in which the same work takes so long.
    fn of_speed(us: f64) -> Run {
        let mut run = crate::fixture::found().run;
        testkit::on_cpus(&mut run, 1.0, |_| (us / 50.0, 1.0));
        run
    }

    #[test]
    fn cpus_that_are_slower_by_a_tenth_are_told() {
        let of = |us: &[f64]| {
            let runs: Vec<Run> = us.iter().map(|us| of_speed(*us)).collect();
            cpu_speed(&runs.iter().map(Some).collect::<Vec<_>>()).map(|u| u.runs)
        };
        assert_eq!(of(&[40.0, 43.0]), None);
        assert_eq!(of(&[40.0, 52.0]), Some(vec![Some("40 µs".to_owned()), Some("52 µs".to_owned())]));
        assert_eq!(cpu_speed(&[None, Some(&of_speed(40.0))]).map(|u| u.runs), None);
    }

    #[test]
    fn what_is_not_known_of_a_run_is_no_difference() {
        let of = |all: &[Option<&str>]| differs(&all.iter().map(|v| v.map(str::to_owned)).collect::<Vec<_>>());
        assert!(of(&[Some("10"), Some("30")]) && of(&[None, Some("10"), Some("30")]));
        assert!(!of(&[Some("10"), None]) && !of(&[None, None]) && !of(&[Some("10"), Some("10")]));
    }
}
