//! The files of the repository, read once; all checks look at this.

use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::Path;

/// Folders that hold nothing of ours.
const SKIPPED: [&str; 5] = ["target", "node_modules", "build", "__pycache__", "snapshots"];

/// Text files by path from the root, with forward slashes.
pub(crate) struct Tree {
    /// Path to content; files that are not text have an empty one.
    pub(crate) files: BTreeMap<String, String>,
}

impl Tree {
    /// Reads all files below `root` but hidden and built ones.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let mut tree = Self { files: BTreeMap::new() };
        tree.add(root, "")?;
        Ok(tree)
    }

    fn add(&mut self, dir: &Path, prefix: &str) -> Result<()> {
        for entry in std::fs::read_dir(dir).with_context(|| format!("list {}", dir.display()))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{prefix}{name}");
            let kind = entry.file_type()?;
            if kind.is_dir() && !name.starts_with('.') && !SKIPPED.contains(&name.as_str()) {
                self.add(&entry.path(), &format!("{path}/"))?;
            } else if kind.is_file() {
                // A file that another program removed meanwhile, or that is no text, has nothing to check.
                self.files.insert(path, std::fs::read_to_string(entry.path()).unwrap_or_default());
            }
        }
        Ok(())
    }

    /// Whether `path` is a file or a folder.
    pub(crate) fn has(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        self.files.contains_key(path)
            || self.files.range(format!("{path}/")..).next().is_some_and(|(p, _)| p.starts_with(&format!("{path}/")))
    }

    /// Content of a file.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// Files whose path starts with one of `places` and ends with `end`.
    pub(crate) fn under<'a>(&'a self, places: &'a [&str], end: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let all = self.files.iter().map(|(p, t)| (p.as_str(), t.as_str()));
        all.filter(move |(p, _)| places.iter().any(|place| p.starts_with(place)) && p.ends_with(end))
    }

    /// Folders exactly `depth` levels below `place` (which ends with a slash), as paths.
    pub(crate) fn folders(&self, place: &str, depth: usize) -> Vec<String> {
        let below = self.files.keys().filter_map(|p| p.strip_prefix(place));
        let parts = below.map(|p| p.split('/').collect::<Vec<_>>()).filter(|p| p.len() > depth);
        let mut all: Vec<String> = parts.map(|p| format!("{place}{}", p[..depth].join("/"))).collect();
        all.dedup();
        all
    }
}

#[cfg(test)]
impl Tree {
    /// A tree for a test.
    pub(crate) fn of<const N: usize>(files: [(&str, &str); N]) -> Self {
        Self { files: files.into_iter().map(|(p, t)| (p.to_owned(), t.to_owned())).collect() }
    }
}
