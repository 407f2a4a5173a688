//! Rows of the report: routes, failures, traces.

use super::Ended;
use ::load::{Exemplar as Sampled, Failure, RouteSummary};
use ::report::load::{CheckRow, ErrorGroup, Exemplar, Latency, RouteRow, Traces};
use model::{Outcome, Timestamp};

/// Exemplars of a report.
const MOST_EXEMPLARS: usize = 10;

impl Ended<'_> {
    /// Name of a route within the run: with several scenarios, the scenario's stands before it.
    fn route_name(&self, index: usize) -> String {
        let route = self.scenario.routes().get(index).cloned().unwrap_or_default();
        if self.name.is_empty() { route } else { format!("{}/{route}", self.name) }
    }

    /// Each route of the scenario; of an only one the engine keeps no figures apart from those of all requests.
    pub(super) fn routes(&self) -> Vec<RouteRow> {
        let s = &self.summary;
        if s.routes.is_empty() {
            return vec![self.route(0, &s.outcomes, s.answered(), Latency::with_mean(&s.histograms.response, s.response.mean_ns))];
        }
        let of = |r: &RouteSummary| self.route(r.route, &r.outcomes, r.answered(), Latency::with_mean(&r.histogram, r.response.mean_ns));
        s.routes.iter().map(of).collect()
    }

    fn route(&self, index: usize, outcomes: &[u64; Outcome::COUNT], answered: u64, response: Latency) -> RouteRow {
        RouteRow {
            name: self.route_name(index),
            count: outcomes.iter().sum(),
            errors: outcomes[1..].iter().sum(),
            per_s: answered as f64 / self.summary.steady_s().max(1e-9),
            response,
        }
    }

    /// What failed; times are after `start`.
    pub(super) fn errors(&self, start: Timestamp) -> Vec<ErrorGroup> {
        let of_whom = if self.name.is_empty() { String::new() } else { format!("{}: ", self.name) };
        let group = |f: &Failure| ErrorGroup {
            kind: f.outcome.name().to_owned(),
            count: f.count,
            first_s: f.first.seconds_since(start),
            last_s: f.last.seconds_since(start),
            sample: format!("{of_whom}{}", f.text),
        };
        self.summary.failures.iter().filter(|f| f.count > 0).map(group).collect()
    }

    /// How often each check held.
    pub(super) fn checks(&self) -> Vec<CheckRow> {
        let of_whom = if self.name.is_empty() { String::new() } else { format!("{}/", self.name) };
        let names = self.scenario.checks().iter().map(|name| format!("{of_whom}{name}"));
        names.zip(&self.summary.checks).map(|(name, c)| CheckRow { name, passed: c.passed, failed: c.failed }).collect()
    }

    fn exemplar(&self, e: &Sampled, start: Timestamp) -> Exemplar {
        Exemplar {
            trace_id: e.trace.to_string(),
            route: self.route_name(e.route),
            outcome: e.outcome.name().to_owned(),
            sent_s: e.sent.seconds_since(start),
            service_ns: e.service_ns.max(0) as u64,
            response_ns: e.response_ns.max(0) as u64,
        }
    }
}

/// The requests of all scenarios that had a trace context; `None` where none were asked for.
pub(super) fn traces(all: &[Ended], start: Timestamp) -> Option<Traces> {
    let traced = || all.iter().filter_map(|e| Some((e, e.summary.traced.as_ref()?)));
    traced().next()?;
    let mut slowest: Vec<Exemplar> = traced().flat_map(|(e, t)| t.slowest.iter().map(|s| e.exemplar(s, start))).collect();
    slowest.sort_by_key(|e| std::cmp::Reverse(e.service_ns));
    slowest.truncate(MOST_EXEMPLARS);
    Some(Traces { sent: traced().map(|(_, t)| t.sent).sum(), slowest })
}
