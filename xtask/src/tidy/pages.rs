//! The pages of the house: links lead somewhere, and files that the architecture names exist.

use super::Finding;
use crate::tree::Tree;

const ROOT_PAGES: [&str; 4] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/"];
/// A word in backticks that begins so is a path.
const PLACES: [&str; 6] = ["crates/", "agents/", "specimens/", "xtask/", "docs/", "changelog.d/"];

/// Checks every page of the house.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let pages = tree.under(&ROOT_PAGES, ".md");
    pages.flat_map(|(path, text)| links(tree, path, text).into_iter().chain(named_files(tree, path, text))).collect()
}

fn links(tree: &Tree, page: &str, text: &str) -> Vec<Finding> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    let relative = targets.filter(|t| !t.is_empty() && !t.contains("://"));
    let broken = relative.filter(|t| !tree.has(&beside(page, t)));
    broken.map(|t| Finding::error(page, format!("links to {t}, which does not exist"))).collect()
}

fn named_files(tree: &Tree, page: &str, text: &str) -> Vec<Finding> {
    let quoted = text.split('`').skip(1).step_by(2);
    let paths = quoted.filter(|q| PLACES.iter().any(|p| q.starts_with(p)) && !q.contains([' ', '<', '*', '{', '\n']));
    paths.filter(|p| !tree.has(p)).map(|p| Finding::error(page, format!("names {p}, which does not exist"))).collect()
}

/// The path from the root of what `target` means on `page`.
fn beside(page: &str, target: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." => {}
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(page: &str, text: &str) -> Vec<String> {
        let tree = Tree::of([(page, text), ("docs/style.md", ""), ("crates/a/src/lib.rs", ""), ("LICENSE-MIT", "")]);
        check(&tree).into_iter().map(|f| f.text).collect()
    }

    #[test]
    fn links_and_paths_that_lead_somewhere_are_fine() {
        let text = "[s](style.md#names) [l](../LICENSE-MIT) [w](https://example.org) `crates/a/src/` `crates/<name>/` `cargo xtask tidy`";
        assert_eq!(texts("docs/page.md", text), Vec::<String>::new());
    }

    #[test]
    fn those_that_do_not_are_named() {
        assert_eq!(
            texts("README.md", "[s](style.md) `crates/gone/`"),
            ["links to style.md, which does not exist", "names crates/gone/, which does not exist"]
        );
    }
}
