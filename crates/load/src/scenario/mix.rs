//! The scenario of a mix: many requests as they are, by weight; those of one route are counted together.

use super::assemble::Assembly;
use super::names::Names;
use super::step::StepDraft;
use super::{Mistake, Scenario, ScenarioError};
use crate::target::Endpoint;
use std::path::Path;

/// A request of a mix.
#[derive(Debug, Clone)]
pub(crate) struct MixedRequest {
    pub(crate) route: String,
    pub(crate) method: String,
    /// Path and query.
    pub(crate) path: String,
    pub(crate) weight: u32,
}

impl Scenario {
    /// The scenario that sends `requests` to the place of `url`, whose path does not count.
    pub(crate) fn from_mix(
        url: &str,
        headers: &[(String, String)],
        close: bool,
        requests: Vec<MixedRequest>,
    ) -> Result<Self, ScenarioError> {
        let wrong = |text: String, allowed: &str| ScenarioError::Mistakes(vec![Mistake::new("url", 0, text, allowed)]);
        let (endpoint, _) = Endpoint::of_url(url).map_err(|e| wrong(e.to_string(), "http[s]://host:port"))?;
        if requests.is_empty() {
            return Err(wrong("the mix has no request".to_owned(), "one or more"));
        }
        let mut names = Names::new(Vec::new(), Path::new("."));
        let mut measured = Vec::with_capacity(requests.len());
        for r in requests {
            let draft =
                StepDraft { name: r.route, weight: r.weight, headers: headers.to_vec(), close, ..StepDraft::request(r.method, r.path) };
            let step = draft
                .build(&endpoint, &mut names)
                .map_err(|faults| ScenarioError::Mistakes(faults.into_iter().map(|f| f.to_mistake(f.place.option(), 0)).collect()))?;
            measured.push(step);
        }
        Ok(Assembly { measured, close, ..Assembly::at(endpoint) }.finish())
    }
}
