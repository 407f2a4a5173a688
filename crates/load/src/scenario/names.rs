//! What a placeholder may name: a column of data, a variable, or a value made for each request.

use super::read_table;
use crate::data::{Format, Table};
use crate::flow::{Feeder, RowOrder};
use crate::template::{Made, Part, Place};
use std::path::Path;
use std::sync::Arc;

/// What works without data, as it is written.
const MADE: [&str; 6] = ["uuid", "random_int 1 100", "timestamp_ms", "iteration", "user", "pick file.csv.column"];

/// The names of one scenario.
pub(crate) struct Names<'a> {
    /// Sources of rows; `{{pick ...}}` adds to them.
    pub(crate) feeders: Vec<Feeder>,
    /// Variables in order of their first extraction, each with whether it is set before the step at hand.
    pub(crate) variables: Vec<(String, bool)>,
    /// Where files are looked up.
    pub(crate) folder: &'a Path,
}

/// A placeholder that means nothing: what is wrong, and what is allowed.
pub(crate) type Wrong = (String, String);

impl<'a> Names<'a> {
    pub(crate) fn new(feeders: Vec<Feeder>, folder: &'a Path) -> Self {
        Self { feeders, variables: Vec::new(), folder }
    }

    /// The index of variable `name`, which is added if it is new.
    pub(crate) fn variable(&mut self, name: &str) -> usize {
        self.variables.iter().position(|(n, _)| n == name).unwrap_or_else(|| {
            self.variables.push((name.to_owned(), false));
            self.variables.len() - 1
        })
    }

    /// From here on exactly `names` are set.
    pub(crate) fn set_only(&mut self, names: &[String]) {
        self.variables.iter_mut().for_each(|(name, set)| *set = names.contains(name));
        self.set(names);
    }

    /// From here on `names` are set as well.
    pub(crate) fn set(&mut self, names: &[String]) {
        for name in names {
            let index = self.variable(name);
            self.variables[index].1 = true;
        }
    }

    /// The part that `name` stands for at `place`.
    pub(crate) fn resolve(&mut self, name: &str, place: Place) -> Result<Part, Wrong> {
        if let Some(index) = self.variables.iter().position(|(n, _)| n == name) {
            let set = self.variables[index].1;
            return if set {
                Ok(Part::Variable(index))
            } else {
                Err((format!("{{{{{name}}}}} is not set before this step"), self.allowed()))
            };
        }
        let mut words = name.split_whitespace();
        match (words.next().unwrap_or_default(), words.next(), words.next(), words.next()) {
            ("uuid", None, ..) => return Ok(Part::Made(Made::Uuid)),
            ("timestamp_ms", None, ..) => return Ok(Part::Made(Made::TimestampMs)),
            ("iteration", None, ..) => return Ok(Part::Made(Made::Iteration)),
            ("user", None, ..) => return Ok(Part::Made(Made::User)),
            ("random_int", from, to, None) => {
                let number = |w: Option<&str>| w.and_then(|w| w.parse::<i64>().ok());
                return match (number(from), number(to)) {
                    (Some(from), Some(to)) if from <= to => Ok(Part::Made(Made::RandomInt(from, to))),
                    _ => Err((format!("placeholder {{{{{name}}}}} has no two ascending whole numbers"), "random_int 1 100".to_owned())),
                };
            }
            ("pick", Some(what), None, None) => return self.pick(what, place),
            _ => {}
        }
        match self.find(name) {
            Some((feeder, column)) => self.column(feeder, column, place),
            None => Err((format!("placeholder {{{{{name}}}}} is unknown"), self.allowed())),
        }
    }

    /// Feeder and column of `column` (when there is one feeder) or `feeder.column`.
    fn find(&self, name: &str) -> Option<(usize, usize)> {
        let own = || self.feeders.iter().enumerate().filter(|(_, f)| !f.is_pick);
        if let (Some((i, only)), None) = (own().next(), own().nth(1))
            && let Some(column) = only.table.column(name)
        {
            return Some((i, column));
        }
        own().find_map(|(i, f)| {
            let rest = name.strip_prefix(f.name.as_str()).filter(|_| !f.name.is_empty())?.strip_prefix('.')?;
            Some((i, f.table.column(rest)?))
        })
    }

    fn column(&self, feeder: usize, column: usize, place: Place) -> Result<Part, Wrong> {
        let table = &self.feeders[feeder].table;
        let name = &table.columns[column];
        if let Some((_, line)) = table.holes.iter().find(|(c, _)| *c == column) {
            return Err((format!("column {name} has no value on line {line} of the data"), "columns that every row has".to_owned()));
        }
        let breaks = |row: &Vec<String>| row[column].contains(['\r', '\n', '\0']);
        if let Some(row) = table.rows.iter().position(|row| place == Place::Header && breaks(row)) {
            return Err((
                format!("value of column {name} in data row {} cannot stand in a header", row + 1),
                "values of one line".to_owned(),
            ));
        }
        Ok(Part::Column { feeder, column })
    }

    /// `file.csv.column`: a random row of a file, the same for all its columns in one iteration.
    fn pick(&mut self, what: &str, place: Place) -> Result<Part, Wrong> {
        let end = [".csv.", ".jsonl.", ".ndjson.", ".json."].iter().find_map(|e| what.find(e).map(|at| at + e.len() - 1));
        let Some(end) = end else {
            return Err((
                format!("placeholder {{{{pick {what}}}}} names no file"),
                "pick FILE.csv.COLUMN, FILE.json.COLUMN, FILE.jsonl.COLUMN".to_owned(),
            ));
        };
        let (file, column) = (&what[..end], &what[end + 1..]);
        let known = self.feeders.iter().position(|f| f.is_pick && f.name == file);
        let feeder = if let Some(feeder) = known {
            feeder
        } else {
            let path = self.folder.join(file);
            let table = read_table(&path, Format::of(&path)).map_err(|e| (e.to_string(), "a data file beside the scenario".to_owned()))?;
            self.feeders.push(feeder_of_pick(file, table));
            self.feeders.len() - 1
        };
        let Some(column) = self.feeders[feeder].table.column(column) else {
            let columns: Vec<String> = self.feeders[feeder].table.columns.iter().map(|c| format!("pick {file}.{c}")).collect();
            return Err((format!("placeholder {{{{pick {what}}}}} is no column of {file}"), columns.join(", ")));
        };
        self.column(feeder, column, place)
    }

    /// Every name that works now.
    fn allowed(&self) -> String {
        let own = || self.feeders.iter().filter(|f| !f.is_pick);
        let single = own().count() == 1;
        let columns = own().flat_map(|f| f.table.columns.iter().map(move |c| if single { c.clone() } else { format!("{}.{c}", f.name) }));
        let variables = self.variables.iter().filter(|(_, set)| *set).map(|(n, _)| n.clone());
        columns.chain(variables).chain(MADE.iter().map(|m| (*m).to_owned())).collect::<Vec<_>>().join(", ")
    }

    /// Whether `name` may be the name of a variable; the error says why not.
    pub(crate) fn check_variable(&self, name: &str) -> Result<(), Wrong> {
        let word = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
        let allowed = || "a name of letters, digits, - and _ that nothing else has".to_owned();
        if !word {
            return Err((format!("variable {name:?} is no name"), allowed()));
        }
        if MADE.iter().any(|m| m.split(' ').next() == Some(name)) || self.find(name).is_some() {
            return Err((format!("variable {name:?} already means something else"), allowed()));
        }
        Ok(())
    }
}

fn feeder_of_pick(file: &str, table: Table) -> Feeder {
    Feeder { name: file.to_owned(), is_pick: true, ..Feeder::only(Arc::new(table), RowOrder::Random) }
}
