//! The scenario of a command line: one request.

use super::assemble::Assembly;
use super::names::Names;
use super::step::StepDraft;
use super::{Mistake, Scenario, ScenarioError, nowhere, read_table};
use crate::data::Format;
use crate::flow::{Feeder, RowOrder};
use crate::target::Endpoint;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    /// Data file: CSV with a header line, JSON or JSONL.
    pub data: Option<PathBuf>,
    /// Order of its rows.
    pub order: RowOrder,
    /// Asks the service to close the connection after each answer.
    pub close: bool,
}

impl Scenario {
    /// The scenario of one request.
    pub fn from_request(spec: &RequestSpec) -> Result<Self, ScenarioError> {
        let mut mistakes = Vec::new();
        let feeders = match &spec.data {
            Some(path) => vec![Feeder::only(Arc::new(read_table(path, Format::of(path))?), spec.order)],
            None => Vec::new(),
        };
        let split = match Endpoint::of_url(&spec.url) {
            Err(e) => {
                mistakes.push(Mistake::new("url", 0, e.to_string(), "http[s]://host:port/path"));
                None
            }
            Ok(parts) => Some(parts),
        };
        let (endpoint, path) = split.unwrap_or_else(|| (nowhere(), "/".to_owned()));
        let method = match (spec.method.as_str(), &spec.body) {
            ("", None) => "GET".to_owned(),
            ("", Some(_)) => "POST".to_owned(),
            (m, _) => m.to_ascii_uppercase(),
        };
        let draft =
            StepDraft { headers: spec.headers.clone(), body: spec.body.clone(), close: spec.close, ..StepDraft::request(method, path) };
        let mut names = Names::new(feeders, Path::new("."));
        match draft.build(&endpoint, &mut names) {
            Ok(step) if mistakes.is_empty() => {
                let name = step.name.clone();
                Ok(Assembly { name, measured: vec![step], feeders: names.feeders, close: spec.close, ..Assembly::at(endpoint) }.finish())
            }
            Ok(_) => Err(ScenarioError::Mistakes(mistakes)),
            Err(faults) => {
                mistakes.extend(faults.into_iter().map(|f| f.to_mistake(f.place.option(), 0)));
                Err(ScenarioError::Mistakes(mistakes))
            }
        }
    }
}
