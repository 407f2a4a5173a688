//! Requests that failed: which layer refused them, from when, under what load, and what that follows from; seconds without an answer; and
//! whether answers get fewer while load grows.
//!
//! Looked at are all phases but warm-up and trials of experiments: the search for the limit is often where a service first refuses.

mod decline;
mod layer;
mod silence;
#[cfg(test)]
mod tests;

pub use decline::Decline;
pub use layer::Layer;
pub use silence::{Silence, Stopped};

use crate::level::{Pool, pools};
use crate::verdict::{Diagnosis, VerdictStatus};
use layer::Seen;
use model::event::TARGET_DIED;
use model::{Arrival, Message, Outcome, Phase, PhaseKind, Run, Timestamp, signal};
use std::collections::BTreeMap;

crate::thresholds! {
    /// Share of the rate of what limits from which that counts as reached. A guess: a tenth below it, queues are long already.
    AT_LIMIT = 0.9;
    /// Least mean time from send to failure, as a share of that of good answers, for requests to have waited with them. A guess, as for failures that a
    /// cause explains.
    WAITED = 0.5;
}

/// Nanoseconds from the end of a process within which a request that fails is cut off by it: connections are told of it at once.
const CUT_OFF_NS: i64 = 1_000_000_000;

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
    /// Mean time from their plan to their end, milliseconds.
    pub mean_ms: f64,
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
    /// They waited with all others for what this named cause takes.
    Cause(&'static str),
    /// They begin where this is at its limit.
    Limit(Message),
    /// Nothing that was seen.
    Unexplained,
}

/// How a request failed: its outcome, its status, and whether it was never sent.
type Kind = (u8, u16, bool);

/// Those of one kind.
#[derive(Debug, Default)]
struct Group {
    /// Phases with one.
    phases: Vec<usize>,
    between: Option<(Timestamp, Timestamp)>,
    /// From plan to end, and from send to end, milliseconds.
    total_ms: f64,
    service_ms: Vec<f64>,
}

/// Requests of one phase.
#[derive(Debug, Default)]
struct Tally {
    sent: u64,
    good: u64,
    good_ms: f64,
}

impl Failures {
    /// What failed in `run`, with what `d` says of it.
    pub fn of(run: &Run, d: &Diagnosis) -> Self {
        let phases: Vec<&Phase> = run.phases.iter().filter(|p| !matches!(p.kind, PhaseKind::WarmUp | PhaseKind::Trial)).collect();
        let (tallies, groups) = tallied(run, &phases);
        let seen = Around { run, d, phases: &phases, tallies: &tallies };
        let mut groups: Vec<Failed> = groups.iter().filter_map(|(kind, g)| seen.failed(*kind, g)).collect();
        groups.sort_by_key(|f| std::cmp::Reverse(f.count));
        let silences = phases.iter().flat_map(|p| silence::silences(run, p)).collect();
        Self { groups, silences, decline: decline::decline(run, &phases) }
    }

    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty() && self.silences.is_empty() && self.decline.is_none()
    }
}

fn tallied(run: &Run, phases: &[&Phase]) -> (Vec<Tally>, BTreeMap<Kind, Group>) {
    let mut groups: BTreeMap<Kind, Group> = BTreeMap::new();
    let of_phase = |(i, p): (usize, &&Phase)| {
        let mut tally = Tally::default();
        for (a, carried) in run.carried_of(&p.id) {
            let service_ms = a.service_ns() as f64 / 1e6;
            tally.sent += 1;
            if a.outcome == Outcome::Ok {
                tally.good += 1;
                tally.good_ms += service_ms;
                continue;
            }
            let kind = (a.outcome as u8, carried.map_or(0, |c| c.status), a.service_ns() <= 0);
            let g = groups.entry(kind).or_default();
            if g.phases.last() != Some(&i) {
                g.phases.push(i);
            }
            let (first, last) = g.between.unwrap_or((a.done, a.done));
            g.between = Some((first.min(a.done), last.max(a.done)));
            g.total_ms += a.response_ns() as f64 / 1e6;
            g.service_ms.push(service_ms);
        }
        tally
    };
    let tallies = phases.iter().enumerate().map(of_phase).collect();
    (tallies, groups)
}

/// What is known around a group.
struct Around<'a> {
    run: &'a Run,
    d: &'a Diagnosis,
    phases: &'a [&'a Phase],
    tallies: &'a [Tally],
}

impl Around<'_> {
    fn failed(&self, (outcome, status, never_sent): Kind, g: &Group) -> Option<Failed> {
        let (outcome, between, first) = (Outcome::from_u8(outcome)?, g.between?, *g.phases.first()?);
        let (phase, count) = (self.phases[first], g.service_ms.len() as u64);
        let status = Some(status).filter(|s| *s > 0);
        let layer = layer::layer(&self.seen(outcome, status, never_sent, g));
        Some(Failed {
            layer,
            outcome,
            status,
            count,
            of: g.phases.iter().map(|i| self.tallies[*i].sent).sum(),
            between,
            phase: phase.id.clone(),
            load: Load::of(phase),
            mean_ms: g.total_ms / count as f64,
            because: self.because(layer, first, g),
        })
    }

    fn seen(&self, outcome: Outcome, status: Option<u16>, never_sent: bool, g: &Group) -> Seen {
        let windows = || g.phases.iter().filter_map(|i| Some((self.phases[*i].start, self.phases[*i].end?)));
        let overflows = windows().filter_map(|(from, to)| self.run.increase(signal::LISTEN_OVERFLOWS, from, to)).sum();
        let pools = windows().flat_map(|w| pools(self.run, w, 1.0));
        let pool = pools.filter(|p| p.pending >= 1.0).max_by(|a, b| a.pending.total_cmp(&b.pending));
        Seen { outcome, status, never_sent, overflows, spread_ms: spread(&g.service_ms), pool: pool.map(|p: Pool| p.name) }
    }

    fn because(&self, layer: Layer, first: usize, g: &Group) -> Because {
        let ends = |t: Timestamp| g.between.is_some_and(|(from, to)| t.ns_since(from) >= -CUT_OFF_NS && t <= to.plus_ns(CUT_OFF_NS));
        let ended = || self.run.events.iter().any(|e| e.kind == TARGET_DIED && ends(e.t));
        match layer {
            Layer::RateLimit | Layer::Request | Layer::Check | Layer::Protocol => Because::Said,
            Layer::Connect | Layer::Closed | Layer::Gateway if ended() => Because::Ended,
            _ => self.cause(layer, g).or_else(|| self.limit(first)).unwrap_or(Because::Unexplained),
        }
    }

    /// The named cause, where these requests waited for it.
    fn cause(&self, layer: Layer, g: &Group) -> Option<Because> {
        let cause = self.d.verdict.cause.filter(|_| self.d.verdict.status == VerdictStatus::Found)?;
        let (good, good_ms) = g.phases.iter().fold((0, 0.0), |(n, ms), i| (n + self.tallies[*i].good, ms + self.tallies[*i].good_ms));
        let mean_ms = g.service_ms.iter().sum::<f64>() / g.service_ms.len() as f64;
        let waited = mean_ms >= WAITED.get() * good_ms / (good as f64).max(1.0);
        (waited || matches!(layer, Layer::AcceptQueue | Layer::Connect)).then_some(Because::Cause(cause))
    }

    /// What is at its limit in their first phase.
    fn limit(&self, first: usize) -> Option<Because> {
        let limit = self.d.verdict.limit.as_ref()?;
        let phase = self.phases[first];
        let per_s = match Load::of(phase) {
            Load::PerSecond(rate) => rate,
            Load::Connections(_) => decline::good_per_s(self.run, phase)?.0,
        };
        (per_s >= AT_LIMIT.get() * limit.per_s).then(|| Because::Limit(limit.name.clone()))
    }
}

/// The times within which eight in ten lie.
fn spread(ms: &[f64]) -> (f64, f64) {
    let mut sorted = ms.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |share: f64| sorted.get((sorted.len() as f64 * share) as usize).copied().unwrap_or(0.0);
    (at(0.1), at(0.9))
}
