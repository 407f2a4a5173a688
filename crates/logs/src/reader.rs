//! Reads a log line by line and gathers what is known of it; it needs no more memory for a long log than for a short one.

use crate::event::Event;
use crate::stamp;
use crate::table::{self, Found, Known, LONGEST_LINE};
use model::{Value, harmless};

/// A figure that a message tells, over all its places.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// The word for it.
    pub name: String,
    /// In the line that is shown.
    pub first: Value,
    /// The least and the most of all lines.
    pub least: Value,
    /// The most.
    pub most: Value,
}

/// A message, and where it was.
#[derive(Debug)]
pub struct Seen {
    /// What is known of it.
    pub known: &'static Known,
    /// How often it was written; once in each stack trace.
    pub count: u64,
    /// When it was written first, as the line says it.
    pub first: Option<String>,
    /// When it was written last.
    pub last: Option<String>,
    /// The part of its first line that was recognised, without what may be a secret.
    pub line: String,
    /// What it tells in figures.
    pub figures: Vec<Figure>,
    /// The figures of that line.
    pub told: Vec<(String, Value)>,
}

/// What a log says.
#[derive(Debug, Default)]
pub struct Reading {
    /// Lines that are not empty.
    pub lines: u64,
    /// Lines with a message that is known.
    pub known: u64,
    /// Lines of stack traces below or above one.
    pub belonging: u64,
    /// All others.
    pub unknown: u64,
    /// The messages, in the order in which they came.
    pub messages: Vec<Seen>,
}

/// Reads lines.
#[derive(Debug, Default)]
pub struct Reader {
    reading: Reading,
    event: Event,
    /// The time that the event says, if any.
    at: Option<String>,
}

impl Reader {
    /// One more line.
    pub fn line(&mut self, line: &str) {
        let line = stamp::beginning(line.trim_end(), LONGEST_LINE);
        if line.trim_start().is_empty() {
            return;
        }
        self.reading.lines += 1;
        let at = stamp::of(line);
        if !self.event.goes_on(line, at.is_some()) {
            self.close();
            self.event = Event::begun(at.is_some());
            self.at = at;
        }
        let found = table::found(line);
        if found.is_empty() {
            self.event.adds_other();
            return;
        }
        self.reading.known += 1;
        for one in found {
            if self.event.adds(one.place) {
                self.note(one);
            }
        }
    }

    /// All that was read.
    pub fn end(mut self) -> Reading {
        self.close();
        self.reading
    }

    fn close(&mut self) {
        let (belonging, unknown) = std::mem::take(&mut self.event).others();
        self.reading.belonging += belonging;
        self.reading.unknown += unknown;
    }

    fn note(&mut self, found: Found<'_>) {
        let known = &table::known()[found.place];
        let told = found.told;
        let messages = &mut self.reading.messages;
        let at = messages.iter().position(|s| std::ptr::eq(s.known, known)).unwrap_or(messages.len());
        if at == messages.len() {
            let line = harmless::line(found.part);
            messages.push(Seen { known, count: 0, first: self.at.clone(), last: None, line, figures: Vec::new(), told: told.clone() });
        }
        let seen = &mut messages[at];
        seen.count += 1;
        if seen.first.is_none() {
            seen.first.clone_from(&self.at);
        }
        seen.last = self.at.clone().or(seen.last.take());
        for (name, value) in told {
            seen.adds(&name, &value);
        }
    }
}

impl Seen {
    fn adds(&mut self, name: &str, value: &Value) {
        let number = |v: &Value| v.figure().unwrap_or_default();
        match self.figures.iter_mut().find(|f| f.name == name) {
            None => self.figures.push(Figure { name: name.to_owned(), first: value.clone(), least: value.clone(), most: value.clone() }),
            Some(f) => {
                if number(value) < number(&f.least) {
                    f.least = value.clone();
                }
                if number(value) > number(&f.most) {
                    f.most = value.clone();
                }
            }
        }
    }
}
