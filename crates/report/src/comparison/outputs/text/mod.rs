//! Text: what changed in words, a row for each thing that is known of the runs, and the levels of similar load below.

use crate::comparison::Comparison;
use crate::comparison::document::{Column, Document, Held, Level, Like};
use crate::comparison::said::{Said, nothing, of_mean, of_rate, times};
use crate::document::called;
use crate::form::Form;
use crate::paragraph::{clean, columns, wrap};
use crate::{Output, TextOptions};
use model::{Message, PhaseKind, message};
use words::figures::{count, ms, per_s};

pub(crate) const OUTPUT: &dyn Output<Comparison> = &Form::text("what changed, and the figures side by side, for people", render);

/// Cells of a row, the first its label.
type Row = Vec<String>;

fn render(c: &Comparison, options: &TextOptions) -> String {
    let doc = Document::of(c);
    let said = Said { doc: &doc.comparison, lang: options.lang };
    let head = [format!("⇄ {}", said.read(&said.doc.headline))].into_iter().chain(said.doc.lead.iter().map(|l| said.read(l).to_owned()));
    let width = options.columns();
    let mut lines: Vec<String> = head.flat_map(|l| wrap(&clean(&l, options.ascii), width, width)).collect();
    for table in [verdicts(&said), levels(&said)].into_iter().filter(|t| !t.is_empty()) {
        lines.push(String::new());
        lines.extend(written(&table, options));
    }
    lines.join("\n") + "\n"
}

/// A row for what some run has.
fn verdicts(said: &Said) -> Vec<Row> {
    let runs = &said.doc.runs;
    let mut rows = vec![[String::new()].into_iter().chain((0..runs.len()).map(|i| said.called(i))).collect::<Row>()];
    let mut row = |label: Message, of: &dyn Fn(&Column) -> Option<String>| {
        let cells: Vec<Option<String>> = runs.iter().map(of).collect();
        if cells.iter().any(Option::is_some) {
            rows.push([said.say(label)].into_iter().chain(cells.into_iter().map(|c| c.unwrap_or_else(nothing))).collect());
        }
    };
    row(message!("comparison/verdict-row"), &|r| Some(said.kind_of(r)));
    row(message!("comparison/cause-column"), &|r| r.found.as_ref().and_then(|f| f.cause).map(|c| called(c, said.lang)));
    let knee = |r: &Column| r.knee.per_s;
    let saturated = |r: &Column| r.levels.iter().find(|l| l.kind == PhaseKind::Saturation).map(|l| l.achieved_per_s);
    row(message!("html/knee"), &|r| of_first(knee(&runs[0]), knee(r)));
    row(message!("comparison/saturated"), &|r| of_first(saturated(&runs[0]), saturated(r)));
    // levels of similar load stand below
    if said.doc.levels.is_empty() {
        row(message!("comparison/most-planned"), &|r| most_planned(r).map(|l| figures(said, l)));
    }
    row(message!("html/failed"), &|r| Some(count(r.errors())));
    rows
}

/// A rate, with its ratio to that of the first run where it is another.
fn of_first(first: Option<f64>, per_second: Option<f64>) -> Option<String> {
    let of = per_second?;
    let ratio = first.filter(|f| *f > 0.0).map(|f| of / f);
    Some(with(per_s(of), ratio.filter(|r| times(Some(*r)) != times(Some(1.0)))))
}

/// The level of most planned requests, or the load.
fn most_planned(run: &Column) -> Option<&Level> {
    let planned = run.levels.iter().filter(|l| matches!(l.kind, PhaseKind::Level | PhaseKind::Load));
    planned.max_by(|x, y| x.achieved_per_s.total_cmp(&y.achieved_per_s))
}

fn figures(said: &Said, l: &Level) -> String {
    let known = |x: Option<f64>| x.map_or_else(nothing, ms);
    let t = &l.latency_ms;
    said.say(message!(
        "comparison/of-level",
        rate: name(per_s(l.achieved_per_s)),
        mean: name(known(t.mean)),
        p95: name(known(t.p95)),
        p99: name(known(t.p99))
    ))
}

fn with(figure: String, ratio: Option<f64>) -> String {
    if ratio.is_some() { format!("{figure} {}", times(ratio)) } else { figure }
}

/// A title for each level and a row for each run that has it, with the ratio of figures that can be held against each other. The first lines say where no
/// levels are alike.
fn levels(said: &Said) -> Vec<Row> {
    if said.doc.levels.is_empty() {
        return Vec::new();
    }
    let heads = [message!("html/answered"), message!("comparison/mean-column")].map(|m| said.say(m));
    let plain = ["p95".to_owned(), "p99".to_owned(), said.say(message!("html/failed"))];
    let head = [String::new()].into_iter().chain(heads).chain(plain).collect();
    let of = |like: &Like| {
        let load = vec![said.load(like)];
        [load].into_iter().chain(like.runs.iter().map(|h| level(said, h))).collect::<Vec<Row>>()
    };
    [head].into_iter().chain(said.doc.levels.iter().flat_map(of)).collect()
}

fn level(said: &Said, h: &Held) -> Row {
    let l = said.doc.level(h);
    let known = |x: Option<f64>| x.map_or_else(nothing, ms);
    let t = &l.latency_ms;
    vec![
        format!("  {}", said.called(h.column)),
        with(per_s(l.achieved_per_s), of_rate(h).0),
        with(known(t.mean), of_mean(h).0),
        with(known(t.p95), h.ratios.as_ref().and_then(|r| r.p95_ms)),
        known(t.p99),
        count(l.errors),
    ]
}

/// Columns two blanks apart. A row of one cell is a title, which takes no part in that.
fn written(rows: &[Row], options: &TextOptions) -> Vec<String> {
    let rows: Vec<Row> = rows.iter().map(|r| r.iter().map(|c| clean(c, options.ascii)).collect()).collect();
    let widest = |i: usize| rows.iter().filter(|r| r.len() > 1).filter_map(|r| r.get(i)).map(|c| columns(c)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows.iter().map(Vec::len).max().unwrap_or(0)).map(widest).collect();
    let padded = |(cell, width): (&String, &usize)| format!("{cell}{}", " ".repeat(2 + width.saturating_sub(columns(cell))));
    let line = |r: &Row| r.iter().zip(&widths).map(padded).collect::<String>().trim_end().to_owned();
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::fixture;
    use words::{Lang, as_ids};

    #[test]
    fn figures_of_runs_are_told_whether_or_not_their_levels_are_alike() {
        let (mut alike, mut unlike) = (0, 0);
        for c in fixture::all() {
            let doc = Document::of(&c).comparison;
            let text = as_ids(|| render(&c, &TextOptions::default()));
            let told = text.contains("comparison/of-level(");
            let planned = doc.runs.iter().any(|r| most_planned(r).is_some());
            assert!(text.starts_with("⇄ ") && told == (doc.levels.is_empty() && planned), "{text}");
            assert_eq!(text.contains("comparison/mean-column"), !doc.levels.is_empty(), "{text}");
            *if doc.levels.is_empty() { &mut unlike } else { &mut alike } += 1;
        }
        assert!(alike > 0 && unlike > 0, "{alike} alike, {unlike} not");
    }

    #[test]
    fn columns_stand_apart_whatever_their_language_and_titles_take_no_room() {
        let row = |cells: &[&str]| cells.iter().map(|c| (*c).to_owned()).collect::<Row>();
        let rows = [row(&["", "이전", "after"]), row(&["With 2 busy connections"]), row(&["원인", "lock-contended", "×2"])];
        let said = |ascii| written(&rows, &TextOptions { ascii, lang: Lang::Ko, ..TextOptions::default() });
        assert_eq!(said(false), ["      이전            after", "With 2 busy connections", "원인  lock-contended  ×2"]);
        assert!(said(true)[2].ends_with("lock-contended  x2"));
    }
}
