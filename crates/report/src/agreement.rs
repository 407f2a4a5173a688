//! For tests: which figures a text shows, and which a JSON value holds.

use serde_json::Value;
use std::collections::BTreeSet;
use words::figures;

/// Figures in `s`: runs of digits with separators that do not belong to a name (`p99`, `E2`, `7f3a`).
pub(crate) fn figures_in(s: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for word in s.split(|c: char| !(c.is_alphanumeric() || ".,-<>_".contains(c))) {
        let figure = word.trim_start_matches(['<', '>', '-']).trim_end_matches(['.', ',']);
        if figure.starts_with(|c: char| c.is_ascii_digit()) && figure.chars().all(|c| c.is_ascii_digit() || ".,".contains(c)) {
            all.insert(figure.to_owned());
        }
    }
    all
}

/// All figures of a JSON value as they may be printed, and those within its strings and keys.
pub(crate) fn figures_of(v: &Value) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    collect("", v, &mut all);
    all
}

fn collect(key: &str, v: &Value, all: &mut BTreeSet<String>) {
    match v {
        Value::Number(n) => {
            let x = n.as_f64().expect("a JSON number is a float");
            let mut ways = vec![figures::figure(x), figures::percent(x)];
            ways.extend(n.as_u64().map(figures::count));
            ways.extend(key.contains("per_s").then(|| figures::whole(x)));
            ways.extend(key.contains("bytes").then(|| figures::bytes(x)));
            all.extend(ways.iter().flat_map(|s| figures_in(s)));
        }
        Value::String(s) => all.extend(figures_in(s)),
        Value::Array(a) => {
            for x in a {
                collect(key, x, all);
            }
        }
        Value::Object(o) => {
            for (key, x) in o {
                all.extend(figures_in(key));
                collect(key, x, all);
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}
