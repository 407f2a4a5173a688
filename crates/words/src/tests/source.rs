//! Reads the sources of the workspace for what they say.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// One place that says something.
pub(super) struct Call {
    /// `crates/causes/src/.../mod.rs:12`.
    pub(super) place: String,
    pub(super) id: String,
    /// Names of the arguments, as texts write them.
    pub(super) args: BTreeSet<String>,
}

/// All uses of `message!` outside tests.
pub(super) fn calls() -> Vec<Call> {
    let mut files = Vec::new();
    let crates = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    for entry in fs::read_dir(crates).into_iter().flatten().flatten() {
        let is_own = |name: &str| entry.file_name() == name;
        if !is_own("words") && !is_own("model") {
            look(&entry.path().join("src"), &mut files);
        }
    }
    files.sort();
    files.iter().flat_map(|path| of_file(path)).collect()
}

fn look(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()) {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() && name != "tests" {
            look(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") && !name.ends_with("tests.rs") {
            files.push(path);
        }
    }
}

fn of_file(path: &Path) -> Vec<Call> {
    let text = fs::read_to_string(path).expect("a source is text");
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let opens = text.match_indices("message!(");
    opens
        .filter_map(|(at, open)| {
            let inner = within(&text[at + open.len()..]);
            let mut parts = split(inner).into_iter();
            let id = parts.next()?.trim().strip_prefix('"')?.strip_suffix('"')?.to_owned();
            let args = parts.filter_map(|p| Some(p.trim().split_once(':')?.0.trim().replace('_', "-"))).collect();
            let line = text[..at].matches('\n').count() + 1;
            let place = path.to_string_lossy();
            let place = place.rsplit_once("/../").map_or(&*place, |(_, inside)| inside);
            Some(Call { place: format!("crates/{place}:{line}"), id, args })
        })
        .collect()
}

/// Up to the parenthesis that closes.
fn within(text: &str) -> &str {
    let mut depth = 1;
    let mut quoted = false;
    let mut before = ' ';
    for (i, c) in text.char_indices() {
        match c {
            '"' if before != '\\' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[..i];
        }
        before = c;
    }
    text
}

/// At the commas that are in no parenthesis.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut before, mut from) = (0, false, ' ', 0);
    let mut parts = Vec::new();
    for (i, c) in text.char_indices() {
        match c {
            '"' if before != '\\' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                parts.push(&text[from..i]);
                from = i + 1;
            }
            _ => {}
        }
        before = c;
    }
    parts.push(&text[from..]);
    parts.into_iter().filter(|p| !p.trim().is_empty()).collect()
}
