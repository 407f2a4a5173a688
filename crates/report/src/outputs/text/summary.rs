//! The summary: verdict first, proof next, data last.

use super::TextOptions;
use super::page::{Page, Tone};
use super::where_time_goes::where_time_goes;
use crate::document::{Document, Experiment, Finding, Gain, Hypothesis, Process, Sensor, Verdict};
use crate::figures::{count, ms, per_s, percent, requests_per_s};
use diagnose::{Diagnosis, Status, VerdictStatus};
use model::{Run, RunStatus, SensorState};

/// Most claims of the named cause, rejected hypotheses, other findings, hints, blind spots and warnings that are shown; JSON has them all.
const MOST_CLAIMS: usize = 2;
const MOST_REJECTED: usize = 4;
const MOST_OTHERS: usize = 3;
const MOST_HINTS: usize = 2;
const MOST_BLIND: usize = 4;
const MOST_NAMES: usize = 3;
const MOST_WARNINGS: usize = 3;

/// The summary of a run, at most some 25 lines, each ended by a line feed.
pub fn text(run: &Run, d: &Diagnosis, opts: &TextOptions) -> String {
    let doc = Document::of(run, d);
    let mut page = Page::new(opts);
    match d.verdict.status {
        VerdictStatus::Found => found(&mut page, &doc),
        VerdictStatus::None => none(&mut page, &doc.verdict),
        VerdictStatus::Inconclusive => inconclusive(&mut page, &doc),
        VerdictStatus::GeneratorLimited => generator_limited(&mut page, &doc.verdict),
    }
    page.labelled("experiment", doc.experiments.iter().map(experiment));
    if d.verdict.status != VerdictStatus::GeneratorLimited {
        page.labelled("not", rejected(&doc, &opts.decoys));
        page.labelled("also", doc.findings.iter().filter(|f| Some(f.cause) != doc.verdict.cause).take(MOST_OTHERS).map(|f| other(f, &doc)));
        page.labelled("could not look at", blind(&doc));
    }
    page.labelled("processes", doc.processes.iter().map(process));
    where_time_goes(&mut page, &doc, d.verdict.status);
    page.labelled("fix", primary(&doc).into_iter().flat_map(|f| &f.fixes).map(|f| f.summary.en.as_str()).filter(|s| !s.is_empty()));
    page.labelled("quality", quality(&doc, d.verdict.status));
    page.labelled("run", [run_line(&doc, opts)]);
    page.finish()
}

/// `PROVEN pool-size ...; control x1.00 (0.99..1.01), flat; restored`.
fn experiment(e: &Experiment) -> String {
    let control = e
        .controls
        .first()
        .map(|c| format!("; control x{:.3} ({:.3}..{:.3}), {}", c.ratio, c.ci[0], c.ci[1], if c.flat { "flat" } else { "NOT flat" }));
    let tested = e.cause.as_ref().map(|c| format!(" {c}:")).unwrap_or_default();
    format!(
        "{}{tested} {}{}; {}",
        e.outcome.to_uppercase().replace('_', " "),
        e.sentence.en,
        control.unwrap_or_default(),
        if e.restored { "restored and checked" } else { "NOT restored" }
    )
}

/// `pid 421, port 8081: 50 % of the requests, at most 193/s, 161 ms inside, hold 51.7 ms, CPU 0.7 ms; connection-held-across-remote-call`.
fn process(p: &Process) -> String {
    let figures = [
        p.share_of_requests.map(|s| format!("{} of the requests", percent(s))),
        Some(format!("at most {}", per_s(p.highest_per_s))),
        p.inside_ms.map(|x| format!("{} inside", ms(x))),
        p.hold_ms.map(|x| format!("hold {}", ms(x))),
        p.cpu_ms.map(|x| format!("CPU {}", ms(x))),
    ];
    let figures: Vec<String> = figures.into_iter().flatten().collect();
    format!("{}: {}; {}", diagnose::name_of(p.pid, p.port), figures.join(", "), p.cause.unwrap_or(p.status))
}

fn primary(doc: &Document) -> Option<&Finding> {
    doc.findings.iter().find(|f| Some(f.cause) == doc.verdict.cause)
}

fn found(page: &mut Page, doc: &Document) {
    let v = &doc.verdict;
    let whose = v.whose.as_ref().map(|w| format!(" · in {w}")).unwrap_or_default();
    page.headline(Tone::Bad, "✖ SLOW BECAUSE", &format!("{}{whose}", v.cause.unwrap_or_default()));
    let finding = primary(doc);
    let claims: Vec<&str> = finding.into_iter().flat_map(|f| &f.claims).map(|c| c.text.en.as_str()).take(MOST_CLAIMS).collect();
    page.sentence(&placed(&claims.join("; "), v.site.as_deref()));
    let gain = finding.and_then(|f| f.fixes.iter().find_map(|x| x.gain.as_ref()));
    match gain {
        Some(g) => page.sentence(&limits(g)),
        None => page.sentence(&limit(v)),
    }
    page.labelled("evidence", [format!("E{} {}: {}", v.evidence_level, v.evidence_name, v.reason.en)]);
}

/// A sentence with the site, unless it names it.
fn placed(sentence: &str, site: Option<&str>) -> String {
    match site {
        Some(site) if sentence.is_empty() => format!("at {site}"),
        Some(site) if !sentence.contains(site) => format!("{sentence} · at {site}"),
        _ => sentence.to_owned(),
    }
}

/// `limits the service to 190 req/s; fixed: at most 570 req/s (next limit: ...)`.
fn limits(g: &Gain) -> String {
    let next = match &g.next_limit {
        Some(n) if g.bound > g.estimate => format!(" (next limit: {}; without that {})", n.name, per_s(g.bound)),
        Some(n) => format!(" (next limit: {} at {})", n.name, per_s(n.per_s)),
        None => String::new(),
    };
    format!("limits the service to {}; fixed: at most {}{next}", requests_per_s(g.now), requests_per_s(g.estimate))
}

fn limit(v: &Verdict) -> String {
    match &v.limit {
        Some(l) if l.reached == Some(true) => format!("limit: {}, reached at {}", l.name, requests_per_s(l.per_s)),
        Some(l) => format!("first to saturate: {} at ~{} (extrapolated)", l.name, requests_per_s(l.per_s)),
        None => String::new(),
    }
}

fn none(page: &mut Page, v: &Verdict) {
    let up_to = v.highest_per_s.map(|x| format!("up to {}", requests_per_s(x))).unwrap_or_default();
    page.headline(Tone::Good, "✔ NO BOTTLENECK", &up_to);
    page.sentence(&v.reason.en);
    page.sentence(&limit(v));
}

fn inconclusive(page: &mut Page, doc: &Document) {
    page.headline(Tone::Unsure, "? INCONCLUSIVE", "");
    page.sentence(&doc.verdict.reason.en);
    page.sentence(&limit(&doc.verdict));
    let hints = doc.hypotheses.iter().filter(|h| h.status == Status::Untested.name() && h.weight > 0.0).take(MOST_HINTS);
    page.labelled("hint", hints.map(|h| format!("{}: {}", at(h.cause, h.site.as_deref()), h.reason.en)));
}

fn generator_limited(page: &mut Page, v: &Verdict) {
    page.headline(Tone::Unsure, "! GENERATOR LIMITED", "nothing is said about the service");
    page.sentence(&v.reason.en);
    page.labelled("try", ["give the generator cores of its own or another machine, or offer less load"]);
}

/// Rejected hypotheses with what contradicts them: decoys of the named cause first, then those with a knob that one would turn.
fn rejected(doc: &Document, decoys: &[String]) -> Vec<String> {
    let mut all: Vec<&Hypothesis> = doc.hypotheses.iter().filter(|h| h.status == Status::Rejected.name()).collect();
    let rank = |h: &Hypothesis| decoys.iter().position(|d| d == h.cause).unwrap_or(usize::MAX);
    all.sort_by_key(|h| (rank(h), h.knob.is_none()));
    all.into_iter().take(MOST_REJECTED).map(rejection).collect()
}

fn rejection(h: &Hypothesis) -> String {
    let seen = if h.observed.en.is_empty() { &h.reason.en } else { &h.observed.en };
    let knob = h.knob.as_ref().map(|k| format!("; {} would give at most {}", k.setting, per_s(k.gain.estimate))).unwrap_or_default();
    format!("{}: {seen}{knob}", h.cause)
}

fn other(f: &Finding, doc: &Document) -> String {
    let why = doc.hypotheses.iter().find(|h| h.cause == f.cause).map_or("", |h| h.reason.en.as_str());
    format!("{}: {why}", at(f.cause, f.site.as_deref()))
}

fn at(cause: &str, site: Option<&str>) -> String {
    site.map_or_else(|| cause.to_owned(), |s| format!("{cause} at {s}"))
}

/// Sensors that did not deliver, those first that most causes needed, and causes that could not be judged for a reason of their own.
fn blind(doc: &Document) -> Vec<String> {
    let mut dark: Vec<&Sensor> =
        doc.quality.sensors.iter().filter(|s| s.state != SensorState::On && (s.reason.is_some() || !s.blocks.is_empty())).collect();
    dark.sort_by_key(|s| std::cmp::Reverse(s.blocks.len()));
    let own = doc.hypotheses.iter().filter(|h| h.status == Status::NotObservable.name() && h.missing_sensors.is_empty());
    dark.into_iter().map(sensor).chain(own.map(|h| format!("{}: {}", h.cause, h.reason.en))).take(MOST_BLIND).collect()
}

fn sensor(s: &Sensor) -> String {
    let why = s.reason.as_deref().unwrap_or("not seen");
    let unlock = s.unlock.as_ref().map(|u| format!("; {u}")).unwrap_or_default();
    let mut names = s.blocks.iter().take(MOST_NAMES).copied().collect::<Vec<_>>().join(", ");
    if s.blocks.len() > MOST_NAMES {
        names.push_str(" and others");
    }
    let for_whom = if names.is_empty() { String::new() } else { format!(", so not at {names}") };
    format!("{} ({why}{unlock}){for_whom}", s.id)
}

fn quality(doc: &Document, status: VerdictStatus) -> Vec<String> {
    let q = &doc.quality;
    let mut figures = vec![
        q.grade.to_owned(),
        format!("generator {} of its core, send lag p99 {}", percent(q.generator.cpu), ms(q.generator.send_lag_p99_ms)),
        format!("observer {} of a core", percent(q.observer_cost_cpu)),
    ];
    let total = &doc.requests.shared.total;
    if total.errors > 0 {
        figures.push(format!("{} of {} requests failed", count(total.errors), count(total.count)));
    }
    match doc.run.status {
        RunStatus::Complete => {}
        RunStatus::Partial => figures.push("the run was stopped early".to_owned()),
        RunStatus::Aborted => figures.push("the run was aborted".to_owned()),
    }
    let mut lines = vec![figures.join(" · ")];
    // a refused verdict has said the reasons already
    if status != VerdictStatus::GeneratorLimited {
        lines.extend(q.reasons.iter().map(|r| r.en.clone()));
    }
    let told: Vec<&str> = q.reasons.iter().map(|r| r.en.as_str()).collect();
    let warnings = q.warnings.iter().filter(|w| !told.contains(&w.text.en.as_str()));
    lines.extend(warnings.take(MOST_WARNINGS).map(|w| format!("warning[{}]: {}", w.code, w.text.en)));
    lines
}

fn run_line(doc: &Document, opts: &TextOptions) -> String {
    let path = opts.run_path.as_ref().map(|p| format!(" · {p}")).unwrap_or_default();
    format!("{}{path} · all levels: tightspot report {} --ledger", doc.run.id, doc.run.id)
}
