//! One step of the file, as written.

use super::reader::{Reader, Value};
use crate::flow::{Check, Extract, Source, Take, Think};
use crate::scenario::Mistake;
use crate::scenario::step::{Spot, StepDraft, is_literal_secret, route};
use model::harmless;
use regex::bytes::Regex;
use serde_json_path::JsonPath;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub(super) const STEP_KEYS: &str = "name, weight, request, headers, body, expect, extract, think";
const EXPECT_KEYS: &str = "status, header, body_contains, json, max_ms";
const EXTRACT_KEYS: &str = "json, regex, header, cookie, default";
const THINK: &str = "\"200ms\", { uniform = [\"100ms\", \"500ms\"] }, { exponential = \"300ms\" }";
const REQUEST: &str = "METHOD /path";

impl Reader<'_> {
    /// One step; `None` when it has no usable request line.
    pub(super) fn step(&mut self, step: &DeTable<'_>, span: Range<usize>, path: &str, prefix: &str) -> Option<StepDraft> {
        self.unknown_keys(step, path, STEP_KEYS);
        let weight = self.whole_at(step, "weight", path, 1, 1_000_000).unwrap_or(1);
        let body = self.text_at(step, "body", path, "text");
        let name = self.text_at(step, "name", path, "text");
        let think = step.get("think").map_or(Think::None, |v| self.think(v, &format!("{path}.think")));
        let mut headers = Vec::new();
        if let Some(table) = self.table(step, "headers", "") {
            for (key, value) in table {
                let at = format!("{path}.headers.{}", key.get_ref());
                headers.extend(self.string(value, &at, "env:NAME, file:PATH or text").map(|v| (key.get_ref().to_string(), v)));
            }
        }
        let (expect, checks) = self.expect(step, &format!("{path}.expect"));
        let extracts = self.extracts(step, &format!("{path}.extract"));
        let Some(value) = step.get("request") else {
            self.mistake(span, format!("{path}.request is missing"), REQUEST);
            return None;
        };
        let request = self.string(value, &format!("{path}.request"), REQUEST)?;
        let Some((method, tail)) = request.trim().split_once(' ') else {
            self.mistake(value.span(), format!("{path}.request is {:?}", harmless::path(&request)), REQUEST);
            return None;
        };
        let draft = StepDraft::request(method.to_owned(), format!("{prefix}{}", tail.trim()));
        let name = name.unwrap_or_else(|| route(method, tail.trim()));
        Some(StepDraft { name, weight, headers, body, expect, think, checks, extracts, ..draft })
    }

    fn think(&mut self, value: &Value<'_>, path: &str) -> Think {
        let DeValue::Table(table) = value.get_ref() else {
            if matches!(value.get_ref(), DeValue::String(_)) {
                return self.duration(value, path, true).map_or(Think::None, Think::Fixed);
            }
            self.mistake(value.span(), format!("{path} is no time"), THINK);
            return Think::None;
        };
        self.unknown_keys(table, path, "uniform, exponential");
        match (table.get("uniform"), table.get("exponential")) {
            (None, Some(mean)) => return self.duration(mean, &format!("{path}.exponential"), true).map_or(Think::None, Think::Exponential),
            (Some(bounds), None) => {
                if let DeValue::Array(list) = bounds.get_ref()
                    && let [from, to] = list.iter().collect::<Vec<_>>()[..]
                {
                    let at = format!("{path}.uniform");
                    match (self.duration(from, &at, true), self.duration(to, &at, true)) {
                        (Some(from), Some(to)) if from <= to => return Think::Uniform(from, to),
                        (Some(_), Some(_)) => self.mistake(bounds.span(), format!("{at} descends"), "[\"100ms\", \"500ms\"]"),
                        _ => {}
                    }
                    return Think::None;
                }
                self.mistake(bounds.span(), format!("{path}.uniform is no pair of times"), "[\"100ms\", \"500ms\"]");
            }
            _ => self.mistake(value.span(), format!("{path} is no time"), THINK),
        }
        Think::None
    }

    /// Accepted statuses, and the other checks.
    fn expect(&mut self, step: &DeTable<'_>, path: &str) -> (Vec<u16>, Vec<Check>) {
        let (mut statuses, mut checks) = (Vec::<u32>::new(), Vec::new());
        let Some(table) = self.table(step, "expect", "") else { return (Vec::new(), checks) };
        self.unknown_keys(table, path, EXPECT_KEYS);
        match table.get("status").map(|v| (v, v.get_ref())) {
            Some((_, DeValue::Array(list))) => {
                for v in list {
                    statuses.extend(self.whole(v, &format!("{path}.status"), 100, 599));
                }
            }
            Some((v, _)) => statuses.extend(self.whole(v, &format!("{path}.status"), 100, 599)),
            None => {}
        }
        if let Some(headers) = self.table(table, "header", "") {
            for (key, value) in headers {
                let name = key.get_ref().to_string();
                let contains = self.string(value, &format!("{path}.header.{name}"), "a text that it contains, \"\" for any");
                checks.extend(contains.map(|contains| Check::Header { name, contains }));
            }
        }
        match table.get("body_contains").map(|v| (v, v.get_ref())) {
            Some((_, DeValue::Array(list))) => {
                for v in list {
                    checks.extend(self.string(v, &format!("{path}.body_contains"), "text, or a list of texts").map(Check::body));
                }
            }
            Some((v, _)) => checks.extend(self.string(v, &format!("{path}.body_contains"), "text, or a list of texts").map(Check::body)),
            None => {}
        }
        if let Some(values) = self.table(table, "json", "") {
            for (key, value) in values {
                let at = format!("{path}.json.{}", key.get_ref());
                let json = self.json_path(key.span(), key.get_ref(), &at).zip(self.scalar(value, &at));
                checks.extend(json.map(|(path, value)| Check::Json { text: key.get_ref().to_string(), path, value }));
            }
        }
        checks.extend(self.whole_at(table, "max_ms", path, 1, 3_600_000).map(Check::MaxMs));
        (statuses.into_iter().map(|s| s as u16).collect(), checks)
    }

    fn extracts(&mut self, step: &DeTable<'_>, path: &str) -> Vec<Extract> {
        let Some(table) = self.table(step, "extract", "") else { return Vec::new() };
        let mut extracts = Vec::new();
        for (key, value) in table {
            let (name, at) = (key.get_ref().to_string(), format!("{path}.{}", key.get_ref()));
            match value.get_ref() {
                DeValue::Table(how) => extracts.extend(self.extract(how, value.span(), name, &at)),
                _ => self.mistake(value.span(), format!("{at} is not a table"), "{ json = \"$.path\" }"),
            }
        }
        extracts
    }

    fn extract(&mut self, how: &DeTable<'_>, span: Range<usize>, name: String, path: &str) -> Option<Extract> {
        self.unknown_keys(how, path, EXTRACT_KEYS);
        let default = self.text_at(how, "default", path, "text");
        let header = self.text_at(how, "header", path, "the name of a header");
        let cookie = self.text_at(how, "cookie", path, "the name of a cookie");
        let json = how.get("json").map(|v| {
            let at = format!("{path}.json");
            self.string(v, &at, "a JSON path such as \"$.token\"").and_then(|t| self.json_path(v.span(), &t, &at))
        });
        let regex = how.get("regex").map(|v| self.regex(v, &format!("{path}.regex")));
        let source = match (header, cookie) {
            (Some(header), None) => Source::Header(header),
            (None, Some(cookie)) => Source::Cookie(cookie),
            (None, None) => Source::Body,
            (Some(_), Some(_)) => {
                self.mistake(span, format!("{path} looks in two places"), "json, regex, header, cookie (header or cookie with a regex)");
                return None;
            }
        };
        let take = match (json, regex) {
            (Some(json), None) if source == Source::Body => Take::Json(json?),
            (None, Some(regex)) => Take::Regex(regex?),
            (None, None) if source != Source::Body => Take::All,
            _ if ["header", "cookie"].iter().any(|k| how.get(*k).is_some()) && source == Source::Body => return None,
            _ => {
                self.mistake(
                    span,
                    format!("{path} must say one thing to take"),
                    "json, regex, header, cookie (header or cookie with a regex)",
                );
                return None;
            }
        };
        Some(Extract { name, variable: 0, source, take, default })
    }

    fn json_path(&mut self, span: Range<usize>, text: &str, path: &str) -> Option<JsonPath> {
        let parsed = JsonPath::parse(text);
        if let Err(e) = &parsed {
            self.mistake(
                span,
                format!("{path} {text:?}: {}", e.message()),
                "a JSON path (RFC 9535, without functions) such as \"$.items[0].id\"",
            );
        }
        parsed.ok()
    }

    fn regex(&mut self, value: &Value<'_>, path: &str) -> Option<Regex> {
        let text = self.string(value, path, "a regular expression")?;
        let parsed = Regex::new(&text);
        if let Err(e) = &parsed {
            let cause = e.to_string();
            let cause = cause.lines().last().unwrap_or_default().trim_start_matches("error: ");
            self.mistake(value.span(), format!("{path} {text:?}: {cause}"), "a regular expression such as 'id=(\\d+)'");
        }
        parsed.ok()
    }

    /// A value to compare with.
    fn scalar(&mut self, value: &Value<'_>, path: &str) -> Option<serde_json::Value> {
        let found = match value.get_ref() {
            DeValue::String(s) => Some(serde_json::Value::from(s.as_ref())),
            DeValue::Boolean(b) => Some(serde_json::Value::from(*b)),
            DeValue::Integer(n) => i64::from_str_radix(n.as_str(), n.radix()).ok().map(serde_json::Value::from),
            DeValue::Float(f) => f.as_str().parse::<f64>().ok().map(serde_json::Value::from),
            _ => None,
        };
        if found.is_none() {
            self.mistake(value.span(), format!("{path} cannot be compared with"), "text, a number, true or false");
        }
        found
    }

    /// Warns of secrets that stand in the file.
    pub(super) fn secrets(&self, step: &DeTable<'_>, path: &str) -> Vec<Mistake> {
        let Some(DeValue::Table(headers)) = step.get("headers").map(Spanned::get_ref) else { return Vec::new() };
        let literal =
            headers.iter().filter(|(name, value)| matches!(value.get_ref(), DeValue::String(s) if is_literal_secret(name.get_ref(), s)));
        let warn = literal.map(|(name, value)| {
            let text = format!("{path}.headers.{} stands in the file as it is", name.get_ref());
            let mistake = Mistake::new(self.name, self.line(&value.span()), text, "env:NAME, file:PATH");
            Mistake { rule: "literal-secret", ..mistake }
        });
        warn.collect()
    }
}

/// Where the fault's value stands.
pub(super) fn span_of(step: &DeTable<'_>, spot: &Spot) -> Option<Range<usize>> {
    let inside = |key: &str, name: &str| match step.get(key)?.get_ref() {
        DeValue::Table(t) => t.get(name).map(Spanned::span),
        _ => None,
    };
    match spot {
        Spot::Request => step.get("request").map(Spanned::span),
        Spot::Body => step.get("body").map(Spanned::span),
        Spot::Header(name) => inside("headers", name),
        Spot::Extract(name) => inside("extract", name),
    }
}
