//! The glossary has each word once, so that nobody finds two meanings, and by the alphabet within a group, so that it is found at all.

use super::Finding;
use crate::tree::Tree;
use std::collections::BTreeMap;

const PAGE: &str = "docs/glossary.md";
const HEAD: &str = "| word | meaning |";

/// Checks the page.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let Some(text) = tree.text(PAGE) else { return Vec::new() };
    let mut found = Vec::new();
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    let mut last = String::new();
    for (line, row) in text.lines().enumerate().map(|(n, l)| (n + 1, l)) {
        if row == HEAD {
            last.clear();
        }
        let Some(word) = word(row) else { continue };
        let place = format!("{PAGE}:{line}");
        if let Some(first) = lines.insert(word.clone(), line) {
            found.push(Finding::error(&place, format!("\"{word}\" stands on line {first} already: one row for each word")));
        }
        if word.contains(", ") {
            found.push(Finding::error(&place, format!("\"{word}\" are several words: a row for each")));
        }
        if word < last {
            found.push(Finding::error(&place, format!("\"{word}\" comes before \"{last}\" in the alphabet")));
        }
        last = word;
    }
    found
}

/// The word of a row of a table.
fn word(row: &str) -> Option<String> {
    let word = row.strip_prefix("| ")?.split(" |").next()?;
    (row != HEAD && !word.starts_with("---")).then(|| word.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(rows: &str) -> Vec<String> {
        check(&Tree::of([(PAGE, rows)])).into_iter().map(|f| f.text).collect()
    }

    #[test]
    fn words_that_stand_once_and_in_order_are_fine() {
        assert_eq!(
            texts("| word | meaning |\n| --- | --- |\n| arm | a |\n| pair | b |\n\n| word | meaning |\n| --- | --- |\n| look | c |\n"),
            [""; 0]
        );
    }

    #[test]
    fn a_word_that_stands_twice_or_out_of_order_or_with_others_is_named() {
        let found = texts("| word | meaning |\n| pair | a |\n| arm | b |\n| pair | c |\n| round, set | d |\n");
        assert_eq!(
            found,
            [
                "\"arm\" comes before \"pair\" in the alphabet",
                "\"pair\" stands on line 2 already: one row for each word",
                "\"round, set\" are several words: a row for each"
            ]
        );
    }
}
