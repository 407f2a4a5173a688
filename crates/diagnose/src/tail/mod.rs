//! The slowest requests of a load that the user means: which events they fall to, and what share of them no event explains.
//!
//! A slow request overlaps any event more often because it is long. So exposure has one length for all, from the planned arrival on, and a
//! stop is felt until its backlog has drained. An event explains when exposure to it makes a request much more likely to be slow than the same train of
//! events shifted in time does, when what comes before it is not slow already, and when it is long enough. Several share what they explain together.
//! Source: METHODS section 5.2, Miettinen 1974.

mod events;
mod shares;

pub use events::SourceKind;

use crate::allocation::Allocations;
use crate::frames::Stacks;
use crate::level::Level;
use events::{Train, trains};
use model::{Attempt, Outcome, Run, Timestamp};
use stats::circular_shift::{Association, FEWEST, SHIFTS, before_onset, exposed, test};
use stats::multiple::benjamini_hochberg;

crate::thresholds! {
    /// Slowest share of the requests that is asked about. Source: METHODS section 5.2 point 2, what is beyond the 99th percentile.
    SLOW_SHARE = 0.01;
    /// 99th percentile over median from which a tail is long. Source: where requests come at random and queue for one server, the response is exponential
    /// at most, and its percentile is ln 100 / ln 2 = 6.6 times its median.
    pub LONG = 6.6;
    /// Adjusted p up to which an association is one. Source: METHODS section 5.2 (BH over event types), at 1 %.
    SURE = 0.01;
    /// Risk ratio from which exposure matters. A guess: twice.
    LEAST_RISK = 2.0;
    /// Shortest of the longest events, as a share of what slow requests take more than usual ones. Source: METHODS section 5.2 point 5, predicted and
    /// observed tail within a factor of two.
    LEAST_LENGTH = 0.5;
    /// Utilisation where it is not seen, for the time in which a backlog drains. A guess.
    UNSEEN_USE = 0.5;
}

/// Length of a bin, seconds.
const BIN_S: f64 = 0.01;
/// Slow requests whose arrivals are less apart than this are one spike, seconds. Source: METHODS section 5.2 point 2.
const SPIKE_GAP_S: f64 = 0.25;
/// How long before an event nothing may be slow that it explains, seconds. Source: METHODS section 5.2 point 6.
const AHEAD_S: f64 = 0.5;
/// Longest drain that is counted, as a multiple of the stop: utilisation of 0.9.
const MOST_USE: f64 = 0.9;
const SEED: u64 = 1;

/// What the slowest requests fall to.
#[derive(Debug, Clone)]
pub struct Tail {
    /// The phase, measured through.
    pub level: Level,
    /// Response beyond which a request counts as slow, milliseconds: the 99th percentile.
    pub limit_ms: f64,
    /// Slow requests.
    pub slow: usize,
    /// Spikes: groups of slow requests that arrive together.
    pub spikes: usize,
    /// 99th percentile over median.
    pub times: f64,
    /// Used share of the cores, for the time in which a backlog drains.
    pub utilisation: f64,
    /// Kinds of events that were seen, those that explain most first.
    pub sources: Vec<Source>,
    /// Share of the slow requests that no event explains, 0 to 1.
    pub unexplained: f64,
    /// Where the objects are made, where that was sampled.
    pub allocations: Option<Allocations>,
}

/// One kind of event against the slow requests.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// What it is.
    pub kind: SourceKind,
    /// How many.
    pub events: usize,
    /// Their mean and longest, milliseconds.
    pub mean_ms: f64,
    /// The longest.
    pub longest_ms: f64,
    /// Exposure against slowness; `None` where nothing can be compared.
    pub association: Option<Association>,
    /// Whether it explains.
    pub standing: Standing,
    /// Share of the slow requests that it explains, what it shares with others divided among them, 0 to 1; 0 where it does not explain.
    pub share: f64,
}

/// What a kind of event is to the slow requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It explains some of them.
    Explains,
    /// Too few events or spikes to tell.
    TooFew,
    /// Its events are too short to make a request that slow.
    TooShort,
    /// Requests are slow before it begins: it follows, or both have one cause.
    Follows,
    /// They have nothing to do with each other.
    Unrelated,
}

impl Standing {
    /// As in the JSON.
    pub fn name(self) -> &'static str {
        ["explains", "too-few", "too-short", "follows", "unrelated"][self as usize]
    }
}

impl Tail {
    /// Of a phase.
    pub(crate) fn of(run: &Run, level: Level, stacks: &Stacks) -> Option<Self> {
        let mut all: Vec<Attempt> = run.attempts_of(&level.phase.id).filter(|a| a.outcome != Outcome::Censored).collect();
        all.sort_by_key(|a| a.planned);
        let (from, to) = (level.phase.start, level.phase.end?);
        let usual_ms = level.latency.p50_ns / 1e6;
        let limit_ms = limit_ms(&all)?;
        let is_slow = |a: &&Attempt| a.response_ns() as f64 / 1e6 > limit_ms;
        let slow: Vec<Timestamp> = all.iter().filter(is_slow).map(|a| a.planned).collect();
        let seen = level.scheduler.as_ref().map(crate::level::Scheduler::utilisation).filter(|u| *u > 0.0);
        let utilisation = seen.unwrap_or(UNSEEN_USE.get()).min(MOST_USE);
        let bins = (to.seconds_since(from) / BIN_S) as usize;
        let spikes = spikes(&slow);
        let against = Against {
            slow: count(&slow, from, bins),
            all: count(&all.iter().map(|a| a.planned).collect::<Vec<_>>(), from, bins),
            spikes,
            reach_s: usual_ms / 1e3,
            utilisation,
            beyond_ms: limit_ms - usual_ms,
        };
        let trains = trains(run, &level.phase, (from, to));
        let (mut sources, exposures): (Vec<Source>, Vec<Vec<bool>>) = trains.iter().map(|train| against.source(train)).unzip();
        adjust(&mut sources);
        let explains: Vec<usize> = (0..sources.len()).filter(|i| sources[*i].standing == Standing::Explains).collect();
        // collections and stops may make CPUs look slow: these get what no other event explains
        let (cpus, others): (Vec<usize>, Vec<usize>) = explains.into_iter().partition(|i| sources[*i].kind == SourceKind::SlowCpus);
        let of =
            |of: &[usize]| shares::shares(&against.slow, &against.all, &of.iter().map(|i| exposures[*i].as_slice()).collect::<Vec<_>>());
        let (shares, mut together) = of(&others);
        for (i, share) in others.iter().zip(shares) {
            sources[*i].share = share;
        }
        if let Some(cpus) = cpus.first().copied() {
            let (_, all) = of(&[others, vec![cpus]].concat());
            sources[cpus].share = (all - together).max(0.0);
            together = together.max(all);
        }
        sources.sort_by(|x, y| y.share.total_cmp(&x.share).then(x.kind.cmp(&y.kind)));
        let times = limit_ms / usual_ms.max(1e-6);
        let allocations = Allocations::of(run, &level.phase.id, stacks);
        Some(Self { level, limit_ms, slow: slow.len(), spikes, times, utilisation, sources, unexplained: 1.0 - together, allocations })
    }

    /// Whether the slowest requests take much longer than queueing makes them.
    pub fn is_long(&self) -> bool {
        self.times >= LONG.get()
    }

    /// The source of this kind.
    pub fn source(&self, kind: SourceKind) -> Option<&Source> {
        self.sources.iter().find(|s| s.kind == kind)
    }
}

/// The 99th percentile of the response, milliseconds, by nearest rank.
fn limit_ms(all: &[Attempt]) -> Option<f64> {
    let mut responses: Vec<i64> = all.iter().map(Attempt::response_ns).collect();
    responses.sort_unstable();
    let rank = ((1.0 - SLOW_SHARE.get()) * responses.len() as f64).ceil() as usize;
    Some(*responses.get(rank.saturating_sub(1))? as f64 / 1e6)
}

/// How many groups they are. `slow` is in order of time.
fn spikes(slow: &[Timestamp]) -> usize {
    usize::from(!slow.is_empty()) + slow.windows(2).filter(|w| w[1].seconds_since(w[0]) >= SPIKE_GAP_S).count()
}

fn count(moments: &[Timestamp], from: Timestamp, bins: usize) -> Vec<u32> {
    let mut counts = vec![0; bins];
    for t in moments {
        let bin = (t.seconds_since(from) / BIN_S) as usize;
        if let Some(c) = counts.get_mut(bin) {
            *c += 1;
        }
    }
    counts
}

/// What events are held against.
struct Against {
    slow: Vec<u32>,
    all: Vec<u32>,
    spikes: usize,
    reach_s: f64,
    utilisation: f64,
    beyond_ms: f64,
}

impl Against {
    fn source(&self, train: &Train) -> (Source, Vec<bool>) {
        let bins = self.slow.len();
        // slow CPUs stop nobody: how much is left to drain after them is not known
        let utilisation = if train.kind == SourceKind::SlowCpus { 0.0 } else { self.utilisation };
        let felt = exposed(&train.events, self.reach_s, utilisation, BIN_S, bins);
        let lengths_ms: Vec<f64> = train.events.iter().map(|(s, e)| (e - s) * 1e3).collect();
        let longest_ms = lengths_ms.iter().copied().fold(0.0, f64::max);
        let association = self.test(&felt, longest_ms);
        let standing = match association {
            _ if train.events.len() < FEWEST.0 || self.spikes < FEWEST.1 => Standing::TooFew,
            // whether it is sure is decided with the others
            Some(a) if a.risk_ratio >= LEAST_RISK.get() && a.attributable > 0.0 => {
                if longest_ms < LEAST_LENGTH.get() * self.beyond_ms {
                    Standing::TooShort
                } else if self.begins_before(train, &felt, a.risk_ratio, longest_ms) {
                    Standing::Follows
                } else {
                    Standing::Explains
                }
            }
            _ => Standing::Unrelated,
        };
        let mean_ms = lengths_ms.iter().sum::<f64>() / lengths_ms.len().max(1) as f64;
        (Source { kind: train.kind, events: train.events.len(), mean_ms, longest_ms, association, standing, share: 0.0 }, felt)
    }

    fn test(&self, felt: &[bool], longest_ms: f64) -> Option<Association> {
        // at least twice the longest exposure
        let longest_s = self.reach_s + longest_ms / 1e3 / (1.0 - self.utilisation);
        let min_shift = ((2.0 * longest_s / BIN_S).ceil() as usize).clamp(1, (felt.len() / 4).max(1));
        test(&self.slow, &self.all, felt, min_shift, SHIFTS, SEED)
    }

    /// Whether requests that arrive just before an event, and are in no other, are slow already: half as much more than usual as those in one.
    fn begins_before(&self, train: &Train, felt: &[bool], risk_ratio: f64, longest_ms: f64) -> bool {
        let ahead = before_onset(&train.events, AHEAD_S, self.reach_s, BIN_S, felt.len());
        let ahead: Vec<bool> = ahead.iter().zip(felt).map(|(a, f)| *a && !*f).collect();
        let without: Vec<u32> = self.slow.iter().zip(felt).map(|(n, f)| if *f { 0 } else { *n }).collect();
        let others: Vec<u32> = self.all.iter().zip(felt).map(|(n, f)| if *f { 0 } else { *n }).collect();
        let rest = Self { slow: without, all: others, spikes: self.spikes, ..*self };
        rest.test(&ahead, longest_ms).is_some_and(|a| a.p <= SURE.get() && a.risk_ratio >= (risk_ratio / 2.0).max(LEAST_RISK.get()))
    }
}

/// Takes back what is not sure where so many kinds were tried.
fn adjust(sources: &mut [Source]) {
    let p: Vec<f64> = sources.iter().map(|s| s.association.map_or(1.0, |a| a.p)).collect();
    for (s, p) in sources.iter_mut().zip(benjamini_hochberg(&p)) {
        if s.standing == Standing::Explains && p > SURE.get() {
            s.standing = Standing::Unrelated;
        }
    }
}

#[cfg(test)]
mod tests;
