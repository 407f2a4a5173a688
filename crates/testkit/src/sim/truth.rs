//! What limits a service in truth, by counterfactuals alone: relieve one thing, run again with the same draws, see what is gained.
//!
//! Two questions, each answered by an elasticity, the relative gain of throughput per relative relief (1 = throughput follows fully,
//! 0 = nothing happens), at the concurrency at which the run saturated:
//! 1. *Which resource binds?* Each gets a quarter more. A full pool whose relief brings nothing is a victim.
//! 2. *What fills the resource that binds?* A fifth of each filler is taken away from it, without shortening the request otherwise: a
//!    call inside a transaction happens before the connection is taken, a busy place costs less CPU, a neighbour takes less.
//!
//! In closed load the number under way is fixed, so by Little's law the response time gains exactly what throughput gains: one figure is both.
//! What changes while the load lasts (a leak, cold code, a pool that locks itself up) is judged by two whole runs instead ([`of_change`]).
//!
//! The truth is *observable* when both answers are clear: the first elasticity is at least [`BINDS`], and the second at most [`CLOSE`] of the
//! first. Elsewhere two things share the limit, and either may be named, or none.
//! What counts as a cause is a definition and not a measurement: work that the requests need is a limit and no cause, and a place on the CPU
//! is one from 30 % of it on (CAUSES section 4 point 2); a band of 10 points around that is too close to call.

use super::bench::{measure, measure_waits};
use super::client::Load;
use super::relief::{Resource, relieve, resources};
use super::service::Service;

/// Elasticity from which a resource binds.
pub const BINDS: f64 = 0.5;
/// Second answer as a share of the first from which it is too close to call.
pub const CLOSE: f64 = 0.7;
/// Share of the CPU from which a place, a neighbour, a collector is a cause, and half the width of the band around it.
pub(super) const CPU_SHARE: f64 = 0.3;
pub(super) const CPU_BAND: f64 = 0.1;
/// More of a resource, and less of a filler.
const MORE: f64 = 1.25;
pub(super) const LESS: f64 = 0.2;
/// Answers that each throughput rests on, after the first.
pub(super) const ANSWERS: usize = 4_000;
pub(super) const SKIPPED: usize = 600;

/// What an honest and perfect judge would say.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Truth {
    /// This is the cause, by its id in the knowledge base (which need not have it yet).
    Cause(&'static str),
    /// Necessary work saturates this.
    Limit(&'static str),
    /// Nothing binds up to the load that was tried.
    Nothing,
}

/// The truth of a service.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// What is true, the heavier first; one entry when it is observable.
    pub all: Vec<Truth>,
    /// What was measured, `(what, elasticity)`.
    pub measured: Vec<(String, f64)>,
}

impl Verdict {
    /// Whether there is one truth.
    pub fn is_observable(&self) -> bool {
        self.all.len() == 1
    }
}

/// The truth of a service whose state changes while the load lasts, from two whole runs: what closed saturation at the end of the plan gave
/// with the change (`seen_per_s`) and without it (`healed_per_s`). `rest` is what is true without it.
pub fn of_change(id: &'static str, seen_per_s: f64, healed_per_s: f64, rest: Verdict) -> Verdict {
    let gain = 1.0 - seen_per_s / healed_per_s.max(1e-9);
    let mut measured = rest.measured;
    measured.push((format!("without {id}, share gained"), gain));
    let mut all = rest.all;
    if gain >= CPU_SHARE + CPU_BAND {
        all = vec![Truth::Cause(id)];
    } else if gain >= CPU_SHARE - CPU_BAND {
        all.push(Truth::Cause(id));
    }
    Verdict { all, measured }
}

/// What a full cure of the resource that binds gives is called among the measured figures, as a share of the throughput: that much more of it that it does
/// not bind any more.
pub(super) const CURED: &str = "cured, share gained";
/// So much more of a resource that it binds no more.
const PLENTY: f64 = 8.0;

/// What taking the collections away is called among the measured figures.
pub(super) const COLLECTIONS: &str = "without collections, share gained";

pub(super) struct Lab<'a> {
    pub(super) service: &'a Service,
    pub(super) seed: u64,
    pub(super) load: Load,
    pub(super) base: f64,
    pub(super) measured: Vec<(String, f64)>,
}

/// The truth of `service` under closed load of `connections`.
pub fn truth(service: &Service, seed: u64, connections: u32) -> Verdict {
    let load = Load::Closed(connections);
    let (figures, waits) = measure_waits(service, seed, load, SKIPPED, ANSWERS);
    let base = figures.per_ms;
    let mut lab = Lab { service, seed, load, base, measured: Vec::new() };
    // in closed load a share w of waiting, gone entirely, gives 1/(1-w) of the throughput: below this no elasticity of half a limit
    let worth = 1.0 - MORE.powf(-BINDS / 2.0);
    let mut binding: Vec<(Resource, f64)> =
        resources(service).into_iter().filter(|r| waits.may_bind(*r, worth)).map(|r| (r, lab.relief(r))).collect();
    binding.sort_by(|a, b| b.1.total_cmp(&a.1));
    if let Some(both) = lab.both(&binding) {
        return Verdict { all: both, measured: lab.measured };
    }
    if let Some((r, _)) = binding.first().filter(|(_, e)| *e >= BINDS / 2.0) {
        let cured = capacity(&relieve(service, *r, PLENTY).0, seed, load);
        lab.measured.push((CURED.to_owned(), cured / base.max(1e-9) - 1.0));
    }
    let second = binding.get(1).map_or(0.0, |b| b.1);
    let all = match binding.first() {
        Some((r, e)) if *e >= BINDS => {
            let mut all = lab.fillers(*r);
            if second > CLOSE * e {
                all.extend(lab.fillers(binding[1].0));
            }
            all
        }
        // half a limit: whoever says that nothing limits is as right as who names it
        Some((r, e)) if *e >= BINDS / 2.0 => [vec![Truth::Nothing], lab.fillers(*r)].concat(),
        _ => vec![Truth::Nothing],
    };
    let found = Verdict { all: unique(all), measured: std::mem::take(&mut lab.measured) };
    let known = found.measured.iter().any(|(what, _)| what == COLLECTIONS);
    if service.collector.is_none() || known {
        return found;
    }
    // pauses are no resource of which there could be more
    let healed = capacity(&Service { collector: None, ..service.clone() }, seed, load);
    of_change("allocation-heavy", base, healed, found)
}

fn unique(all: Vec<Truth>) -> Vec<Truth> {
    let mut unique: Vec<Truth> = Vec::new();
    for t in all {
        if !unique.contains(&t) {
            unique.push(t);
        }
    }
    unique
}

pub(super) fn capacity(service: &Service, seed: u64, load: Load) -> f64 {
    measure(service, seed, load, SKIPPED, ANSWERS).per_ms
}

impl Lab<'_> {
    fn elasticity(&mut self, what: String, changed: &Service, ratio: f64) -> f64 {
        let e = (capacity(changed, self.seed, self.load).max(1e-9) / self.base.max(1e-9)).ln() / ratio.ln();
        self.measured.push((what, e));
        e
    }

    /// Two resources whose limits lie so close together that more of one alone brings little: what fills either, too close to call. What fills
    /// one is asked of the service with the other relieved: beside a second limit no filler is worth anything.
    fn both(&mut self, binding: &[(Resource, f64)]) -> Option<Vec<Truth>> {
        let (a, e) = *binding.first()?;
        if e >= BINDS {
            return None;
        }
        let (first, x) = relieve(self.service, a, MORE);
        for b in resources(self.service).into_iter().filter(|b| *b != a) {
            let (changed, y) = relieve(&first, b, MORE);
            if self.elasticity(format!("{a:?} and {b:?}"), &changed, x.min(y)) >= BINDS {
                let (second, _) = relieve(self.service, b, MORE);
                return Some(unique([vec![Truth::Nothing], self.fillers_in(&second, a), self.fillers_in(&first, b)].concat()));
            }
        }
        None
    }

    /// What fills `r` of `service`, which has more of the other limit.
    fn fillers_in(&mut self, service: &Service, r: Resource) -> Vec<Truth> {
        let base = capacity(service, self.seed, self.load);
        let mut lab = Lab { service, seed: self.seed, load: self.load, base, measured: Vec::new() };
        let found = lab.fillers(r);
        self.measured.extend(lab.measured.into_iter().map(|(what, e)| (format!("{what} with more of the other"), e)));
        found
    }

    fn relief(&mut self, r: Resource) -> f64 {
        let (changed, ratio) = relieve(self.service, r, MORE);
        self.elasticity(format!("{r:?}"), &changed, ratio)
    }

    pub(super) fn less(&mut self, what: &str, changed: &Service) -> f64 {
        self.elasticity(what.to_owned(), changed, 1.0 / (1.0 - LESS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::service::{Work, cpu, query, query_from_disk, remote, transaction};

    fn only(service: &Service) -> Truth {
        let v = truth(service, 1, 64);
        assert!(v.is_observable(), "{v:?}");
        v.all[0].clone()
    }

    #[test]
    fn a_call_inside_the_transaction_is_the_cause_and_the_same_call_before_it_is_not() {
        let inside = Service::new(vec![cpu(0.3, Work::Framework), transaction(vec![query(1.0), remote(40.0)])]);
        assert_eq!(only(&inside), Truth::Cause("connection-held-across-remote-call"));
        let before = Service::new(vec![cpu(1.0, Work::Framework), remote(10.0), transaction(vec![query(0.3)])]);
        assert_eq!(only(&before), Truth::Limit("cpu"));
    }

    #[test]
    fn statements_that_wait_for_the_disk_make_a_pool_too_small() {
        let mut s = Service::new(vec![cpu(0.3, Work::Framework), transaction(vec![query_from_disk(20.0)])]);
        s.pool = 4;
        assert_eq!(only(&s), Truth::Cause("connection-pool-too-small"));
    }

    #[test]
    fn a_full_pool_before_a_busy_database_is_its_victim() {
        let s = Service::new(vec![cpu(0.3, Work::Framework), transaction(vec![query(4.0)])]);
        assert_eq!(only(&s), Truth::Limit("database"));
    }
}
