//! A TOML table that is read key by key and keeps every mistake with its line, instead of ending at the first.

use crate::params::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The mistakes of one file.
#[derive(Debug)]
pub(super) struct Mistakes<'a> {
    text: &'a str,
    found: RefCell<Vec<(usize, String)>>,
}

impl<'a> Mistakes<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, found: RefCell::default() }
    }

    pub(super) fn add(&self, at: usize, mistake: impl Into<String>) {
        let line = self.text.get(..at).unwrap_or_default().matches('\n').count() + 1;
        self.found.borrow_mut().push((line, mistake.into()));
    }

    /// Sorted by line.
    pub(super) fn lines(self) -> Vec<String> {
        let mut found = self.found.into_inner();
        found.sort();
        found.dedup();
        found.into_iter().map(|(line, mistake)| format!("line {line}: {mistake}")).collect()
    }
}

/// One table. Keys that nobody asked for are mistakes: see [`Fields::finish`].
#[derive(Debug)]
pub(super) struct Fields<'a> {
    place: String,
    at: usize,
    table: &'a DeTable<'a>,
    mistakes: &'a Mistakes<'a>,
    asked: RefCell<Vec<&'static str>>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(place: impl Into<String>, at: usize, table: &'a DeTable<'a>, mistakes: &'a Mistakes<'a>) -> Self {
        Self { place: place.into(), at, table, mistakes, asked: RefCell::default() }
    }

    /// A mistake in this table, at `key` where it is there.
    pub(super) fn mistake(&self, key: &str, what: impl AsRef<str>) {
        let at = self.table.get(key).map_or(self.at, |v| v.span().start);
        let key = if key.is_empty() { String::new() } else { format!("{key}: ") };
        self.mistakes.add(at, format!("{}: {key}{}", self.place, what.as_ref()));
    }

    fn get(&self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.asked.borrow_mut().push(key);
        self.table.get(key)
    }

    fn convert<T>(&self, key: &'static str, needs: &str, f: impl FnOnce(&'a DeValue<'a>) -> Option<T>) -> Option<T> {
        let value = f(self.get(key)?.get_ref());
        if value.is_none() {
            self.mistake(key, format!("this needs {needs}"));
        }
        value
    }

    pub(super) fn optional(&self, key: &'static str) -> Option<String> {
        self.convert(key, "a text", |v| v.as_str().map(str::to_owned))
    }

    pub(super) fn required(&self, key: &'static str) -> String {
        self.require(key);
        self.optional(key).unwrap_or_default()
    }

    pub(super) fn require(&self, key: &'static str) {
        if !self.table.contains_key(key) {
            self.mistake("", format!("{key} is missing"));
        }
    }

    pub(super) fn flag(&self, key: &'static str) -> bool {
        self.convert(key, "true or false", DeValue::as_bool).unwrap_or(false)
    }

    pub(super) fn list(&self, key: &'static str) -> Vec<String> {
        let texts = |v: &'a DeValue<'a>| v.as_array()?.iter().map(|t| t.get_ref().as_str().map(str::to_owned)).collect::<Option<Vec<_>>>();
        self.convert(key, "a list of texts", texts).unwrap_or_default()
    }

    /// One of `allowed`; `None` when absent or another.
    pub(super) fn one_of<T: Copy>(&self, key: &'static str, allowed: &[(&str, T)]) -> Option<T> {
        let text = self.optional(key)?;
        let found = allowed.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
        if found.is_none() {
            let names: Vec<&str> = allowed.iter().map(|(name, _)| *name).collect();
            self.mistake(key, format!("{text:?} is not one of {}", names.join(", ")));
        }
        found
    }

    /// A table of single values.
    pub(super) fn values(&self, key: &'static str) -> BTreeMap<String, Value> {
        let Some(table) = self.convert(key, "a table { name = value }", DeValue::as_table) else { return BTreeMap::new() };
        let mut values = BTreeMap::new();
        for (name, value) in table {
            match scalar(value.get_ref()) {
                Some(v) => drop(values.insert(name.get_ref().to_string(), v)),
                None => {
                    self.mistakes.add(value.span().start, format!("{}: {key}.{}: this needs a single value", self.place, name.get_ref()));
                }
            }
        }
        values
    }

    pub(super) fn texts(&self, key: &'static str) -> BTreeMap<String, String> {
        self.values(key).into_iter().map(|(name, value)| (name, value.to_string())).collect()
    }

    pub(super) fn table(&self, key: &'static str) -> Option<Fields<'a>> {
        let value = self.get(key)?;
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.mistake(key, "this needs a table");
        }
        let place = if self.at == 0 { format!("[{key}]") } else { format!("{} [{key}]", self.place) };
        Some(Fields::new(place, value.span().start, table?, self.mistakes))
    }

    /// `[[key]]`, each named after its `name` where it has one.
    pub(super) fn tables(&self, key: &'static str) -> Vec<Fields<'a>> {
        let Some(list) = self.convert(key, "tables: [[...]]", DeValue::as_array) else { return Vec::new() };
        let one = |(n, value): (usize, &'a Spanned<DeValue<'a>>)| {
            let table = value.get_ref().as_table();
            if table.is_none() {
                self.mistake(key, "this needs tables: [[...]]");
            }
            let name = table?.get("name").and_then(|v| v.get_ref().as_str()).map_or_else(|| format!("#{}", n + 1), str::to_owned);
            Some(Fields::new(format!("[[{key}]] {name}"), value.span().start, table?, self.mistakes))
        };
        list.iter().enumerate().filter_map(one).collect()
    }

    /// Every value of a table whose keys are free.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&'a str, &'a Spanned<DeValue<'a>>)> {
        let table: &'a DeTable<'a> = self.table;
        table.iter().map(|(name, value)| (name.get_ref().as_ref(), value))
    }

    pub(super) fn nested(&self, name: &str, value: &'a Spanned<DeValue<'a>>) -> Option<Fields<'a>> {
        let table = value.get_ref().as_table()?;
        Some(Fields::new(format!("{}.{name}", self.place.trim_end_matches(']')) + "]", value.span().start, table, self.mistakes))
    }

    /// Reports the keys that nobody asked for.
    pub(super) fn finish(self) {
        let mut asked = self.asked.take();
        asked.sort_unstable();
        asked.dedup();
        for (key, _) in self.table {
            if !asked.contains(&key.get_ref().as_ref()) {
                let what = format!("{}: key {} is not known, allowed are {}", self.place, key.get_ref(), asked.join(", "));
                self.mistakes.add(key.span().start, what);
            }
        }
    }
}

/// A text, whole number, number or switch.
pub(super) fn scalar(value: &DeValue<'_>) -> Option<Value> {
    Some(match value {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(n) => Value::Whole(i64::from_str_radix(n.as_str(), n.radix()).ok()?),
        DeValue::Float(n) => Value::Number(n.as_str().parse().ok()?),
        DeValue::Boolean(on) => Value::Switch(*on),
        _ => return None,
    })
}
