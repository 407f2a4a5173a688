//! `[data]` and `[[data]]`: files of rows.

use super::reader::Reader;
use crate::data::{Format, Table};
use crate::flow::{Feeder, RowOrder};
use crate::scenario::{ScenarioError, read_table};
use std::ops::Range;
use std::sync::Arc;
use toml::de::{DeTable, DeValue};

const DATA_KEYS: &str = "name, file, format, order, per, when_exhausted";
const FILE: &str = "a CSV file with a header line, a JSON array of objects, or a JSONL file";

impl Reader<'_> {
    /// All feeders of the file.
    pub(super) fn feeders(&mut self, root: &DeTable<'_>) -> Vec<Feeder> {
        let mut feeders: Vec<Feeder> = Vec::new();
        match root.get("data").map(|v| (v.span(), v.get_ref())) {
            Some((span, DeValue::Table(t))) => feeders.push(self.feeder(t, span, "data")),
            Some((_, DeValue::Array(list))) => {
                let several = list.len() > 1;
                for (table, span, path) in self.tables(root, "data", "data", DATA_KEYS) {
                    let feeder = self.feeder(table, span.clone(), &path);
                    let place = table.get("name").map_or(span, toml::Spanned::span);
                    if several && feeder.name.is_empty() {
                        self.mistake(place, format!("{path}.name is missing"), "a name, as there are several");
                    } else if feeders.iter().any(|f| f.name == feeder.name) {
                        self.mistake(place, format!("{path}.name {:?} is taken", feeder.name), "a name of its own");
                    }
                    feeders.push(feeder);
                }
            }
            Some((span, _)) => self.mistake(span, "data is not a table".to_owned(), "[data] or [[data]]"),
            None => {}
        }
        feeders
    }

    fn feeder(&mut self, table: &DeTable<'_>, span: Range<usize>, path: &str) -> Feeder {
        self.unknown_keys(table, path, DATA_KEYS);
        let name = self.text_at(table, "name", path, "a word").unwrap_or_default();
        if name.contains(['.', ' ', '{', '}']) {
            let place = table.get("name").map_or(span.clone(), toml::Spanned::span);
            self.mistake(place, format!("{path}.name is {name:?}"), "a word without dots");
        }
        let order = self.word_at(table, "order", path, &RowOrder::WORDS).unwrap_or_default();
        let recycle = self.word_at(table, "when_exhausted", path, &[("stop", false), ("recycle", true)]).unwrap_or(false);
        if let Some(value) = table.get("when_exhausted").filter(|_| order != RowOrder::Unique) {
            self.mistake(
                value.span(),
                format!("{path}.when_exhausted: the order is not unique, so rows never run out"),
                "order = \"unique\"",
            );
        }
        let per_user = self.word_at(table, "per", path, &[("iteration", false), ("user", true)]).unwrap_or(false);
        let format = self.word_at(table, "format", path, &Format::WORDS);
        let rows = self.rows(table, span, path, format);
        Feeder { name, recycle, per_user, ..Feeder::only(Arc::new(rows), order) }
    }

    fn rows(&mut self, table: &DeTable<'_>, span: Range<usize>, path: &str, format: Option<Format>) -> Table {
        let Some(value) = table.get("file") else {
            self.mistake(span, format!("{path}.file is missing"), FILE);
            return Table::default();
        };
        let Some(file) = self.string(value, &format!("{path}.file"), FILE) else { return Table::default() };
        let file = self.folder.join(file);
        match read_table(&file, format.unwrap_or_else(|| Format::of(&file))) {
            Ok(table) => return table,
            Err(ScenarioError::Mistakes(more)) => self.mistakes.extend(more),
            Err(other) => self.mistake(value.span(), format!("{path}.file: {other}"), FILE),
        }
        Table::default()
    }
}
