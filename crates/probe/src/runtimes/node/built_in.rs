//! What the engine builds in and shows no frame for, read from the line of own code that called it: V8 books `rows.filter(...)` or
//! `new Intl.NumberFormat(...)` on the caller, but tells the line. A line that names one such function, or several of one kind, spends its own
//! time there; the function becomes the innermost frame. Of the line nothing is kept but the names in [`FUNCTIONS`].

use super::sources::Sources;

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
const FUNCTIONS: [Function; 29] = [
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
    function(JSON_COPY, "JSON copy", Kind::Copy),
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

/// What the function that begins at `line` and `column` spends its own time in at a line of its script, where that line of own code tells.
pub(super) fn at(sources: &mut Sources, f: Within, line: u32) -> Option<&'static str> {
    let text = sources.line(f.url, line)?;
    called(own_part(text, (f.line == line).then_some(f.column)))
}

/// A function of own code: the script, and where in it the function begins, from 1 and from 0 on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Within<'a> {
    pub(super) url: &'a str,
    pub(super) line: u32,
    pub(super) column: usize,
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

/// How a value is copied with all that it holds where nobody knows of `structuredClone`.
const JSON_COPY: &str = "JSON.parse(JSON.stringify(";

/// The function that code calls: the first, where all that it calls are of one kind.
fn called(code: &str) -> Option<&'static str> {
    let begin = code.trim_start();
    if begin.starts_with("//") || begin.starts_with('*') {
        return None;
    }
    let is_part = |f: &Function| matches!(f.kind, Kind::Json) && code.contains(JSON_COPY);
    let named = FUNCTIONS.iter().filter(|f| !is_part(f));
    let mut calls: Vec<(usize, &Function)> = named.filter_map(|f| Some((code.find(f.call)?, f))).collect();
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
            ("const copy = JSON.parse(JSON.stringify(row));", Some("JSON copy")),
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
        assert_eq!(called(own_part(line, line.find("(row)"))), Some("JSON copy"), "of the one within");
        assert_eq!(own_part(line, Some(1000)), "", "no such column");
        assert_eq!(called(own_part("const f = (x) => x.toLocaleString();", Some(10))), Some("toLocaleString"));
    }
}
