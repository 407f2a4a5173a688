//! What ends a run of `load` on the terminal: the rate, the latency from the plan, the errors and whether it may be believed; objectives;
//! then the figures. Prints from the document alone. See `text.md` beside this file.

mod figures;
mod lines;
mod table;

use crate::load::LoadReport;
use crate::load::document::{LoadDocument, SloObject};
use crate::outputs::text::page::{Page, Tone};
use crate::{Output, RenderError, TextOptions};
use model::RunStatus;
use words::figures::{figure, ms, per_s, percent, whole};

pub(crate) const OUTPUT: &dyn Output<LoadReport> = &Text;

struct Text;

impl Output<LoadReport> for Text {
    fn id(&self) -> &'static str {
        "text"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".txt"]
    }

    fn about(&self) -> &'static str {
        "the summary, for people"
    }

    fn render(&self, report: &LoadReport, options: &TextOptions) -> Result<Vec<u8>, RenderError> {
        Ok(text(report, options).into_bytes())
    }
}

/// The text of a run, each line ended by a line feed.
pub(crate) fn text(report: &LoadReport, opts: &TextOptions) -> String {
    let doc = LoadDocument::of(report);
    let mut page = Page::new(opts);
    headline(&mut page, &doc);
    page.sentence(&what(&doc));
    page.sentence(doc.load.law.as_ref().map_or("", |law| &law.en));
    page.sentence(&reasons(&doc));
    // of a generator that could not keep up, the reasons have told it
    if let Some(gap) = doc.requests.gap.as_ref().filter(|_| doc.quality.validity != "invalid") {
        page.sentence(&gap.en);
    }
    objectives(&mut page, &doc.slo);
    figures::latency(&mut page, &doc);
    figures::distribution(&mut page, &doc);
    figures::scenarios(&mut page, &doc);
    figures::routes(&mut page, &doc);
    figures::errors(&mut page, &doc);
    figures::checks(&mut page, &doc);
    lines::traffic(&mut page, &doc);
    lines::traces(&mut page, &doc);
    lines::generator(&mut page, &doc);
    page.labelled("warning", doc.quality.warnings.iter().map(|w| format!("{}: {}", w.code, w.text.en)));
    page.labelled("run", run_line(&doc, opts));
    page.finish()
}

fn headline(page: &mut Page, doc: &LoadDocument) {
    let r = &doc.requests;
    let failed = doc.slo.iter().any(|s| s.pass == Some(false)) || (r.ok == 0 && r.shared.total.count > 0);
    let unsure = doc.slo.iter().any(|s| s.pass.is_none()) || doc.quality.validity != "valid" || r.shared.total.count == 0;
    let (tone, glyph) = match (failed, unsure) {
        (true, _) => (Tone::Bad, "✖"),
        (false, true) => (Tone::Unsure, "!"),
        (false, false) => (Tone::Good, "✔"),
    };
    let mut parts = latency_in_short(doc);
    parts.push(format!("errors {}", percent(r.error_share)));
    parts.push(doc.quality.validity.to_uppercase());
    match doc.run.status {
        RunStatus::Complete => {}
        RunStatus::Partial => parts.push(format!("interrupted after {} s", figure(doc.run.duration_s))),
        RunStatus::Aborted => parts.push(format!("aborted after {} s", figure(doc.run.duration_s))),
    }
    page.headline(tone, &format!("{glyph} {} req/s", whole(doc.load.achieved_per_s)), &parts.join(" · "));
}

fn latency_in_short(doc: &LoadDocument) -> Vec<String> {
    let l = &doc.requests.shared.total.latency_ms;
    let at_least = if doc.requests.response_is_lower_bound { ">= " } else { "" };
    let all = [("mean", l.mean.filter(|_| l.p99.is_none())), ("p50", l.p50), ("p99", l.p99), ("max", l.max.filter(|_| l.p99.is_none()))];
    let known = all.into_iter().filter_map(|(name, x)| Some((name, x?)));
    known.map(|(name, x)| format!("{name} {}{}", if name == "p50" { "" } else { at_least }, ms(x))).collect()
}

/// `GET http://... · open, 2,000/s evenly spaced · 30 s · seed 1`.
fn what(doc: &LoadDocument) -> String {
    let mut parts: Vec<String> = doc.run.scenario.iter().map(|s| format!("scenario {s}")).collect();
    parts.push(doc.run.url.clone());
    parts.push(doc.load.description.en.clone());
    parts.push(format!("{} s", figure(doc.run.duration_s)));
    let (offered, achieved) = (doc.load.offered_per_s, doc.load.achieved_per_s);
    if doc.load.shared.model != "closed" && (offered - achieved).abs() > 0.01 * offered {
        parts.push(format!("achieved {} of {} planned", per_s(achieved), per_s(offered)));
    }
    parts.push(format!("seed {}", doc.run.seed));
    parts.join(" · ")
}

/// Why the run ended early, and why it may not be believed.
fn reasons(doc: &LoadDocument) -> String {
    let mut all: Vec<String> = doc.run.reason.iter().map(|why| format!("aborted: {why}")).collect();
    let told = match doc.quality.validity {
        "invalid" => "INVALID, this says nothing about the service",
        _ => "SUSPECT",
    };
    let why: Vec<&str> = doc.quality.reasons.iter().map(|r| r.en.as_str()).collect();
    if !why.is_empty() {
        all.push(format!("{told}: {}", why.join("; ")));
    }
    all.join("; ")
}

fn objectives(page: &mut Page, slos: &[SloObject]) {
    for (i, s) in slos.iter().enumerate() {
        let label = if i == 0 { "SLO" } else { "" };
        let (tone, mark) = match s.pass {
            Some(true) => (Tone::Good, "✔"),
            Some(false) => (Tone::Bad, "✖"),
            None => (Tone::Unsure, "?"),
        };
        let worst = if s.window_s.is_some() && s.pass == Some(true) { "at worst " } else { "" };
        let seen = s.seen_text.as_ref().map(|x| format!(": {worst}{x}")).unwrap_or_default();
        let stretch = match (s.t0_s, s.t1_s) {
            (Some(t0), Some(t1)) => format!(" from {} s to {} s", figure(t0), figure(t1)),
            _ => String::new(),
        };
        let reason = s.reason.as_ref().map(|r| format!("; not judged: {}", r.en)).unwrap_or_default();
        page.marked(label, tone, mark, &format!("{}{seen}{stretch}{reason}", s.expr));
    }
}

fn run_line(doc: &LoadDocument, opts: &TextOptions) -> Option<String> {
    let parts: Vec<&str> = doc.run.id.as_deref().into_iter().chain(opts.run_path.as_deref()).collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

#[cfg(test)]
mod tests;
