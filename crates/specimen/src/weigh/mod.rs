//! What each switch of a variant costs: the service with it and without it, under the same load by turns. A fault is the truth of a variant
//! only when taking it away changes the saturated throughput or the 95th percentile by a fifth, and by more than two rounds of the same
//! service differ.

mod candidates;
mod rounds;
mod table;
mod warm_up;

pub use rounds::Round;
pub use table::table;

use crate::bench::Tool;
use crate::case::{Case, Phase, Variant};
use crate::launch::prepare;
use crate::params::repetition_seed;
use crate::watch::Watch;
use crate::{Error, ErrorKind};
use candidates::{Candidate, candidates};
use serde::Serialize;
use std::collections::BTreeSet;

/// How much of the throughput must be won, or of the 95th percentile be lost. Source: the rules for specimens.
const LEAST: f64 = 0.2;

/// What to weigh and how.
#[derive(Debug, Clone)]
pub struct Options {
    /// The tool, whose `load` sends the requests.
    pub tool: Tool,
    /// Names of variants; all that change something when empty.
    pub variants: Vec<String>,
    /// Names of switches; all that a variant has when empty.
    pub switches: Vec<String>,
    /// Base seed of the parameters.
    pub seed: u64,
    /// Connections, all busy; with `rate` the most.
    pub connections: u32,
    /// Requests a second that arrive by chance whatever the answers do, in place of busy connections: for faults that show under too much load.
    pub rate_per_s: Option<f64>,
    /// Rounds of each side.
    pub rounds: u32,
}

/// One switch of one variant on the scales.
#[derive(Debug, Clone, Serialize)]
pub struct Weight {
    /// Variant.
    pub variant: String,
    /// `pool`, `ORDERS_AUDIT`.
    pub switch: String,
    /// `24 -> 9`, `separate -> joined`.
    pub change: String,
    /// Rounds as the variant is.
    pub with: Vec<Round>,
    /// Rounds without the switch.
    pub without: Vec<Round>,
    /// Why there are no rounds.
    pub error: Option<String>,
}

/// Weighs every switch of every chosen variant, one at a time. What cannot be started is a weight with an `error`.
pub fn weigh(case: &Case, options: &Options, watch: Watch<'_>) -> Result<Vec<Weight>, Error> {
    for name in &options.variants {
        case.variant(name)?;
    }
    let is_chosen = |v: &&Variant| options.variants.is_empty() || options.variants.contains(&v.name);
    let mut plan: Vec<Candidate<'_>> = case.variants.iter().filter(is_chosen).flat_map(|v| candidates(case, v)).collect();
    if let Some(unknown) = options.switches.iter().find(|s| plan.iter().all(|c| c.switch != **s)) {
        let known: BTreeSet<&str> = plan.iter().map(|c| c.switch.as_str()).collect();
        let known = known.into_iter().collect::<Vec<_>>().join(", ");
        return Err(Error::new(ErrorKind::Case, format!("find switch {unknown} of {}", case.id)).seen(format!("its variants have {known}")));
    }
    plan.retain(|c| options.switches.is_empty() || options.switches.contains(&c.switch));
    prepare(case, watch)?;
    let mut weights = Vec::new();
    for (n, candidate) in plan.iter().enumerate() {
        watch.say(format!("{}/{} {} without {}", n + 1, plan.len(), candidate.with.name, candidate.switch));
        let weight = one(case, candidate, options, watch)?;
        watch.say(weight.line());
        weights.push(weight);
    }
    Ok(weights)
}

fn one(case: &Case, candidate: &Candidate<'_>, options: &Options, watch: Watch<'_>) -> Result<Weight, Error> {
    let seed = repetition_seed(options.seed, &case.id, 1);
    let rounds = match case.phase_of(candidate.with) {
        Phase::Warm | Phase::Tail => rounds::warm(case, candidate, seed, options, watch),
        Phase::Start => rounds::fresh(case, candidate, seed, options, watch),
    };
    let (sides, error) = match rounds {
        Err(e) if e.kind == ErrorKind::Interrupted => return Err(e),
        Err(e) => (rounds::Sides::default(), Some(e.to_string())),
        Ok(sides) => (sides, None),
    };
    Ok(Weight {
        variant: candidate.with.name.clone(),
        switch: candidate.switch.clone(),
        change: candidate.change(&sides.params),
        with: sides.with,
        without: sides.without,
        error,
    })
}

impl Weight {
    /// Good answers a second without the switch, over those with it.
    pub fn throughput(&self) -> Option<f64> {
        ratio(&self.without, &self.with, |r| Some(r.good_per_s))
    }

    /// The 95th percentile without the switch, over that with it.
    pub fn p95(&self) -> Option<f64> {
        ratio(&self.without, &self.with, |r| r.p95_ms)
    }

    /// CPU for an answer without the switch, over that with it: what it costs, also where without it something else is full.
    pub fn cpu(&self) -> Option<f64> {
        ratio(&self.without, &self.with, |r| r.cpu_ms)
    }

    /// The largest ratio of the throughputs of two rounds of the same side.
    pub fn noise(&self) -> Option<f64> {
        let spread = |rounds: &[Round]| {
            let (low, high) = ends(rounds.iter().map(|r| r.good_per_s))?;
            (low > 0.0).then_some(high / low)
        };
        Some(spread(&self.with)?.max(spread(&self.without)?))
    }

    /// Whether the switch may be the truth of its variant: by enough, and in every round.
    pub fn weighs(&self) -> bool {
        let apart = |low: &[Round], high: &[Round], of: fn(&Round) -> Option<f64>| {
            let (low, high) = (ends(low.iter().filter_map(of)), ends(high.iter().filter_map(of)));
            low.zip(high).is_some_and(|((_, low), (high, _))| low < high)
        };
        let faster = self.throughput().is_some_and(|t| t >= 1.0 + LEAST) && apart(&self.with, &self.without, |r| Some(r.good_per_s));
        let sooner = self.p95().is_some_and(|p| p <= 1.0 - LEAST) && apart(&self.without, &self.with, |r| r.p95_ms);
        faster || sooner
    }
}

fn ratio(over: &[Round], under: &[Round], of: fn(&Round) -> Option<f64>) -> Option<f64> {
    let under = median(under.iter().filter_map(of))?;
    Some(median(over.iter().filter_map(of))? / under).filter(|r| r.is_finite())
}

fn ends(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |ends, v| Some(ends.map_or((v, v), |(low, high): (f64, f64)| (low.min(v), high.max(v)))))
}

fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        n if n % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
