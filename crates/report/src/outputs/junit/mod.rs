//! JUnit XML: a suite of the objectives, one of what was found, one of the measurement itself. See `junit.md` beside this file.

use crate::document::{Document, Finding};
use crate::junit::{Case, End, Report};
use crate::outputs::text::{Lines, Most};
use crate::{Judged, Output, RenderError, TextOptions};
use diagnose::VerdictStatus;
use model::RunStatus;
use words::Lang;

pub(crate) const OUTPUT: &dyn Output<Judged> = &Junit;

struct Junit;

impl Output<Judged> for Junit {
    fn id(&self) -> &'static str {
        "junit"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".xml"]
    }

    fn about(&self) -> &'static str {
        "JUnit XML, for CI"
    }

    fn render(&self, j: &Judged, options: &TextOptions) -> Result<Vec<u8>, RenderError> {
        let doc = Document::of(&j.run, &j.diagnosis);
        let error = j.error.as_ref().and_then(|e| e["what"].as_str());
        Ok(junit(&doc, j.diagnosis.verdict.status, error, options).into_bytes())
    }
}

/// The three suites. Whatever reads JUnit reads names and messages over many runs, so they are English in every language of the report.
fn junit(doc: &Document, status: VerdictStatus, error: Option<&str>, options: &TextOptions) -> String {
    let lines = Lines { doc, opts: options, lang: Lang::En, most: Most::ALL[0] };
    let objectives: Vec<Case> = doc.slo.iter().zip(lines.objectives()).map(|(o, said)| objective(o, said.says)).collect();
    let suites = [("slo", objectives), ("findings", findings(&lines, status)), ("quality", quality(doc, error))];
    Report { command: "why", begun: &doc.run.started_at, time_s: doc.run.duration_s.unwrap_or(0.0), suites: &suites }.xml()
}

/// With what is said of it in words: at which rate it was seen, and up to which it holds.
fn objective(o: &crate::document::Objective, says: String) -> Case {
    let case = Case::of_objective(&o.shared);
    let end = match case.end {
        End::Passed(_) => End::Passed(says),
        End::Failed(_) => End::Failed(says),
        skipped @ End::Skipped(_) => skipped,
    };
    Case { end, ..case }
}

/// The verdict, and whatever else holds.
fn findings(lines: &Lines, status: VerdictStatus) -> Vec<Case> {
    let v = &lines.doc.verdict;
    let end = match status {
        VerdictStatus::Found => End::Failed(named(lines)),
        VerdictStatus::None => End::Passed(v.headline.en.clone()),
        VerdictStatus::Inconclusive | VerdictStatus::GeneratorLimited => End::inconclusive(&format!("{} {}", v.headline.en, v.reason.en)),
    };
    let others = lines.doc.findings.iter().filter(|f| Some(f.cause) != v.cause && status != VerdictStatus::GeneratorLimited);
    std::iter::once(Case { name: "verdict".to_owned(), end }).chain(others.map(|f| beside(lines.doc, f))).collect()
}

/// The sentence, the id, what happens, and what to do.
fn named(lines: &Lines) -> String {
    let v = &lines.doc.verdict;
    let id = v.cause.map(|id| format!(" [{id}]")).unwrap_or_default();
    let says = [format!("{}{id}", v.headline.en), lines.what_happens()].into_iter().chain(lines.gain()).chain(lines.fixes());
    says.filter(|s| !s.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// What holds and is not named has neither passed nor failed.
fn beside(doc: &Document, f: &Finding) -> Case {
    let why = doc.hypotheses.iter().find(|h| h.cause == f.cause).map_or("", |h| h.reason.en.as_str());
    Case { name: f.cause.to_owned(), end: End::Skipped(format!("holds, and is not what is named: {why}")) }
}

/// Whether the figures may be believed, and whether the run came to its end.
fn quality(doc: &Document, error: Option<&str>) -> Vec<Case> {
    let end = match (error, doc.run.status) {
        (Some(error), _) => End::Failed(error.to_owned()),
        (None, RunStatus::Complete) => End::Passed(String::new()),
        (None, RunStatus::Partial) => End::inconclusive("stopped by the user; what was measured stands"),
        (None, RunStatus::Aborted) => End::inconclusive("ended early"),
    };
    vec![Case::of_quality(&doc.quality), Case { name: "the run came to its end".to_owned(), end }]
}

#[cfg(test)]
mod tests;
