//! Where functions begin and end, and which files are read.

use super::*;

const TEXT: &str = "'use strict';
class Search { constructor() {}
  find(beginnings, limit) {
    return this.stops
      .filter(({ words }) => words.some((word) => word.startsWith(beginnings)))
      .map((stop) => {
        const name = stop.name;
        return name;
      });
  }
}
exports.helper = function (a) { return a; };
const twice = (x) => x * 2;
";

/// A folder with `app/a.js`, and when that was written.
fn folder(text: &str) -> (std::path::PathBuf, SystemTime) {
    let root = std::env::temp_dir().join(format!("probe-node-sources-{}-{}", std::process::id(), text.len()));
    std::fs::create_dir_all(root.join("app")).expect("a folder");
    std::fs::write(root.join("app/a.js"), text).expect("written");
    let at = std::fs::metadata(root.join("app/a.js")).and_then(|m| m.modified()).expect("a time");
    (root, at)
}

#[test]
fn functions_stand_where_they_begin_and_end_and_are_named_as_v8_names_them() {
    let found = extents(TEXT);
    let names: Vec<_> = found.iter().map(|f| (f.first, f.last, f.name.as_str())).collect();
    let expected = [(2, 2, "Search"), (3, 10, "find"), (5, 5, ""), (5, 5, ""), (6, 9, ""), (12, 12, "exports.helper"), (13, 13, "twice")];
    assert_eq!(names, expected);
    assert_eq!(extents("%%% no JavaScript {{{"), []);
}

#[test]
fn a_function_is_found_by_where_v8_says_it_begins() {
    let (root, at) = folder(TEXT);
    let mut s = Sources::below(root.clone(), Some(at));
    let mut named = |line, column| s.function("file:///app/a.js", line, column).map(|f| f.name.clone());
    assert_eq!(named(3, 6).as_deref(), Some("find"), "V8 says where the parameters begin");
    assert_eq!(named(12, 26).as_deref(), Some("exports.helper"));
    assert_eq!((named(1, 0), named(4, 0)), (None, None), "the script itself, and no function");
    std::fs::remove_dir_all(root).expect("removed");
}

#[test]
fn the_innermost_function_around_a_line_is_found_but_not_what_only_begins_there() {
    let (root, at) = folder(TEXT);
    let mut s = Sources::below(root.clone(), Some(at));
    let find = s.function("/app/a.js", 3, 6).cloned();
    let mut around = |line, inner: Option<&Extent>| s.around("/app/a.js", line, inner).map(|f| (f.first, f.last));
    assert_eq!(around(7, None), Some((6, 9)));
    assert_eq!(around(5, None), Some((3, 10)), "the callbacks begin in that line");
    assert_eq!(around(4, find.as_ref()), Some((3, 10)), "it is not around itself");
    assert_eq!(around(12, None), None);
    let inner = Extent { first: 6, column: 11, last: 9, name: String::new() };
    assert_eq!(around(4, Some(&inner)), None, "what stands around a function is not called by it");
    std::fs::remove_dir_all(root).expect("removed");
}

#[test]
fn lines_are_read_of_own_code_as_it_was_written_and_functions_of_packages_as_well() {
    for (url, read, own) in [
        ("file:///app/dist/main.js", Some("app/dist/main.js"), true),
        ("/app/main.cjs", Some("app/main.cjs"), true),
        ("file:///app/node_modules/pg/lib/client.js", Some("app/node_modules/pg/lib/client.js"), false),
        ("file:///app/src/main.ts", None, true),
        ("node:internal/fs.js", None, true),
        ("", None, true),
    ] {
        assert_eq!((path(url), is_own(url)), (read.map(Path::new), own), "{url}");
    }
}

#[test]
fn a_file_that_is_missing_or_was_changed_since_the_start_tells_nothing() {
    let (root, at) = folder("'use strict';\nrows.sort(() => 1);\n");
    let mut s = Sources::below(root.clone(), Some(at));
    assert_eq!(s.line("file:///app/a.js", 2), Some("rows.sort(() => 1);"));
    for (url, line) in [("file:///app/a.js", 0), ("file:///app/a.js", 9), ("file:///app/b.js", 2)] {
        assert_eq!(s.line(url, line), None, "{url}:{line}");
    }
    for changed_since in [Some(SystemTime::UNIX_EPOCH), None] {
        let mut s = Sources::below(root.clone(), changed_since);
        assert_eq!(s.line("file:///app/a.js", 2), None, "what runs is not what stands there");
        assert!(s.functions("file:///app/a.js").is_empty());
    }
    std::fs::remove_dir_all(root).expect("removed");
}
