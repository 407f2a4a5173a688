//! A scenario from TOML. Reads `[target] url`, `[[scenario.step]]` and `[data]`; the other tables of the file belong to others.
//!
//! ```toml
//! [target]
//! url = "http://localhost:8080"
//! [data]
//! file = "tokens.csv"
//! order = "sequential"
//! [[scenario.step]]
//! name = "order"
//! weight = 3
//! request = "POST /orders/{{token}}"
//! headers = { authorization = "env:TOKEN" }
//! body = '{"sku":"{{token}}"}'
//! expect = { status = 201 }
//! ```

use super::step::{Spot, StepDraft};
use super::{Mistake, RowOrder, Scenario, ScenarioError, Step, read_table};
use crate::data::Table;
use crate::target::{Endpoint, UrlError, split_url};
use std::ops::Range;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

const STEP_KEYS: &str = "name, weight, request, headers, body, expect";

/// Collects mistakes with the lines they stand on.
struct Reader<'a> {
    text: &'a str,
    name: &'a str,
    folder: &'a Path,
    mistakes: Vec<Mistake>,
}

/// A scenario from `text`; `name` stands before each mistake, `folder` is where files are looked up.
pub(super) fn parse(text: &str, name: &str, folder: &Path) -> Result<Scenario, ScenarioError> {
    let mut r = Reader { text, name, folder, mistakes: Vec::new() };
    let (root, errors) = DeTable::parse_recoverable(text);
    for e in &errors {
        r.mistake(e.span().unwrap_or(0..0), e.message().to_owned(), "");
    }
    // A file that does not parse has holes; what is missing in it is not news.
    if !errors.is_empty() {
        return Err(r.into_error());
    }
    let root = root.get_ref();
    let (table, order) = r.data(root);
    let target = r.target(root)?;
    let fallback = Endpoint { host: "invalid".to_owned(), port: 80 };
    let (endpoint, prefix) = target.unwrap_or_else(|| (fallback, String::new()));
    let steps = r.steps(root, &endpoint, &prefix, &table);
    if r.mistakes.is_empty() { Ok(Scenario::new(endpoint, steps, order)) } else { Err(r.into_error()) }
}

impl Reader<'_> {
    fn into_error(mut self) -> ScenarioError {
        self.mistakes.sort_by_key(|m| (m.source != self.name, m.line));
        ScenarioError::Mistakes(self.mistakes)
    }

    fn line(&self, span: &Range<usize>) -> usize {
        1 + self.text.get(..span.start).unwrap_or(self.text).matches('\n').count()
    }

    fn mistake(&mut self, span: Range<usize>, text: String, allowed: &str) {
        let line = self.line(&span);
        self.mistakes.push(Mistake { source: self.name.to_owned(), line, text, allowed: allowed.to_owned() });
    }

    /// The table `key` of `parent`; reports a value of another kind, and `required` when missing.
    fn table<'t, 'i>(&mut self, parent: &'t DeTable<'i>, key: &str, required: &str) -> Option<&'t DeTable<'i>> {
        match parent.get(key).map(|v| (v.span(), v.get_ref())) {
            Some((_, DeValue::Table(t))) => Some(t),
            Some((span, _)) => {
                self.mistake(span, format!("{key} is not a table"), required);
                None
            }
            None => {
                if !required.is_empty() {
                    self.mistake(0..0, format!("[{key}] is missing"), required);
                }
                None
            }
        }
    }

    /// The text at `path`; reports a value of another kind.
    fn string(&mut self, value: &Spanned<DeValue<'_>>, path: &str, allowed: &str) -> Option<String> {
        if let DeValue::String(s) = value.get_ref() {
            return Some(s.to_string());
        }
        self.mistake(value.span(), format!("{path} is not text"), allowed);
        None
    }

    fn unknown_keys(&mut self, table: &DeTable<'_>, path: &str, allowed: &str) {
        for key in table.keys().filter(|k| !allowed.split(", ").any(|a| a == k.get_ref())) {
            self.mistake(key.span(), format!("{path}.{} is unknown", key.get_ref()), allowed);
        }
    }

    fn target(&mut self, root: &DeTable<'_>) -> Result<Option<(Endpoint, String)>, ScenarioError> {
        let Some(target) = self.table(root, "target", "[target] with url = \"http://host:port\"") else { return Ok(None) };
        let Some(value) = target.get("url") else {
            self.mistake(0..0, "target.url is missing".to_owned(), "http://host:port");
            return Ok(None);
        };
        let Some(url) = self.string(value, "target.url", "http://host:port") else { return Ok(None) };
        match split_url(&url) {
            Ok((endpoint, path)) => Ok(Some((endpoint, path.trim_end_matches('/').to_owned()))),
            Err(UrlError::Https) => Err(ScenarioError::NeedsTls { url }),
            Err(e) => {
                self.mistake(value.span(), format!("target.url: {e}"), "http://host:port");
                Ok(None)
            }
        }
    }

    fn data(&mut self, root: &DeTable<'_>) -> (Table, RowOrder) {
        let mut order = RowOrder::Random;
        let Some(data) = self.table(root, "data", "") else { return (Table::default(), order) };
        self.unknown_keys(data, "data", "file, order");
        if let Some(value) = data.get("order") {
            match self.string(value, "data.order", "random, sequential").as_deref() {
                Some("sequential") => order = RowOrder::Sequential,
                Some("random") | None => {}
                Some(other) => self.mistake(value.span(), format!("data.order is {other:?}"), "random, sequential"),
            }
        }
        let Some(value) = data.get("file") else {
            self.mistake(0..0, "data.file is missing".to_owned(), "a CSV file with a header line");
            return (Table::default(), order);
        };
        let Some(file) = self.string(value, "data.file", "a CSV file with a header line") else { return (Table::default(), order) };
        match read_table(&self.folder.join(file)) {
            Ok(table) => return (table, order),
            Err(ScenarioError::Mistakes(more)) => self.mistakes.extend(more),
            Err(other) => self.mistake(value.span(), format!("data.file: {other}"), "a CSV file with a header line"),
        }
        (Table::default(), order)
    }

    fn steps(&mut self, root: &DeTable<'_>, endpoint: &Endpoint, prefix: &str, table: &Table) -> Vec<Step> {
        let Some(scenario) = self.table(root, "scenario", "one [[scenario.step]] or more") else { return Vec::new() };
        self.unknown_keys(scenario, "scenario", "step");
        let list = match scenario.get("step").map(|v| (v.span(), v.get_ref())) {
            Some((_, DeValue::Array(list))) if !list.is_empty() => list,
            other => {
                self.mistake(other.map_or(0..0, |o| o.0), "scenario.step is no list of steps".to_owned(), "one [[scenario.step]] or more");
                return Vec::new();
            }
        };
        let mut steps = Vec::new();
        for (i, item) in list.iter().enumerate() {
            let path = format!("scenario.step[{i}]");
            let DeValue::Table(step) = item.get_ref() else {
                self.mistake(item.span(), format!("{path} is not a table"), STEP_KEYS);
                continue;
            };
            let Some(draft) = self.step(step, item.span(), &path, prefix) else { continue };
            match draft.build(endpoint, table, self.folder) {
                Ok(step) => steps.push(step),
                Err(faults) => {
                    for fault in faults {
                        let line = self.line(&span_of(step, &fault.place).unwrap_or(item.span()));
                        let m = fault.to_mistake(self.name, line);
                        self.mistakes.push(Mistake { text: format!("{path}: {}", m.text), ..m });
                    }
                }
            }
        }
        steps
    }

    /// One step as written; `None` when it has no usable request line.
    fn step(&mut self, step: &DeTable<'_>, span: Range<usize>, path: &str, prefix: &str) -> Option<StepDraft> {
        const REQUEST: &str = "METHOD /path";
        self.unknown_keys(step, path, STEP_KEYS);
        let weight = step.get("weight").map_or(Some(1), |v| self.whole(v, &format!("{path}.weight"), 1, 1_000_000)).unwrap_or(1);
        let body = step.get("body").and_then(|v| self.string(v, &format!("{path}.body"), "text"));
        let name = step.get("name").and_then(|v| self.string(v, &format!("{path}.name"), "text"));
        let mut headers = Vec::new();
        if let Some(table) = self.table(step, "headers", "") {
            for (key, value) in table {
                let at = format!("{path}.headers.{}", key.get_ref());
                headers.extend(self.string(value, &at, "env:NAME, file:PATH or text").map(|v| (key.get_ref().to_string(), v)));
            }
        }
        let mut expect = Vec::new();
        if let Some(table) = self.table(step, "expect", "") {
            self.unknown_keys(table, &format!("{path}.expect"), "status");
            match table.get("status").map(|v| (v, v.get_ref())) {
                Some((_, DeValue::Array(list))) => {
                    for v in list {
                        expect.extend(self.whole(v, &format!("{path}.expect.status"), 100, 599));
                    }
                }
                Some((v, _)) => expect.extend(self.whole(v, &format!("{path}.expect.status"), 100, 599)),
                None => {}
            }
        }
        let Some(value) = step.get("request") else {
            self.mistake(span, format!("{path}.request is missing"), REQUEST);
            return None;
        };
        let request = self.string(value, &format!("{path}.request"), REQUEST)?;
        let Some((method, tail)) = request.trim().split_once(' ') else {
            self.mistake(value.span(), format!("{path}.request is {request:?}"), REQUEST);
            return None;
        };
        let tail = format!("{prefix}{}", tail.trim());
        let name = name.unwrap_or_else(|| request.clone());
        let expect = expect.into_iter().map(|s| s as u16).collect();
        Some(StepDraft { name, weight, method: method.to_owned(), path: tail, headers, body, expect })
    }

    /// A whole number within bounds.
    fn whole(&mut self, value: &Spanned<DeValue<'_>>, path: &str, min: u32, max: u32) -> Option<u32> {
        let n = match value.get_ref() {
            DeValue::Integer(n) => i64::from_str_radix(n.as_str(), n.radix()).ok(),
            _ => None,
        };
        let ok = n.and_then(|n| u32::try_from(n).ok()).filter(|n| (min..=max).contains(n));
        if ok.is_none() {
            let seen = self.text.get(value.span()).unwrap_or_default().to_owned();
            self.mistake(value.span(), format!("{path} is {seen}"), &format!("a whole number from {min} to {max}"));
        }
        ok
    }
}

/// Where the fault's value stands.
fn span_of(step: &DeTable<'_>, spot: &Spot) -> Option<Range<usize>> {
    match spot {
        Spot::Request => step.get("request").map(Spanned::span),
        Spot::Body => step.get("body").map(Spanned::span),
        Spot::Header(name) => match step.get("headers")?.get_ref() {
            DeValue::Table(t) => t.get(name.as_str()).map(Spanned::span),
            _ => None,
        },
    }
}
