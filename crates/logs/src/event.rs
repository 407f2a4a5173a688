//! Lines that belong together: the first line of what a logger wrote, and the stack trace and causes below it. The same message is counted once in each of
//! them, however often the trace repeats it.

use std::collections::BTreeSet;

/// What a line that goes on begins with.
const GOES_ON: [&str; 5] = ["Caused by:", "Suppressed:", "Wrapped by:", "at ", "... "];

/// The lines since the last one that began something.
#[derive(Debug, Default)]
pub(crate) struct Event {
    /// Whether its first line says when it was written.
    is_dated: bool,
    /// The messages in it.
    known: BTreeSet<usize>,
    /// Its lines in which none is.
    others: u64,
}

impl Event {
    /// Whose first line is `line`.
    pub(crate) fn begun(is_dated: bool) -> Self {
        Self { is_dated, ..Self::default() }
    }

    /// Whether a line belongs to it: by how it begins, or because it says no time where lines do.
    pub(crate) fn goes_on(&self, line: &str, is_dated: bool) -> bool {
        !is_dated && (self.is_dated || line.starts_with([' ', '\t']) || GOES_ON.iter().any(|g| line.starts_with(g)))
    }

    /// A message in it: whether it is there for the first time.
    pub(crate) fn adds(&mut self, place: usize) -> bool {
        self.known.insert(place)
    }

    /// A line without one.
    pub(crate) fn adds_other(&mut self) {
        self.others += 1;
    }

    /// Its lines without a message: those that belong to one, and those that nobody knows.
    pub(crate) fn others(&self) -> (u64, u64) {
        if self.known.is_empty() { (0, self.others) } else { (self.others, 0) }
    }
}
