//! No sentence is made where it is decided what is said: what users read is a message with an id, its texts lie beside the code in each language (ADR 17).

use super::Finding;
use crate::tree::Tree;
use regex::Regex;
use std::sync::LazyLock;

/// Where it is decided.
const SILENT: [&str; 7] = [
    "crates/causes/src/",
    "crates/diagnose/src/",
    "crates/experiment/src/choose",
    "crates/experiment/src/conduct",
    "crates/experiment/src/expect",
    "crates/experiment/src/outcome",
    "crates/experiment/src/plan",
];

/// Three words in a row, whatever is put in between: nothing else has them, neither ids nor names nor units.
static SENTENCE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[A-Za-z']+,? (\{[^}]*\} )?[a-z']+,? (\{[^}]*\} )?[a-z']+").expect("it is a pattern"));

/// What says something to developers: broken promises and reasons of lints.
static TO_DEVELOPERS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(expect\(|panic!\(|unreachable!\(|assert\w*!\([^;]*|reason =)\s*$").expect("it is a pattern"));

/// Sentences in code that is no test.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let sources = tree.under(&SILENT, ".rs").filter(|(path, _)| !path.ends_with("tests.rs") && !path.contains("/tests/"));
    sources.filter_map(|(path, text)| sentence(path, text)).collect()
}

fn sentence(path: &str, text: &str) -> Option<Finding> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let is_said = |(before, literal): &(&str, &str)| SENTENCE.is_match(literal) && !TO_DEVELOPERS.is_match(before);
    let (_, literal) = literals(code).into_iter().find(is_said)?;
    let said: String = literal.chars().take(60).collect();
    Some(Finding::error(
        path,
        format!("makes a sentence ({said}...): say it by `message!`, with its text in en.ftl and ko.ftl of the folder"),
    ))
}

/// Literals of code, each with what stands before it; comments are no code.
fn literals(code: &str) -> Vec<(&str, &str)> {
    let bytes = code.as_bytes();
    let (mut found, mut i) = (Vec::new(), 0);
    while i < bytes.len() {
        match bytes[i] {
            b'/' if bytes.get(i + 1) == Some(&b'/') => i += code[i..].find('\n').unwrap_or(bytes.len() - i),
            // the character itself, not the start of a text
            b'\'' if bytes.get(i + 1) == Some(&b'"') => i += 3,
            b'"' => {
                let mut end = i + 1;
                while end < bytes.len() && bytes[end] != b'"' {
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                let end = end.min(bytes.len());
                found.push((&code[..i], &code[i + 1..end]));
                i = end + 1;
            }
            _ => i += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_found_and_a_name_is_not() {
        let of = |code: &str| check(&Tree::of([("crates/causes/src/cpu/x/mod.rs", code)])).len();
        assert_eq!(of("let why = format!(\"{n} of {all} sessions wait\");"), 1);
        assert_eq!(of("let why = \"the pool is full\";"), 1);
        let fine = [
            "/// the pool is full\nlet id = message!(\"x/pool-full\", ms: Ms(3.0));",
            "let site = format!(\"{}.{}\", f.class, f.method);",
            "let n = all.first().expect(\"there is always one level\");",
            "#[expect(dead_code, reason = \"the list is kept short\")]",
            "let s = if a { \"\" } else { b.of(\"x\") };",
            "#[cfg(test)]\nmod tests {\n    const S: &str = \"the pool is full\";\n}",
        ];
        for code in fine {
            assert_eq!(of(code), 0, "{code}");
        }
        assert!(check(&Tree::of([("crates/tightspot/src/x.rs", "\"the pool is full\"")])).is_empty());
    }
}
