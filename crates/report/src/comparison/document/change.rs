//! What changed from the first run to the last: how much it answers, how long that takes under like load, what became of the cause, and whether what a
//! fix was said to give has come.

use super::super::Side;
use super::like::{Held, Like, bounds, ratio};
use super::{Column, Level};
use crate::document::{Document, Gain, Limit, Verdict};
use diagnose::Status;
use model::{Message, message};
use serde::Serialize;

/// What changed.
#[derive(Debug, Serialize)]
pub(crate) struct Change {
    /// What became of the cause; `null` where one of the runs was not diagnosed.
    pub cause: Option<CauseChange>,
    pub throughput: Option<Throughput>,
    /// Place in `levels` of the load under which latencies are held against each other in the headline.
    pub latency_at: Option<usize>,
    /// What the fix of the cause of the first run was said to give, where that cause is not named any more.
    pub predicted: Option<Predicted>,
}

/// What became of the cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CauseChange {
    /// It was named, and is contradicted now.
    Gone,
    /// It was named; it holds all the same, but does not limit any more.
    Lesser,
    /// It was named and is not named any more, but nothing contradicts it.
    Unnamed,
    /// It is named in both.
    Still,
    /// Another one is named.
    Another,
    /// None was named where nothing was wrong, and one is named now.
    New,
    /// It could not be told, and one is named now.
    Told,
    /// One of the runs names nothing because it could not tell.
    Open,
    /// Nothing is wrong in either.
    None,
}

/// How much was answered.
#[derive(Debug, Serialize)]
pub(crate) struct Throughput {
    /// By which figure of the runs.
    pub metric: &'static str,
    pub before: f64,
    pub after: f64,
    pub ratio: Option<f64>,
    /// Bounds of the ratio: by the intervals of both searches for what is just carried, else by nine in ten seconds of each.
    pub bounds: Option<[f64; 2]>,
    /// `search` or `seconds`; `null` without bounds.
    pub bounds_by: Option<&'static str>,
}

/// What a fix was said to give, and what came.
#[derive(Debug, Serialize)]
pub(crate) struct Predicted {
    pub cause: &'static str,
    pub now: f64,
    /// With all other resources as they were.
    pub estimate: f64,
    /// Whether it may well have been more.
    pub at_least: bool,
    /// By the changed resource alone.
    pub bound: f64,
    pub next_limit: Option<Limit>,
    /// What the last run answered when saturated.
    pub came: f64,
}

/// Share by which rates may differ and are told to be about the same. A guess: what a machine does from run to run is often more.
const SAME: f64 = 0.05;

impl Change {
    pub(super) fn of(sides: &[Side], runs: &[Column], levels: &[Like]) -> Self {
        let last = runs.len() - 1;
        let cause = cause(sides, runs);
        let throughput = throughput(runs, last, levels);
        let cured = matches!(cause, Some(CauseChange::Gone | CauseChange::Lesser | CauseChange::Unnamed | CauseChange::Another));
        // what a fix gives is told of saturated load
        let came = runs[last].most("saturated_per_s").filter(|_| cured);
        let predicted = came.and_then(|came| predicted(&sides[0], came));
        Self { cause, throughput, latency_at: latency_at(runs, levels, last), predicted }
    }

    /// The sentence.
    pub(super) fn headline(&self) -> Message {
        let cause = self.cause.map(|c| message!("comparison/cause", change: kind(c.name())));
        match (cause, self.throughput.as_ref().map(Throughput::says)) {
            (Some(cause), Some(rate)) => message!("comparison/headline", cause: (cause), rate: (rate)),
            (Some(cause), None) => message!("comparison/headline-bare", says: (cause)),
            (None, Some(rate)) => message!("comparison/headline-bare", says: (rate)),
            (None, None) => message!("comparison/unlike-kinds"),
        }
    }

    /// What follows: latency under like load, or what stands for it; and what was predicted.
    pub(super) fn lead(&self, runs: &[Column], levels: &[Like]) -> Vec<Message> {
        let last = runs.len() - 1;
        let latency = match self.latency_at.and_then(|i| latency_says(runs, &levels[i], last)) {
            Some(says) => says,
            None => heavier(&runs[0], &runs[last]).unwrap_or_else(|| message!("comparison/no-like-load")),
        };
        let several =
            (runs.len() > 2).then(|| message!("comparison/of-several", number: Count(runs.len() as f64), last: name(runs[last].run())));
        several.into_iter().chain([latency]).chain(self.predicted.as_ref().map(Predicted::says)).collect()
    }
}

impl CauseChange {
    /// Its name in the JSON.
    fn name(self) -> &'static str {
        match self {
            Self::Gone => "gone",
            Self::Lesser => "lesser",
            Self::Unnamed => "unnamed",
            Self::Still => "still",
            Self::Another => "another",
            Self::New => "new",
            Self::Told => "told",
            Self::Open => "open",
            Self::None => "none",
        }
    }
}

impl Throughput {
    fn says(&self) -> Message {
        let way = match self.ratio {
            Some(r) if r > 1.0 + SAME => "more",
            Some(r) if r < 1.0 / (1.0 + SAME) => "less",
            _ => "same",
        };
        message!("comparison/rate", how: kind(self.metric), way: kind(way), after: PerSecond(self.after), before: PerSecond(self.before))
    }
}

impl Predicted {
    /// As [`Gain::way`].
    pub(crate) fn way(&self) -> &'static str {
        Gain::way_of(self.at_least)
    }

    fn says(&self) -> Message {
        let beyond = self.came > self.estimate * (1.0 + SAME);
        let way = if self.at_least {
            "open"
        } else if beyond {
            "beyond"
        } else {
            "within"
        };
        message!("comparison/predicted", way: kind(way), cause: name(self.cause), now: PerSecond(self.now), most: PerSecond(self.estimate), came: PerSecond(self.came))
    }
}

/// By the figure that both have: what is just carried, what is answered when saturated, what was answered.
fn throughput(runs: &[Column], last: usize, levels: &[Like]) -> Option<Throughput> {
    let (first, column) = (&runs[0], last);
    let last = &runs[last];
    let same_search = first.knee.method == last.knee.method;
    let mut metrics = ["knee_per_s", "saturated_per_s", "achieved_per_s"].into_iter().filter(|m| *m != "knee_per_s" || same_search);
    let (metric, before, after) = metrics.find_map(|m| Some((m, first.most(m)?, last.most(m)?)))?;
    let searched = || bounds(first.knee.ci, last.knee.ci).map(|b| (b, "search"));
    let by_seconds = |like: &str| {
        let held = held_of(levels.iter().find(|l| l.by == like)?, column)?;
        held.ratios.as_ref()?.achieved_per_s_seconds.map(|b| (b, "seconds"))
    };
    let found = match metric {
        "knee_per_s" => searched(),
        "saturated_per_s" => by_seconds("most"),
        _ => by_seconds("rate").or_else(|| by_seconds("connections")),
    };
    Some(Throughput {
        metric,
        before,
        after,
        ratio: ratio(Some(before), Some(after)),
        bounds: found.map(|f| f.0),
        bounds_by: found.map(|f| f.1),
    })
}

/// The load that users mean is a planned rate, the highest; else as many busy connections as both had at most.
fn latency_at(runs: &[Column], levels: &[Like], last: usize) -> Option<usize> {
    let has = |l: &Like| latency_says(runs, l, last).is_some();
    let of = |like: &'static str| levels.iter().rposition(|l| l.by == like && has(l));
    of("rate").or_else(|| of("start")).or_else(|| of("connections"))
}

fn held_of(like: &Like, column: usize) -> Option<&Held> {
    like.runs.iter().find(|h| h.column == column)
}

/// The percentile that both have: p95, or the mean of few requests.
fn latency_says(runs: &[Column], like: &Like, last: usize) -> Option<Message> {
    let level = |column: usize| held_of(like, column).map(|h| &runs[column].levels[h.level]);
    let (before, after) = (&level(0)?.latency_ms, &level(last)?.latency_ms);
    let (what, before, after) = match (before.p95, after.p95) {
        (Some(a), Some(b)) => ("p95", a, b),
        _ => ("mean", before.mean?, after.mean?),
    };
    Some(message!("comparison/latency", load: (like.words()), what: kind(what), after: Ms(after), before: Ms(before)))
}

/// Where no load is alike: the lightest planned level after that is heavier than every one before, if it is quicker all the same.
fn heavier(first: &Column, last: &Column) -> Option<Message> {
    let open = |c: &Column| {
        let mut all: Vec<(f64, f64)> =
            c.levels.iter().filter(|l| is_planned(l)).filter_map(|l| Some((l.achieved_per_s, l.latency_ms.p95?))).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        all
    };
    let (rate, before) = open(first).pop()?;
    let (more, after) = open(last).into_iter().find(|(r, _)| *r >= rate)?;
    (after < before)
        .then(|| message!("comparison/quicker-at-more", more: PerSecond(more), after: Ms(after), rate: PerSecond(rate), before: Ms(before)))
}

fn is_planned(l: &Level) -> bool {
    l.kind == model::PhaseKind::Level && !l.is_closed()
}

fn cause(sides: &[Side], runs: &[Column]) -> Option<CauseChange> {
    let last = runs.len() - 1;
    let (before, after) = (runs[0].found.as_ref()?, runs[last].found.as_ref()?);
    let told = |v: &Verdict| v.status == "none";
    Some(match (before.cause, after.cause) {
        (Some(a), Some(b)) if a == b => CauseChange::Still,
        (Some(_), Some(_)) => CauseChange::Another,
        (Some(a), None) if told(after) => match status(&sides[last], a) {
            Some(Status::Rejected) => CauseChange::Gone,
            Some(Status::Supported | Status::Secondary) => CauseChange::Lesser,
            _ => CauseChange::Unnamed,
        },
        (None, Some(_)) if told(before) => CauseChange::New,
        (None, Some(_)) => CauseChange::Told,
        (None, None) if told(before) && told(after) => CauseChange::None,
        _ => CauseChange::Open,
    })
}

/// What a run says of the cause.
fn status(side: &Side, cause: &str) -> Option<Status> {
    side.judged()?.diagnosis.hypotheses.iter().find(|h| h.cause == cause).map(|h| h.status)
}

fn predicted(side: &Side, came: f64) -> Option<Predicted> {
    let j = side.judged()?;
    let doc = Document::of(&j.run, &j.diagnosis);
    let cause = doc.verdict.cause?;
    let finding = doc.findings.into_iter().find(|f| f.cause == cause)?;
    let Gain { now, estimate, at_least, bound, next_limit, .. } = finding.fixes.into_iter().find_map(|f| f.gain)?;
    Some(Predicted { cause, now, estimate, at_least, bound, next_limit, came })
}
