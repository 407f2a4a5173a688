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
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        write!(f, ": {}", self.text)?;
        if self.allowed.is_empty() { Ok(()) } else { write!(f, " (allowed: {})", self.allowed) }
    }
}

/// Why there is no scenario.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    /// The text has mistakes, in order of place.
    #[error("{}", lines(.0))]
    Mistakes(Vec<Mistake>),
    /// The target needs TLS.
    #[error("{url} needs TLS, which the generator does not speak yet; aim at the plain http port of the service")]
    NeedsTls {
        /// URL as written.
        url: String,
    },
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
