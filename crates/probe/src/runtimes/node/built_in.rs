//! What the engine builds in and shows no frame for, read from the line of own code that called it: V8 books `rows.filter(...)` or
//! `new Intl.NumberFormat(...)` on the caller, but tells the line. A line that names one such function, or several of one kind, spends its own
//! time there; the function becomes the innermost frame.
//!
//! Nothing of the source is kept but the names in [`FUNCTIONS`].

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

/// A function of the language: how a call of it looks in source, the name of its frame, and its kind.
struct Function {
    call: &'static str,
    name: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Format,
    Json,
    Collection,
    Copy,
    Pattern,
    Error,
}

const fn function(call: &'static str, name: &'static str, kind: Kind) -> Function {
    Function { call, name, kind }
}

/// Functions whose work is in no frame of V8's profile (seen with Node 20 and 22).
const FUNCTIONS: [Function; 28] = [
    function("Intl.DateTimeFormat(", "DateTimeFormat", Kind::Format),
    function("Intl.NumberFormat(", "NumberFormat", Kind::Format),
    function("Intl.Collator(", "Collator", Kind::Format),
    function("Intl.PluralRules(", "PluralRules", Kind::Format),
    function("Intl.RelativeTimeFormat(", "RelativeTimeFormat", Kind::Format),
    function("Intl.ListFormat(", "ListFormat", Kind::Format),
    function(".toLocaleString(", "toLocaleString", Kind::Format),
    function(".toLocaleDateString(", "toLocaleDateString", Kind::Format),
    function(".toLocaleTimeString(", "toLocaleTimeString", Kind::Format),
    function(".toISOString(", "toISOString", Kind::Format),
    function("JSON.parse(", "parse", Kind::Json),
    function("JSON.stringify(", "stringify", Kind::Json),
    function("structuredClone(", "structuredClone", Kind::Copy),
    function(".filter(", "filter", Kind::Collection),
    function(".map(", "map", Kind::Collection),
    function(".sort(", "sort", Kind::Collection),
    function(".toSorted(", "sort", Kind::Collection),
    function(".find(", "find", Kind::Collection),
    function(".findIndex(", "findIndex", Kind::Collection),
    function(".reduce(", "reduce", Kind::Collection),
    function(".some(", "some", Kind::Collection),
    function(".every(", "every", Kind::Collection),
    function(".flatMap(", "flatMap", Kind::Collection),
    function(".forEach(", "forEach", Kind::Collection),
    function("new RegExp(", "RegExp", Kind::Pattern),
    function("new Error(", "captureStackTrace", Kind::Error),
    function("new TypeError(", "captureStackTrace", Kind::Error),
    function("new RangeError(", "captureStackTrace", Kind::Error),
];

/// Longest line that is read, bytes: a longer one is a bundle, where a line says nothing.
const LONGEST_LINE: usize = 400;
/// Largest file that is read, bytes: the code that people write is in smaller ones.
const LARGEST_FILE: u64 = 4 << 20;

/// The lines of own code that call what is built in, file by file, read once each.
#[derive(Debug, Default)]
pub(super) struct BuiltIn {
    /// Where the target's files are seen: `/proc/PID/root`.
    root: PathBuf,
    /// Names by line from 1 on, by URL.
    files: HashMap<String, HashMap<u32, &'static str>>,
}

impl BuiltIn {
    /// Reads files below `root`, as the target sees them.
    pub(super) fn below(root: PathBuf) -> Self {
        Self { root, files: HashMap::new() }
    }

    /// The function that line `line` (from 1 on) of the script at `url` spends its own time in, where the line tells.
    pub(super) fn at(&mut self, url: &str, line: u32) -> Option<&'static str> {
        if !self.files.contains_key(url) {
            let names = path(url).map(|p| names(&self.root.join(p))).unwrap_or_default();
            self.files.insert(url.to_owned(), names);
        }
        self.files.get(url)?.get(&line).copied()
    }
}

/// The path of own code, relative to the root; `None` for packages, for Node itself, and for what is compiled when it is loaded, so that its
/// lines are not those of the file.
fn path(url: &str) -> Option<&Path> {
    let path = url.strip_prefix("file://").unwrap_or(url).strip_prefix('/')?;
    let as_written = [".js", ".mjs", ".cjs"].iter().any(|end| path.ends_with(end));
    (as_written && !path.contains("/node_modules/") && !path.contains('%')).then(|| Path::new(path))
}

/// What each line of a file calls. A file that cannot be read tells nothing.
fn names(path: &Path) -> HashMap<u32, &'static str> {
    let is_small = |m: std::fs::Metadata| m.is_file() && m.len() <= LARGEST_FILE;
    if !std::fs::metadata(path).is_ok_and(is_small) {
        return HashMap::new();
    }
    let Ok(file) = std::fs::File::open(path) else { return HashMap::new() };
    let lines = BufReader::new(file.take(LARGEST_FILE)).lines().map_while(Result::ok);
    lines.zip(1..).filter_map(|(text, line)| Some((line, called(&text)?))).collect()
}

/// The function that a line calls: the first, where all that it calls are of one kind.
fn called(text: &str) -> Option<&'static str> {
    let code = text.trim_start();
    if text.len() > LONGEST_LINE || code.starts_with("//") || code.starts_with('*') {
        return None;
    }
    let mut calls: Vec<(usize, &Function)> = FUNCTIONS.iter().filter_map(|f| Some((code.find(f.call)?, f))).collect();
    calls.sort_by_key(|(at, _)| *at);
    let (_, first) = calls.first()?;
    calls.iter().all(|(_, f)| f.kind == first.kind).then_some(first.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_what_it_calls_where_that_is_of_one_kind() {
        for (line, name) in [
            ("        return (cents / 100).toLocaleString(locale, options);", Some("toLocaleString")),
            ("const f = new Intl.NumberFormat('de', { style: 'currency' });", Some("NumberFormat")),
            ("const open = rows.filter((r) => r.open).map((r) => r.name);", Some("filter")),
            ("const copy = JSON.parse(JSON.stringify(row));", Some("parse")),
            ("const rows = JSON.parse(text).filter((r) => r.open);", None),
            ("// rows.filter((r) => r.open)", None),
            ("return total + 1;", None),
        ] {
            assert_eq!(called(line), name, "{line}");
        }
        assert_eq!(called(&format!("{}rows.filter(f)", " ".repeat(LONGEST_LINE))), None, "a bundle");
    }

    #[test]
    fn only_own_code_as_it_was_written_is_read() {
        for (url, read) in [
            ("file:///app/dist/main.js", Some("app/dist/main.js")),
            ("/app/main.cjs", Some("app/main.cjs")),
            ("file:///app/node_modules/pg/lib/client.js", None),
            ("file:///app/src/main.ts", None),
            ("node:internal/fs.js", None),
            ("", None),
        ] {
            assert_eq!(path(url), read.map(Path::new), "{url}");
        }
    }

    #[test]
    fn a_file_is_read_below_the_root_and_one_that_is_missing_tells_nothing() {
        let root = std::env::temp_dir().join(format!("probe-node-built-in-{}", std::process::id()));
        std::fs::create_dir_all(root.join("app")).expect("a folder");
        std::fs::write(root.join("app/a.js"), "'use strict';\nrows.sort(byName);\n").expect("written");
        let mut built_in = BuiltIn::below(root.clone());
        assert_eq!(built_in.at("file:///app/a.js", 2), Some("sort"));
        assert_eq!((built_in.at("file:///app/a.js", 1), built_in.at("file:///app/b.js", 2)), (None, None));
        std::fs::remove_dir_all(root).expect("removed");
    }
}
