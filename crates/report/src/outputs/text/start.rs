//! A start second by second: what was answered, and what pool and code did meanwhile.

use super::lines::Lines;
use super::page::Page;
use crate::document::{Start, StartSecond};
use crate::paragraph::columns;
use model::{Message, message};
use words::figures::{figure, ms, percent};

/// Seconds that have a row, where the page has room: dense where a start changes fast.
pub(crate) const SHOWN: [usize; 8] = [1, 2, 3, 5, 10, 20, 40, 60];
pub(crate) const COLUMNS: [&str; 9] = ["second", "answered", "failed", "response", "held", "waited", "in-use", "classes", "uncompiled"];
const GAP: usize = 2;

/// Writes it; nothing where the run was not judged from its start.
pub(super) fn second_by_second(page: &mut Page, lines: &Lines) {
    let Some(start) = lines.doc.start.as_ref().filter(|s| !s.seconds.is_empty() && lines.most.seconds > 0) else { return };
    page.labelled(&lines.say(&message!("text/label-start")), [lines.say(&lost(start)), lines.say(&minute(start))]);
    let head = COLUMNS.map(|c| lines.say(&message!("text/start-column", what: kind(c))));
    let shown = start.seconds.iter().filter(|s| SHOWN[..lines.most.seconds.min(SHOWN.len())].contains(&s.second));
    let last = warm(start, lines.say(&message!("text/start-warm")));
    let rows: Vec<[String; 9]> = [head].into_iter().chain(shown.map(row)).chain([last]).collect();
    let width: [usize; 9] = std::array::from_fn(|i| rows.iter().map(|r| columns(&r[i])).max().unwrap_or(0));
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(width) {
            line.push_str(&" ".repeat(GAP + width - columns(cell)));
            line.push_str(cell);
            // what does not fit is in the JSON
            if columns(&line) + GAP > page.width() {
                break;
            }
        }
        page.line(&line, 0);
    }
}

/// What it lost.
pub(crate) fn lost(s: &Start) -> Message {
    message!("text/start-lost", lost: Seconds(s.lost_s), of: Seconds(s.lost_of_s))
}

/// What its requests took.
pub(crate) fn minute(s: &Start) -> Message {
    message!(
        "text/start-minute",
        p50: Ms(s.p50_ms),
        p99: Ms(s.p99_ms),
        max: Ms(s.max_ms),
        failed: Count(s.failed as f64),
        of: Count(s.requests as f64)
    )
}

/// A second, cell by cell in the order of [`COLUMNS`].
pub(crate) fn row(s: &StartSecond) -> [String; 9] {
    let or_none = |x: Option<f64>, f: &dyn Fn(f64) -> String| x.map_or_else(|| "-".to_owned(), f);
    let in_use = s.pool_used.zip(s.pool_max).map_or_else(|| "-".to_owned(), |(used, max)| format!("{used:.0}/{max:.0}"));
    [
        s.second.to_string(),
        figure(s.served.round()),
        figure(s.failed.round()),
        or_none(s.response_ms, &ms),
        or_none(s.hold_ms, &ms),
        or_none(s.wait_ms, &ms),
        in_use,
        or_none(s.classes_loaded, &|n| figure(n.round())),
        or_none(s.uncompiled_share, &percent),
    ]
}

/// The warm level, under the name that it is given.
pub(crate) fn warm(s: &Start, name: String) -> [String; 9] {
    let or_none = |x: Option<f64>| x.map_or_else(|| "-".to_owned(), ms);
    let none = String::new;
    [name, figure(s.warm_per_s.round()), none(), ms(s.warm_ms), or_none(s.warm_hold_ms), or_none(s.warm_wait_ms), none(), none(), none()]
}
