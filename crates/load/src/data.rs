//! Rows that fill placeholders: a CSV file with a header line (RFC 4180: quotes, doubled quotes, line breaks in quotes), a JSON array of
//! objects, or one object per line. Our own reader of CSV, because the `csv` crate takes a quote that is never closed for the rest of
//! the file, and every bad row wants its line.

mod json;

use std::fmt;
use std::path::Path;

/// A table of text; every row has a value for each column.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Table {
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
    /// Columns that a row of JSON lacks, with the line of the first such row; the row has an empty text there.
    pub(crate) holes: Vec<(usize, usize)>,
}

/// Without the rows: they may hold secrets.
impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("columns", &self.columns).field("rows", &self.rows.len()).finish_non_exhaustive()
    }
}

/// How a data file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Csv,
    /// An array of objects.
    Json,
    /// An object per line.
    JsonLines,
}

impl Format {
    /// The words of the scenario file.
    pub(crate) const WORDS: [(&'static str, Self); 3] = [("csv", Self::Csv), ("json", Self::Json), ("jsonl", Self::JsonLines)];

    /// What the name of a file says; CSV when it says nothing.
    pub(crate) fn of(path: &Path) -> Self {
        match path.extension().and_then(|e| e.to_str()) {
            Some("json") => Self::Json,
            Some("jsonl" | "ndjson") => Self::JsonLines,
            _ => Self::Csv,
        }
    }
}

/// Something wrong with a data file, at a line (from 1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DataMistake {
    pub(crate) line: usize,
    pub(crate) text: String,
}

impl Table {
    /// Index of column `name`.
    pub(crate) fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|c| c == name)
    }

    /// Reads text of any format; reports every bad row.
    pub(crate) fn read(text: &str, format: Format) -> Result<Self, Vec<DataMistake>> {
        match format {
            Format::Csv => Self::parse(text),
            Format::Json => json::array(text),
            Format::JsonLines => json::lines(text),
        }
    }

    /// Reads CSV text; reports every bad row.
    pub(crate) fn parse(text: &str) -> Result<Self, Vec<DataMistake>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (mut table, mut mistakes) = (Self::default(), Vec::new());
        for (line, record) in records(text, &mut mistakes) {
            if table.columns.is_empty() {
                table.columns = record.iter().map(|c| c.trim().to_owned()).collect();
            } else if record.len() == table.columns.len() {
                table.rows.push(record);
            } else {
                let (n, want) = (record.len(), table.columns.len());
                mistakes.push(DataMistake { line, text: format!("row has {n} values, the header has {want}") });
            }
        }
        for (i, c) in table.columns.iter().enumerate() {
            if c.is_empty() || table.columns[..i].contains(c) {
                mistakes.push(DataMistake { line: 1, text: format!("column {} has no name of its own ({c:?})", i + 1) });
            }
        }
        if table.rows.is_empty() && mistakes.is_empty() {
            mistakes.push(DataMistake { line: 1, text: "no row below the header".to_owned() });
        }
        if mistakes.is_empty() { Ok(table) } else { Err(mistakes) }
    }
}

/// The records of `text` with the line each begins on; empty lines are none.
fn records(text: &str, mistakes: &mut Vec<DataMistake>) -> Vec<(usize, Vec<String>)> {
    let mut out = Vec::new();
    let (mut record, mut field) = (Vec::new(), String::new());
    let (mut quoted, mut line, mut began) = (false, 1, 1);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' if quoted || field.is_empty() => quoted = !quoted,
            ',' if !quoted => record.push(std::mem::take(&mut field)),
            '\r' if !quoted && chars.peek() == Some(&'\n') => {}
            '\n' if !quoted => {
                end_record(&mut out, began, &mut record, &mut field);
                began = line + 1;
            }
            _ => field.push(c),
        }
        line += usize::from(c == '\n');
    }
    if quoted {
        mistakes.push(DataMistake { line: began, text: "quote is never closed".to_owned() });
    }
    end_record(&mut out, began, &mut record, &mut field);
    out
}

fn end_record(out: &mut Vec<(usize, Vec<String>)>, line: usize, record: &mut Vec<String>, field: &mut String) {
    if record.is_empty() && field.is_empty() {
        return;
    }
    record.push(std::mem::take(field));
    out.push((line, std::mem::take(record)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_commas_and_line_breaks_are_read_as_written() {
        let t = Table::parse("token,note\r\nabc,\"a, \"\"b\"\"\nc\"\n\nxyz,\n").expect("valid");
        assert_eq!(t.columns, ["token", "note"]);
        assert_eq!(t.rows, [["abc", "a, \"b\"\nc"], ["xyz", ""]]);
        assert_eq!((t.column("note"), t.column("other")), (Some(1), None));
    }

    #[test]
    fn every_bad_row_is_reported_with_its_line() {
        let m = Table::parse("a,b\n1,2\n3\n4,5,6\n7,8\n").expect_err("two bad rows");
        assert_eq!(m.iter().map(|m| m.line).collect::<Vec<_>>(), [3, 4]);
        assert!(m[0].text.contains("1 values, the header has 2"), "{}", m[0].text);
        assert_eq!(Table::parse("a,a\n1,2\n").expect_err("one name twice").len(), 1);
        assert_eq!(Table::parse("a\n").expect_err("no rows")[0].text, "no row below the header");
        assert!(Table::parse("a\n\"x\n").is_err());
    }
}
