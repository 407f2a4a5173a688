//! Errors as the user sees them: what failed, what was seen against what is needed, the command that helps. What other parts say in English alone (a mistake
//! in a scenario, an error of the system) is said as it is.

use crate::exit::Exit;
use crate::interrupt;
use crate::output::{english, said};
use model::{Message, message};
use std::fmt;

/// An error that ends a command.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Failure {
    /// Stable kebab-case name.
    pub(crate) name: String,
    /// What failed.
    pub(crate) what: Message,
    /// What was seen against what is needed.
    pub(crate) why: Vec<Message>,
    /// Commands or settings that help.
    pub(crate) help: Vec<Message>,
    /// How the program ends.
    pub(crate) exit: Exit,
}

impl Failure {
    pub(crate) fn new(exit: Exit, name: &str, what: impl Into<Message>) -> Self {
        Self { name: name.to_owned(), what: what.into(), why: Vec::new(), help: Vec::new(), exit }
    }

    #[must_use]
    pub(crate) fn why(mut self, line: impl Into<Message>) -> Self {
        self.why.push(line.into());
        self
    }

    #[must_use]
    pub(crate) fn help(mut self, line: impl Into<Message>) -> Self {
        self.help.push(line.into());
        self
    }

    /// As programs read it: in English, and beside it what the texts were made of.
    pub(crate) fn json(&self) -> serde_json::Value {
        let texts = |all: &[Message]| all.iter().map(english).collect::<Vec<_>>();
        let words = |all: &[Message]| all.iter().map(report::words).collect::<Vec<_>>();
        serde_json::json!({
            "name": self.name, "what": english(&self.what), "why": texts(&self.why), "help": texts(&self.help), "exit_code": self.exit as u8,
            "what_message": report::words(&self.what), "why_messages": words(&self.why), "help_messages": words(&self.help),
        })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&said(&message!("failure/error", name: name(&self.name), what: name(&self.what))))?;
        for (label, lines) in [(message!("failure/why"), &self.why), (message!("failure/help"), &self.help)] {
            let label = said(&label);
            let blank = " ".repeat(report::columns(&label));
            for (i, line) in lines.iter().filter(|l| !l.is_empty()).enumerate() {
                write!(f, "\n  {}  {}", if i == 0 { &label } else { &blank }, said(line))?;
            }
        }
        Ok(())
    }
}

/// Listens for the signals that stop a command, or says why that cannot be.
pub(crate) fn listen() -> Result<(), Failure> {
    interrupt::listen().map_err(|e| Failure::new(Exit::Internal, "signals", message!("failure/signals", error: name(e.to_string()))))
}

impl From<record::Error> for Failure {
    fn from(e: record::Error) -> Self {
        let exit = if matches!(e, record::Error::Encode(_)) { Exit::Internal } else { Exit::Usage };
        let help = match &e {
            record::Error::NoneEnded { ids, .. } => {
                message!("failure/what-it-has-so-far", run: name(ids.first().map_or("ID", String::as_str)))
            }
            _ => message!("failure/see-runs"),
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
        let error = said(&message!("failure/error", name: name("nothing-listens"), what: name("no process listens on 127.0.0.1:81")));
        let [why, help] = [message!("failure/why"), message!("failure/help")].map(|label| said(&label));
        assert_eq!(f.to_string(), format!("{error}\n  {why}  seen: nothing\n  {help}  start it"));
    }
}
