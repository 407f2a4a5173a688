//! Lines go to the functions that they stand in.

use super::*;
use crate::runtimes::node::profile::Profile;
use std::path::Path;

/// A handler of ten lines that calls `find` of another script, and a helper of its own.
const HANDLER: &str = "'use strict';
routes.get('/stops', (request, response) => {
  const found = search.find(request.query.q);

  response.json(found.map((stop) => {
    const name = stop.name;
    return { name };
  }));
});
function helper(a) {
  return a + 1;
}
";
const SEARCH: &str = "'use strict';
// a search for the stops of a town
// by the beginnings of words
// or of parts of words
//
//
//
//
//
//
//
//
class Search {
  find(beginnings) {
    return this.stops.filter((stop) => stop.words.some((word) => word.startsWith(beginnings)));
  }
}
";

/// The handler (1) calls `find` (2), which calls something native (3).
const PROFILE: &str = r#"{"startTime":0,"endTime":1,"nodes":[
    {"id":1,"callFrame":{"functionName":"","url":"file:///app/routes.js","lineNumber":1,"columnNumber":21},"children":[2]},
    {"id":2,"callFrame":{"functionName":"find","url":"file:///app/search.js","lineNumber":13,"columnNumber":6},"children":[3]},
    {"id":3,"callFrame":{"functionName":"startsWith","url":"","lineNumber":-1,"columnNumber":-1}}]}"#;

fn place_of(line: u32, profile: &str, root: &Path) -> String {
    std::fs::create_dir_all(root.join("app")).expect("a folder");
    for (name, text) in [("routes.js", HANDLER), ("search.js", SEARCH)] {
        std::fs::write(root.join("app").join(name), text).expect("written");
    }
    let written = |name: &str| std::fs::metadata(root.join("app").join(name)).and_then(|m| m.modified()).expect("a time");
    let mut sources = Sources::below(root.to_owned(), Some(written("routes.js").max(written("search.js"))));
    let profile: Profile = serde_json::from_str(profile).expect("it parses");
    let mut inlined = Inlined::of(&profile.nodes);
    match inlined.place(&profile.nodes[0].call_frame, line, &mut sources) {
        Place::Own => "own".to_owned(),
        Place::Called(path, last) => format!("{} by {path:?}", last.function_name),
        Place::Beside(e) => format!("beside {}:{}", e.name, e.first),
        Place::Unknown => "unknown".to_owned(),
    }
}

#[test]
fn a_line_goes_to_the_function_that_it_stands_in() {
    let root = std::env::temp_dir().join(format!("probe-node-inlined-{}", std::process::id()));
    for (line, place) in [
        (3, "own"),
        (5, "own"), // the callback begins there as well
        (6, "beside :5"),
        (11, "beside helper:10"),
        (15, "find by [2]"),
        (40, "unknown"),
    ] {
        assert_eq!(place_of(line, PROFILE, &root), place, "line {line}");
    }
    std::fs::remove_dir_all(root).expect("removed");
}

#[test]
fn a_line_that_functions_of_two_scripts_have_is_nobodys() {
    let root = std::env::temp_dir().join(format!("probe-node-inlined-two-{}", std::process::id()));
    std::fs::create_dir_all(root.join("app")).expect("a folder");
    std::fs::write(root.join("app/other.js"), SEARCH).expect("written");
    let two = PROFILE.replace(r#""children":[2]"#, r#""children":[2,4]"#).replace(
        r#"{"id":3,"#,
        r#"{"id":4,"callFrame":{"functionName":"find","url":"file:///app/other.js","lineNumber":13,"columnNumber":6}},{"id":3,"#,
    );
    assert_eq!(place_of(15, &two, &root), "unknown");
    std::fs::remove_dir_all(root).expect("removed");
}

#[test]
fn without_source_a_line_is_that_of_the_function_that_v8_says() {
    let profile: Profile = serde_json::from_str(PROFILE).expect("it parses");
    let mut inlined = Inlined::of(&profile.nodes);
    assert_eq!(inlined.place(&profile.nodes[0].call_frame, 15, &mut Sources::default()), Place::Own);
}
