//! What fills the resource that binds: a fifth of each filler is taken away from it, and what is gained is its weight.

use super::bench::measure;
use super::client::Load;
use super::relief::{Filler, Resource, change, scaled};
use super::rewrite::move_out;
use super::service::{Cpu, Service, Step, Work};
use super::truth::{ANSWERS, BINDS, CLOSE, COLLECTIONS, CPU_BAND, CPU_SHARE, LESS, Lab, SKIPPED, Truth, capacity};

/// Share of the capacity at which a quota is looked at below saturation.
const BELOW_SATURATION: f64 = 0.75;

/// Least gain worth a name, of a cause that costs a resource which needed work would fill anyway. Source: the 20 % of CAUSES S2. Below it whoever
/// says that the resource is full is as right as who names the cause.
const WORTH_A_NAME: f64 = 0.2;

impl Lab<'_> {
    /// What fills the resource that binds; more than one when it is too close to call.
    pub(super) fn fillers(&mut self, r: Resource) -> Vec<Truth> {
        match r {
            Resource::Cpu => self.on_cpu(),
            Resource::Quota => self.on_quota(),
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
        heaviest(found)
    }

    fn on_cpu(&mut self) -> Vec<Truth> {
        let mut found: Vec<(Truth, f64)> = Vec::new();
        let mut s = self.service.clone();
        let mut own = false;
        change(&mut s.program, &mut |x| {
            if let Step::Cpu(t, w) = x
                && w.is_avoidable()
            {
                own |= matches!(w, Work::Application(_));
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
            self.measured.push((COLLECTIONS.into(), gain));
            found.push((Truth::Cause("allocation-heavy"), gain));
        }
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
        let necessary = Truth::Limit("cpu");
        match found.as_slice() {
            // whether the requests need what code of the application's own computes is not a matter of measuring
            [(Truth::Cause(c @ "cpu-hot-path"), e), ..] if *e >= CPU_SHARE + CPU_BAND && own => vec![Truth::Cause(c), necessary],
            [(first, e), rest @ ..] if *e >= CPU_SHARE + CPU_BAND => {
                let close = rest.first().filter(|(_, f)| *f > CLOSE * e).map(|(t, _)| t.clone());
                [Some(first.clone()), close].into_iter().flatten().collect()
            }
            [(first, e), ..] if *e >= least(first) => vec![necessary, first.clone()],
            _ => vec![necessary],
        }
    }

    /// A quota that is used up at saturation is a limit like a number of cores. It is a cause when it stops threads before that: at
    /// three quarters of what it allows (the heaviest open level of a run has 0.76 of it at most) the response time falls without it.
    fn on_quota(&mut self) -> Vec<Truth> {
        let load = Load::Poisson(BELOW_SATURATION * self.base * 1e3, u32::MAX);
        let free = Service { cpu: Cpu { quota: None, ..self.service.cpu.clone() }, ..self.service.clone() };
        let response_ms = |s: &Service| measure(s, self.seed, load, SKIPPED, ANSWERS).response_ms;
        let gain = 1.0 - response_ms(&free) / response_ms(self.service).max(1e-9);
        self.measured.push(("below saturation without quota, share of the response gained".into(), gain));
        let (cause, limit) = (Truth::Cause("cpu-throttled"), Truth::Limit("cpu quota"));
        match gain {
            g if g >= CPU_SHARE + CPU_BAND => vec![cause],
            g if g >= CPU_SHARE - CPU_BAND => vec![limit, cause],
            _ => vec![limit],
        }
    }

    fn in_database(&mut self) -> Vec<Truth> {
        if self.service.database.contention > 0.0 {
            // of those that the load can use
            let used = if let Load::Closed(users) = self.load { self.service.pool.min(users) } else { self.service.pool };
            let halved = Service { pool: (used / 2).max(1), ..self.service.clone() };
            let gain = capacity(&halved, self.seed, self.load) / self.base.max(1e-9) - 1.0;
            self.measured.push(("half the pool, gain".into(), gain));
            if gain > WORTH_A_NAME {
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

    fn is_log(&self, k: usize) -> bool {
        let mut found = false;
        super::relief::visit(&self.service.program, &mut |s| found |= matches!(s, Step::Log(n, _) if *n == k));
        found
    }
}

/// Least share gained from which a cause on a full CPU may be named, too close to call: neighbours from a sixth of the cores on, because without
/// them the service could do a fifth more, less a twentieth for the estimate that their account is.
fn least(cause: &Truth) -> f64 {
    let sixth = WORTH_A_NAME / (1.0 + WORTH_A_NAME);
    if *cause == Truth::Cause("cpu-contended-by-neighbour") { sixth - 0.05 } else { CPU_SHARE - CPU_BAND }
}

fn heaviest(mut found: Vec<(Truth, f64)>) -> Vec<Truth> {
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    let first = found.first().map_or(0.0, |f| f.1);
    found.into_iter().filter(|f| f.1 > CLOSE * first).map(|f| f.0).collect()
}
