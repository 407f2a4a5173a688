//! Placeholders of a case: `{pool}`, `{port.db}`, `{build}`. `{{token}}` belongs to the tool and stays as it is.

use std::collections::BTreeMap;

/// Names and their values.
pub(crate) type Names = BTreeMap<String, String>;

/// `text` with its placeholders filled; the names that are unknown otherwise.
pub(crate) fn fill(text: &str, names: &Names) -> Result<String, Vec<String>> {
    let mut unknown = Vec::new();
    let filled = walk(text, |name| {
        names.get(name).cloned().unwrap_or_else(|| {
            unknown.push(name.to_owned());
            String::new()
        })
    });
    if unknown.is_empty() { Ok(filled) } else { Err(unknown) }
}

/// The placeholders of `text`, in order.
pub(crate) fn placeholders(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    walk(text, |name| {
        found.push(name.to_owned());
        String::new()
    });
    found
}

/// Braces that hold no name (JSON, shell blocks) are text.
fn walk(text: &str, mut value: impl FnMut(&str) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.find('}');
        if let (true, Some(end)) = (rest.starts_with("{{"), rest.find("}}")) {
            out.push_str(&rest[..end + 2]);
            rest = &rest[end + 2..];
        } else if let Some(end) = end.filter(|e| is_name(&rest[1..*e]) && !out.ends_with('$')) {
            out.push_str(&value(&rest[1..end]));
            rest = &rest[end + 1..];
        } else {
            out.push('{');
            rest = &rest[1..];
        }
    }
    out + rest
}

/// `pool`, `port.auth`, `auth_ms`
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_filled_and_everything_else_is_left_alone() {
        let names: Names = [("pool", "12"), ("port.db", "5432"), ("build", "/b")].map(|(n, v)| (n.to_owned(), v.to_owned())).into();
        for (text, expected) in [
            ("plain", "plain"),
            ("{pool}", "12"),
            ("jdbc:postgresql://127.0.0.1:{port.db}/x?p={pool}", "jdbc:postgresql://127.0.0.1:5432/x?p=12"),
            ("/members/token/{{token}}?pool={pool}", "/members/token/{{token}}?pool=12"),
            (r#"{"a": {}, "b": "{pool}"}"#, r#"{"a": {}, "b": "12"}"#),
            ("while :; do { x; }; done", "while :; do { x; }; done"),
            ("sh ${HOME}/{build}", "sh ${HOME}//b"),
            ("open {", "open {"),
            ("{{open {pool}", "{{open 12"),
        ] {
            assert_eq!(fill(text, &names), Ok(expected.to_owned()), "{text}");
        }
    }

    #[test]
    fn every_unknown_name_is_reported() {
        assert_eq!(fill("{a} {pool} {port.b}", &Names::new()), Err(vec!["a".to_owned(), "pool".to_owned(), "port.b".to_owned()]));
        assert_eq!(placeholders("{a} {{b}} {c.d}"), ["a", "c.d"]);
    }
}
