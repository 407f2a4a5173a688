//! Text: a row a figure that some run has, a column a run. Rows are named as in the JSON.

use crate::comparison::Comparison;
use crate::comparison::document::Document;
use crate::form::Form;
use crate::{Output, TextOptions};
use serde_json::Value;

pub(crate) const OUTPUT: &dyn Output<Comparison> = &Form::text("the figures side by side, for people", render);

/// The rows; those of the last four are figures of `load`.
const ROWS: [&str; 14] = [
    "run",
    "verdict",
    "cause",
    "saturated_per_s",
    "knee_per_s",
    "rate_at_0_8_per_s",
    "mean_ms_at_0_8",
    "p95_ms_at_0_8",
    "p99_ms_at_0_8",
    "errors",
    "achieved_per_s",
    "mean_ms",
    "p95_ms",
    "p99_ms",
];

fn render(c: &Comparison, _: &TextOptions) -> String {
    let doc = Document::of(c);
    let columns: Vec<Value> = doc.comparison.runs.iter().map(|r| crate::outputs::json::value(&r.figures)).collect();
    table(&columns).join("\n") + "\n"
}

/// A row a figure that some run has, a column a run, apart by two blanks at least.
fn table(columns: &[Value]) -> Vec<String> {
    let rows = ROWS.iter().filter(|key| columns.iter().any(|c| !c[**key].is_null()));
    let rows: Vec<(String, Vec<String>)> =
        rows.map(|key| (key.replace('_', " "), columns.iter().map(|c| cell(&c[*key], &columns[0][*key])).collect())).collect();
    let width = |i: usize| rows.iter().map(|(_, cells)| cells[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let line = |(key, cells): &(String, Vec<String>)| {
        let cells = cells.iter().zip(&widths).map(|(cell, w)| format!("  {cell:>w$}"));
        format!("{key:<18}{}", cells.collect::<String>())
    };
    rows.iter().map(line).collect()
}

/// A figure, with its ratio to the first column.
fn cell(v: &Value, first: &Value) -> String {
    match (v.as_f64(), first.as_f64()) {
        (Some(x), Some(f)) if f > 0.0 && x != f => format!("{x:.1} (x{:.2})", x / f),
        (Some(x), _) => format!("{x:.1}"),
        _ => v.as_str().unwrap_or("-").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_of_causes_stay_apart_and_rows_that_no_run_has_are_left_out() {
        let run = |id: &str| json!({ "run": id, "verdict": "found", "cause": "connection-held-across-remote-call", "errors": 0 });
        let said = table(&[run("7f3a"), run("1c2d")]);
        let cause = said.iter().find(|l| l.starts_with("cause")).expect("a row of causes");
        assert_eq!(cause.split_whitespace().count(), 3, "{cause}");
        assert!(said.iter().all(|l| !l.starts_with("knee") && !l.starts_with("mean")), "{said:?}");
    }
}
