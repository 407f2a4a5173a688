//! Runtimes and stores stay behind their doors: what is known of one lies in its folder, and no code outside asks which one it is.

use super::Finding;
use crate::tree::Tree;

/// Folders of folders behind one door each.
pub(super) const HOUSES: [&str; 2] = ["crates/probe/src/runtimes/", "crates/probe/src/stores/"];
/// Ways to ask which one it is.
const QUESTIONS: [&str; 4] = ["Runtime::named(\"", "runtime.name() ==", "runtime.name() !=", "match target.runtime.name()"];
/// Where they may be asked: there, and where runs are built for tests.
const ALLOWED: [&str; 3] = ["crates/probe/src/runtimes/", "crates/testkit/", "xtask/"];

/// Every folder has its page, and nobody else asks.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let folders = HOUSES.iter().flat_map(|house| tree.folders(house, 1));
    let pages = folders.filter(|f| tree.has(&format!("{f}/mod.rs"))).filter_map(|f| page(tree, &f));
    let asked = tree.under(&[""], ".rs").filter(|(path, _)| !is_allowed(path)).filter_map(|(path, text)| asks(path, text));
    pages.chain(asked).collect()
}

fn page(tree: &Tree, folder: &str) -> Option<Finding> {
    let page = format!("{folder}/{}.md", folder.rsplit('/').next()?);
    (!tree.has(&page)).then(|| Finding::error(folder, format!("has no page {page} (what is seen, privileges, cost, versions)")))
}

fn is_allowed(path: &str) -> bool {
    ALLOWED.iter().any(|place| path.starts_with(place)) || path.contains("/tests/") || path.ends_with("/tests.rs")
}

fn asks(path: &str, text: &str) -> Option<Finding> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let question = QUESTIONS.iter().find(|q| code.contains(**q))?;
    let why = format!("asks which runtime it is ({question}...): its adapter or its language must answer what is asked");
    Some(Finding::error(path, why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_for_the_runtime_outside_its_folder_is_told() {
        let code = "if target.runtime.name() == \"jvm\" {}";
        let tree = Tree::of([
            ("crates/causes/src/cpu/x/mod.rs", code),
            ("crates/causes/src/cpu/x/tests.rs", code),
            ("crates/probe/src/runtimes/jvm/mod.rs", code),
            ("crates/probe/src/runtimes/jvm/jvm.md", ""),
        ]);
        assert_eq!(check(&tree).iter().map(|f| f.place.as_str()).collect::<Vec<_>>(), ["crates/causes/src/cpu/x/mod.rs"]);
    }

    #[test]
    fn a_runtime_and_a_store_have_a_page() {
        let tree = Tree::of([("crates/probe/src/runtimes/x/mod.rs", ""), ("crates/probe/src/stores/y/mod.rs", "")]);
        assert_eq!(check(&tree).len(), 2);
    }
}
