//! What to send: weighted requests to one endpoint, or a flow of steps, filled from rows of data and from answers before.

mod assemble;
mod file;
mod flow;
mod load;
mod mistake;
mod mix;
mod names;
mod request;
mod step;

pub(crate) use flow::{Cookies, FlowSpec, Run};
pub use load::{LoadMode, LoadSpec, Quantity};
pub use mistake::{Mistake, ScenarioError};
pub(crate) use mix::MixedRequest;
pub use request::RequestSpec;
use step::is_secret;
pub use step::{Step, look_up};

use crate::data::{Format, Table};
use crate::error::LoadError;
use crate::flow::{Feeder, RowOrder};
use crate::random::Random;
use crate::target::Endpoint;
use crate::template::Part;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::ops::Range;
use std::path::Path;

/// What to send. Made by [`Scenario::from_request`] or [`Scenario::from_file`]; whatever exists can be sent.
#[derive(Debug)]
pub struct Scenario {
    name: String,
    endpoint: Endpoint,
    /// Those that are measured.
    steps: Vec<Step>,
    /// Setup, then teardown.
    aside: Vec<Step>,
    setup: usize,
    order: RowOrder,
    total_weight: u64,
    stateless: bool,
    /// A connection for each request.
    close: bool,
    routes: Vec<String>,
    checks: Vec<String>,
    warnings: Vec<Mistake>,
    start_ns: i64,
    load: LoadSpec,
    objectives: Vec<(String, String)>,
    pub(crate) flow: FlowSpec,
    pub(crate) feeders: Vec<Feeder>,
    pub(crate) variables: Vec<String>,
}

impl Scenario {
    /// The only scenario of a TOML file; data files are looked up beside it.
    pub fn from_file(path: &Path) -> Result<Self, ScenarioError> {
        Self::from_file_with(path, &[])
    }

    /// The same, with these headers on every request that does not have them.
    pub fn from_file_with(path: &Path, headers: &[(String, String)]) -> Result<Self, ScenarioError> {
        let mut all = Self::parse_file(path, headers)?;
        match (all.pop(), all.len()) {
            (Some(only), 0) => Ok(only),
            _ => Err(ScenarioError::Mistakes(vec![Mistake::new(
                &file_name(path),
                0,
                format!("{} scenarios stand in the file", all.len() + 1),
                "one here; several with `tightspot load`",
            )])),
        }
    }

    /// All scenarios of a TOML file, which run together; never empty.
    pub fn all_from_file(path: &Path) -> Result<Vec<Self>, ScenarioError> {
        Self::parse_file(path, &[])
    }

    fn parse_file(path: &Path, headers: &[(String, String)]) -> Result<Vec<Self>, ScenarioError> {
        file::parse(&read(path)?, &file_name(path), path.parent().unwrap_or(Path::new(".")), headers)
    }

    /// All requests, those of setup and teardown among them.
    pub fn all_steps(&self) -> impl Iterator<Item = &Step> + '_ {
        self.steps.iter().chain(&self.aside)
    }

    /// Name of the scenario.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it goes.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// The requests that are measured, in the order of the file. Steps are counted from 0 in this order; those of setup and teardown have
    /// the numbers behind.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The numbers of the steps that run once before, outside the statistics.
    pub fn setup(&self) -> Range<usize> {
        self.steps.len()..self.steps.len() + self.setup
    }

    /// The numbers of the steps that run once after, outside the statistics.
    pub fn teardown(&self) -> Range<usize> {
        self.setup().end..self.steps.len() + self.aside.len()
    }

    /// The step `number`, measured or not.
    pub fn step(&self, number: usize) -> &Step {
        self.steps.get(number).unwrap_or_else(|| &self.aside[number - self.steps.len()])
    }

    /// What `[slo]` of the file asks for, figure and limit as they are written; of several scenarios each has those of the file.
    pub fn objectives(&self) -> &[(String, String)] {
        &self.objectives
    }

    /// Whether connections are asked to be closed after each answer.
    pub(crate) fn closes(&self) -> bool {
        self.close
    }

    /// Whether every request is ready to be sent as it is and its answer needs no look beyond its status: the fast path, without sessions.
    pub fn is_stateless(&self) -> bool {
        self.stateless
    }

    /// Whether measured requests ask for different things as different users do: each has a value of a data file of which no value is most, and whoever
    /// stands in its headers (credentials, cookies) comes from such a file as well. Numbers that are made and values of answers may stand for the same.
    pub fn varies(&self) -> bool {
        let several = |part: &Part| {
            let Part::Column { feeder, column } = part else { return false };
            let rows = self.feeders.get(*feeder).map_or(&[][..], |f| &f.table.rows);
            let mut times: BTreeMap<&str, usize> = BTreeMap::new();
            for value in rows.iter().filter_map(|row| row.get(*column)) {
                *times.entry(value).or_default() += 1;
            }
            times.values().all(|n| 2 * n <= rows.len())
        };
        let differs =
            |s: &Step| s.draft.parts().any(several) && s.draft.lines(several).iter().all(|(name, varies)| *varies || !is_secret(name));
        self.steps.iter().all(differs)
    }

    /// The load that the file asks for.
    pub fn load(&self) -> &LoadSpec {
        &self.load
    }

    /// When it starts, nanoseconds after the run.
    pub fn start_ns(&self) -> i64 {
        self.start_ns
    }

    /// Names of routes for statistics: those of the steps, each once, and `other` for what is too much.
    pub fn routes(&self) -> &[String] {
        &self.routes
    }

    /// Index of the route of `step`; `None` for steps outside the statistics.
    pub fn route_of(&self, step: usize) -> Option<usize> {
        self.steps().get(step).map(|s| s.route)
    }

    /// What is checked, over all steps, as `step: check`.
    pub fn checks(&self) -> &[String] {
        &self.checks
    }

    /// The checks that every answer to `step` goes through.
    pub fn checks_of(&self, step: usize) -> Range<usize> {
        let last = step + 1 == self.steps.len() + self.aside.len();
        self.step(step).first_check..if last { self.checks.len() } else { self.step(step + 1).first_check }
    }

    /// How many of the checks are those of measured steps, which come first; 0 where only the status of an answer matters.
    pub fn counted_checks(&self) -> usize {
        if self.stateless { 0 } else { self.checks_of(self.steps.len() - 1).end }
    }

    /// What should not be as it is, though it works.
    pub fn warnings(&self) -> &[Mistake] {
        &self.warnings
    }

    /// Period between the planned starts of one user's iterations.
    pub fn every_ns(&self) -> Option<i64> {
        self.flow.every_ns
    }

    /// The addresses of the target; never empty.
    pub fn resolve(&self) -> Result<Vec<SocketAddr>, LoadError> {
        self.endpoint.resolve()
    }

    /// URL of the heaviest step, with its placeholders and without its query, as far as it is harmless: what a run is named after.
    pub fn url(&self) -> String {
        let main = self.steps().iter().rev().max_by_key(|s| s.weight);
        let path = main.map_or("/", |s| s.path.split('?').next().unwrap_or("/"));
        format!("{}://{}{}", self.endpoint.scheme(), self.endpoint.authority(), model::harmless::path(path))
    }

    /// A measured step by weight.
    pub(crate) fn weighted(&self, random: &mut Random) -> usize {
        let mut step = 0;
        if self.steps.len() > 1 {
            let mut left = random.below(self.total_weight);
            while left >= u64::from(self.steps[step].weight) {
                left -= u64::from(self.steps[step].weight);
                step += 1;
            }
        }
        step
    }

    /// The next request of a stateless scenario: index of its step, and its row. Thread `i` of `n` begins with `next_row` at `i` and strides
    /// by `n`.
    pub(crate) fn pick(&self, random: &mut Random, next_row: &mut usize, stride: usize) -> (usize, usize) {
        let step = self.weighted(random);
        let rows = self.steps[step].template.rows();
        let row = match self.order {
            _ if rows == 1 => 0,
            RowOrder::Sequential => {
                *next_row = next_row.wrapping_add(stride);
                next_row.wrapping_sub(stride) % rows
            }
            _ => random.below(rows as u64) as usize,
        };
        (step, row)
    }
}

/// Stands in for a target that is missing, so that other mistakes can be found.
fn nowhere() -> Endpoint {
    Endpoint { host: "invalid".to_owned(), port: 80, tls: false }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned())
}

fn read(path: &Path) -> Result<String, ScenarioError> {
    std::fs::read_to_string(path).map_err(|cause| ScenarioError::Read { path: path.display().to_string(), cause })
}

/// Reads a data file; mistakes in its rows carry its name.
fn read_table(path: &Path, format: Format) -> Result<Table, ScenarioError> {
    let source = path.display().to_string();
    Table::read(&read(path)?, format).map_err(|bad| {
        let mistake = |m: crate::data::DataMistake| Mistake::new(&source, m.line, m.text, "");
        ScenarioError::Mistakes(bad.into_iter().map(mistake).collect())
    })
}

#[cfg(test)]
pub(crate) mod tests;
