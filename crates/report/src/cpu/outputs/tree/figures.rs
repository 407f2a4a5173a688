//! The columns of figures before the rows: share and milliseconds, or of a difference milliseconds before, after and their difference.

use crate::cpu::Profiled;
use crate::paragraph::columns;
use diagnose::cpu::{Row, View};
use model::message;
use words::{Lang, say};

/// Fewest columns of a figure.
pub(super) const LEAST_WIDTH: usize = 7;

/// Headings of the columns.
pub(super) fn head(p: &Profiled, lang: Lang) -> Vec<String> {
    if p.tree.is_difference {
        return vec![say(&message!("tree/before"), lang), say(&message!("tree/after"), lang), say(&message!("tree/change"), lang)];
    }
    let share = if p.last().view == View::Cpu { "cpu" } else { "wall" };
    vec![say(&message!("tree/share", of: kind(share)), lang), say(&message!("tree/ms"), lang)]
}

/// The figures of each row.
pub(super) fn all(p: &Profiled) -> Vec<Vec<String>> {
    let digits = digits(p.outline.total.iter().map(|w| w.ms).fold(0.0, f64::max));
    p.outline.rows.iter().map(|r| of(p, r, digits)).collect()
}

fn of(p: &Profiled, row: &Row, digits: usize) -> Vec<String> {
    let [first, second] = row.total.map(|w| w.ms);
    if p.tree.is_difference {
        return vec![format!("{first:.digits$}"), format!("{second:.digits$}"), signed(row.change_ms(), digits)];
    }
    vec![format!("{:.1} %", row.share[0] * 100.0), format!("{first:.digits$}")]
}

/// With its sign; nothing where it rounds to nothing.
fn signed(v: f64, digits: usize) -> String {
    let text = format!("{v:+.digits$}");
    if text.chars().all(|c| !c.is_ascii_digit() || c == '0') { "=".to_owned() } else { text }
}

/// As many digits after the point as tell shares of a percent apart.
fn digits(total: f64) -> usize {
    match total {
        t if t < 1.0 => 4,
        t if t < 10.0 => 3,
        t if t < 100.0 => 2,
        _ => 1,
    }
}

/// Figures to the right of their columns, as wide as the headings.
pub(super) fn line(head: &[String], cells: &[String]) -> String {
    let cell = |(h, c): (&String, &String)| {
        let width = columns(h).max(LEAST_WIDTH) + 2;
        format!("{}{c}", " ".repeat(width.saturating_sub(columns(c))))
    };
    head.iter().zip(cells).map(cell).collect()
}
