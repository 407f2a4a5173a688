//! A level of `why` as the rules of `load` read it: the same load measured again is one level with more requests.

use crate::load::{Latencies, Latency, LoadQuality, LoadReport, RouteRow, Totals};
use diagnose::Diagnosis;
use hdrhistogram::Histogram;
use model::{Attempt, Carried, Outcome, Phase, PhaseKind, Run};

/// What was measured under one load.
pub(super) struct Level {
    /// Its phase; of several the first.
    pub(super) phase: String,
    /// Whether requests came as planned, and not as answers let them. A start and the load that is meant are asked about as they are.
    pub(super) planned: bool,
    /// Answers per second.
    pub(super) per_s: f64,
    /// The figures that objectives are judged by.
    pub(super) report: LoadReport,
}

/// The levels of a run, the lightest first: by what was planned, since a service that breaks down answers less. Saturation comes last.
pub(super) fn levels(run: &Run, d: &Diagnosis) -> Vec<Level> {
    let mut all = loads(run);
    let planned = |phases: &Vec<&Phase>| phases.first().and_then(|p| p.arrival.rate_per_s()).unwrap_or(f64::INFINITY);
    all.sort_by(|a, b| planned(a).total_cmp(&planned(b)));
    all.iter().filter_map(|phases| level(run, d, phases)).collect()
}

/// Phases by what is asked: the load that is meant, a start, or each load that was measured.
fn loads(run: &Run) -> Vec<Vec<&Phase>> {
    for kind in [PhaseKind::Tail, PhaseKind::StartUp] {
        let asked: Vec<&Phase> = run.phases.iter().filter(|p| p.kind == kind && p.end.is_some()).collect();
        if !asked.is_empty() {
            return vec![asked];
        }
    }
    let mut all: Vec<Vec<&Phase>> = Vec::new();
    for p in run.measured_phases() {
        match all.iter_mut().find(|of| of[0].arrival == p.arrival) {
            Some(of) => of.push(p),
            None => all.push(vec![p]),
        }
    }
    all
}

type Request = (Attempt, Option<Carried>);

/// `None` where nothing ended.
fn level(run: &Run, d: &Diagnosis, phases: &[&Phase]) -> Option<Level> {
    let first = phases.first()?;
    let all: Vec<Request> = phases.iter().flat_map(|p| run.carried_of(&p.id)).collect();
    let span_s: f64 = phases.iter().map(|p| span_s(run, p)).sum();
    let per_s = |n: usize| n as f64 / span_s.max(1e-9);
    let answered_per_s = per_s(all.iter().filter(|(a, _)| a.outcome.is_answered()).count());
    let ended = all.iter().filter(|(a, _)| a.outcome != Outcome::Censored).count();
    let report = LoadReport {
        // of requests that were given up nothing is known but that they had taken so long
        timeout_ns: all.iter().filter(|(a, _)| a.outcome == Outcome::Timeout).map(|(a, _)| taken_ns(a)).min().unwrap_or(0),
        duration_s: span_s,
        achieved_per_s: answered_per_s,
        totals: totals(&all),
        latency: Latencies {
            response: latency(all.iter()),
            response_is_lower_bound: all.iter().any(|(a, _)| given_up(a)),
            ..Latencies::default()
        },
        routes: routes(run, &all, span_s),
        quality: LoadQuality { validity: d.quality.validity, reasons: d.quality.reasons.clone(), ..LoadQuality::default() },
        ..LoadReport::default()
    };
    (ended > 0).then(|| Level { phase: first.id.clone(), planned: !first.is_measured() || first.is_open(), per_s: answered_per_s, report })
}

/// From the first plan to the last answer, seconds.
fn span_s(run: &Run, p: &Phase) -> f64 {
    let ended = run.attempts_of(&p.id).filter(|a| a.outcome != Outcome::Censored).map(|a| a.done).max();
    ended.or(p.end).map_or(0.0, |end| end.seconds_since(p.start))
}

fn given_up(a: &Attempt) -> bool {
    matches!(a.outcome, Outcome::Timeout | Outcome::Censored)
}

fn taken_ns(a: &Attempt) -> u64 {
    a.response_ns().max(0).unsigned_abs()
}

fn totals(all: &[Request]) -> Totals {
    let of = |o: Outcome| all.iter().filter(|(a, _)| a.outcome == o).count() as u64;
    let ended = (0..Outcome::COUNT as u8).filter_map(Outcome::from_u8).map(|o| (o, of(o))).collect();
    Totals { planned: all.len() as u64, sent: all.len() as u64, ended, ..Totals::default() }
}

/// Of answered requests, and of those that were given up with what they had taken.
fn latency<'a>(all: impl Iterator<Item = &'a Request>) -> Latency {
    let mut h = Histogram::<u64>::new(3).expect("3 significant digits are allowed");
    let mut sum_ns = 0.0;
    for (a, _) in all.filter(|(a, _)| a.outcome.is_answered() || given_up(a)) {
        h.record(taken_ns(a)).expect("it grows");
        sum_ns += taken_ns(a) as f64;
    }
    Latency::keeping(h, sum_ns)
}

/// Routes by their names; none where the run does not know what its requests were.
fn routes(run: &Run, all: &[Request], span_s: f64) -> Vec<RouteRow> {
    let route = |c: &Option<Carried>| run.info.routes.get(usize::from((*c)?.route?));
    let mut names: Vec<&String> = all.iter().filter_map(|(_, c)| route(c)).collect();
    names.sort();
    names.dedup();
    let row = |name: &String| {
        let own = || all.iter().filter(|(_, c)| route(c) == Some(name));
        let answered = own().filter(|(a, _)| a.outcome.is_answered()).count();
        RouteRow {
            name: name.clone(),
            count: own().count() as u64,
            errors: own().filter(|(a, _)| a.outcome != Outcome::Ok).count() as u64,
            per_s: answered as f64 / span_s.max(1e-9),
            response: latency(own()),
        }
    };
    names.into_iter().map(row).collect()
}
