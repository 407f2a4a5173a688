//! One document: what the text prints stands in the JSON.

use super::{opts, summary};
use crate::fixture;
use crate::outputs::text::ledger_table;
use serde_json::Value;
use std::collections::BTreeSet;

#[test]
fn every_figure_of_the_text_is_a_figure_of_the_json() {
    for c in fixture::all() {
        let mut known = BTreeSet::new();
        collect(&crate::json(&c.run, &c.diagnosis), &mut known);
        for s in [summary(&c, &opts(100)), ledger_table(&c.diagnosis, &opts(100))] {
            let shown = figures(&s);
            let unknown: Vec<&String> = shown.difference(&known).collect();
            assert!(shown.len() > 10 && unknown.is_empty(), "{unknown:?} of\n{s}");
        }
    }
}

/// Figures in `s`: runs of digits with separators that do not belong to a name (`p99`, `E2`, `7f3a`).
pub(super) fn figures(s: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for word in s.split(|c: char| !(c.is_alphanumeric() || ".,-<>_".contains(c))) {
        let figure = word.trim_start_matches(['<', '>', '-']).trim_end_matches(['.', ',']);
        if figure.starts_with(|c: char| c.is_ascii_digit()) && figure.chars().all(|c| c.is_ascii_digit() || ".,".contains(c)) {
            all.insert(figure.to_owned());
        }
    }
    all
}

/// All figures of a JSON value as they may be printed, and those within its strings.
fn collect(v: &Value, all: &mut BTreeSet<String>) {
    match v {
        Value::Number(n) => {
            let x = n.as_f64().expect("a JSON number is a float");
            for s in [crate::figures::figure(x), crate::figures::percent(x), n.as_u64().map(crate::figures::count).unwrap_or_default()] {
                all.extend(figures(&s));
            }
        }
        Value::String(s) => all.extend(figures(s)),
        Value::Array(a) => a.iter().for_each(|x| collect(x, all)),
        Value::Object(o) => o.values().for_each(|x| collect(x, all)),
        Value::Null | Value::Bool(_) => {}
    }
}
