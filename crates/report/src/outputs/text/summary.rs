//! The summary: verdict first, proof next, data last.

use super::TextOptions;
use super::cpu::what_the_core_does;
use super::files::files;
use super::lines::{Lines, Most};
use super::objectives::objectives;
use super::page::{Page, Tone};
use super::start::second_by_second;
use super::tail::slowest_requests;
use super::where_time_goes::where_time_goes;
use crate::document::Document;
use diagnose::{Diagnosis, VerdictStatus};
use model::{Run, message};

/// Lines that are one screen. Source: UX section 0.
const SCREEN: usize = 25;

/// The summary of a run, each line ended by a line feed: as much as one screen takes, and what matters most where even that is more.
pub fn text(run: &Run, d: &Diagnosis, opts: &TextOptions) -> String {
    let doc = Document::of(run, d);
    let page = |most: &Most| page(&doc, d.verdict.status, opts, *most);
    let mut pages = Most::ALL.iter().map(page);
    pages.find(|p| p.lines().count() <= SCREEN).unwrap_or_else(|| page(&Most::ALL[Most::ALL.len() - 1]))
}

fn page(doc: &Document, status: VerdictStatus, opts: &TextOptions, most: Most) -> String {
    let mut page = Page::new(opts);
    let lines = Lines { doc, opts, lang: opts.lang, most };
    let label = |m| lines.say(&m);
    headline(&mut page, &lines, status);
    match status {
        VerdictStatus::Found => found(&mut page, &lines),
        VerdictStatus::None => none(&mut page, &lines),
        VerdictStatus::Inconclusive => inconclusive(&mut page, &lines),
        VerdictStatus::GeneratorLimited => generator_limited(&mut page, &lines),
    }
    page.labelled(&label(message!("text/label-experiment")), lines.experiments());
    if status != VerdictStatus::GeneratorLimited {
        page.labelled(&label(message!("text/label-not")), lines.rejected());
        page.labelled(&label(message!("text/label-also")), lines.others());
        page.labelled(&label(message!("text/label-unseen")), lines.unseen());
    }
    page.labelled(&label(message!("text/label-processes")), lines.processes());
    if status == VerdictStatus::Found || status == VerdictStatus::Inconclusive {
        what_the_core_does(&mut page, &lines);
    }
    if status != VerdictStatus::GeneratorLimited {
        page.labelled(&label(message!("text/label-files")), files(&lines));
    }
    page.labelled(&label(message!("text/label-errors")), lines.errors());
    second_by_second(&mut page, &lines);
    slowest_requests(&mut page, &lines);
    where_time_goes(&mut page, &lines, status);
    page.labelled(&label(message!("text/label-fix")), fixes(&lines));
    page.labelled(&label(message!("text/label-quality")), lines.quality(status));
    objectives(&mut page, &lines);
    page.labelled(&label(message!("text/label-run")), [lines.run()]);
    page.finish()
}

/// The last with where a diff of it is printed, when there is room to say so.
fn fixes(lines: &Lines) -> Vec<String> {
    let mut all = lines.fixes();
    let cause = lines.doc.verdict.cause.filter(|_| lines.most.remarks && lines.shown_fix().is_some());
    if let (Some(cause), Some(last)) = (cause, all.last_mut()) {
        *last = lines.say(&message!("text/fix-example", fix: name(&*last), cause: name(cause)));
    }
    all
}

/// A sentence, then the id of the cause, unless the sentence names it, and the processes that it is about.
fn headline(page: &mut Page, lines: &Lines, status: VerdictStatus) {
    let v = &lines.doc.verdict;
    let (tone, glyph) = mark(lines.doc, status);
    let sentence = v.headline.say(lines.lang);
    let id = v.cause.or(v.candidate.as_deref()).filter(|id| !sentence.contains(id)).map(str::to_owned);
    let whose = v.whose_message.as_ref().map(|w| lines.say(&message!("text/in-whose", whose: name(w.say(lines.lang)))));
    page.headline(tone, &format!("{glyph} {sentence}"), &id.into_iter().chain(whose).collect::<Vec<_>>().join(" · "));
}

/// What stands before the first line, and its colour.
pub(crate) fn mark(doc: &Document, status: VerdictStatus) -> (Tone, &'static str) {
    match status {
        VerdictStatus::Found => (Tone::Bad, "✖"),
        // a core that is full of something that a request may not need is nothing to be glad of
        VerdictStatus::None if doc.cpu.last().is_some_and(|c| c.full && c.parts.iter().any(|p| p.candidate)) => (Tone::Unsure, "▲"),
        // that a full core does what requests need is not known
        VerdictStatus::None if doc.verdict.headline.is("text/cpu-bound") => (Tone::Label, "●"),
        VerdictStatus::None => (Tone::Good, "✔"),
        VerdictStatus::Inconclusive => (Tone::Unsure, "?"),
        VerdictStatus::GeneratorLimited => (Tone::Unsure, "!"),
    }
}

fn found(page: &mut Page, lines: &Lines) {
    page.sentence(&lines.what_happens());
    page.sentence(&lines.gain().unwrap_or_else(|| lines.limit()));
    page.labelled(&lines.say(&message!("text/label-evidence")), lines.evidence());
}

fn none(page: &mut Page, lines: &Lines) {
    let v = &lines.doc.verdict;
    what_the_core_does(page, lines);
    if !lines.has_told_the_reason() {
        page.sentence(v.reason.say(lines.lang));
    }
    if !["text/at-limit", "text/cpu-bound", "text/all-busy"].iter().any(|told| v.headline.is(told)) {
        page.sentence(&lines.limit());
    }
}

fn inconclusive(page: &mut Page, lines: &Lines) {
    page.sentence(lines.doc.verdict.reason.say(lines.lang));
    page.sentence(&lines.limit());
    page.labelled(&lines.say(&message!("text/label-hint")), lines.hints());
    page.labelled(&lines.say(&message!("text/label-try")), lines.decide());
}

fn generator_limited(page: &mut Page, lines: &Lines) {
    page.sentence(lines.doc.verdict.reason.say(lines.lang));
    page.labelled(&lines.say(&message!("text/label-try")), [lines.say(&message!("text/more-generator"))]);
}
