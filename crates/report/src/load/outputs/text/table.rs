//! A table that fits: columns to the right, the least important left out when the page is too narrow.

use crate::outputs::text::page::Page;
use crate::paragraph::{clean, columns};

/// Blank columns before a cell.
const GAP: usize = 2;
/// A label may be cut, but not below this.
const LEAST_LABEL: usize = 14;

/// What stands for the rest of a label.
const DOTS: &str = "...";

/// A column: its name, and its rank: those of the highest rank are left out first, those of rank 0 never.
pub(super) type Head = (String, u8);

/// A row: its label and a cell for each column.
pub(super) type Row = (String, Vec<Option<String>>);

/// Prints rows under a head. Columns without any cell are left out.
pub(super) fn print(page: &mut Page, title: &str, heads: &[Head], rows: &[Row]) {
    let cell = |row: &Row, i: usize| row.1.get(i).cloned().flatten();
    let mut shown: Vec<usize> = (0..heads.len()).filter(|i| rows.iter().any(|r| cell(r, *i).is_some())).collect();
    let size = |i: usize| {
        let cells = rows.iter().map(|r| cell(r, i).map_or(1, |c| columns(&c)));
        GAP + cells.chain([columns(&heads[i].0)]).max().unwrap_or(0)
    };
    let longest = rows.iter().map(|r| columns(&r.0)).chain([columns(title)]).max().unwrap_or(0);
    let width = page.width().saturating_sub(2);
    let taken = |shown: &[usize]| shown.iter().map(|i| size(*i)).sum::<usize>();
    let wanted = longest.min(LEAST_LABEL.max(width / 3));
    while wanted + taken(&shown) > width {
        let Some(least) = shown.iter().copied().filter(|i| heads[*i].1 > 0).max_by_key(|i| heads[*i].1) else { break };
        shown.retain(|i| *i != least);
    }
    let label = longest.min(width.saturating_sub(taken(&shown)).max(8));
    let mut line = |name: &str, cells: &dyn Fn(usize) -> String, is_head: bool| {
        let name = cut(&clean(name, false), label);
        let mut line = format!("  {name}{}", " ".repeat(label.saturating_sub(columns(&name))));
        for i in &shown {
            let text = cells(*i);
            line.push_str(&" ".repeat(size(*i).saturating_sub(columns(&text))));
            line.push_str(&text);
        }
        let head = if is_head { name.chars().count() + 2 } else { 0 };
        page.line(&line, head);
    };
    line(title, &|i| heads[i].0.clone(), true);
    for row in rows {
        line(&row.0, &|i| cell(row, i).unwrap_or_else(|| "-".to_owned()), false);
    }
}

/// The name, or as much of it as fits with dots.
fn cut(name: &str, room: usize) -> String {
    if columns(name) <= room {
        return name.to_owned();
    }
    let mut out = String::new();
    for c in name.chars() {
        if columns(&out) + columns(c.encode_utf8(&mut [0; 4])) + DOTS.len() > room {
            break;
        }
        out.push(c);
    }
    out + DOTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TextOptions;

    #[test]
    fn a_narrow_page_leaves_out_the_columns_of_the_highest_rank_and_cuts_labels() {
        let heads = [("min", 2), ("mean", 1), ("p50", 0), ("p75", 3), ("p99", 0), ("max", 1)].map(|(name, rank)| (name.to_owned(), rank));
        let row = |label: &str, cells: [&str; 6]| (label.to_owned(), cells.map(|c| (!c.is_empty()).then(|| c.to_owned())).to_vec());
        let rows =
            [row("GET /orders/{id} with everything", ["1", "1.5", "20", "30", "40", "4,000"]), row("late", ["", "2", "", "2.5", "3", "5"])];
        let at = |width| {
            let options = TextOptions { width, ..TextOptions::default() };
            let mut page = Page::new(&options);
            print(&mut page, "routes, ms", &heads, &rows);
            page.finish()
        };
        let wide = [
            "  routes, ms                        min  mean  p50  p75  p99    max\n",
            "  GET /orders/{id} with everything    1   1.5   20   30   40  4,000\n",
            "  late                                -     2    -  2.5    3      5\n",
        ];
        assert_eq!(at(100), wide.concat());
        let narrow = [
            "  routes, ms       mean  p50  p99    max\n",
            "  GET /orders/...   1.5   20   40  4,000\n",
            "  late                2    -    3      5\n",
        ];
        assert_eq!(at(40), narrow.concat());
    }
}
