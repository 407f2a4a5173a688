//! The story of two runs: what was found before, what was to be done, what was found after, what it bought, and what this does not show. Markdown with
//! drawings that stand by themselves. Runs of `load` have figures alone.

use super::markdown::{apart, causes, levels, measure, top};
use crate::comparison::document::Document;
use crate::comparison::said::Said;
use crate::comparison::{Comparison, Side};
use crate::document::Document as OfRun;
use crate::outputs::markdown::{escape, paragraph};
use crate::outputs::story::drawings;
use crate::outputs::story::svg::{Bar, bars, label};
use crate::outputs::text::{Lines, Most};
use crate::{Output, RenderError, TextOptions};
use diagnose::VerdictStatus;
use model::{Message, message};
use words::figures::per_s;

pub(crate) const OUTPUT: &dyn Output<Comparison> = &Story;

struct Story;

impl Output<Comparison> for Story {
    fn id(&self) -> &'static str {
        "story"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[".story.md"]
    }

    fn about(&self) -> &'static str {
        "what was found before and after and what the change bought, for a blog or a review, with drawings"
    }

    fn render(&self, c: &Comparison, options: &TextOptions) -> Result<Vec<u8>, RenderError> {
        let doc = Document::of(c);
        let said = Said { doc: &doc.comparison, lang: options.lang };
        let last = c.sides.len() - 1;
        let told = [
            raised(&top(&said)).replacen("⇄ ", "", 1),
            found(&said, &c.sides[0], 0, options),
            to_do(&said, &c.sides[0], options),
            found(&said, &c.sides[last], last, options),
            bought(&said),
            raised(&levels(&said)),
            raised(&causes(&said)),
            raised(&apart(&said)),
            raised(&measure(&said)),
        ];
        Ok((told.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join("\n\n") + "\n").into_bytes())
    }
}

/// A part of the summary with a title one step higher: the story stands by itself.
fn raised(part: &str) -> String {
    part.strip_prefix('#').unwrap_or(part).to_owned()
}

fn part(said: &Said, title: Message, body: impl IntoIterator<Item = String>) -> String {
    let body = body.into_iter().filter(|b| !b.is_empty()).collect::<Vec<_>>().join("\n\n");
    if body.is_empty() { body } else { format!("## {}\n\n{body}", escape(&said.say(title))) }
}

/// What was found in a run: the verdict, what happens, and where the time goes.
fn found(said: &Said, side: &Side, column: usize, options: &TextOptions) -> String {
    let Some(j) = side.judged() else { return String::new() };
    let doc = OfRun::of(&j.run, &j.diagnosis);
    let lines = Lines { doc: &doc, opts: options, lang: options.lang, most: Most::ALL[0] };
    let status = j.diagnosis.verdict.status;
    let v = &doc.verdict;
    let says = if status == VerdictStatus::Found { lines.what_happens() } else { v.reason.say(options.lang).to_owned() };
    // what the generator did is not the service's time
    let drawing = if status == VerdictStatus::GeneratorLimited { String::new() } else { drawings::time(&lines) };
    let title = message!("comparison/found-in", run: name(said.called(column)));
    part(said, title, [paragraph(v.headline.say(options.lang)), paragraph(&says), drawing])
}

/// What the first run said was to be done, and what that would give.
fn to_do(said: &Said, side: &Side, options: &TextOptions) -> String {
    let Some(j) = side.judged() else { return String::new() };
    let doc = OfRun::of(&j.run, &j.diagnosis);
    let lines = Lines { doc: &doc, opts: options, lang: options.lang, most: Most::ALL[0] };
    let fixes = lines.fixes();
    if fixes.is_empty() {
        return String::new();
    }
    part(said, message!("comparison/to-do"), fixes.iter().map(|f| paragraph(f)).chain(lines.gain().map(|g| paragraph(&g))))
}

/// Throughput before and after, beside what was said; that is of saturated load.
fn bought(said: &Said) -> String {
    let change = &said.doc.change;
    let Some(t) = &change.throughput else { return String::new() };
    let (metric, low, high) = change.predicted.as_ref().map_or((t.metric, t.before, t.after), |p| ("saturated_per_s", p.now, p.came));
    let bar = |what: Message, x: f64| Bar { label: label(&said.say(what)), pieces: vec![x], figure: per_s(x) };
    let [before, after] = ["before", "after"].map(|place| message!("comparison/place", place: kind(place)));
    let most = change.predicted.as_ref().map(|p| bar(message!("comparison/said-before", way: kind(p.way())), p.estimate));
    let all: Vec<Bar> = [bar(before, low)].into_iter().chain(most).chain([bar(after, high)]).collect();
    let caption = said.say(message!("comparison/bought-caption", metric: kind(metric)));
    part(said, message!("comparison/bought"), [drawings::figure(&bars(&caption, &[], &all), &caption)])
}
