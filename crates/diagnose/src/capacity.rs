//! Capacity by arithmetic: a resource with c servers, held h per request, caps throughput at c/h. So what a fix buys and what the next
//! limit is can be written down before the experiment that tests it.

use crate::saturation::{Resource, ResourceKind};
use model::Message;

/// A ceiling of the throughput.
#[derive(Debug, Clone, PartialEq)]
pub struct Ceiling {
    /// Requests per second.
    pub per_s: f64,
    /// What sets it.
    pub name: Message,
    /// Kind of resource.
    pub kind: ResourceKind,
    /// Whether it may well be higher: see [`Resource::may_cost_less`].
    pub may_be_higher: bool,
}

/// What a change would give at most (see [`Self::is_at_least`]), and what limits then.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// Throughput before, per second.
    pub now_per_s: f64,
    /// Bound by the changed resource alone, per second.
    pub bound_per_s: f64,
    /// Bound with all other resources as they are, per second.
    pub model_per_s: f64,
    /// The limit after the change.
    pub next_limit: Option<Ceiling>,
}

impl Prediction {
    /// Whether the change may well give more: what limits then is a ceiling that may be higher.
    pub fn is_at_least(&self) -> bool {
        self.next_limit.as_ref().is_some_and(|n| n.may_be_higher && n.per_s <= self.model_per_s)
    }
}

/// Ceilings of all resources, lowest first. `held` may replace the time a kind is held (milliseconds), to ask "what if".
pub fn ceilings(resources: &[Resource], held: impl Fn(&Resource) -> f64) -> Vec<Ceiling> {
    let mut all: Vec<Ceiling> = resources
        .iter()
        .map(|r| Ceiling {
            per_s: stats::law::capacity_per_s(r.limit, held(r) / 1e3),
            name: r.name.clone(),
            kind: r.kind,
            may_be_higher: r.may_cost_less,
        })
        .filter(|c| c.per_s.is_finite())
        .collect();
    all.sort_by(|a, b| a.per_s.total_cmp(&b.per_s));
    all
}

/// What changing the ceiling of `kind` to `bound_per_s` would give, the others being as `others` says. What let `now_per_s` through lets it
/// through afterwards as well: a ceiling below it, from a lighter level at which work costs more, is raised to it.
pub fn predict(now_per_s: f64, kind: ResourceKind, bound_per_s: f64, others: &[Ceiling]) -> Prediction {
    let next = others.iter().filter(|c| c.kind != kind).min_by(|a, b| a.per_s.total_cmp(&b.per_s));
    let next = next.map(|c| Ceiling { per_s: c.per_s.max(now_per_s), ..c.clone() });
    let model = next.as_ref().map_or(bound_per_s, |n| n.per_s.min(bound_per_s));
    Prediction { now_per_s, bound_per_s, model_per_s: model, next_limit: next }
}
