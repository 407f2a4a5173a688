//! Requests that failed: which layer refused them, when first and under what load, and what that follows from; seconds without an answer; and
//! whether answers get fewer while load grows.
//!
//! Looked at are all phases but warm-up and trials of experiments: the search for the limit is often where a service first refuses. Of that search single
//! requests are not kept; what failed there alone is told by the generator's seconds.

mod around;
mod decline;
mod group;
mod layer;
mod silence;
#[cfg(test)]
mod tests;

pub use decline::Decline;
pub use layer::Layer;
pub use silence::{Silence, Stopped};

use crate::cause::Cause;
use crate::verdict::{Diagnosis, VerdictStatus};
use around::Around;
use group::Tallied;
use model::{Arrival, Message, Outcome, Phase, PhaseKind, Run, Timestamp};

/// All of a run.
#[derive(Debug, Clone, Default)]
pub struct Failures {
    /// Groups of failed requests, the largest first.
    pub groups: Vec<Failed>,
    /// Times without any answer, in order.
    pub silences: Vec<Silence>,
    /// Fewer answers under more load.
    pub decline: Option<Decline>,
}

/// Requests that failed alike.
#[derive(Debug, Clone)]
pub struct Failed {
    /// Who refused them.
    pub layer: Layer,
    /// How they ended.
    pub outcome: Outcome,
    /// Status of their answers, where there were any and it is known.
    pub status: Option<u16>,
    /// How many.
    pub count: u64,
    /// Of how many in the phases in which they were seen.
    pub of: u64,
    /// When the first and the last of them ended.
    pub between: (Timestamp, Timestamp),
    /// The first phase with one.
    pub phase: String,
    /// Its load.
    pub load: Load,
    /// Mean time from their plan to their end, milliseconds; `None` where single requests were not kept.
    pub mean_ms: Option<f64>,
    /// What that follows from.
    pub because: Because,
}

/// How much load a phase is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Load {
    /// So many connections that are always busy.
    Connections(u32),
    /// So many requests per second.
    PerSecond(f64),
}

impl Load {
    fn of(phase: &Phase) -> Self {
        match phase.arrival {
            Arrival::Closed { connections } => Self::Connections(connections),
            ref open => Self::PerSecond(open.rate_per_s().unwrap_or(0.0)),
        }
    }
}

/// What failures follow from.
#[derive(Debug, Clone, PartialEq)]
pub enum Because {
    /// The refusal says it itself: a limit on the rate, a wrong request.
    Said,
    /// A process of the service ended.
    Ended,
    /// Another service refused the calls that they made: which endpoint, and with which status (0 for no answer).
    Peer(String, u16),
    /// This named cause, which explains failures of this kind.
    Cause(&'static str),
    /// They begin where this is at its limit.
    Limit(Message),
    /// Nothing that was seen.
    Unexplained,
}

impl Failures {
    /// What failed in `run`, with what `d` says of it; `named` is the cause that `d` names.
    pub fn of(run: &Run, d: &Diagnosis, named: Option<&dyn Cause>) -> Self {
        let loads = |p: &&Phase| !matches!(p.kind, PhaseKind::WarmUp | PhaseKind::Trial);
        // of a phase that was begun anew the last is the one that counts
        let last = |p: &&Phase| run.phases.iter().rev().find(|l| l.id == p.id).is_some_and(|l| std::ptr::eq(l, *p));
        let phases: Vec<&Phase> = run.phases.iter().filter(loads).filter(last).collect();
        let tallied = Tallied::of(run, &phases);
        let around = Around { run, d, named, tallied: &tallied };
        let mut groups: Vec<Failed> = tallied.groups.iter().filter_map(|(kind, g)| around.failed(*kind, g)).collect();
        groups.sort_by_key(|f| std::cmp::Reverse(f.count));
        let limited = d.verdict.status == VerdictStatus::GeneratorLimited;
        Self {
            groups,
            silences: phases.iter().flat_map(|p| silence::silences(run, p)).collect(),
            decline: decline::decline(run, &phases).filter(|_| !limited),
        }
    }
}
