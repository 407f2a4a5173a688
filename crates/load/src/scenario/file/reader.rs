//! Reads values out of TOML and collects what is wrong with them, with the lines they stand on.

use crate::scenario::{Mistake, ScenarioError};
use std::ops::Range;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

const DURATION: &str = "a time such as \"200ms\", \"30s\" or \"2m\"";

/// Collects mistakes.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) name: &'a str,
    pub(super) folder: &'a Path,
    pub(super) mistakes: Vec<Mistake>,
}

/// A value of the file.
pub(super) type Value<'i> = Spanned<DeValue<'i>>;

impl Reader<'_> {
    pub(super) fn into_error(mut self) -> ScenarioError {
        self.mistakes.sort_by_key(|m| (m.source != self.name, m.line));
        ScenarioError::Mistakes(self.mistakes)
    }

    pub(super) fn line(&self, span: &Range<usize>) -> usize {
        1 + self.text.get(..span.start).unwrap_or(self.text).matches('\n').count()
    }

    pub(super) fn mistake(&mut self, span: Range<usize>, text: String, allowed: &str) {
        let line = self.line(&span);
        self.mistakes.push(Mistake::new(self.name, line, text, allowed));
    }

    /// The value as it is written.
    fn seen(&self, value: &Value<'_>) -> String {
        self.text.get(value.span()).unwrap_or_default().to_owned()
    }

    /// The table `key` of `parent`; reports a value of another kind, and `required` when missing.
    pub(super) fn table<'t, 'i>(&mut self, parent: &'t DeTable<'i>, key: &str, required: &str) -> Option<&'t DeTable<'i>> {
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

    /// The tables of the list `key` of `parent`, with their places; an item that is no table is reported.
    pub(super) fn tables<'t, 'i>(
        &mut self,
        parent: &'t DeTable<'i>,
        key: &str,
        path: &str,
        allowed: &str,
    ) -> Vec<(&'t DeTable<'i>, Range<usize>, String)> {
        let mut tables = Vec::new();
        match parent.get(key).map(|v| (v.span(), v.get_ref())) {
            Some((_, DeValue::Array(list))) => {
                for (i, item) in list.iter().enumerate() {
                    let at = format!("{path}[{i}]");
                    match item.get_ref() {
                        DeValue::Table(t) => tables.push((t, item.span(), at)),
                        _ => self.mistake(item.span(), format!("{at} is not a table"), allowed),
                    }
                }
            }
            Some((span, _)) => self.mistake(span, format!("{path} is no list of tables"), allowed),
            None => {}
        }
        tables
    }

    pub(super) fn unknown_keys(&mut self, table: &DeTable<'_>, path: &str, allowed: &str) {
        for key in table.keys().filter(|k| !allowed.split(", ").any(|a| a == k.get_ref())) {
            self.mistake(key.span(), format!("{path}.{} is unknown", key.get_ref()), allowed);
        }
    }

    /// The text at `path`; reports a value of another kind.
    pub(super) fn string(&mut self, value: &Value<'_>, path: &str, allowed: &str) -> Option<String> {
        if let DeValue::String(s) = value.get_ref() {
            return Some(s.to_string());
        }
        self.mistake(value.span(), format!("{path} is not text"), allowed);
        None
    }

    /// The text at `key`, if there is any.
    pub(super) fn text_at(&mut self, table: &DeTable<'_>, key: &str, path: &str, allowed: &str) -> Option<String> {
        table.get(key).and_then(|v| self.string(v, &format!("{path}.{key}"), allowed))
    }

    /// The choice at `key`.
    pub(super) fn word_at<T: Copy>(&mut self, table: &DeTable<'_>, key: &str, path: &str, words: &[(&'static str, T)]) -> Option<T> {
        let value = table.get(key)?;
        let allowed = words.iter().map(|(w, _)| *w).collect::<Vec<_>>().join(", ");
        let word = self.string(value, &format!("{path}.{key}"), &allowed)?;
        let found = words.iter().find(|(w, _)| *w == word).map(|(_, t)| *t);
        if found.is_none() {
            self.mistake(value.span(), format!("{path}.{key} is {word:?}"), &allowed);
        }
        found
    }

    /// Whether it is so, at `key`.
    pub(super) fn flag_at(&mut self, table: &DeTable<'_>, key: &str, path: &str) -> Option<bool> {
        let value = table.get(key)?;
        if let DeValue::Boolean(b) = value.get_ref() {
            return Some(*b);
        }
        let seen = self.seen(value);
        self.mistake(value.span(), format!("{path}.{key} is {seen}"), "true, false");
        None
    }

    /// A whole number within bounds.
    pub(super) fn whole(&mut self, value: &Value<'_>, path: &str, min: u32, max: u32) -> Option<u32> {
        let n = match value.get_ref() {
            DeValue::Integer(n) => i64::from_str_radix(n.as_str(), n.radix()).ok(),
            _ => None,
        };
        let ok = n.and_then(|n| u32::try_from(n).ok()).filter(|n| (min..=max).contains(n));
        if ok.is_none() {
            let seen = self.seen(value);
            self.mistake(value.span(), format!("{path} is {seen}"), &format!("a whole number from {min} to {max}"));
        }
        ok
    }

    pub(super) fn whole_at(&mut self, table: &DeTable<'_>, key: &str, path: &str, min: u32, max: u32) -> Option<u32> {
        table.get(key).and_then(|v| self.whole(v, &format!("{path}.{key}"), min, max))
    }

    /// A rate at `key`: a number per second, or text such as `"200/s"` or `"90/m"`.
    pub(super) fn rate_at(&mut self, table: &DeTable<'_>, key: &str, path: &str) -> Option<f64> {
        let value = table.get(key)?;
        let per_s = match value.get_ref() {
            DeValue::Integer(n) => i64::from_str_radix(n.as_str(), n.radix()).ok().map(|n| n as f64),
            DeValue::Float(f) => f.as_str().parse().ok(),
            DeValue::String(s) => {
                let (number, unit) = s.split_once('/').unwrap_or((s, "s"));
                let per = [("s", 1.0), ("m", 60.0), ("h", 3600.0)].into_iter().find(|(u, _)| *u == unit.trim()).map(|(_, per)| per);
                number.trim().parse::<f64>().ok().zip(per).map(|(n, per)| n / per)
            }
            _ => None,
        };
        // A rate of 0 is a stage without load; the most is what an i64 of nanoseconds can still pace.
        let ok = per_s.filter(|r| (0.0..=1e9).contains(r));
        if ok.is_none() {
            let seen = self.seen(value);
            self.mistake(value.span(), format!("{path}.{key} is {seen}"), "a number per second, or text such as \"200/s\" or \"90/m\"");
        }
        ok
    }

    /// A time, nanoseconds; 0 only with `zero`.
    pub(super) fn duration(&mut self, value: &Value<'_>, path: &str, zero: bool) -> Option<i64> {
        let parsed = match value.get_ref() {
            DeValue::String(s) => humantime::parse_duration(s).ok(),
            _ => None,
        };
        let ok = parsed.and_then(|d| i64::try_from(d.as_nanos()).ok()).filter(|ns| *ns > 0 || zero);
        if ok.is_none() {
            let seen = self.seen(value);
            self.mistake(value.span(), format!("{path} is {seen}"), DURATION);
        }
        ok
    }

    pub(super) fn duration_at(&mut self, table: &DeTable<'_>, key: &str, path: &str, zero: bool) -> Option<i64> {
        table.get(key).and_then(|v| self.duration(v, &format!("{path}.{key}"), zero))
    }

    /// A part of a whole at `key`: `"20%"`, above 0 and at most 100 %; as a share.
    pub(super) fn percent_at(&mut self, table: &DeTable<'_>, key: &str, path: &str) -> Option<f64> {
        let value = table.get(key)?;
        let number = match value.get_ref() {
            DeValue::String(s) => s.strip_suffix('%').and_then(|n| n.trim().parse::<f64>().ok()),
            _ => None,
        };
        // Less than a thousandth is no step that anybody sees.
        let ok = number.map(|n| n / 100.0).filter(|share| (0.001..=1.0).contains(share));
        if ok.is_none() {
            let seen = self.seen(value);
            self.mistake(value.span(), format!("{path}.{key} is {seen}"), "a percentage from \"0.1%\" to \"100%\"");
        }
        ok
    }
}
