//! The shape of source files: a header, a bearable length, tests named as sentences, and no peeking at the answers.

use super::Finding;
use crate::tree::Tree;

const LONG: usize = 250;
const TOO_LONG: usize = 400;
/// The width of a line, which rustfmt keeps of code but neither of comments nor of strings; one long string keeps it from the code around.
const WIDTH: usize = 140;
/// Where it is held.
const NARROW: [&str; 1] = ["crates/causes/"];
const SOURCES: [&str; 3] = ["crates/", "agents/", "xtask/"];
/// The file that tells the true cause of a specimen. Only scoring may know that it exists, or a verdict could be read off it.
const TRUTH: &str = "case.toml";
const MAY_KNOW_TRUTH: [&str; 2] = ["crates/specimen/", "xtask/"];

/// Checks every source file.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let sources = tree.under(&SOURCES, ".rs").flat_map(|(path, text)| rust(path, text));
    let peeking = tree.under(&["crates/", "agents/"], "").filter(|(path, text)| {
        let code = std::path::Path::new(path).extension().is_none_or(|e| e != "md");
        code && text.contains(TRUTH) && !MAY_KNOW_TRUTH.iter().any(|p| path.starts_with(p))
    });
    let peeking = peeking.map(|(path, _)| Finding::error(path, format!("mentions {TRUTH}: only scoring may know the truth of a specimen")));
    sources.chain(peeking).collect()
}

fn rust(path: &str, text: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    // Attributes may stand before the header (`#![allow(...)]` above `//!` is as good).
    if !text.lines().take_while(|l| l.starts_with("//!") || l.starts_with("#!") || l.is_empty()).any(|l| l.starts_with("//!")) {
        found.push(Finding::error(path, "begins without a //! header that says what the file is for"));
    }
    let lines = text.lines().count();
    if lines > TOO_LONG {
        found.push(Finding::error(path, format!("{lines} lines, the most is {TOO_LONG}: look for the second noun and give it a file")));
    } else if lines > LONG {
        found.push(Finding::warning(path, format!("{lines} lines; most files need fewer than {LONG}")));
    }
    if NARROW.iter().any(|place| path.starts_with(place)) {
        found.extend(too_wide(path, text));
    }
    found.extend(badly_named_tests(path, text));
    found
}

fn too_wide(path: &str, text: &str) -> impl Iterator<Item = Finding> {
    let wide = text.lines().enumerate().map(|(n, line)| (n + 1, line.chars().count())).filter(|(_, width)| *width > WIDTH);
    let message = |width| format!("{width} columns, the most is {WIDTH}: break the comment or the string");
    wide.map(move |(n, width)| Finding::error(format!("{path}:{n}"), message(width)))
}

fn badly_named_tests<'a>(path: &'a str, text: &'a str) -> impl Iterator<Item = Finding> + 'a {
    let mut is_test = false;
    text.lines().enumerate().filter_map(move |(n, line)| {
        let line = line.trim();
        is_test |= line == "#[test]";
        let name = line.strip_prefix("fn ").filter(|_| is_test)?.split('(').next()?;
        is_test = false;
        let message = "a test is a sentence about what holds, without the prefix test_";
        name.starts_with("test_").then(|| Finding::error(format!("{path}:{}", n + 1), message))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(path: &str, text: &str) -> usize {
        check(&Tree::of([(path, text)])).iter().filter(|f| f.is_error()).count()
    }

    #[test]
    fn a_file_with_a_header_is_fine_and_one_without_is_not() {
        assert_eq!(errors("crates/a/src/lib.rs", "//! A.\nfn main() {}\n"), 0);
        assert_eq!(errors("crates/a/src/lib.rs", "#![allow(dead_code)]\n\n//! A.\n"), 0);
        assert_eq!(errors("crates/a/src/lib.rs", "fn main() {}\n//! late\n"), 1);
    }

    #[test]
    fn length_is_warned_about_before_it_is_an_error() {
        let of = |n: usize| check(&Tree::of([("xtask/src/a.rs", &*format!("//! A.\n{}", "\n".repeat(n - 1)))]));
        assert_eq!(of(LONG).len(), 0);
        assert!(!of(LONG + 1)[0].is_error());
        assert!(of(TOO_LONG + 1)[0].is_error());
    }

    #[test]
    fn comments_and_strings_are_held_to_the_width_of_a_line() {
        let of = |columns: usize| errors("crates/causes/src/lib.rs", &format!("//! {}\n", "ä".repeat(columns - 4)));
        assert_eq!((of(WIDTH), of(WIDTH + 1)), (0, 1));
    }

    #[test]
    fn only_tests_are_held_to_the_names_of_tests() {
        let text = "//! A.\n#[test]\n#[ignore]\n    fn test_it() {}\nfn test_bench() {}\n#[test]\nfn it_holds() {}\n";
        let found = check(&Tree::of([("crates/a/tests/a.rs", text)]));
        assert_eq!(found.len(), 1);
        assert!(found[0].place.ends_with(":4"), "{found:?}");
    }

    #[test]
    fn only_scoring_may_know_the_truth() {
        let text = format!("//! Reads {TRUTH}.\n");
        assert_eq!(errors("crates/specimen/src/lib.rs", &text), 0);
        assert_eq!(errors("crates/causes/src/lib.rs", &text), 1);
        assert_eq!(errors("crates/causes/src/README.md", &text), 0);
    }
}
