//! The slowest requests, and the kinds of events that they fall to.

use super::lines::Lines;
use super::page::Page;
use crate::document::{Tail, TailSource};
use crate::paragraph::columns;
use model::{Message, message};
use words::figures::{figure, ms, percent};

/// Column by column: of what, how many, mean, longest, share of the slow requests, how much likelier slow there.
pub(crate) const COLUMNS: [&str; 6] = ["event", "number", "mean", "longest", "share", "risk"];
const GAP: usize = 2;

/// Writes it; nothing where nobody asked.
pub(super) fn slowest_requests(page: &mut Page, lines: &Lines) {
    let Some(tail) = &lines.doc.tail else { return };
    page.labelled(&lines.say(&message!("text/label-tail")), [lines.say(&percentiles(tail)), lines.say(&spikes(tail))]);
    if tail.sources.is_empty() {
        return;
    }
    let say = |m: Message| lines.say(&m);
    let head = COLUMNS.map(|c| say(message!("text/tail-column", what: kind(c))));
    let rows: Vec<[String; 6]> =
        [head].into_iter().chain(tail.sources.iter().map(|s| row(s, &say))).chain([unexplained(tail, &say)]).collect();
    let width: [usize; 6] = std::array::from_fn(|i| rows.iter().map(|r| columns(&r[i])).max().unwrap_or(0));
    for row in rows {
        let mut line = String::new();
        for (i, (cell, width)) in row.iter().zip(width).enumerate() {
            let pad = " ".repeat(width - columns(cell));
            // words begin alike, figures end alike
            let cell = if i == 0 { format!("{cell}{pad}") } else { format!("{pad}{cell}") };
            line.push_str(&" ".repeat(GAP));
            line.push_str(&cell);
        }
        page.line(line.trim_end(), 0);
    }
}

/// What requests took.
pub(crate) fn percentiles(t: &Tail) -> Message {
    message!(
        "text/tail-percentiles",
        p50: Ms(t.p50_ms),
        p95: Ms(t.p95_ms),
        p99: Ms(t.p99_ms),
        p999: Ms(t.p99_9_ms),
        max: Ms(t.max_ms)
    )
}

/// How many slow ones there were, in how many groups.
pub(crate) fn spikes(t: &Tail) -> Message {
    message!("text/tail-spikes", slow: Count(t.slow as f64), of: Count(t.requests as f64), spikes: Count(t.spikes as f64))
}

/// A kind of event, cell by cell in the order of [`COLUMNS`].
pub(crate) fn row(s: &TailSource, say: &dyn Fn(Message) -> String) -> [String; 6] {
    let share = if s.standing == "explains" { percent(s.share) } else { say(message!("text/tail-standing", standing: kind(s.standing))) };
    let risk = s.risk_ratio.map_or_else(|| "-".to_owned(), |r| format!("x{}", figure(r)));
    [say(message!("text/tail-event", event: kind(s.kind))), figure(s.events as f64), ms(s.mean_ms), ms(s.longest_ms), share, risk]
}

/// The row of what no event explains.
pub(crate) fn unexplained(t: &Tail, say: &dyn Fn(Message) -> String) -> [String; 6] {
    let none = String::new;
    [say(message!("text/tail-unexplained")), none(), none(), none(), percent(t.unexplained_share), none()]
}
