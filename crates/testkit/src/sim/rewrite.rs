//! Programs with the same work in another place: outside a lock, before a connection is taken.

use super::relief::{Filler, scaled};
use super::service::{Service, Step};

/// The lock is held for `keep` of its time; the rest of the work is done before it.
pub(super) fn shorten_lock(steps: &[Step], k: usize, keep: f64) -> Vec<Step> {
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
    use crate::sim::relief::visit;
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
