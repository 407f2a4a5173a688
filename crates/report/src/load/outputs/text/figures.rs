//! The figures below the headline: latency, distribution, routes, errors, checks.

use super::table::{Head, Row, print};
use crate::document::Latency;
use crate::load::document::{ErrorGroup, LoadDocument, Route, Scenario};
use crate::outputs::text::page::{Page, Tone};
use words::figures::{count, figure, percent, whole};

/// Most routes, kinds of error and checks that are shown; JSON and CSV have them all.
const MOST_ROUTES: usize = 20;
const MOST_ERRORS: usize = 8;
const MOST_CHECKS: usize = 12;
/// Columns of the longest bar.
const BAR: usize = 30;

const LATENCY_HEADS: [Head; 10] =
    [("min", 4), ("mean", 1), ("p50", 0), ("p75", 6), ("p90", 3), ("p95", 2), ("p99", 0), ("p99.9", 3), ("p99.99", 5), ("max", 1)];
const ROUTE_HEADS: [Head; 8] = [("requests", 0), ("errors", 1), ("req/s", 3), ("mean", 4), ("p50", 2), ("p95", 3), ("p99", 0), ("max", 5)];

/// Response from the plan, from sending, and the parts.
pub(super) fn latency(page: &mut Page, doc: &LoadDocument) {
    let r = &doc.requests;
    let total = &r.shared.total.latency_ms;
    if total.count == 0 {
        return;
    }
    let bound = if r.response_is_lower_bound { "response (>=)" } else { "response" };
    let mut rows: Vec<Row> = vec![(bound.to_owned(), cells(total)), ("uncorrected".to_owned(), cells(&r.uncorrected_ms))];
    let p = &r.parts_ms;
    let parts = [("late", &p.late), ("connect", &p.connect), ("tls", &p.tls), ("sending", &p.sending)];
    for (name, part) in parts.into_iter().chain([("waiting", &p.waiting), ("receiving", &p.receiving)]) {
        rows.extend(part.as_ref().map(|l| (format!("  {name}"), cells(l))));
    }
    print(page, "latency, ms", &LATENCY_HEADS, &rows);
}

fn cells(l: &Latency) -> Vec<Option<String>> {
    let finer = l.finer.as_ref();
    let (min, p75, p99_99) = (finer.and_then(|f| f.min), finer.and_then(|f| f.p75), finer.and_then(|f| f.p99_99));
    [min, l.mean, l.p50, p75, l.p90, l.p95, l.p99, l.p99_9, p99_99, l.max].map(|x| x.map(figure)).to_vec()
}

/// Bars of the response, the longest as long as there is room.
pub(super) fn distribution(page: &mut Page, doc: &LoadDocument) {
    let bars = &doc.requests.histogram;
    let most = bars.iter().map(|b| b.share).fold(0.0, f64::max);
    if most == 0.0 {
        return;
    }
    let cells: Vec<[String; 3]> =
        bars.iter().map(|b| [format!("{} – {}", figure(b.from_ms), figure(b.to_ms)), count(b.count), percent(b.share)]).collect();
    let size = |i: usize| cells.iter().map(|c| c[i].chars().count()).max().unwrap_or(0);
    let sizes = [size(0), size(1), size(2)];
    let room = page.width().saturating_sub(sizes.iter().sum::<usize>() + 12).min(BAR);
    page.line("  responses, ms", 15);
    for (b, [range, n, share]) in bars.iter().zip(&cells) {
        let halves = (b.share / most * room as f64 * 2.0).round() as usize;
        let bar = format!("{}{}", "█".repeat(halves / 2), if halves % 2 == 1 { "▌" } else { "" });
        // a bar that is there is seen, however short
        let bar = if bar.is_empty() && b.count > 0 && room > 0 { "▌".to_owned() } else { bar };
        page.line(&format!("    {range:>0$}  {n:>1$}  {share:>2$}  {bar}", sizes[0], sizes[1], sizes[2]), 0);
    }
}

/// One row a scenario, when there are several.
pub(super) fn scenarios(page: &mut Page, doc: &LoadDocument) {
    let row = |s: &Scenario| part(&s.name, s.count, s.errors, s.achieved_per_s, &s.latency_ms);
    let rows: Vec<Row> = doc.requests.scenarios.iter().map(row).collect();
    if !rows.is_empty() {
        print(page, "scenarios, ms", &ROUTE_HEADS, &rows);
    }
}

fn part(name: &str, requests: u64, errors: u64, per_s: f64, l: &Latency) -> Row {
    let mut cells = vec![Some(count(requests)), Some(count(errors)), Some(whole(per_s))];
    cells.extend([l.mean, l.p50, l.p95, l.p99, l.max].map(|x| x.map(figure)));
    (name.to_owned(), cells)
}

/// One row a route, when there are more than scenarios.
pub(super) fn routes(page: &mut Page, doc: &LoadDocument) {
    let routes = &doc.requests.routes;
    if routes.len() <= doc.requests.scenarios.len().max(1) {
        return;
    }
    let row = |r: &Route| part(&r.name, r.count, r.errors, r.achieved_per_s, &r.latency_ms);
    let rows: Vec<Row> = routes.iter().take(MOST_ROUTES).map(row).collect();
    print(page, "routes, ms", &ROUTE_HEADS, &rows);
    if routes.len() > MOST_ROUTES {
        page.line("    and others: -o FILE.routes.csv has them all", 0);
    }
}

/// What failed, the most frequent first, with a sample each.
pub(super) fn errors(page: &mut Page, doc: &LoadDocument) {
    let (r, total) = (&doc.requests, &doc.requests.shared.total);
    if total.errors == 0 && r.errors.is_empty() {
        return;
    }
    page.labelled("errors", [format!("{} of {} requests ({})", count(total.errors), count(total.count), percent(r.error_share))]);
    if r.errors.is_empty() {
        let kinds: Vec<_> = total.errors_by_outcome.iter().map(|(kind, n)| ([count(*n)], explained(kind))).collect();
        page.rows(&kinds);
        return;
    }
    page.rows(&r.errors.iter().take(MOST_ERRORS).map(|e| ([count(e.count)], group(e))).collect::<Vec<_>>());
    if r.errors.len() > MOST_ERRORS {
        page.continued(&["and other kinds: --json has them all"]);
    }
}

fn explained(kind: &str) -> String {
    match kind {
        "censored" => "cut off: still unanswered when the run ended".to_owned(),
        other => other.to_owned(),
    }
}

fn group(e: &ErrorGroup) -> String {
    let sample = e.sample.as_ref().map(|s| format!(": {s}")).unwrap_or_default();
    format!("{}, from {} s to {} s{sample}", explained(&e.kind), figure(e.first_s), figure(e.last_s))
}

/// Checks of the scenario, those that failed first.
pub(super) fn checks(page: &mut Page, doc: &LoadDocument) {
    let mut all: Vec<_> = doc.requests.checks.iter().collect();
    all.sort_by_key(|c| c.failed == 0);
    for (i, c) in all.iter().take(MOST_CHECKS).enumerate() {
        let (tone, mark) = if c.failed == 0 { (Tone::Good, "✔") } else { (Tone::Bad, "✖") };
        let share = c.share.map_or_else(|| "never made".to_owned(), |s| format!("passed {}", percent(s)));
        let failed = if c.failed > 0 { format!(", {} failed", count(c.failed)) } else { String::new() };
        page.marked(if i == 0 { "checks" } else { "" }, tone, mark, &format!("{}: {share}{failed}", c.name));
    }
    if all.len() > MOST_CHECKS {
        page.continued(&["and others: --json has them all"]);
    }
}
