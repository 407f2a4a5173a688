//! What the compiler does not hold: each check is a function from the files to findings, with a reason. All findings come at once.

mod doors;
mod files;
mod format;
mod glossary;
mod imports;
mod pages;
mod plug_ins;
mod sentences;

pub(crate) use plug_ins::is_kebab_case;

use crate::tree::Tree;
use anyhow::Result;
use std::fmt;
use std::path::Path;

/// One thing that is not as agreed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    level: Level,
    place: String,
    text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    Error,
    Warning,
}

impl Finding {
    fn error(place: impl Into<String>, text: impl Into<String>) -> Self {
        Self { level: Level::Error, place: place.into(), text: text.into() }
    }

    fn warning(place: impl Into<String>, text: impl Into<String>) -> Self {
        Self { level: Level::Warning, ..Self::error(place, text) }
    }

    /// Whether it fails the build.
    pub(crate) fn is_error(&self) -> bool {
        self.level == Level::Error
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = if self.is_error() { "error" } else { "warning" };
        write!(f, "{level}: {}: {}", self.place, self.text)
    }
}

/// All findings of the repository at `root`, errors last, where the eye is.
pub(crate) fn findings(root: &Path) -> Result<Vec<Finding>> {
    let tree = Tree::read(root)?;
    let mut found = [files::check, glossary::check, imports::check, plug_ins::check, doors::check, pages::check, sentences::check]
        .map(|check| check(&tree))
        .concat();
    found.extend(format::check(root, &tree));
    found.sort_by_key(Finding::is_error);
    Ok(found)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_repository_is_tidy() {
        let errors: Vec<String> =
            super::findings(&crate::root().unwrap()).unwrap().iter().filter(|f| f.is_error()).map(ToString::to_string).collect();
        assert!(errors.is_empty(), "\n{}", errors.join("\n"));
    }
}
