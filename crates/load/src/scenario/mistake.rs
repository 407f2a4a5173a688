//! What is wrong with a scenario: everything at once, each with its place and what is allowed there.

use std::fmt;

/// One mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// File or option it stands in (`scenario.toml`, `tokens.csv`, `--header`).
    pub source: String,
    /// Line in the file, from 1; 0 for an option.
    pub line: usize,
    /// What is wrong (`scenario.step[0].weight is -1`).
    pub text: String,
    /// What is allowed there; may be empty.
    pub allowed: String,
    /// Name of the rule that a warning follows (`literal-secret`); empty for what cannot be used at all.
    pub rule: &'static str,
}

impl Mistake {
    /// A mistake that makes the scenario unusable.
    pub(crate) fn new(source: &str, line: usize, text: String, allowed: &str) -> Self {
        Self { source: source.to_owned(), line, text, allowed: allowed.to_owned(), rule: "" }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        f.write_str(": ")?;
        if !self.rule.is_empty() {
            write!(f, "{}: ", self.rule)?;
        }
        f.write_str(&self.text)?;
        if self.allowed.is_empty() { Ok(()) } else { write!(f, " (allowed: {})", self.allowed) }
    }
}

/// Why there is no scenario.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    /// The text has mistakes, in order of place.
    #[error("{}", lines(.0))]
    Mistakes(Vec<Mistake>),
    /// A file cannot be read.
    #[error("read {path}: {cause}")]
    Read {
        /// Its path.
        path: String,
        /// What the system said.
        cause: std::io::Error,
    },
}

fn lines(mistakes: &[Mistake]) -> String {
    mistakes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
