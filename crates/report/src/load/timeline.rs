//! The seconds of a run, from what phases tell that run together: what happened in the same second becomes one row.
//!
//! Phases tell their seconds each for itself. A second of the run is whole when every phase that is under way has told it.

use super::series::{SecondRow, merged};
use model::{LoadSecond, Observation, Timestamp, Traffic};
use std::collections::BTreeMap;

const SECOND_NS: i64 = 1_000_000_000;

/// Collects seconds and gives rows, in order of time.
#[derive(Debug, Clone, Default)]
pub struct Timeline {
    timeout_ns: u64,
    /// Start of the first phase.
    origin: Option<Timestamp>,
    /// Until when each phase that is under way has told its seconds.
    told: BTreeMap<String, Timestamp>,
    /// What is told of seconds that are not whole, by number.
    open: BTreeMap<i64, Vec<LoadSecond>>,
}

impl Timeline {
    /// A run in which requests are given up after `timeout_ns`.
    pub fn new(timeout_ns: u64) -> Self {
        Self { timeout_ns, ..Self::default() }
    }

    /// Takes an observation, and returns the rows that are whole with it.
    pub fn observe(&mut self, observation: &Observation) -> Vec<SecondRow> {
        match observation {
            Observation::PhaseStarted(p) => {
                self.origin.get_or_insert(p.start);
                self.told.insert(p.id.clone(), p.start);
            }
            Observation::PhaseEnded { id, .. } => drop(self.told.remove(id)),
            Observation::LoadSecond(s) => self.second(s),
            _ => return Vec::new(),
        }
        let until = self.told.values().min().map_or(i64::MAX, |t| self.number(*t));
        self.rows_before(until)
    }

    /// The rows of seconds that were never whole, because the run was cut off.
    pub fn rest(&mut self) -> Vec<SecondRow> {
        self.rows_before(i64::MAX)
    }

    fn second(&mut self, s: &LoadSecond) {
        let origin = *self.origin.get_or_insert(s.start);
        if let Some(told) = self.told.get_mut(&s.phase) {
            *told = s.end;
        }
        // A window ends a little after its second does: its middle says which second it is.
        let middle = s.start.plus_ns(s.end.ns_since(s.start) / 2);
        let number = middle.ns_since(origin).div_euclid(SECOND_NS);
        self.open.entry(number).or_default().push(s.clone());
    }

    /// How many whole seconds lie between the start and `t`.
    fn number(&self, t: Timestamp) -> i64 {
        self.origin.map_or(0, |o| t.ns_since(o).div_euclid(SECOND_NS))
    }

    fn rows_before(&mut self, number: i64) -> Vec<SecondRow> {
        let later = self.open.split_off(&number);
        let whole = std::mem::replace(&mut self.open, later);
        let origin = self.origin.unwrap_or_default();
        whole.into_values().flat_map(parts).map(|s| SecondRow::of(&s, origin, self.timeout_ns)).collect()
    }
}

/// What was told of one second as one, and apart from it what came when all planning had ended.
fn parts(told: Vec<LoadSecond>) -> Vec<LoadSecond> {
    let planned_until = told.iter().filter(|s| s.is_steady()).map(|s| s.end).max();
    let (load, wait): (Vec<_>, Vec<_>) = told.into_iter().partition(|s| planned_until.is_some_and(|end| s.is_steady() || s.start < end));
    [load, wait].into_iter().filter_map(|part| part.into_iter().reduce(both)).collect()
}

fn both(a: LoadSecond, b: LoadSecond) -> LoadSecond {
    let steady = Some(a.is_steady() || b.is_steady());
    let mut errors = a.errors;
    b.errors.iter().for_each(|(kind, n)| *errors.entry(kind.clone()).or_insert(0) += n);
    LoadSecond {
        phase: a.phase,
        start: a.start.min(b.start),
        end: a.end.max(b.end),
        steady,
        planned: a.planned + b.planned,
        sent: a.sent + b.sent,
        ok: a.ok + b.ok,
        errors,
        in_flight: a.in_flight + b.in_flight,
        response_hdr: merged(&a.response_hdr, &b.response_hdr),
        service_hdr: merged(&a.service_hdr, &b.service_hdr),
        late_hdr: merged(&a.late_hdr, &b.late_hdr),
        lag_hdr: merged(&a.lag_hdr, &b.lag_hdr),
        generator_cpu_ns: a.generator_cpu_ns + b.generator_cpu_ns,
        generator_spin_ns: a.generator_spin_ns + b.generator_spin_ns,
        generator_run_queue_ns: a.generator_run_queue_ns + b.generator_run_queue_ns,
        error_sample: a.error_sample.or(b.error_sample),
        traffic: dropped(a.traffic, b.traffic),
    }
}

/// Of what was carried a row tells what the cap dropped.
fn dropped(a: Option<Traffic>, b: Option<Traffic>) -> Option<Traffic> {
    let (a, b) = (a?, b?);
    Some(Traffic { dropped: a.dropped + b.dropped, ..Traffic::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Arrival, Phase, PhaseKind};

    fn at(s: f64) -> Timestamp {
        Timestamp::from_ns((s * 1e9) as i64)
    }

    fn started(id: &str, s: f64) -> Observation {
        let arrival = Arrival::Closed { connections: 1 };
        Observation::PhaseStarted(Phase { id: id.to_owned(), kind: PhaseKind::Load, arrival, fraction: None, start: at(s), end: None })
    }

    fn ended(id: &str, s: f64) -> Observation {
        Observation::PhaseEnded { id: id.to_owned(), end: at(s) }
    }

    fn told(id: &str, from: f64, to: f64, ok: u64, steady: bool) -> Observation {
        Observation::LoadSecond(LoadSecond {
            phase: id.to_owned(),
            start: at(from),
            end: at(to),
            steady: Some(steady),
            planned: ok,
            ok,
            generator_cpu_ns: 1_000_000 * ok,
            ..LoadSecond::default()
        })
    }

    /// Start, length and requests of each row.
    fn rows(t: &mut Timeline, all: &[Observation]) -> Vec<(f64, f64, u64)> {
        let short = |r: SecondRow| ((r.t_s * 10.0).round() / 10.0, (r.span_s * 10.0).round() / 10.0, r.done);
        all.iter().flat_map(|o| t.observe(o)).map(short).collect()
    }

    #[test]
    fn a_second_of_a_single_phase_is_a_row_at_once() {
        let mut t = Timeline::new(0);
        assert_eq!(rows(&mut t, &[started("a", 5.0), told("a", 5.0, 6.001, 10, true)]), [(0.0, 1.0, 10)]);
        let end = [told("a", 6.001, 6.4, 4, true), told("a", 6.4, 6.7, 2, false), ended("a", 6.7)];
        assert_eq!(rows(&mut t, &end), [(1.0, 0.4, 4), (1.4, 0.3, 2)], "the wait for the last answers is a row of its own");
    }

    #[test]
    fn what_phases_tell_of_the_same_second_is_one_row() {
        //  a  |----|----|----|          b from 1.5 s on
        //  b       .  |--|----|
        let mut t = Timeline::new(0);
        assert_eq!(rows(&mut t, &[started("a", 10.0), told("a", 10.0, 11.0, 5, true)]), [(0.0, 1.0, 5)]);
        assert!(rows(&mut t, &[started("b", 11.5), told("a", 11.0, 12.0, 5, true)]).is_empty(), "b has not told this second");
        assert_eq!(rows(&mut t, &[told("b", 11.5, 12.0, 3, true)]), [(1.0, 1.0, 8)]);
        let end = [told("b", 12.0, 13.0, 7, true), told("a", 12.0, 13.0, 5, true), ended("a", 13.0)];
        assert_eq!(rows(&mut t, &end), [(2.0, 1.0, 12)]);
        assert_eq!(rows(&mut t, &[ended("b", 13.0)]), []);
    }

    #[test]
    fn a_run_that_was_cut_off_loses_no_second() {
        let mut t = Timeline::new(0);
        let all = [started("a", 0.0), started("b", 0.0), told("a", 0.0, 1.0, 5, true), told("a", 1.0, 2.0, 5, true)];
        assert!(rows(&mut t, &all).is_empty());
        assert_eq!(t.rest().iter().map(|r| r.done).collect::<Vec<_>>(), [5, 5]);
    }
}
