//! Sums over the kept seconds of one phase, or of several that ran together.

use ::report::load::{ErrorGroup, Latency, Totals};
use diagnose::quality::Health;
use model::{LoadSecond, Outcome, Phase, Run, Timestamp};
use stats::hdr;
use std::collections::BTreeMap;

/// Seconds, and the moment from which they count.
pub(super) struct Stretch<'a> {
    pub(super) start: Timestamp,
    pub(super) seconds: Vec<&'a LoadSecond>,
}

impl<'a> Stretch<'a> {
    /// The seconds of one phase.
    pub(super) fn of(run: &'a Run, phase: &'a Phase) -> Self {
        Self { start: phase.start, seconds: run.seconds_of(&phase.id).collect() }
    }
}

impl Stretch<'_> {
    /// How long requests were planned, seconds.
    pub(super) fn duration_s(&self) -> f64 {
        self.steady().map(|s| s.end).max().unwrap_or(self.start).seconds_since(self.start)
    }

    fn steady(&self) -> impl Iterator<Item = &&LoadSecond> {
        self.seconds.iter().filter(|s| s.is_steady())
    }

    /// Per second of the time in which requests were planned.
    fn per_s(&self, n: u64) -> f64 {
        n as f64 / self.duration_s().max(1e-9)
    }

    pub(super) fn offered_per_s(&self) -> f64 {
        self.per_s(self.planned())
    }

    pub(super) fn achieved_per_s(&self) -> f64 {
        self.per_s(self.steady().map(|s| answers(s)).sum())
    }

    pub(super) fn planned(&self) -> u64 {
        self.sum(|s| s.planned)
    }

    fn sum(&self, of: fn(&LoadSecond) -> u64) -> u64 {
        self.seconds.iter().map(|s| of(s)).sum()
    }

    pub(super) fn totals(&self) -> Totals {
        let totals = Totals {
            planned: self.planned(),
            sent: self.sum(|s| s.sent),
            ended: outcomes().map(|o| (o, self.seconds.iter().map(|s| by(s.ok, &s.errors, o)).sum())).collect(),
            ..Totals::default()
        };
        self.with_traffic(totals)
    }

    pub(super) fn latency(&self, of: fn(&LoadSecond) -> &Vec<u8>) -> Latency {
        let (h, _unreadable) = hdr::merge(self.seconds.iter().map(|s| of(s).as_slice()));
        let sum_ns = if h.is_empty() { 0.0 } else { h.mean() * h.len() as f64 };
        Latency::keeping(h, sum_ns)
    }

    /// Nanoseconds a second, as a number of cores.
    pub(super) fn cores(&self, of: fn(&LoadSecond) -> u64) -> f64 {
        self.sum(of) as f64 / 1e9 / self.duration_s().max(1e-9)
    }

    /// What the generator can be held to by what it wrote each second, with so many threads.
    pub(super) fn health(&self, closed: bool, threads: f64) -> Health {
        Health {
            closed,
            answered: self.seconds.iter().any(|s| answers(s) > 0),
            response_p50_ms: self.latency(|s| &s.response_hdr).p50_ns as f64 / 1e6,
            lag_p99_ms: self.latency(|s| &s.lag_hdr).p99_ns as f64 / 1e6,
            work_share: (self.cores(|s| s.generator_cpu_ns) - self.cores(|s| s.generator_spin_ns)) / threads,
            run_queue_share: self.cores(|s| s.generator_run_queue_ns) / threads,
            ..Health::default()
        }
    }

    pub(super) fn errors(&self) -> Vec<ErrorGroup> {
        let mut groups: BTreeMap<&str, ErrorGroup> = BTreeMap::new();
        for s in &self.seconds {
            for (kind, count) in &s.errors {
                let first_s = s.start.seconds_since(self.start);
                let g = groups.entry(kind).or_insert_with(|| ErrorGroup { kind: kind.clone(), first_s, ..ErrorGroup::default() });
                g.count += count;
                g.first_s = g.first_s.min(first_s);
                g.last_s = g.last_s.max(s.end.seconds_since(self.start));
                if g.sample.is_empty() {
                    g.sample = s.error_sample.clone().unwrap_or_default();
                }
            }
        }
        groups.into_values().collect()
    }
}

/// Requests that ended with `o`, of those that ended well and of the others by name.
pub(super) fn by(ok: u64, errors: &BTreeMap<String, u64>, o: Outcome) -> u64 {
    if o == Outcome::Ok { ok } else { errors.get(o.name()).copied().unwrap_or(0) }
}

fn outcomes() -> impl Iterator<Item = Outcome> {
    (0..Outcome::COUNT as u8).filter_map(Outcome::from_u8)
}

/// Sum over the outcomes that are answers.
pub(super) fn answered(count: impl Fn(Outcome) -> u64) -> u64 {
    outcomes().filter(|o| o.is_answered()).map(count).sum()
}

fn answers(s: &LoadSecond) -> u64 {
    answered(|o| by(s.ok, &s.errors, o))
}
