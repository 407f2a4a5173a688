//! What limits a service in truth, by counterfactuals alone: relieve one thing, run again with the same draws, see what is gained.
//!
//! Two questions, each answered by an elasticity, the relative gain of throughput per relative relief (1 = throughput follows fully,
//! 0 = nothing happens), at the concurrency at which the run saturated:
//! 1. *Which resource binds?* Each gets a quarter more. A full pool whose relief brings nothing is a victim.
//! 2. *What fills the resource that binds?* A fifth of each filler is taken away from it, without shortening the request otherwise: a
//!    call inside a transaction happens before the connection is taken, a busy place costs less CPU, a neighbour takes less.
//!
//! The truth is *observable* when both answers are clear: the first elasticity is at least [`BINDS`], and the second at most [`CLOSE`] of the
//! first. Elsewhere two things share the limit, and either may be named, or none.
//! What counts as a cause is a definition and not a measurement: work that the requests need is a limit and no cause, and a place on the CPU
//! is one from 30 % of it on (CAUSES section 4 point 2); a band of 10 points around that is too close to call.

use super::bench::measure;
use super::client::Load;
use super::relief::{Filler, Resource, change, move_out, relieve, resources, scaled};
use super::service::{Service, Step};

/// Elasticity from which a resource binds.
pub const BINDS: f64 = 0.5;
/// Second answer as a share of the first from which it is too close to call.
pub const CLOSE: f64 = 0.7;
/// Share of the CPU from which a place, a neighbour, a collector is a cause, and half the width of the band around it.
const CPU_SHARE: f64 = 0.3;
const CPU_BAND: f64 = 0.1;
/// More of a resource, and less of a filler.
const MORE: f64 = 1.25;
const LESS: f64 = 0.2;
/// Answers that each throughput rests on, after the first.
const ANSWERS: usize = 4_000;
const SKIPPED: usize = 600;

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

struct Lab<'a> {
    service: &'a Service,
    seed: u64,
    load: Load,
    base: f64,
    measured: Vec<(String, f64)>,
}

/// The truth of `service` under closed load of `connections`.
pub fn truth(service: &Service, seed: u64, connections: u32) -> Verdict {
    let load = Load::Closed(connections);
    let base = capacity(service, seed, load);
    let mut lab = Lab { service, seed, load, base, measured: Vec::new() };
    let mut binding: Vec<(Resource, f64)> = resources(service).into_iter().map(|r| (r, lab.relief(r))).collect();
    binding.sort_by(|a, b| b.1.total_cmp(&a.1));
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
        _ => lab.standstill().unwrap_or_else(|| vec![Truth::Nothing]),
    };
    let mut unique: Vec<Truth> = Vec::new();
    for t in all {
        if !unique.contains(&t) {
            unique.push(t);
        }
    }
    Verdict { all: unique, measured: lab.measured }
}

fn capacity(service: &Service, seed: u64, load: Load) -> f64 {
    measure(service, seed, load, SKIPPED, ANSWERS).per_ms
}

impl Lab<'_> {
    fn elasticity(&mut self, what: String, changed: &Service, ratio: f64) -> f64 {
        let e = (capacity(changed, self.seed, self.load).max(1e-9) / self.base.max(1e-9)).ln() / ratio.ln();
        self.measured.push((what, e));
        e
    }

    fn relief(&mut self, r: Resource) -> f64 {
        let (changed, ratio) = relieve(self.service, r, MORE);
        self.elasticity(format!("{r:?}"), &changed, ratio)
    }

    fn less(&mut self, what: &str, changed: &Service) -> f64 {
        self.elasticity(what.to_owned(), changed, 1.0 / (1.0 - LESS))
    }

    /// What fills the resource that binds; more than one when it is too close to call.
    fn fillers(&mut self, r: Resource) -> Vec<Truth> {
        match r {
            Resource::Cpu => self.on_cpu(),
            Resource::Quota => vec![Truth::Cause("cpu-throttled")],
            Resource::Database => self.in_database(),
            Resource::Pool => self.in_hold(),
            Resource::Workers => self.on_workers(),
            Resource::Lock(k) => vec![Truth::Cause(if self.is_log(k) { "logging-synchronous" } else { "lock-contended" })],
            Resource::Rows => vec![Truth::Cause("row-locked")],
            Resource::Servers(_) => vec![Truth::Cause("dependency-slow")],
            Resource::Lease(_) => vec![Truth::Cause("dependency-client-pool-too-small")],
            Resource::Generator => vec![Truth::Cause("generator-saturated")],
        }
    }

    fn in_hold(&mut self) -> Vec<Truth> {
        let table = [
            (Filler::RemoteInTransaction, "connection-held-across-remote-call"),
            (Filler::OutsideTransaction, "connection-held-without-query"),
            (Filler::Statements, "connection-pool-too-small"),
            (Filler::Cpu, "connection-held-on-cpu"),
            (Filler::Locks, "connection-held-in-lock"),
        ];
        let mut found: Vec<(Truth, f64)> = Vec::new();
        for (filler, id) in table {
            let changed = move_out(self.service, filler, LESS);
            if changed.program != self.service.program {
                found.push((Truth::Cause(id), self.less(id, &changed)));
            }
        }
        if self.has_nested() {
            return vec![Truth::Cause("connection-acquired-twice")];
        }
        heaviest(found)
    }

    fn on_cpu(&mut self) -> Vec<Truth> {
        let mut found: Vec<(Truth, f64)> = Vec::new();
        let mut s = self.service.clone();
        change(&mut s.program, &mut |x| {
            if let Step::Cpu(t, w) = x
                && w.is_avoidable()
            {
                *t = t.times(1.0 - LESS);
            }
        });
        if s.program != self.service.program {
            found.push((Truth::Cause("cpu-hot-path"), self.less("cpu-hot-path", &s)));
        }
        if self.service.cpu.neighbours > 0.0 {
            // not a share of the requests' own work: what the cores give when the neighbours are gone
            let mut s = self.service.clone();
            s.cpu.neighbours = 0.0;
            let gain = 1.0 - self.base / capacity(&s, self.seed, self.load).max(1e-9);
            self.measured.push(("without neighbours, share gained".into(), gain));
            found.push((Truth::Cause("cpu-contended-by-neighbour"), gain));
        }
        if self.service.collector.is_some() {
            let s = Service { collector: None, ..self.service.clone() };
            let gain = 1.0 - self.base / capacity(&s, self.seed, self.load).max(1e-9);
            self.measured.push(("without collections, share gained".into(), gain));
            found.push((Truth::Cause("allocation-heavy"), gain));
        }
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
        let necessary = Truth::Limit("cpu");
        match found.as_slice() {
            [(first, e), rest @ ..] if *e >= CPU_SHARE + CPU_BAND => {
                let close = rest.first().filter(|(_, f)| *f > CLOSE * e).map(|(t, _)| t.clone());
                [Some(first.clone()), close].into_iter().flatten().collect()
            }
            [(first, e), ..] if *e >= CPU_SHARE - CPU_BAND => vec![necessary, first.clone()],
            _ => vec![necessary],
        }
    }

    fn in_database(&mut self) -> Vec<Truth> {
        if self.service.database.contention > 0.0 {
            let halved = Service { pool: (self.service.pool / 2).max(1), ..self.service.clone() };
            let gain = capacity(&halved, self.seed, self.load) / self.base.max(1e-9) - 1.0;
            self.measured.push(("half the pool, gain".into(), gain));
            if gain > 0.1 {
                return vec![Truth::Cause("connection-pool-too-big")];
            }
            if gain > 0.03 {
                return vec![Truth::Limit("database"), Truth::Cause("connection-pool-too-big")];
            }
        }
        vec![Truth::Limit("database")]
    }

    fn on_workers(&mut self) -> Vec<Truth> {
        let mut s = self.service.clone();
        change(&mut s.program, &mut |x| {
            if let Step::Remote(..) = x {
                *x = scaled(x, 1.0 - LESS);
            }
        });
        let remote = self.less("remote time on workers", &s);
        if remote >= BINDS { vec![Truth::Cause("worker-threads-blocked-downstream")] } else { vec![Truth::Cause("worker-threads-too-few")] }
    }

    /// A service that answers next to nothing has no elasticity: what is known to bring that about is taken away whole.
    fn standstill(&mut self) -> Option<Vec<Truth>> {
        if !self.has_nested() {
            return None;
        }
        let s = Service { pool: 1_000, ..self.service.clone() };
        let gain = capacity(&s, self.seed, self.load) / self.base.max(1e-9);
        self.measured.push(("a pool of 1000, factor".into(), gain));
        (gain > MORE).then(|| vec![Truth::Cause("connection-acquired-twice")])
    }

    fn has_nested(&self) -> bool {
        fn nested(steps: &[Step], inside: bool) -> bool {
            steps.iter().any(|s| match s {
                Step::Transaction { steps, .. } => inside || nested(steps, true),
                Step::Session(steps) | Step::Lock(_, steps) => nested(steps, inside),
                _ => false,
            })
        }
        nested(&self.service.program, false)
    }

    fn is_log(&self, k: usize) -> bool {
        let mut found = false;
        super::relief::visit(&self.service.program, &mut |s| found |= matches!(s, Step::Log(n, _) if *n == k));
        found
    }
}

fn heaviest(mut found: Vec<(Truth, f64)>) -> Vec<Truth> {
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    let first = found.first().map_or(0.0, |f| f.1);
    found.into_iter().filter(|f| f.1 > CLOSE * first).map(|f| f.0).collect()
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
