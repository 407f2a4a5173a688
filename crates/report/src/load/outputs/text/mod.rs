//! What ends a run of `load` on the terminal: the rate, the latency from the plan, the errors and whether it may be believed; objectives;
//! then the figures. Prints from the document alone. See `text.md` beside this file.

mod figures;
mod lines;
mod table;

use crate::document::Words;
use crate::form::Form;
use crate::load::LoadReport;
use crate::load::document::{LoadDocument, SloObject};
use crate::outputs::text::page::{Page, Tone};
use crate::{Output, TextOptions};
use model::{Message, RunStatus, message};
use words::figures::{ms, seconds, whole};

pub(crate) const OUTPUT: &dyn Output<LoadReport> = &Form::text("the summary, for people", render);

fn render(report: &LoadReport, options: &TextOptions) -> String {
    text(report, options)
}

/// The text of a run, each line ended by a line feed.
pub(crate) fn text(report: &LoadReport, opts: &TextOptions) -> String {
    let doc = LoadDocument::of(report);
    let mut page = Page::new(opts);
    headline(&mut page, &doc);
    page.sentence(&what(&page, &doc));
    page.sentence(doc.load.law.as_ref().map_or("", |law| law.say(opts.lang)));
    page.sentence(&reasons(&page, &doc));
    // of a generator that could not keep up, the reasons have told it
    if let Some(gap) = doc.requests.gap.as_ref().filter(|_| doc.quality.validity != "invalid") {
        page.sentence(gap.say(opts.lang));
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
    let warnings = doc.quality.warnings.iter().map(|w| format!("{}: {}", w.code, w.text.say(opts.lang)));
    page.labelled(&page.say(&message!("load/label-warning")), warnings);
    page.labelled(&page.say(&message!("load/label-run")), run_line(&doc, opts));
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
    parts.push(message!("load/errors", share: Share(r.error_share)));
    parts.push(message!("load/validity", validity: kind(doc.quality.validity)));
    match doc.run.status {
        RunStatus::Complete => {}
        RunStatus::Partial => parts.push(message!("load/interrupted", after: Seconds(doc.run.duration_s))),
        RunStatus::Aborted => parts.push(message!("load/aborted", after: Seconds(doc.run.duration_s))),
    }
    let rate = page.say(&message!("load/rate", rate: name(whole(doc.load.achieved_per_s))));
    page.headline(tone, &format!("{glyph} {rate}"), &all(page, &parts).join(" · "));
}

fn all(page: &Page, parts: &[Message]) -> Vec<String> {
    parts.iter().map(|p| page.say(p)).collect()
}

fn latency_in_short(doc: &LoadDocument) -> Vec<Message> {
    let l = &doc.requests.shared.total.latency_ms;
    let at_least = if doc.requests.response_is_lower_bound { ">= " } else { "" };
    let all = [("mean", l.mean.filter(|_| l.p99.is_none())), ("p50", l.p50), ("p99", l.p99), ("max", l.max.filter(|_| l.p99.is_none()))];
    let known = all.into_iter().filter_map(|(name, x)| Some((name, x?)));
    let value = |figure, x| format!("{}{}", if figure == "p50" { "" } else { at_least }, ms(x));
    known.map(|(figure, x)| message!("load/at", figure: kind(figure), value: name(value(figure, x)))).collect()
}

/// `GET http://... · open, 2,000/s evenly spaced · 30 s · seed 1`.
fn what(page: &Page, doc: &LoadDocument) -> String {
    let mut parts: Vec<String> = doc.run.scenario.iter().map(|s| page.say(&message!("load/scenario-name", scenario: name(s)))).collect();
    parts.push(doc.run.url.clone());
    parts.push(page.read(&doc.load.description).to_owned());
    parts.push(seconds(doc.run.duration_s));
    let (offered, achieved) = (doc.load.offered_per_s, doc.load.achieved_per_s);
    if doc.load.shared.model != "closed" && (offered - achieved).abs() > 0.01 * offered {
        parts.push(page.say(&message!("load/achieved", achieved: PerSecond(achieved), offered: PerSecond(offered))));
    }
    parts.push(page.say(&message!("load/seed", seed: name(&doc.run.seed))));
    parts.join(" · ")
}

/// Why the run ended early, and why it may not be believed.
fn reasons(page: &Page, doc: &LoadDocument) -> String {
    let aborted = |why: &Words| page.say(&message!("load/aborted-because", why: name(page.read(why))));
    let mut all: Vec<String> = doc.run.reason_message.iter().map(aborted).collect();
    let why = doc.quality.reasons.iter().map(|r| page.read(r)).collect::<Vec<_>>().join("; ");
    if !why.is_empty() {
        all.push(page.say(&match doc.quality.validity {
            "invalid" => message!("load/invalid", why: name(why)),
            _ => message!("load/suspect", why: name(why)),
        }));
    }
    all.join("; ")
}

fn objectives(page: &mut Page, slos: &[SloObject]) {
    for (i, s) in slos.iter().enumerate() {
        let label = if i == 0 { page.say(&message!("load/label-slo")) } else { String::new() };
        let (tone, mark) = match s.pass {
            Some(true) => (Tone::Good, "✔"),
            Some(false) => (Tone::Bad, "✖"),
            None => (Tone::Unsure, "?"),
        };
        let seen = s.seen_message.as_ref().map(|w| page.read(w));
        let mut said = match seen {
            None => s.expr.as_str().into(),
            Some(seen) if s.window_s.is_some() && s.pass == Some(true) => {
                message!("load/slo-worst", objective: name(&s.expr), seen: name(seen))
            }
            Some(seen) => message!("load/slo-seen", objective: name(&s.expr), seen: name(seen)),
        };
        if let (Some(t0), Some(t1)) = (s.t0_s, s.t1_s) {
            said = message!("load/slo-stretch", says: (said), from: Seconds(t0), to: Seconds(t1));
        }
        if let Some(why) = &s.reason {
            said = message!("load/slo-not-judged", says: (said), why: name(page.read(why)));
        }
        page.marked(&label, tone, mark, &page.say(&said));
    }
}

fn run_line(doc: &LoadDocument, opts: &TextOptions) -> Option<String> {
    let parts: Vec<&str> = doc.run.id.as_deref().into_iter().chain(opts.run_path.as_deref()).collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

#[cfg(test)]
mod tests;
