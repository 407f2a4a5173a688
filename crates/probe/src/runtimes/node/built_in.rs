//! What the engine builds in and shows no frame for, read from the line of own code that called it: V8 books `rows.filter(...)` or
//! `new Intl.NumberFormat(...)` on the caller, but tells the line. A line that names one such function, or several of one kind, spends its own
//! time there; the function becomes the innermost frame.
//!
//! Nothing of the source is kept but the names in [`FUNCTIONS`].

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

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

/// The source of own code, file by file, read once each.
#[derive(Debug, Default)]
pub(super) struct BuiltIn {
    /// Where the target's files are seen: `/proc/PID/root`.
    root: PathBuf,
    /// When the target started; a file that was changed since is not what runs. `None` where that is not known: then nothing is read.
    started: Option<SystemTime>,
    /// Lines by URL; of a line that is too long nothing.
    files: HashMap<String, Vec<String>>,
}

/// A function of own code: the script, and where in it the function begins, from 1 and from 0 on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Within<'a> {
    pub(super) url: &'a str,
    pub(super) line: u32,
    pub(super) column: usize,
}

impl BuiltIn {
    /// Reads files below `root`, as the target sees them, that are older than the target.
    pub(super) fn below(root: PathBuf, started: Option<SystemTime>) -> Self {
        Self { root, started, files: HashMap::new() }
    }

    /// What the function `within` spends its own time in at `line` (from 1 on), where the line tells.
    pub(super) fn at(&mut self, within: Within, line: u32) -> Option<&'static str> {
        if !self.files.contains_key(within.url) {
            let lines = path(within.url).zip(self.started).map(|(p, started)| lines(&self.root.join(p), started)).unwrap_or_default();
            self.files.insert(within.url.to_owned(), lines);
        }
        let text = self.files.get(within.url)?.get(usize::try_from(line.checked_sub(1)?).ok()?)?;
        called(own_part(text, (within.line == line).then_some(within.column)))
    }
}

/// The path of own code, relative to the root; `None` for packages, for Node itself, and for what is compiled when it is loaded, so that its
/// lines are not those of the file.
fn path(url: &str) -> Option<&Path> {
    let path = url.strip_prefix("file://").unwrap_or(url).strip_prefix('/')?;
    let as_written = [".js", ".mjs", ".cjs"].iter().any(|end| path.ends_with(end));
    (as_written && !path.contains("/node_modules/") && !path.contains('%')).then(|| Path::new(path))
}

/// The lines of a file. One that cannot be read, or was changed after `started`, has none.
fn lines(path: &Path, started: SystemTime) -> Vec<String> {
    let is_read = |m: std::fs::Metadata| m.is_file() && m.len() <= LARGEST_FILE && m.modified().is_ok_and(|at| at <= started);
    if !std::fs::metadata(path).is_ok_and(is_read) {
        return Vec::new();
    }
    let Ok(file) = std::fs::File::open(path) else { return Vec::new() };
    let lines = BufReader::new(file.take(LARGEST_FILE)).lines().map_while(Result::ok);
    lines.map(|l| if l.len() > LONGEST_LINE { String::new() } else { l }).collect()
}

/// What of a line belongs to the function itself: what follows its head where it begins there at `column`, and nothing of a function that begins
/// further on.
fn own_part(text: &str, column: Option<usize>) -> &str {
    const ARROW: &str = "=>";
    let body = match column {
        Some(column) => {
            let from = text.get(column..).unwrap_or_default();
            from.split_once(ARROW).map_or(from, |(_, body)| body)
        }
        None => text,
    };
    body.split_once(ARROW).map_or(body, |(before, _)| before)
}

/// The function that code calls: the first, where all that it calls are of one kind.
fn called(code: &str) -> Option<&'static str> {
    let begin = code.trim_start();
    if begin.starts_with("//") || begin.starts_with('*') {
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
            ("const open = rows.filter(isOpen).map(name);", Some("filter")),
            ("const copy = JSON.parse(JSON.stringify(row));", Some("parse")),
            ("const rows = JSON.parse(text).filter(isOpen);", None),
            ("// rows.filter((r) => r.open)", None),
            ("return total + 1;", None),
        ] {
            assert_eq!(called(line), name, "{line}");
        }
    }

    #[test]
    fn a_function_within_the_line_has_its_own_part_of_it() {
        let line = "  return rows.map((row) => JSON.parse(JSON.stringify(row)));";
        assert_eq!(called(own_part(line, None)), Some("map"), "of the function around it");
        assert_eq!(called(own_part(line, line.find("(row)"))), Some("parse"), "of the one within");
        assert_eq!(own_part(line, Some(1000)), "", "no such column");
        assert_eq!(called(own_part("const f = (x) => x.toLocaleString();", Some(10))), Some("toLocaleString"));
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
        let after = std::fs::metadata(root.join("app/a.js")).and_then(|m| m.modified()).expect("a time");
        let mut built_in = BuiltIn::below(root.clone(), Some(after));
        let mut at = |url, line| built_in.at(Within { url, line: 0, column: 0 }, line);
        assert_eq!(at("file:///app/a.js", 2), Some("sort"));
        assert_eq!((at("file:///app/a.js", 1), at("file:///app/a.js", 0), at("file:///app/b.js", 2)), (None, None, None));
        for changed_since in [Some(SystemTime::UNIX_EPOCH), None] {
            let mut built_in = BuiltIn::below(root.clone(), changed_since);
            assert_eq!(built_in.at(Within { url: "file:///app/a.js", line: 0, column: 0 }, 2), None, "what runs is not what stands there");
        }
        std::fs::remove_dir_all(root).expect("removed");
    }
}
