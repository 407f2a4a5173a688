//! Who may import whom: the table in ARCHITECTURE.md against the Cargo.toml of every crate.

use super::Finding;
use crate::tree::Tree;
use std::collections::{BTreeMap, BTreeSet};

const PAGE: &str = "ARCHITECTURE.md";
/// Opens the table; each line is `crate -> crate crate ...`.
const FENCE: &str = "```imports";
/// Folders of crates of ours, and single crates.
const CRATES: [&str; 3] = ["crates/", "agents/", "xtask/"];

type Table = BTreeMap<String, BTreeSet<String>>;

/// A crate of ours as its Cargo.toml has it.
struct Crate {
    path: String,
    normal: BTreeSet<String>,
    dev: BTreeSet<String>,
}

/// Checks the dependencies of every crate.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let Some(allowed) = tree.text(PAGE).and_then(table) else {
        return vec![Finding::error(PAGE, format!("has no table of imports ({FENCE} ... ```)"))];
    };
    let mut found = Vec::new();
    let mut crates = BTreeMap::new();
    for (path, text) in tree.under(&CRATES, "/Cargo.toml") {
        match parse(path, text) {
            Some((name, one)) => drop(crates.insert(name, one)),
            None => found.push(Finding::error(path, "is not a manifest with a [package] name")),
        }
    }
    for (name, one) in &crates {
        let Some(may) = allowed.get(name) else {
            found.push(Finding::error(PAGE, format!("the table of imports lacks crate {name}")));
            continue;
        };
        let ours = |all: &BTreeSet<String>| all.iter().filter(|d| crates.contains_key(*d)).cloned().collect::<Vec<_>>();
        for dependency in ours(&one.normal) {
            if !may.contains(&dependency) {
                found.push(Finding::error(&one.path, format!("{name} may not import {dependency} (table in {PAGE})")));
            }
        }
        for dependency in ours(&one.dev) {
            if dependency != "testkit" && !may.contains(&dependency) {
                found.push(Finding::error(&one.path, format!("{name} may not import {dependency}, not even in tests (table in {PAGE})")));
            }
        }
        if one.normal.contains("testkit") {
            found.push(Finding::error(&one.path, "testkit is for tests: [dev-dependencies] only"));
        }
    }
    let named = allowed.iter().flat_map(|(name, may)| may.iter().chain([name])).collect::<BTreeSet<_>>();
    found.extend(
        named
            .into_iter()
            .filter(|n| !crates.contains_key(*n))
            .map(|n| Finding::error(PAGE, format!("the table of imports names {n}, which does not exist"))),
    );
    found
}

fn table(page: &str) -> Option<Table> {
    let lines = page.lines().skip_while(|l| l.trim() != FENCE).skip(1).take_while(|l| l.trim() != "```");
    let rows = lines.filter_map(|l| l.split_once("->"));
    let words = |s: &str| s.split_whitespace().map(str::to_owned).collect();
    let table: Table = rows.map(|(name, may)| (name.trim().to_owned(), words(may))).collect();
    (!table.is_empty()).then_some(table)
}

fn parse(path: &str, text: &str) -> Option<(String, Crate)> {
    let manifest: toml::Table = text.parse().ok()?;
    let name = manifest.get("package")?.get("name")?.as_str()?.to_owned();
    let keys = |section: &str| -> BTreeSet<String> {
        manifest.get(section).and_then(|s| s.as_table()).into_iter().flat_map(|t| t.keys().cloned()).collect()
    };
    let normal = &keys("dependencies") | &keys("build-dependencies");
    Some((name, Crate { path: path.to_owned(), normal, dev: keys("dev-dependencies") }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(page: &str, dependencies: &str) -> Vec<String> {
        let manifest = |name: &str, rest: &str| format!("[package]\nname = \"{name}\"\n{rest}");
        let tree = Tree::of([
            (PAGE, page),
            ("crates/a/Cargo.toml", &manifest("a", dependencies)),
            ("crates/b/Cargo.toml", &manifest("b", "")),
            ("crates/testkit/Cargo.toml", &manifest("testkit", "")),
        ]);
        check(&tree).into_iter().map(|f| f.text).collect()
    }

    const TABLE: &str = "# x\n```imports\na -> b\nb ->\ntestkit ->\n```\n";
    const STRICT: &str = "```imports\na ->\nb ->\ntestkit ->\n```\n";

    #[test]
    fn what_the_table_allows_is_fine_and_foreign_crates_are_nobodys_business() {
        assert_eq!(texts(TABLE, "[dependencies]\nb.workspace = true\nserde = \"1\"\n"), Vec::<String>::new());
        assert_eq!(texts(STRICT, "[dev-dependencies]\ntestkit.workspace = true\n"), Vec::<String>::new());
    }

    #[test]
    fn what_the_table_does_not_allow_is_named() {
        assert!(texts(STRICT, "[dependencies]\nb.workspace = true\n")[0].starts_with("a may not import b"));
        assert!(texts(STRICT, "[build-dependencies]\nb.workspace = true\n")[0].starts_with("a may not import b"));
        assert!(texts(STRICT, "[dev-dependencies]\nb.workspace = true\n")[0].contains("not even in tests"));
        assert!(
            texts("```imports\na -> testkit\nb ->\ntestkit ->\n```", "[dependencies]\ntestkit.workspace = true\n")[0]
                .contains("[dev-dependencies] only")
        );
    }

    #[test]
    fn table_and_crates_must_be_complete() {
        assert!(texts("no table", "")[0].contains("has no table"));
        assert_eq!(
            texts("```imports\na -> gone\nb ->\n```", ""),
            ["the table of imports lacks crate testkit", "the table of imports names gone, which does not exist"]
        );
    }
}
