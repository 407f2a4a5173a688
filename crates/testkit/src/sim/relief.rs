//! Changes of a service that relieve one thing and leave all others as they are: the counterfactuals from which the truth is read.

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

/// The lock is held for `keep` of its time; the rest of the work is done before it.
fn shorten_lock(steps: &[Step], k: usize, keep: f64) -> Vec<Step> {
    let mut out = Vec::new();
    for step in steps {
        match step {
            Step::Lock(n, inner) if *n == k => {
                out.extend(inner.iter().map(|s| scaled(s, 1.0 - keep)));
                out.push(Step::Lock(k, inner.iter().map(|s| scaled(s, keep)).collect()));
            }
            Step::Log(n, time) if *n == k => out.push(Step::Log(k, time.times(keep))),
            Step::Transaction { steps, lazy } => out.push(Step::Transaction { steps: shorten_lock(steps, k, keep), lazy: *lazy }),
            Step::Session(steps) => out.push(Step::Session(shorten_lock(steps, k, keep))),
            Step::Lock(n, steps) => out.push(Step::Lock(*n, shorten_lock(steps, k, keep))),
            other => out.push(other.clone()),
        }
    }
    out
}

/// A share of what fills the hold happens before the connection is taken: the request takes as long, the connection is held shorter.
pub(super) fn move_out(service: &Service, what: Filler, share: f64) -> Service {
    let mut s = service.clone();
    s.program = hoist(&s.program, what, share);
    s
}

fn hoist(steps: &[Step], what: Filler, share: f64) -> Vec<Step> {
    let mut out = Vec::new();
    for step in steps {
        match step {
            Step::Transaction { steps, lazy } => {
                let mut moved = Vec::new();
                let kept = split(steps, true, what, share, &mut moved);
                out.extend(moved);
                out.push(Step::Transaction { steps: kept, lazy: *lazy });
            }
            Step::Session(steps) => {
                let mut moved = Vec::new();
                let kept = split(steps, false, what, share, &mut moved);
                out.extend(moved);
                out.push(Step::Session(kept));
            }
            Step::Lock(k, steps) => out.push(Step::Lock(*k, hoist(steps, what, share))),
            other => out.push(other.clone()),
        }
    }
    out
}

fn split(steps: &[Step], in_transaction: bool, what: Filler, share: f64, moved: &mut Vec<Step>) -> Vec<Step> {
    let fits = |s: &Step| match (what, s) {
        (Filler::RemoteInTransaction, Step::Remote(..))
        | (Filler::Cpu, Step::Cpu(..))
        | (Filler::Locks, Step::Log(..) | Step::Lock(..)) => in_transaction,
        (Filler::OutsideTransaction, Step::Remote(..) | Step::Cpu(..) | Step::Log(..) | Step::Lock(..)) => !in_transaction,
        (Filler::Statements, Step::Query(_)) => true,
        _ => false,
    };
    let mut kept = Vec::new();
    for step in steps {
        match step {
            s if fits(s) => {
                moved.push(scaled(s, share));
                kept.push(scaled(s, 1.0 - share));
            }
            Step::Transaction { steps, lazy } => {
                kept.push(Step::Transaction { steps: split(steps, true, what, share, moved), lazy: *lazy });
            }
            Step::Session(steps) => kept.push(Step::Session(split(steps, false, what, share, moved))),
            Step::Lock(k, steps) => kept.push(Step::Lock(*k, split(steps, in_transaction, what, share, moved))),
            other => kept.push(other.clone()),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::service::{query, remote, transaction};

    fn total(steps: &[Step]) -> f64 {
        let mut sum = 0.0;
        visit(steps, &mut |s| {
            sum += match s {
                Step::Remote(_, t) => t.mean_ms,
                Step::Query(q) => q.cpu.mean_ms,
                _ => 0.0,
            };
        });
        sum
    }

    #[test]
    fn moving_out_leaves_the_work_of_a_request_as_it_was() {
        let s = Service::new(vec![transaction(vec![query(2.0), remote(40.0), query(3.0)])]);
        let moved = move_out(&s, Filler::RemoteInTransaction, 0.25);
        assert_eq!(total(&moved.program), total(&s.program));
        let Step::Transaction { steps, .. } = &moved.program[1] else { panic!("{:?}", moved.program) };
        assert_eq!(total(steps), 35.0);
    }
}
