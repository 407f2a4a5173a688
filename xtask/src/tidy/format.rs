//! Every source file is as rustfmt leaves it. `cargo fmt` follows the `mod` lines that stand in files, so it never sees modules that a
//! build script finds (causes, and whatever else is a folder with nothing to register).

use super::Finding;
use crate::tree::Tree;
use std::path::Path;
use std::process::Command;

/// That of the workspace; rustfmt knows no `Cargo.toml`.
const EDITION: &str = "2024";

/// Asks rustfmt about every Rust file of the tree that lies at `root`, each by itself.
pub(super) fn check(root: &Path, tree: &Tree) -> Vec<Finding> {
    let files: Vec<&str> = tree.under(&[""], ".rs").map(|(path, _)| path).collect();
    if files.is_empty() {
        return Vec::new();
    }
    let mut rustfmt = Command::new("rustfmt");
    // without skip_children each file would be read again for every file that names it
    rustfmt.args(["--check", "-l", "--edition", EDITION, "--config", "skip_children=true"]).args(files).current_dir(root);
    match rustfmt.output() {
        Err(e) => vec![Finding::error("rustfmt", format!("could not be run ({e}): rustup component add rustfmt"))],
        Ok(o) if o.status.success() => Vec::new(),
        Ok(o) => {
            let listed = String::from_utf8_lossy(&o.stdout);
            let found: Vec<Finding> = listed.lines().filter_map(|file| unformatted(root, file)).collect();
            if found.is_empty() { vec![Finding::error("rustfmt", String::from_utf8_lossy(&o.stderr).trim())] } else { found }
        }
    }
}

fn unformatted(root: &Path, file: &str) -> Option<Finding> {
    let place = Path::new(file).strip_prefix(root).unwrap_or(Path::new(file)).to_str()?;
    Some(Finding::error(place, format!("is not as rustfmt leaves it: rustfmt --edition {EDITION} --config skip_children=true {place}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_nothing_names_is_held_to_the_format_too() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        for (file, text) in [("lib.rs", "//! A.\n"), ("found/mod.rs", "//! B.\nfn  b( ){ }\n"), ("found/tests.rs", "//! C.\nfn c() {}\n")] {
            let path = root.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let found = check(&root, &Tree::read(&root).unwrap());
        assert_eq!(found.iter().map(|f| f.place.as_str()).collect::<Vec<_>>(), ["found/mod.rs"]);
    }

    #[test]
    fn what_is_no_rust_is_told() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("a.rs"), "fn {").unwrap();
        let found = check(dir.path(), &Tree::read(dir.path()).unwrap());
        assert!(found.len() == 1 && found[0].is_error() && found[0].text.contains("a.rs"), "{found:?}");
    }
}
