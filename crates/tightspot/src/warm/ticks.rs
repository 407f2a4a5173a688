//! Sums up the answers of each second by route, as the generator tells them, and hands them over.

use gate::ClassWindow;
use model::{Attempts, Observation, Outcome, Sink, Timestamp};
use stats::describe::{median, quantile};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};

/// A second of the load.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tick {
    pub(super) start: Timestamp,
    pub(super) end: Timestamp,
    pub(super) routes: Vec<RouteTick>,
}

/// The answers of a route in a second.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct RouteTick {
    pub(super) failed: u64,
    /// Response of the good ones, ms, in the order in which they came.
    pub(super) good_ms: Vec<f64>,
}

/// A sink for the generator's observations.
pub(super) struct Ticks {
    routes: usize,
    /// A second whose requests are told next.
    pending: Mutex<Option<Tick>>,
    out: Sender<Tick>,
}

impl Ticks {
    pub(super) fn new(routes: usize, out: Sender<Tick>) -> Self {
        Self { routes, pending: Mutex::default(), out }
    }

    fn hand_over(&self, tick: Tick) {
        // whoever listened has decided
        let _gone = self.out.send(tick);
    }
}

impl Sink for Ticks {
    fn observe(&self, observation: Observation) {
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        match observation {
            Observation::LoadSecond(s) if s.is_steady() => {
                let tick = Tick { start: s.start, end: s.end, routes: vec![RouteTick::default(); self.routes] };
                if let Some(before) = pending.take() {
                    self.hand_over(before);
                }
                match s.ok + s.errors.values().sum::<u64>() {
                    0 => self.hand_over(tick),
                    // its requests are told next
                    _ => *pending = Some(tick),
                }
            }
            Observation::Attempts(batch) => {
                if let Some(mut tick) = pending.take() {
                    fill(&mut tick.routes, &batch);
                    self.hand_over(tick);
                }
            }
            _ => {}
        }
    }
}

fn fill(routes: &mut [RouteTick], batch: &Attempts) {
    for (attempt, carried) in batch.iter().zip(batch.carried()) {
        let route = carried.and_then(|c| c.route).map_or(0, usize::from);
        let Some(route) = routes.get_mut(route) else { continue };
        if attempt.outcome == Outcome::Ok {
            route.good_ms.push(attempt.response_ns() as f64 / 1e6);
        } else {
            route.failed += 1;
        }
    }
}

/// Seconds put together as the class `route` of a window.
pub(super) fn class(ticks: &[Tick], route: usize) -> ClassWindow {
    let of = || ticks.iter().filter_map(|t| t.routes.get(route));
    let all: Vec<f64> = of().flat_map(|r| r.good_ms.iter().copied()).collect();
    ClassWindow {
        ok: all.len() as u64,
        failed: of().map(|r| r.failed).sum(),
        medians_ms: of().filter(|r| !r.good_ms.is_empty()).map(|r| median(&r.good_ms)).collect(),
        p95_ms: (!all.is_empty()).then(|| quantile(&all, 0.95)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Attempt, Carried, LoadSecond};
    use std::sync::mpsc::channel;

    fn at(ms: i64) -> Timestamp {
        Timestamp::from_ns(ms * 1_000_000)
    }

    fn second(ok: u64) -> Observation {
        Observation::LoadSecond(LoadSecond { end: at(1_000), planned: 3, ok, ..LoadSecond::default() })
    }

    fn batch(all: &[(u16, i64, Outcome)]) -> Observation {
        let mut batch = Attempts::new("warm-up", at(0));
        for (route, ms, outcome) in all {
            let a = Attempt { planned: at(0), sent: at(0), first_byte: at(*ms), done: at(*ms), outcome: *outcome };
            batch.push_carried(&a, &Carried { route: Some(*route), ..Carried::default() });
        }
        Observation::Attempts(batch)
    }

    #[test]
    fn a_second_is_handed_over_with_the_answers_of_each_route() {
        let (out, ticks) = channel();
        let sink = Ticks::new(2, out);
        sink.observe(second(2));
        assert!(ticks.try_recv().is_err(), "its requests are yet to come");
        sink.observe(batch(&[(0, 10, Outcome::Ok), (1, 30, Outcome::Ok), (0, 20, Outcome::Ok), (1, 5, Outcome::ServerError)]));
        sink.observe(second(0));
        let two: Vec<Tick> = ticks.try_iter().collect();
        let [first, silent] = two.as_slice() else { panic!("{two:?}") };
        assert_eq!(first.routes, [RouteTick { failed: 0, good_ms: vec![10.0, 20.0] }, RouteTick { failed: 1, good_ms: vec![30.0] }]);
        assert_eq!(silent.routes, vec![RouteTick::default(); 2]);
        let window = class(&two, 0);
        assert_eq!((window.ok, window.failed, window.medians_ms, window.p95_ms), (2, 0, vec![15.0], Some(19.5)));
    }
}
