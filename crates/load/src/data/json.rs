//! Rows from JSON: an array of objects, or one object per line. Nested values become columns with dots: `address.city`, `tags.0`.
//!
//! A row may lack what others have; only a placeholder that needs it makes that a mistake.

use super::{DataMistake, Table};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::HashMap;

/// `[{"id": 1}, {"id": 2}]`
pub(super) fn array(text: &str) -> Result<Table, Vec<DataMistake>> {
    let items: Vec<&RawValue> = serde_json::from_str(text).map_err(|e| vec![DataMistake { line: e.line().max(1), text: e.to_string() }])?;
    let (mut line, mut at) = (1, 0);
    let placed = items.into_iter().map(|item| {
        // Raw values are slices of the text: the distance is the place.
        let start = item.get().as_ptr() as usize - text.as_ptr() as usize;
        line += text[at..start].matches('\n').count();
        at = start;
        (line, item.get())
    });
    table(placed)
}

/// An object per line; empty lines are none.
pub(super) fn lines(text: &str) -> Result<Table, Vec<DataMistake>> {
    table(text.lines().enumerate().map(|(i, l)| (i + 1, l.trim())).filter(|(_, l)| !l.is_empty()))
}

fn table<'a>(items: impl Iterator<Item = (usize, &'a str)>) -> Result<Table, Vec<DataMistake>> {
    let (mut table, mut index, mut seen) = (Table::default(), HashMap::new(), Vec::new());
    let (mut mistakes, mut lines) = (Vec::new(), Vec::new());
    for (line, item) in items {
        match serde_json::from_str::<Value>(item) {
            Ok(Value::Object(fields)) => {
                let mut row = Row { table: &mut table, index: &mut index, cells: Vec::new() };
                for (key, value) in fields {
                    row.add(key, value);
                }
                let cells = row.cells;
                seen.push(cells);
                lines.push(line);
            }
            Ok(_) => mistakes.push(DataMistake { line, text: "row is no object".to_owned() }),
            Err(e) => mistakes.push(DataMistake { line, text: format!("row is not JSON: {e}") }),
        }
    }
    for (line, cells) in lines.into_iter().zip(seen) {
        let mut row: Vec<Option<String>> = vec![None; table.columns.len()];
        for (column, text) in cells {
            row[column] = Some(text);
        }
        for (column, cell) in row.iter().enumerate() {
            if cell.is_none() && !table.holes.iter().any(|(c, _)| *c == column) {
                table.holes.push((column, line));
            }
        }
        table.rows.push(row.into_iter().map(Option::unwrap_or_default).collect());
    }
    if table.rows.is_empty() && mistakes.is_empty() {
        mistakes.push(DataMistake { line: 1, text: "there is no row".to_owned() });
    }
    if mistakes.is_empty() { Ok(table) } else { Err(mistakes) }
}

struct Row<'a> {
    table: &'a mut Table,
    index: &'a mut HashMap<String, usize>,
    cells: Vec<(usize, String)>,
}

impl Row<'_> {
    fn add(&mut self, name: String, value: Value) {
        let text = match value {
            Value::Object(fields) => return fields.into_iter().for_each(|(k, v)| self.add(format!("{name}.{k}"), v)),
            Value::Array(items) => return items.into_iter().enumerate().for_each(|(i, v)| self.add(format!("{name}.{i}"), v)),
            // As good as absent: nobody wants "null" in a path.
            Value::Null => return,
            Value::String(text) => text,
            other => other.to_string(),
        };
        let column = *self.index.entry(name).or_insert_with_key(|name| {
            self.table.columns.push(name.clone());
            self.table.columns.len() - 1
        });
        self.cells.push((column, text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_values_become_columns_with_dots() {
        let t = array(
            "[{\"id\": 1, \"address\": {\"city\": \"Bonn\"}},\n {\"id\": 2, \"tags\": [\"a\", true], \"address\": {\"city\": null}}]",
        )
        .expect("valid");
        assert_eq!(t.columns, ["id", "address.city", "tags.0", "tags.1"]);
        assert_eq!(t.rows, [["1", "Bonn", "", ""], ["2", "", "a", "true"]]);
        assert_eq!(t.holes, [(2, 1), (3, 1), (1, 2)], "columns that a row lacks, with the first such line");
    }

    #[test]
    fn every_bad_row_is_reported_with_its_line() {
        let m = lines("{\"a\": 1}\n\n[2]\n{\"a\":\n").expect_err("two bad rows");
        assert_eq!(m.iter().map(|m| m.line).collect::<Vec<_>>(), [3, 4]);
        let m = array("[{\"a\": 1},\n\n  5, {}, \"x\"]").expect_err("two bad rows");
        assert_eq!(m.iter().map(|m| m.line).collect::<Vec<_>>(), [3, 3]);
        assert_eq!(array("[\n{]").expect_err("broken")[0].line, 2);
        assert_eq!(lines("\n").expect_err("empty")[0].text, "there is no row");
    }
}
