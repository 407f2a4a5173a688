//! `tightspot explain --log FILE|-`: what the messages in a log prove, what they leave open, and the command that finds out. A line that nobody knows is
//! counted and never guessed at.

mod json;
mod source;
mod text;

use crate::cli::Cli;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use logs::{Reader, Reading, Seen};
use model::{Message, message};
use std::path::Path;

/// Reads and prints.
pub(super) fn run(cli: &Cli, file: &Path, as_json: bool) -> Result<Exit, Failure> {
    let mut reader = Reader::default();
    source::read(file, &mut |line| reader.line(line))?;
    let reading = reader.end();
    if as_json {
        output::result(&format!("{:#}", json::document(&reading)));
    } else {
        output::result(&text::page(&reading, cli.lang(), output::width().min(140), cli.ascii));
    }
    Ok(Exit::Done)
}

/// What was read, in numbers.
fn counts(reading: &Reading) -> Message {
    message!(
        "log/counts",
        lines: Count(reading.lines as f64),
        messages: Count(reading.messages.len() as f64),
        known: Count(reading.known as f64),
        belonging: Count(reading.belonging as f64),
        unknown: Count(reading.unknown as f64)
    )
}

/// How often a message was there, and when.
fn times(seen: &Seen) -> Message {
    let count = seen.count as f64;
    match (&seen.first, &seen.last) {
        (Some(first), Some(last)) if first != last => {
            message!("log/times-between", count: Count(count), first: name(first.as_str()), last: name(last.as_str()))
        }
        (Some(at), _) => message!("log/times-at", count: Count(count), at: name(at.as_str())),
        _ => message!("log/times", count: Count(count)),
    }
}

/// Who refused, waited or warned.
fn layer(seen: &Seen) -> Message {
    message!("log/layer", layer: kind(&seen.known.layer))
}

/// The first line of the page of a cause, in the language of the user.
fn headline(cause: &str) -> Message {
    Message { id: format!("{cause}/headline").into(), args: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logs::known;
    use model::Value;
    use words::{Lang, has, say};

    #[test]
    fn causes_and_what_they_are_mistaken_for_have_pages() {
        for k in known() {
            for id in k.causes.iter().chain(&k.mistaken) {
                assert!(causes::find(id).is_some(), "{}: no cause is called {id}", k.id);
                assert!(Lang::ALL.iter().all(|lang| has(&headline(id), *lang)), "{id}");
            }
        }
    }

    #[test]
    fn each_message_says_what_it_proves_and_leaves_open_in_each_language() {
        for (k, lang) in known().iter().flat_map(|k| Lang::ALL.map(|lang| (k, lang))) {
            let all: Vec<(String, Value)> = k.figures().iter().map(|f| ((*f).to_owned(), Value::Count(3.0))).collect();
            for (figures, what) in [(&all[..], "all figures"), (&[], "none")] {
                for m in [k.proves(figures), k.leaves_open(figures)] {
                    assert!(has(&m, lang), "{} in {} with {what}", m.id, lang.code());
                }
            }
            let kind = Value::Kind(k.layer.clone().into());
            let layer = say(&Message::new("log/layer").with("layer", kind), lang);
            assert_ne!(layer, say(&message!("log/layer", layer: kind("?")), lang), "{}: layer {} has no words", k.id, k.layer);
            for id in &k.next {
                let shows = logs::step(id).expect("a test of the tables holds it").shows();
                assert!(has(&shows, lang), "{} in {}", shows.id, lang.code());
            }
        }
    }
}
