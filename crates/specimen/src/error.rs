//! What can go wrong: what failed, what was seen, and the command that helps.

use std::fmt::Display;

/// Which step failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// A case could not be found or read.
    Case,
    /// A part of a case could not be built.
    Build,
    /// PostgreSQL could not be found, seeded, started or stopped.
    Postgres,
    /// MariaDB could not be found, seeded, started or stopped.
    MySql,
    /// Redis could not be found, started or stopped.
    Redis,
    /// A process could not be started or did not get ready.
    Launch,
    /// Something was left behind.
    Stop,
    /// The tool could not be run or gave no readable result.
    Tool,
    /// Results could not be read or written.
    Results,
    /// The user wanted to stop.
    Interrupted,
}

impl ErrorKind {
    /// Stable kebab-case name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Case => "specimen-case",
            Self::Build => "specimen-build",
            Self::Postgres => "specimen-postgres",
            Self::MySql => "specimen-mysql",
            Self::Redis => "specimen-redis",
            Self::Launch => "specimen-launch",
            Self::Stop => "specimen-stop",
            Self::Tool => "specimen-tool",
            Self::Results => "specimen-results",
            Self::Interrupted => "interrupted",
        }
    }
}

/// An error of this crate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}{}", causes(.seen))]
pub struct Error {
    /// Which step failed.
    pub kind: ErrorKind,
    /// What failed (`start auth`).
    pub what: String,
    /// What was seen, line by line: for a case all its mistakes, for a process the end of its log.
    pub seen: Vec<String>,
    /// What helps; may be empty.
    pub help: String,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, what: impl Into<String>) -> Self {
        Self { kind, what: what.into(), seen: Vec::new(), help: String::new() }
    }

    #[must_use]
    pub(crate) fn seen(mut self, line: impl Display) -> Self {
        self.seen.extend(line.to_string().lines().map(str::to_owned));
        self
    }

    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    pub(crate) fn interrupted() -> Self {
        Self::new(ErrorKind::Interrupted, "stopped on request")
    }
}

fn causes(seen: &[String]) -> String {
    match seen {
        [] => String::new(),
        [one] => format!(": {one}"),
        many => format!(":\n  {}", many.join("\n  ")),
    }
}

/// `map_err` with the operation in front: `.or_fail(ErrorKind::Build, || format!("read {}", path.display()))`.
pub(crate) trait OrFail<T> {
    fn or_fail<W: Into<String>>(self, kind: ErrorKind, what: impl FnOnce() -> W) -> Result<T, Error>;
}

impl<T, E: Display> OrFail<T> for Result<T, E> {
    fn or_fail<W: Into<String>>(self, kind: ErrorKind, what: impl FnOnce() -> W) -> Result<T, Error> {
        self.map_err(|e| Error::new(kind, what()).seen(e))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_cause_stays_on_the_line_and_several_get_lines_of_their_own() {
        let e = Error::new(ErrorKind::Launch, "start auth").seen("no such file");
        assert_eq!(e.to_string(), "start auth: no such file");
        assert_eq!(e.seen("searched PATH").to_string(), "start auth:\n  no such file\n  searched PATH");
    }
}
