//! The source of what a Node service runs, as far as it stands in files that are as they were when it started: the lines of its own code, and
//! where the functions of any script begin and end. Nothing of it is kept beyond the run.

use crate::discover::{contents, regular};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tree_sitter::{Node, Parser};

/// Longest line that is read, bytes: a longer one is a bundle, where a line says nothing.
const LONGEST_LINE: usize = 400;
/// Largest file that is read, bytes: the code that people write is in smaller ones.
const LARGEST_FILE: u64 = 4 << 20;
/// Most of which functions are looked for in one run, bytes: a few seconds of work. Of files that come after it lines stay with the function that V8 books them on.
const MOST_PARSED: usize = 32 << 20;
/// What tree-sitter's grammar of JavaScript calls functions.
const FUNCTIONS: [&str; 6] = [
    "arrow_function",
    "function_declaration",
    "function_expression",
    "generator_function",
    "generator_function_declaration",
    "method_definition",
];

/// Where a function stands: lines from 1 on, the first column in bytes from 0 on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) first: u32,
    pub(super) column: usize,
    pub(super) last: u32,
    /// As the source names it; empty where it does not.
    pub(super) name: String,
}

impl Extent {
    pub(super) fn holds(&self, line: u32) -> bool {
        (self.first..=self.last).contains(&line)
    }

    /// Whether `other` stands inside this one.
    fn encloses(&self, other: &Extent) -> bool {
        self != other && (self.first, self.column) <= (other.first, other.column) && self.last >= other.last
    }
}

/// The source of scripts, each file read once.
#[derive(Debug, Default)]
pub(super) struct Sources {
    /// Where the target's files are seen: `/proc/PID/root`.
    root: PathBuf,
    /// When the target started; a file that was changed since is not what runs. `None` where that is not known: then nothing is read.
    started: Option<SystemTime>,
    /// Lines of own code by URL; of a line that is too long nothing.
    lines: HashMap<String, Vec<String>>,
    /// Functions by URL, outer ones before inner ones.
    functions: HashMap<String, Vec<Extent>>,
    /// Of which functions were looked for, bytes.
    parsed: usize,
}

impl Sources {
    /// Reads files below `root`, as the target sees them, that are older than the target.
    pub(super) fn below(root: PathBuf, started: Option<SystemTime>) -> Self {
        Self { root, started, ..Self::default() }
    }

    /// A line of own code, counted from 1 on.
    pub(super) fn line(&mut self, url: &str, line: u32) -> Option<&str> {
        if !self.lines.contains_key(url) {
            let text = path(url).filter(|_| is_own(url)).and_then(|p| self.text(p)).unwrap_or_default();
            let lines = text.lines().map(|l| if l.len() > LONGEST_LINE { String::new() } else { l.to_owned() }).collect();
            self.lines.insert(url.to_owned(), lines);
        }
        self.lines.get(url)?.get(usize::try_from(line.checked_sub(1)?).ok()?).map(String::as_str)
    }

    /// The functions of a script, outer ones before inner ones; none where its source is not known.
    pub(super) fn functions(&mut self, url: &str) -> &[Extent] {
        if !self.functions.contains_key(url) {
            let text = path(url).and_then(|p| self.text(p)).filter(|text| self.parsed + text.len() <= MOST_PARSED);
            self.parsed += text.as_ref().map_or(0, String::len);
            let found = text.map(|text| extents(&text)).unwrap_or_default();
            self.functions.insert(url.to_owned(), found);
        }
        self.functions.get(url).map_or(&[], Vec::as_slice)
    }

    /// The function that V8 says begins at a line (from 1 on) and column: for V8 one begins at its parameters, here at its first word.
    pub(super) fn function(&mut self, url: &str, line: u32, column: usize) -> Option<&Extent> {
        let all = self.functions(url);
        let begin = all[begun_before(all, line)..].iter().take_while(|f| f.first == line).filter(|f| f.column <= column);
        // the code of a script is a function that begins where the script does
        begin.max_by_key(|f| f.column).filter(|_| (line, column) != (1, 0))
    }

    /// The innermost function around a line but those around `inner`, and those that only begin in that line.
    pub(super) fn around(&mut self, url: &str, line: u32, inner: Option<&Extent>) -> Option<&Extent> {
        let all = self.functions(url);
        let begun = all[..begun_before(all, line)].iter();
        let around = begun.filter(|f| f.holds(line) && !inner.is_some_and(|i| f.encloses(i)));
        around.min_by_key(|f| (f.last - f.first, std::cmp::Reverse(f.column)))
    }

    /// The text of a file. One that cannot be read, is too large, or was changed after the start has none.
    fn text(&self, path: &Path) -> Option<String> {
        let started = self.started?;
        let file = regular(&self.root.join(path), LARGEST_FILE, true).ok()?;
        if file.metadata().ok()?.modified().ok()? > started {
            return None;
        }
        String::from_utf8(contents(&file, LARGEST_FILE).ok()?).ok()
    }
}

/// How many of a script's functions begin before a line: outer ones stand before inner ones, so that first lines only grow.
fn begun_before(all: &[Extent], line: u32) -> usize {
    all.partition_point(|f| f.first < line)
}

/// The path of a script, relative to the root; `None` for Node itself, and for what is compiled when it is loaded, so that its lines are not
/// those of the file.
fn path(url: &str) -> Option<&Path> {
    let path = url.strip_prefix("file://").unwrap_or(url).strip_prefix('/')?;
    let as_written = [".js", ".mjs", ".cjs"].iter().any(|end| path.ends_with(end));
    (as_written && !path.contains('%')).then(|| Path::new(path))
}

/// Own code, in contrast to that of packages.
fn is_own(url: &str) -> bool {
    !url.contains("/node_modules/")
}

/// The functions of a text, outer ones before inner ones. What is no JavaScript has those that can be made out.
fn extents(text: &str) -> Vec<Extent> {
    let mut parser = Parser::new();
    if parser.set_language(&tree_sitter_javascript::LANGUAGE.into()).is_err() {
        return Vec::new();
    }
    let Some(tree) = parser.parse(text, None) else { return Vec::new() };
    let (mut out, mut cursor) = (Vec::new(), tree.walk());
    loop {
        let node = cursor.node();
        if FUNCTIONS.contains(&node.kind()) {
            out.push(extent(node, text));
        }
        // by the cursor, not by calls: a file may nest deeper than a stack
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return out;
            }
        }
    }
}

fn extent(node: Node, text: &str) -> Extent {
    let line = |row: usize| u32::try_from(row + 1).unwrap_or(u32::MAX);
    let (from, to) = (node.start_position(), node.end_position());
    Extent { first: line(from.row), column: from.column, last: line(to.row), name: name(node, text).unwrap_or_default() }
}

/// The name of a function, or of what it is the value of, as V8 names it.
fn name(node: Node, text: &str) -> Option<String> {
    let said = |n: Node| n.utf8_text(text.as_bytes()).ok().map(str::to_owned);
    let holder = node.parent()?;
    if let Some(own) = node.child_by_field_name("name").and_then(said) {
        let class = || holder.parent()?.child_by_field_name("name").and_then(said);
        return if own == "constructor" { class() } else { Some(own) };
    }
    let field = match holder.kind() {
        "variable_declarator" => "name",
        "assignment_expression" => "left",
        "pair" => "key",
        "field_definition" => "property",
        _ => return None,
    };
    // `const { a, b } = () => ...` and the like name nothing
    holder.child_by_field_name(field).and_then(said).filter(|n| n.len() < 80 && !n.contains(['{', '[', '\n']))
}

#[cfg(test)]
#[path = "sources_tests.rs"]
mod tests;
