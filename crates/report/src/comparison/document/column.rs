//! One run of those that stand side by side: what programs have always read of it, its verdict, and its levels.

use super::super::Side;
use super::level::{self, Level};
use crate::Judged;
use crate::document::{Document, Knee, Verdict, Words, iso_8601};
use crate::load::LoadReport;
use crate::load::document::LoadDocument;
use diagnose::Diagnosis;
use model::PhaseKind;
use serde::Serialize;

/// A run.
#[derive(Debug, Serialize)]
pub(crate) struct Column {
    #[serde(flatten)]
    pub figures: Figures,
    /// ISO 8601, UTC.
    pub started_at: String,
    pub url: String,
    pub tool_version: String,
    pub command: String,
    /// What was found; `null` of a run of `load`.
    pub found: Option<Verdict>,
    pub knee: Knee,
    /// How good the measurement was, and why no better.
    pub grade: &'static str,
    pub grade_reasons: Vec<Words>,
    pub levels: Vec<Level>,
}

/// Its figures, which programs have always read.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Figures {
    Judged(OfJudged),
    Load(OfLoad),
}

/// Of a run that was diagnosed.
#[derive(Debug, Serialize)]
pub(crate) struct OfJudged {
    pub run: String,
    pub name: String,
    pub verdict: &'static str,
    pub cause: Option<&'static str>,
    pub saturated_per_s: Option<f64>,
    pub knee_per_s: Option<f64>,
    pub rate_at_0_8_per_s: Option<f64>,
    pub mean_ms_at_0_8: Option<f64>,
    pub p95_ms_at_0_8: Option<f64>,
    pub p99_ms_at_0_8: Option<f64>,
    pub errors: u64,
}

/// Of a run of `load`.
#[derive(Debug, Serialize)]
pub(crate) struct OfLoad {
    pub run: String,
    pub name: String,
    pub achieved_per_s: f64,
    pub mean_ms: Option<f64>,
    pub p95_ms: Option<f64>,
    pub p99_ms: Option<f64>,
    pub errors: u64,
}

impl Column {
    pub(super) fn of(side: &Side) -> Self {
        match side {
            Side::Judged(j) => of_judged(j),
            Side::Load(r) => of_load(r),
        }
    }

    /// Its id.
    pub(crate) fn run(&self) -> &str {
        match &self.figures {
            Figures::Judged(f) => &f.run,
            Figures::Load(f) => &f.run,
        }
    }

    /// The name that the user gave it, or empty.
    pub(crate) fn name(&self) -> &str {
        match &self.figures {
            Figures::Judged(f) => &f.name,
            Figures::Load(f) => &f.name,
        }
    }

    /// Requests that failed in what was measured.
    pub(crate) fn errors(&self) -> u64 {
        match &self.figures {
            Figures::Judged(f) => f.errors,
            Figures::Load(f) => f.errors,
        }
    }

    /// What it answered at most, by how that was measured: what it just carries, saturated, or at all.
    pub(super) fn most(&self, metric: &str) -> Option<f64> {
        match (&self.figures, metric) {
            (Figures::Judged(f), "knee_per_s") => f.knee_per_s,
            (Figures::Judged(f), "saturated_per_s") => f.saturated_per_s,
            (Figures::Load(f), "achieved_per_s") => Some(f.achieved_per_s),
            _ => None,
        }
    }
}

fn of_judged(j: &Judged) -> Column {
    let doc = Document::of(&j.run, &j.diagnosis);
    let levels = level::of_run(&j.run, &doc.load.phases);
    Column {
        figures: Figures::Judged(figures(j, &j.diagnosis, &levels)),
        started_at: doc.run.started_at,
        url: doc.run.url,
        tool_version: doc.tool.version,
        command: doc.run.command,
        found: Some(doc.verdict),
        levels,
        knee: doc.load.knee,
        grade: doc.quality.grade,
        grade_reasons: doc.quality.reasons,
    }
}

fn figures(j: &Judged, d: &Diagnosis, told: &[Level]) -> OfJudged {
    let saturated = d.levels.iter().find(|l| l.phase.kind == PhaseKind::Saturation);
    let heavy = d.levels.iter().rev().find(|l| l.phase.is_open());
    OfJudged {
        run: j.run.info.id.clone(),
        name: j.run.info.name.clone(),
        verdict: d.verdict.status.name(),
        cause: d.verdict.cause,
        saturated_per_s: saturated.map(|l| l.throughput_per_s),
        knee_per_s: d.knee.map(|k| k.per_s),
        rate_at_0_8_per_s: heavy.map(|l| l.throughput_per_s),
        mean_ms_at_0_8: heavy.map(|l| l.response_ms),
        p95_ms_at_0_8: heavy.map(|l| l.latency.p95_ns / 1e6),
        p99_ms_at_0_8: heavy.map(|l| l.latency.p99_ns / 1e6),
        // a start and a tail have no levels of a diagnosis
        errors: if d.levels.is_empty() { told.iter().map(|l| l.errors).sum() } else { d.levels.iter().map(|l| l.failed).sum() },
    }
}

fn of_load(r: &LoadReport) -> Column {
    let doc = LoadDocument::of(r);
    let l = &r.latency.response;
    let ms = |ns: f64| (l.count > 0).then_some(ns / 1e6);
    Column {
        figures: Figures::Load(OfLoad {
            run: r.id.clone(),
            name: r.scenario.clone(),
            achieved_per_s: r.achieved_per_s,
            mean_ms: ms(l.mean_ns),
            p95_ms: ms(l.p95_ns as f64),
            p99_ms: ms(l.p99_ns as f64),
            errors: r.totals.errors(),
        }),
        started_at: iso_8601(r.started_unix_ns),
        url: doc.run.url,
        tool_version: doc.tool.version,
        command: String::new(),
        found: None,
        knee: doc.load.shared.knee,
        grade: doc.quality.grade,
        grade_reasons: doc.quality.reasons,
        levels: vec![level::of_load(r)],
    }
}
