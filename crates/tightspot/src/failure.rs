//! Errors as the user sees them: what failed, what was seen against what is needed, the command that helps.

use crate::exit::Exit;
use std::fmt;

/// An error that ends a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    /// Stable kebab-case name.
    pub(crate) name: String,
    /// What failed.
    pub(crate) what: String,
    /// What was seen against what is needed.
    pub(crate) why: Vec<String>,
    /// Commands or settings that help.
    pub(crate) help: Vec<String>,
    /// How the program ends.
    pub(crate) exit: Exit,
}

impl Failure {
    pub(crate) fn new(exit: Exit, name: &str, what: impl Into<String>) -> Self {
        Self { name: name.to_owned(), what: what.into(), why: Vec::new(), help: Vec::new(), exit }
    }

    #[must_use]
    pub(crate) fn why(mut self, line: impl Into<String>) -> Self {
        self.why.push(line.into());
        self
    }

    #[must_use]
    pub(crate) fn help(mut self, line: impl Into<String>) -> Self {
        self.help.push(line.into());
        self
    }

    /// As programs read it.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::json!({ "name": self.name, "what": self.what, "why": self.why, "help": self.help, "exit_code": self.exit as u8 })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error[{}]: {}", self.name, self.what)?;
        for (i, line) in self.why.iter().filter(|l| !l.is_empty()).enumerate() {
            write!(f, "\n  {}  {line}", if i == 0 { "why " } else { "    " })?;
        }
        for (i, line) in self.help.iter().filter(|l| !l.is_empty()).enumerate() {
            write!(f, "\n  {}  {line}", if i == 0 { "help" } else { "    " })?;
        }
        Ok(())
    }
}

impl From<record::Error> for Failure {
    fn from(e: record::Error) -> Self {
        let exit = if matches!(e, record::Error::Encode(_)) { Exit::Internal } else { Exit::Usage };
        let help = match &e {
            record::Error::NoneEnded { ids, .. } => {
                format!("tightspot report {}    what that run has so far", ids.first().map_or("ID", String::as_str))
            }
            _ => "see `tightspot runs list` for the runs that are kept".to_owned(),
        };
        Self::new(exit, "run-file", e.to_string()).help(help)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_why_and_help_in_this_order() {
        let f = Failure::new(Exit::Target, "nothing-listens", "no process listens on 127.0.0.1:81").why("seen: nothing").help("start it");
        assert_eq!(f.to_string(), "error[nothing-listens]: no process listens on 127.0.0.1:81\n  why   seen: nothing\n  help  start it");
    }
}
