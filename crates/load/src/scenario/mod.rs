//! What to send: one or more weighted requests to one endpoint, filled from the rows of a data file.

mod file;
mod mistake;
mod step;

pub use mistake::{Mistake, ScenarioError};
pub use step::Step;

use crate::data::Table;
use crate::error::LoadError;
use crate::random::Random;
use crate::target::{Endpoint, UrlError, split_url};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use step::StepDraft;

/// In which order rows of data are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RowOrder {
    /// Seeded, with replacement: hot and cold keys mix.
    #[default]
    Random,
    /// From the first row on, round and round, over all phases.
    Sequential,
}

/// A single request as given on a command line.
#[derive(Debug, Clone, Default)]
pub struct RequestSpec {
    /// `http://host:port/path/{{column}}`.
    pub url: String,
    /// Method; empty means GET, or POST with a body.
    pub method: String,
    /// Name and value; a value `env:NAME` or `file:PATH` is looked up.
    pub headers: Vec<(String, String)>,
    /// Body, with placeholders.
    pub body: Option<String>,
    /// CSV file with a header line.
    pub data: Option<PathBuf>,
    /// Order of its rows.
    pub order: RowOrder,
}

/// What to send. Made by [`Scenario::from_request`] or [`Scenario::from_file`]; whatever exists can be sent.
#[derive(Debug)]
pub struct Scenario {
    endpoint: Endpoint,
    steps: Vec<Step>,
    order: RowOrder,
    total_weight: u64,
}

impl Scenario {
    /// The scenario of one request.
    pub fn from_request(spec: &RequestSpec) -> Result<Self, ScenarioError> {
        let mut mistakes = Vec::new();
        let mut option = |name: &str, text: String, allowed: &str| {
            mistakes.push(Mistake { source: name.to_owned(), line: 0, text, allowed: allowed.to_owned() });
        };
        let table = match &spec.data {
            Some(path) => read_table(path)?,
            None => Table::default(),
        };
        let split = match split_url(&spec.url) {
            Err(UrlError::Https) => return Err(ScenarioError::NeedsTls { url: spec.url.clone() }),
            Err(e) => {
                option("url", e.to_string(), "http://host:port/path");
                None
            }
            Ok(parts) => Some(parts),
        };
        let (endpoint, path) = split.unwrap_or_else(|| (Endpoint { host: "invalid".to_owned(), port: 80 }, "/".to_owned()));
        let method = match (spec.method.as_str(), &spec.body) {
            ("", None) => "GET".to_owned(),
            ("", Some(_)) => "POST".to_owned(),
            (m, _) => m.to_ascii_uppercase(),
        };
        let draft = StepDraft {
            name: format!("{method} {path}"),
            weight: 1,
            method,
            path,
            headers: spec.headers.clone(),
            body: spec.body.clone(),
            expect: Vec::new(),
        };
        match draft.build(&endpoint, &table, Path::new(".")) {
            Ok(step) if mistakes.is_empty() => Ok(Self::new(endpoint, vec![step], spec.order)),
            Ok(_) => Err(ScenarioError::Mistakes(mistakes)),
            Err(faults) => {
                mistakes.extend(faults.into_iter().map(|f| f.to_mistake(f.place.option(), 0)));
                Err(ScenarioError::Mistakes(mistakes))
            }
        }
    }

    /// The scenario of a TOML file; `[data] file` is looked up beside it.
    pub fn from_file(path: &Path) -> Result<Self, ScenarioError> {
        let text = read(path)?;
        let name = path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned());
        file::parse(&text, &name, path.parent().unwrap_or(Path::new(".")))
    }

    fn new(endpoint: Endpoint, steps: Vec<Step>, order: RowOrder) -> Self {
        let total_weight = steps.iter().map(|s| u64::from(s.weight)).sum();
        Self { endpoint, steps, order, total_weight }
    }

    /// Where it goes.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// The requests, in the order of the file.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The addresses of the target; never empty.
    pub fn resolve(&self) -> Result<Vec<SocketAddr>, LoadError> {
        self.endpoint.resolve()
    }

    /// Whether the target is this machine. Callers refuse to load others.
    pub fn is_loopback(&self) -> Result<bool, LoadError> {
        self.endpoint.is_loopback()
    }

    /// URL of the heaviest step, with its placeholders and without its query: what a run is named after.
    pub fn url(&self) -> String {
        let main = self.steps.iter().rev().max_by_key(|s| s.weight);
        let path = main.map_or("/", |s| s.path.split('?').next().unwrap_or("/"));
        format!("http://{}{path}", self.endpoint.authority())
    }

    /// The next request: index of its step, and its row.
    pub(crate) fn pick(&self, random: &mut Random, next_row: &mut usize) -> (usize, usize) {
        let mut step = 0;
        if self.steps.len() > 1 {
            let mut left = random.below(self.total_weight);
            while left >= u64::from(self.steps[step].weight) {
                left -= u64::from(self.steps[step].weight);
                step += 1;
            }
        }
        let rows = self.steps[step].template.rows();
        let row = match self.order {
            _ if rows == 1 => 0,
            RowOrder::Random => random.below(rows as u64) as usize,
            RowOrder::Sequential => {
                *next_row = next_row.wrapping_add(1);
                next_row.wrapping_sub(1) % rows
            }
        };
        (step, row)
    }
}

fn read(path: &Path) -> Result<String, ScenarioError> {
    std::fs::read_to_string(path).map_err(|cause| ScenarioError::Read { path: path.display().to_string(), cause })
}

/// Reads a data file; mistakes in its rows carry its name.
fn read_table(path: &Path) -> Result<Table, ScenarioError> {
    let source = path.display().to_string();
    Table::parse(&read(path)?).map_err(|bad| {
        let mistake = |m: crate::data::DataMistake| Mistake { source: source.clone(), line: m.line, text: m.text, allowed: String::new() };
        ScenarioError::Mistakes(bad.into_iter().map(mistake).collect())
    })
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
