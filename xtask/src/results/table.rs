//! A table of Markdown, and the few figures that go into one.

use std::fmt;

/// Columns and rows of text.
pub(super) struct Table {
    pub(super) columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(columns: &[&str]) -> Self {
        Self { columns: columns.iter().map(|&c| c.to_owned()).collect(), rows: Vec::new() }
    }

    /// Adds a row; one that is too short ends with empty cells.
    pub(super) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| {} |\n|{}", self.columns.join(" | "), " --- |".repeat(self.columns.len()))?;
        for row in &self.rows {
            let cells = (0..self.columns.len()).map(|i| row.get(i).map_or(String::new(), |cell| cell.replace('|', "\\|")));
            writeln!(f, "| {} |", cells.collect::<Vec<_>>().join(" | "))?;
        }
        Ok(())
    }
}

/// The middle value, or the mean of the two in the middle.
pub(super) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        n if n % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
    }
}

/// A whole number.
pub(super) fn number(value: f64) -> String {
    format!("{value:.0}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_as_many_cells_as_there_are_columns() {
        let mut table = Table::new(&["a", "b"]);
        table.row(vec!["x|y".into()]);
        assert_eq!(table.to_string(), "| a | b |\n| --- | --- |\n| x\\|y |  |\n");
    }

    #[test]
    fn the_median_of_an_even_number_lies_between_the_two_in_the_middle() {
        assert_eq!((median(vec![]), median(vec![3.0, 1.0, 2.0]), median(vec![4.0, 1.0])), (None, Some(2.0), Some(2.5)));
    }
}
