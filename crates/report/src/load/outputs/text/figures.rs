//! The figures below the headline: latency, distribution, routes, errors, checks.

use super::table::{Head, Row, print};
use crate::document::Latency;
use crate::load::document::{ErrorGroup, LoadDocument, Route, Scenario};
use crate::outputs::text::page::{Page, Tone};
use model::{Message, Outcome, message};
use words::figures::{count, figure, percent, whole};

/// Most routes, kinds of error and checks that are shown; JSON and CSV have them all.
const MOST_ROUTES: usize = 20;
const MOST_ERRORS: usize = 8;
const MOST_CHECKS: usize = 12;
/// Columns of the longest bar.
const BAR: usize = 30;

/// Names and ranks of the columns of latency.
fn latency_heads(page: &Page) -> Vec<Head> {
    let said = |m: Message, rank| (page.say(&m), rank);
    let plain = |name: &str, rank| (name.to_owned(), rank);
    vec![
        said(message!("load/head-min"), 4),
        said(message!("load/head-mean"), 1),
        plain("p50", 0),
        plain("p75", 6),
        plain("p90", 3),
        plain("p95", 2),
        plain("p99", 0),
        plain("p99.9", 3),
        plain("p99.99", 5),
        said(message!("load/head-max"), 1),
    ]
}

/// Names and ranks of the columns of scenarios and routes.
fn route_heads(page: &Page) -> Vec<Head> {
    let said = |m: Message, rank| (page.say(&m), rank);
    let plain = |name: &str, rank| (name.to_owned(), rank);
    vec![
        said(message!("load/head-requests"), 0),
        said(message!("load/head-errors"), 1),
        said(message!("load/head-rate"), 3),
        said(message!("load/head-mean"), 4),
        plain("p50", 2),
        plain("p95", 3),
        plain("p99", 0),
        said(message!("load/head-max"), 5),
    ]
}

/// Response from the plan, from sending, and the parts.
pub(super) fn latency(page: &mut Page, doc: &LoadDocument) {
    let r = &doc.requests;
    let total = &r.shared.total.latency_ms;
    if total.count == 0 {
        return;
    }
    let bound = if r.response_is_lower_bound { message!("load/row-response-at-least") } else { message!("load/row-response") };
    let mut rows: Vec<Row> =
        vec![(page.say(&bound), cells(total)), (page.say(&message!("load/row-uncorrected")), cells(&r.uncorrected_ms))];
    let p = &r.parts_ms;
    let parts = [
        (message!("load/row-late"), &p.late),
        (message!("load/row-connect"), &p.connect),
        (message!("load/row-tls"), &p.tls),
        (message!("load/row-sending"), &p.sending),
        (message!("load/row-waiting"), &p.waiting),
        (message!("load/row-receiving"), &p.receiving),
    ];
    for (name, part) in parts {
        rows.extend(part.as_ref().map(|l| (format!("  {}", page.say(&name)), cells(l))));
    }
    let (title, heads) = (page.say(&message!("load/label-latency")), latency_heads(page));
    print(page, &title, &heads, &rows);
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
    let title = format!("  {}", page.say(&message!("load/label-responses")));
    page.line(&title, title.chars().count());
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
        let (title, heads) = (page.say(&message!("load/label-scenarios")), route_heads(page));
        print(page, &title, &heads, &rows);
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
    let (title, heads) = (page.say(&message!("load/label-routes")), route_heads(page));
    print(page, &title, &heads, &rows);
    if routes.len() > MOST_ROUTES {
        page.line(&format!("    {}", page.say(&message!("load/more-routes"))), 0);
    }
}

/// What failed, the most frequent first, with a sample each.
pub(super) fn errors(page: &mut Page, doc: &LoadDocument) {
    let (r, total) = (&doc.requests, &doc.requests.shared.total);
    if total.errors == 0 && r.errors.is_empty() {
        return;
    }
    let failed = message!("load/failed", failed: Count(total.errors as f64), all: Count(total.count as f64), share: Share(r.error_share));
    page.labelled(&page.say(&message!("load/label-errors")), [page.say(&failed)]);
    if r.errors.is_empty() {
        let kinds: Vec<_> = total.errors_by_outcome.iter().map(|(kind, n)| ([count(*n)], page.say(&explained(kind)))).collect();
        page.rows(&kinds);
        return;
    }
    page.rows(&r.errors.iter().take(MOST_ERRORS).map(|e| ([count(e.count)], page.say(&group(e)))).collect::<Vec<_>>());
    if r.errors.len() > MOST_ERRORS {
        page.continued(&[page.say(&message!("load/more-errors"))]);
    }
}

fn explained(kind: &str) -> Message {
    match (0..Outcome::COUNT as u8).filter_map(Outcome::from_u8).find(|o| o.name() == kind) {
        Some(outcome) => message!("load/outcome", outcome: kind(outcome.name())),
        None => kind.into(),
    }
}

fn group(e: &ErrorGroup) -> Message {
    let group = message!("load/error-group", kind: (explained(&e.kind)), first: Seconds(e.first_s), last: Seconds(e.last_s));
    match &e.sample {
        Some(sample) => message!("load/error-group-sample", group: (group), sample: name(sample)),
        None => group,
    }
}

/// Checks of the scenario, those that failed first.
pub(super) fn checks(page: &mut Page, doc: &LoadDocument) {
    let mut all: Vec<_> = doc.requests.checks.iter().collect();
    all.sort_by_key(|c| c.failed == 0);
    for (i, c) in all.iter().take(MOST_CHECKS).enumerate() {
        let (tone, mark) = if c.failed == 0 { (Tone::Good, "✔") } else { (Tone::Bad, "✖") };
        let said = match c.share {
            None => message!("load/check-never", check: name(&c.name)),
            Some(share) if c.failed == 0 => message!("load/check-passed", check: name(&c.name), share: Share(share)),
            Some(share) => {
                message!("load/check-failed", check: name(&c.name), share: Share(share), failed: Count(c.failed as f64))
            }
        };
        let label = if i == 0 { page.say(&message!("load/label-checks")) } else { String::new() };
        page.marked(&label, tone, mark, &page.say(&said));
    }
    if all.len() > MOST_CHECKS {
        page.continued(&[page.say(&message!("load/more-checks"))]);
    }
}
