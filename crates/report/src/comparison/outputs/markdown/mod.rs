//! Markdown: the summary of runs before and after, for a pull request or a wiki. Texts that come from services are escaped as on the page of a verdict.

use crate::comparison::Comparison;
use crate::comparison::document::{Document, Held, Like};
use crate::comparison::said::{Said, nothing, of_mean, of_rate, times, times_between};
use crate::form::Form;
use crate::outputs::markdown::{escape, list, paragraph, table, words_table};
use crate::{Output, TextOptions};
use model::{Message, message};
use words::figures::{count, ms, per_s};

pub(crate) const OUTPUT: &dyn Output<Comparison> = &Form::markdown(render);

fn render(c: &Comparison, options: &TextOptions) -> String {
    let doc = Document::of(c);
    let said = Said { doc: &doc.comparison, lang: options.lang };
    let page = [top(&said), verdicts(&said), levels(&said), causes(&said), apart(&said), measure(&said)];
    page.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join("\n\n") + "\n"
}

/// A part with its title; nothing without what follows it.
fn part(said: &Said, title: Message, body: impl IntoIterator<Item = String>) -> String {
    let body = body.into_iter().filter(|b| !b.is_empty()).collect::<Vec<_>>().join("\n\n");
    if body.is_empty() { body } else { format!("### {}\n\n{body}", escape(&said.say(title))) }
}

pub(crate) fn top(said: &Said) -> String {
    let head = format!("## ⇄ {}", escape(said.read(&said.doc.headline)));
    [head].into_iter().chain(said.doc.lead.iter().map(|l| paragraph(said.read(l)))).collect::<Vec<_>>().join("\n\n")
}

/// A row for each thing, a column for each run.
fn by_run(said: &Said, rows: Vec<(String, Vec<String>)>) -> String {
    let head: Vec<String> = [String::new()].into_iter().chain((0..said.doc.runs.len()).map(|i| said.called(i))).collect();
    if rows.is_empty() {
        String::new()
    } else {
        words_table(&head, rows.into_iter().map(|(what, cells)| [what].into_iter().chain(cells).collect()))
    }
}

fn verdicts(said: &Said) -> String {
    let runs = &said.doc.runs;
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    let mut row = |what: Message, cells: Vec<Option<String>>| {
        if cells.iter().any(Option::is_some) {
            rows.push((said.say(what), cells.into_iter().map(|c| c.unwrap_or_else(nothing)).collect()));
        }
    };
    row(message!("comparison/verdict-row"), runs.iter().map(|r| Some(said.kind_of(r))).collect());
    row(message!("comparison/says-row"), runs.iter().map(|r| r.found.as_ref().map(|f| said.read(&f.headline).to_owned())).collect());
    row(message!("comparison/cause-column"), runs.iter().map(|r| r.found.as_ref().and_then(|f| f.cause.map(str::to_owned))).collect());
    row(message!("comparison/because-row"), runs.iter().map(|r| r.found.as_ref().map(|f| said.read(&f.reason).to_owned())).collect());
    row(message!("html/knee"), runs.iter().map(|r| r.knee.per_s.map(per_s)).collect());
    let saturated = |r: &crate::comparison::document::Column| {
        r.levels.iter().find(|l| l.kind == model::PhaseKind::Saturation).map(|l| per_s(l.achieved_per_s))
    };
    row(message!("comparison/saturated"), runs.iter().map(saturated).collect());
    row(message!("html/failed"), runs.iter().map(|r| Some(count(r.errors()))).collect());
    part(said, message!("comparison/sides"), [by_run(said, rows)])
}

pub(crate) fn levels(said: &Said) -> String {
    let mut head: Vec<String> =
        [message!("comparison/load-column"), message!("comparison/run-column"), message!("html/answered")].map(|m| said.say(m)).into();
    head.extend(
        [message!("comparison/times-answered"), message!("comparison/mean-column"), message!("comparison/times-mean")].map(|m| said.say(m)),
    );
    head.extend(["p95".to_owned(), said.say(message!("comparison/times-p95")), "p99".to_owned(), said.say(message!("html/failed"))]);
    let rows: Vec<Vec<String>> = said.doc.levels.iter().flat_map(|like| like.runs.iter().map(move |h| row(said, like, h))).collect();
    let none = rows.is_empty().then(|| paragraph(&said.say(message!("comparison/no-like-load"))));
    let note = (!rows.is_empty()).then(|| paragraph(&said.say(message!("comparison/levels-caption"))));
    let rows = if rows.is_empty() { String::new() } else { table(&head, rows) };
    part(said, message!("comparison/levels"), [rows].into_iter().chain(none).chain(note))
}

fn row(said: &Said, like: &Like, h: &Held) -> Vec<String> {
    let l = said.doc.level(h);
    let t = &l.latency_ms;
    let known = |x: Option<f64>| x.map_or_else(nothing, ms);
    let held = |text: String| if h.ratios.is_some() { text } else { String::new() };
    let ((rate, rate_bounds), (mean, mean_bounds)) = (of_rate(h), of_mean(h));
    vec![
        said.load(like),
        said.called(h.column),
        per_s(l.achieved_per_s),
        held(times_between(rate, rate_bounds)),
        known(t.mean),
        held(times_between(mean, mean_bounds)),
        known(t.p95),
        held(times(h.ratios.as_ref().and_then(|r| r.p95_ms))),
        known(t.p99),
        count(l.errors),
    ]
}

pub(crate) fn causes(said: &Said) -> String {
    let rows = said.doc.causes.iter().map(|c| (c.cause.to_owned(), c.runs.iter().map(|s| said.status(*s)).collect())).collect();
    part(said, message!("comparison/causes"), [by_run(said, rows)])
}

pub(crate) fn apart(said: &Said) -> String {
    let unlike =
        said.doc.unlike.iter().map(|u| (said.thing(u), u.runs.iter().map(|r| r.clone().unwrap_or_else(nothing)).collect())).collect();
    let table = by_run(said, unlike);
    let caption = (!table.is_empty()).then(|| paragraph(&said.say(message!("comparison/unlike"))));
    part(said, message!("comparison/apart"), [list(said.doubts())].into_iter().chain(caption).chain([table]))
}

/// The command that measures it.
pub(crate) fn measure(said: &Said) -> String {
    let line: String = said.doc.command().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    part(said, message!("comparison/measure-title"), [format!("    {line}")])
}
