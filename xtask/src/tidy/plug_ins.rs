//! Folders that are plug-ins: a cause has its code, its page with all headings and a test; a probe's subject has its page.

use super::Finding;
use super::doors::HOUSES;
use crate::tree::Tree;

const CAUSES: &str = "crates/causes/src/";
const PROBES: &str = "crates/probe/src/";
const INTERVENTIONS: &str = "crates/experiment/src/interventions/";
const HEADINGS: [&str; 7] = ["Symptom", "Decoy", "Evidence", "Experiment", "Fix", "Verify", "Sources"];

/// Checks every cause and every probe subject.
pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    // what several causes rest on may have texts of its own
    let shared = |folder: &String| folder.contains("/facts/");
    let causes = tree.folders(CAUSES, 2).into_iter().filter(|f| !shared(f)).flat_map(|folder| cause(tree, &folder));
    let loose = tree.under(&[CAUSES], ".rs").filter_map(|(path, _)| loose(path));
    let subjects = tree.folders(PROBES, 1).into_iter().filter_map(|folder| subject(tree, &folder));
    causes
        .chain(loose)
        .chain(subjects)
        .chain(tree.folders(INTERVENTIONS, 1).into_iter().filter_map(|folder| intervention(tree, &folder)))
        .collect()
}

/// Beside the folders there is `lib.rs` and nothing else.
fn loose(path: &str) -> Option<Finding> {
    let lies_loose = path.strip_prefix(CAUSES).is_some_and(|file| file != "lib.rs" && !file.contains('/'));
    lies_loose.then(|| Finding::error(path, "what several causes rest on goes to facts/, what their tests share to tests/"))
}

/// The page of an intervention has the folder's name with hyphens, and says how it is put back.
fn intervention(tree: &Tree, folder: &str) -> Option<Finding> {
    let page = format!("{folder}/{}.md", folder.rsplit('/').next()?.replace('_', "-"));
    match tree.text(&page) {
        None => Some(Finding::error(folder, format!("has no page {page} (what it does, how it is put back, risks, privileges)"))),
        Some(text)
            if ["**What it does.**", "**How it is put back.**", "**Risks.**", "**Privileges.**"].iter().any(|h| !text.contains(h)) =>
        {
            Some(Finding::error(page, "must say what it does, how it is put back, its risks and its privileges"))
        }
        Some(_) => None,
    }
}

fn cause(tree: &Tree, folder: &str) -> Vec<Finding> {
    let id = folder.rsplit('/').next().unwrap_or_default();
    let mut found = Vec::new();
    if !is_kebab_case(id) {
        found.push(Finding::error(folder, "the id of a cause is kebab-case: lower-case words, joined by single hyphens"));
    }
    match tree.text(&format!("{folder}/mod.rs")) {
        None => found.push(Finding::error(folder, "has no mod.rs")),
        Some(code) if !code.contains(&format!("\"{id}\"")) => {
            found.push(Finding::error(folder, "mod.rs does not say the id of its folder"));
        }
        Some(_) => {}
    }
    match tree.text(&format!("{folder}/cause.md")) {
        None => found.push(Finding::error(folder, "has no cause.md, which `tightspot explain` prints")),
        Some(page) => found.extend(headings(page).map(|text| Finding::error(format!("{folder}/cause.md"), text))),
    }
    let place = format!("{folder}/");
    if !tree.under(&[place.as_str()], ".rs").any(|(_, text)| text.contains("#[test]")) {
        found.push(Finding::error(folder, "has no test: show it firing, show it quiet, show the decoy winning"));
    }
    found
}

/// What is wrong with the headings of a page: all of them, once, in this order.
fn headings(page: &str) -> Option<String> {
    let there: Vec<&str> = page.lines().filter_map(|l| l.strip_prefix("## ")).map(str::trim).collect();
    (there != HEADINGS).then(|| format!("the headings are {}; they must be {}", there.join(", "), HEADINGS.join(", ")))
}

fn subject(tree: &Tree, folder: &str) -> Option<Finding> {
    // folders of folders have a page for each of these: see doors.rs
    if HOUSES.iter().any(|house| house.trim_end_matches('/') == folder) {
        return None;
    }
    // the texts of a file lie in a folder of its name
    if tree.has(&format!("{folder}.rs")) {
        return None;
    }
    let page = format!("{folder}/{}.md", folder.rsplit('/').next()?);
    (!tree.has(&page)).then(|| Finding::error(folder, format!("has no page {page} (signals, privileges, cost, versions)")))
}

/// Lower-case words, joined by single hyphens.
pub(crate) fn is_kebab_case(id: &str) -> bool {
    let word = |w: &str| !w.is_empty() && w.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    id.split('-').all(word) && id.starts_with(|c: char| c.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# a\n## Symptom\n## Decoy\n## Evidence\n## Experiment\n## Fix\n## Verify\n## Sources\n";

    #[test]
    fn a_whole_cause_is_fine() {
        let code = "\"pool-x\" #[test] fn holds() {}";
        let tree = Tree::of([("crates/causes/src/pools/pool-x/mod.rs", code), ("crates/causes/src/pools/pool-x/cause.md", PAGE)]);
        assert_eq!(check(&tree), []);
    }

    #[test]
    fn every_gap_of_a_cause_is_told_at_once() {
        let page = PAGE.replace("## Decoy\n", "");
        let found = check(&Tree::of([("crates/causes/src/pools/Pool_X/cause.md", &*page)]));
        let said = |part: &str| assert!(found.iter().any(|f| f.text.contains(part)), "{part}: {found:?}");
        ["kebab-case", "no mod.rs", "the headings are Symptom, Evidence", "no test"].into_iter().for_each(said);
        assert_eq!(found.len(), 4);
    }

    #[test]
    fn beside_the_folders_of_causes_only_lib_is_loose() {
        let tree = Tree::of([("crates/causes/src/lib.rs", ""), ("crates/causes/src/facts/mod.rs", ""), ("crates/causes/src/lore.rs", "")]);
        assert_eq!(check(&tree).iter().map(|f| f.place.as_str()).collect::<Vec<_>>(), ["crates/causes/src/lore.rs"]);
    }

    #[test]
    fn a_subject_without_page_is_named() {
        let found = check(&Tree::of([("crates/probe/src/host/mod.rs", ""), ("crates/probe/src/contract.rs", "")]));
        assert_eq!(found.len(), 1);
        assert!(found[0].text.contains("crates/probe/src/host/host.md"));
    }

    #[test]
    fn an_intervention_says_how_it_is_put_back() {
        let code = ("crates/experiment/src/interventions/pool_size/mod.rs", "");
        let page = "**What it does.** x **How it is put back.** x **Risks.** x **Privileges.** x";
        let of = |text| check(&Tree::of([code, ("crates/experiment/src/interventions/pool_size/pool-size.md", text)]));
        assert_eq!(of(page), []);
        assert_eq!(of("**What it does.**").len(), 1);
        assert!(check(&Tree::of([code]))[0].text.contains("pool_size/pool-size.md"));
    }

    #[test]
    fn ids_are_words_joined_by_single_hyphens() {
        for (id, good) in [
            ("jit-cold", true),
            ("n-plus-1", true),
            ("", false),
            ("a--b", false),
            ("-a", false),
            ("a_b", false),
            ("A-b", false),
            ("1-a", false),
        ] {
            assert_eq!(is_kebab_case(id), good, "{id}");
        }
    }
}
