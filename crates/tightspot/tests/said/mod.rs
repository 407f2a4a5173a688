//! What the binary prints, held against messages: these tests know ids and arguments, and no wording.
#![allow(dead_code, reason = "each test file uses its part")]

use model::{Message, message};
use words::{Lang, say};

/// In the place of an argument: whatever stands there.
pub(crate) const ANY: &str = "…";

/// In English.
pub(crate) fn english(m: &Message) -> String {
    say(m, Lang::En)
}

/// Whether a text in English says it, however its lines are broken.
pub(crate) fn says(text: &str, m: &Message) -> bool {
    let (text, words) = (flat(text), flat(&english(m)));
    let mut rest = text.as_str();
    words.split(ANY).all(|part| {
        let found = rest.split_once(part);
        rest = found.map_or(rest, |(_, behind)| behind);
        found.is_some()
    })
}

/// With all lines in one.
pub(crate) fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether an error names what helps.
pub(crate) fn has_help(text: &str) -> bool {
    text.contains(&format!("\n  {}  ", english(&message!("failure/help"))))
}

/// Whether a line has this mark, and this objective behind it.
pub(crate) fn is_marked(text: &str, mark: char, objective: &str) -> bool {
    text.lines().any(|l| l.split_once(mark).is_some_and(|(_, said)| said.contains(objective)))
}

/// What a line of a log proves and leaves open.
pub(crate) fn proven(line: &str) -> (Message, Message) {
    let mut reader = logs::Reader::default();
    reader.line(line);
    let reading = reader.end();
    let seen = reading.messages.first().expect("the line is known");
    let proves = seen.known.proves(&seen.told);
    (message!("why/line-proves", title: name(seen.known.title.as_str()), proves: (proves)), seen.known.leaves_open(&seen.told))
}
