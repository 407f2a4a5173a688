//! Changes of a service that relieve one thing and leave all others as they are: the counterfactuals from which the truth is read.

use super::rewrite::shorten_lock;
use super::service::{Query, Service, Step};

/// A thing of which there is a limited amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Resource {
    /// The service's cores.
    Cpu,
    /// The CPU quota.
    Quota,
    /// The database's cores.
    Database,
    /// Connections of the pool.
    Pool,
    /// Worker threads.
    Workers,
    /// The lock with this number.
    Lock(usize),
    /// Rows of a table.
    Rows,
    /// Servers of another service.
    Servers(usize),
    /// Connections to another service.
    Lease(usize),
    /// The generator's core.
    Generator,
}

/// What fills the time for which a connection is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filler {
    /// Calls of other services inside a transaction.
    RemoteInTransaction,
    /// Anything but statements in a session, outside any transaction.
    OutsideTransaction,
    /// Statements.
    Statements,
    /// CPU inside a transaction.
    Cpu,
    /// Locks and logging inside a transaction.
    Locks,
}

/// The resources that `service` has.
pub(super) fn resources(service: &Service) -> Vec<Resource> {
    let mut all = vec![Resource::Cpu, Resource::Database, Resource::Pool, Resource::Workers, Resource::Generator];
    if service.cpu.quota.is_some() {
        all.push(Resource::Quota);
    }
    let mut locks = Vec::new();
    visit(&service.program, &mut |s| match s {
        Step::Lock(k, _) | Step::Log(k, _) => locks.push(Resource::Lock(*k)),
        Step::Query(Query { row_of: Some(_), .. }) => locks.push(Resource::Rows),
        _ => {}
    });
    locks.sort_unstable();
    locks.dedup();
    all.extend(locks);
    for (k, d) in service.downstreams.iter().enumerate() {
        all.extend(d.servers.map(|_| Resource::Servers(k)));
        all.extend(d.connections.map(|_| Resource::Lease(k)));
    }
    all
}

/// `service` with more of `resource`, and how much more: at least `factor` times as much, the next whole number where it is counted.
pub(super) fn relieve(service: &Service, resource: Resource, factor: f64) -> (Service, f64) {
    let mut s = service.clone();
    let more = |n: &mut u32| {
        let before = *n;
        *n = (f64::from(before) * factor).ceil() as u32;
        f64::from(*n) / f64::from(before)
    };
    let ratio = match resource {
        Resource::Cpu => {
            s.cpu.cores *= factor;
            // a quota is a limit of its own
            factor
        }
        Resource::Quota => {
            s.cpu.quota = s.cpu.quota.map(|q| q * factor);
            factor
        }
        Resource::Database => {
            s.database.cores *= factor;
            factor
        }
        Resource::Pool => more(&mut s.pool),
        Resource::Workers => more(&mut s.workers),
        Resource::Servers(k) => s.downstreams[k].servers.as_mut().map_or(factor, more),
        Resource::Lease(k) => s.downstreams[k].connections.as_mut().map_or(factor, more),
        Resource::Lock(k) => {
            s.program = shorten_lock(&s.program, k, 1.0 / factor);
            factor
        }
        Resource::Rows => {
            change(&mut s.program, &mut |step| {
                if let Step::Query(q) = step {
                    q.row_of = None;
                }
            });
            factor
        }
        Resource::Generator => {
            s.overheads.generator /= factor;
            factor
        }
    };
    (s, ratio)
}

/// Calls `f` for every step.
pub(super) fn visit(steps: &[Step], f: &mut impl FnMut(&Step)) {
    for step in steps {
        f(step);
        if let Step::Transaction { steps, .. } | Step::Session(steps) | Step::Lock(_, steps) = step {
            visit(steps, f);
        }
    }
}

/// Lets `f` change every step.
pub(super) fn change(steps: &mut [Step], f: &mut impl FnMut(&mut Step)) {
    for step in steps {
        f(step);
        if let Step::Transaction { steps, .. } | Step::Session(steps) | Step::Lock(_, steps) = step {
            change(steps, f);
        }
    }
}

/// `step` with all its times multiplied.
pub(super) fn scaled(step: &Step, by: f64) -> Step {
    let mut s = step.clone();
    change(std::slice::from_mut(&mut s), &mut |x| match x {
        Step::Cpu(t, _) | Step::Remote(_, t) | Step::Log(_, t) => *t = t.times(by),
        Step::Query(q) => {
            (q.cpu, q.io, q.client) = (q.cpu.times(by), q.io.times(by), q.client.times(by));
            q.network_ms *= by;
        }
        Step::Transaction { .. } | Step::Session(_) | Step::Lock(..) => {}
    });
    s
}

/// Transactions inside transactions use the connection that is already held; whether there were any.
pub(super) fn join_nested(steps: &mut Vec<Step>, inside: bool) -> bool {
    let mut any = false;
    let mut joined = Vec::new();
    for mut step in steps.drain(..) {
        match &mut step {
            Step::Transaction { steps, .. } => any |= join_nested(steps, true),
            Step::Session(steps) | Step::Lock(_, steps) => any |= join_nested(steps, inside),
            _ => {}
        }
        match step {
            Step::Transaction { steps, .. } if inside => {
                any = true;
                joined.extend(steps);
            }
            other => joined.push(other),
        }
    }
    *steps = joined;
    any
}
