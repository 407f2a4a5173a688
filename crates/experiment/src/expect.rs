//! What a cause predicts of a change: the ratio of the saturated throughput with it to that without it, as a band.
//!
//! Saturated closed load, N connections. A resource with c places, each kept h by a request, that is at its limit gives X = c / h.
//! - More places: X' = c' / h', and never above the next ceiling. h' is at least h, and at most h with its busy part stretched as the CPU
//!   gets busier: by (1 - u) / (1 - u'), the response of a processor-sharing server (Kleinrock 1976, section 4.4).
//! - A delay d of a call made while a place is kept: X' = c / (h + d). Of a call made elsewhere: X' = X, the delay is idle time of others.
//! - A share of the CPU taken: X' = X (1 - share) when the CPU is the limit (METHODS section 4.2).
//! - A cause that says that something else is at the limit predicts no change, unless the changed thing becomes the limit itself.
//!
//! What breaks it: pools that change by themselves, a database that slows down under more connections (that lowers the effect, and the
//! prediction says so only where the database's CPU is seen), calls in parallel.

use crate::situation::{Held, Situation};
use diagnose::saturation::ResourceKind;
use diagnose::{Factor, Mechanism};
use model::{Message, message};
use serde::{Deserialize, Serialize};

/// A change of one factor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// What is changed.
    pub factor: Factor,
    /// The dose that is there.
    pub from: f64,
    /// The dose that is given.
    pub to: f64,
}

/// A predicted ratio, lowest and highest.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Band {
    /// Lowest.
    pub low: f64,
    /// Highest.
    pub high: f64,
}

/// How far the arithmetic may be off, as a share of the ratio. Capacity by c / h was within 1 % on live services (LEDGER section 5), and the
/// figures behind it come from 8 s of load: 5 % is a guess.
pub const TOLERANCE: f64 = 0.05;
/// Utilisation beyond which the stretch is not believed.
const BUSIEST: f64 = 0.95;

impl Band {
    fn of(a: f64, b: f64) -> Self {
        Self { low: a.min(b) * (1.0 - TOLERANCE), high: a.max(b) * (1.0 + TOLERANCE) }
    }

    /// By how much throughput changes, for people.
    pub fn said(self) -> Message {
        message!("expect/change", low: Share(self.low - 1.0), high: Share(self.high - 1.0))
    }

    /// The ratio in its middle.
    pub fn middle(self) -> f64 {
        f64::midpoint(self.low, self.high)
    }

    /// Whether some ratio is in both.
    pub fn meets(self, low: f64, high: f64) -> bool {
        self.low <= high && low <= self.high
    }
}

/// What `mechanism` predicts of `step`; `None` when what is changed is not seen in the situation, or nothing can be said.
pub fn expect(mechanism: Mechanism, s: &Situation, step: Step) -> Option<Band> {
    match step.factor {
        Factor::PoolSize => places(mechanism, s, ResourceKind::ConnectionPool, step),
        Factor::Workers => places(mechanism, s, ResourceKind::Workers, step),
        Factor::Cpu => cpu(mechanism, s, step),
        Factor::RemoteTime => delay(mechanism, s, step.to - step.from),
    }
}

fn places(m: Mechanism, s: &Situation, kind: ResourceKind, step: Step) -> Option<Band> {
    let held = s.held(kind)?;
    let bound = step.to / step.from;
    if m.limit != Some(kind) {
        // Fewer places may become the limit themselves.
        let ceiling = step.to / (held.unqueued_ms / 1e3) / s.per_s;
        let now = step.to / (held.held_ms / 1e3) / s.per_s;
        return Some(Band::of(ceiling.max(now).min(1.0), now.min(1.0)));
    }
    let next = s.next_ceiling_per_s(kind) / s.per_s;
    let stretched = stretched(s, held, bound);
    // Fewer places: the busy part may get shorter, so that somewhat less is lost.
    Some(if bound >= 1.0 { Band::of(stretched.min(next), bound.min(next.max(1.0))) } else { Band::of(bound, stretched) })
}

/// Ratio c' h / (c h') with h' stretched by the busier CPU: the fixed point, found by repetition.
fn stretched(s: &Situation, held: Held, bound: f64) -> f64 {
    let busy = s.cpu_busy().min(BUSIEST);
    let moving = held.held_ms - held.steady_ms;
    let mut ratio = bound;
    for _ in 0..60 {
        let then = (busy * ratio).clamp(0.0, BUSIEST);
        let h = held.steady_ms + moving * (1.0 - busy) / (1.0 - then);
        // Half a step at a time, so that it does not swing.
        ratio = f64::midpoint(ratio, bound * held.held_ms / h);
    }
    ratio
}

fn cpu(m: Mechanism, s: &Situation, step: Step) -> Option<Band> {
    let held = s.cpu?;
    let left = step.to / step.from;
    if m.limit == Some(ResourceKind::TargetCpu) {
        return Some(Band::of(left, left));
    }
    // What is taken may make the CPU the limit.
    let ceiling = (step.to / (held.held_ms / 1e3) / s.per_s).min(1.0);
    Some(Band::of(ceiling, ceiling))
}

fn delay(m: Mechanism, s: &Situation, ms: f64) -> Option<Band> {
    match m.limit {
        Some(kind) if m.remote_inside => {
            let held = s.held(kind)?;
            let ratio = held.held_ms / (held.held_ms + ms);
            Some(Band::of(ratio, ratio))
        }
        // Each request is longer by the delay, and those that wait elsewhere wait less: until the connections of the load are used up.
        Some(kind) => {
            let others = s.held(kind).map_or(0.0, |h| h.unqueued_ms);
            let most = f64::from(s.connections) / ((others + ms) / 1e3) / s.per_s;
            Some(Band::of(most.min(1.0), most.min(1.0)))
        }
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten connections held 50 ms, 45 of it for another service; a CPU that is 30 % busy and would allow 667/s.
    fn situation() -> Situation {
        let held = |limit, held_ms, steady_ms| Some(Held { limit, held_ms, steady_ms, unqueued_ms: held_ms });
        Situation {
            connections: 128,
            per_s: 200.0,
            response_ms: 640.0,
            pool_name: "p".into(),
            pool: held(10.0, 50.0, 45.0),
            workers_name: "w".into(),
            workers: held(200.0, 250.0, 45.0),
            cpu: held(1.0, 1.5, 0.0),
            database: None,
        }
    }

    const POOL: Mechanism = Mechanism::full(ResourceKind::ConnectionPool);

    fn ratio(m: Mechanism, factor: Factor, from: f64, to: f64) -> (f64, f64) {
        let b = expect(m, &situation(), Step { factor, from, to }).unwrap();
        (b.low / (1.0 - TOLERANCE), b.high / (1.0 + TOLERANCE))
    }

    fn near(a: (f64, f64), b: (f64, f64)) -> bool {
        (a.0 - b.0).abs() < 0.01 && (a.1 - b.1).abs() < 0.01
    }

    #[test]
    fn a_larger_pool_gives_what_its_places_allow_and_a_busier_core_takes() {
        // 5 ms of the hold are stretched by 0.7 / (1 - 0.3 * 1.46)
        let r = ratio(POOL, Factor::PoolSize, 10.0, 15.0);
        assert!(r.1 == 1.5 && (1.44..1.48).contains(&r.0), "{r:?}");
    }

    #[test]
    fn nothing_goes_beyond_the_next_ceiling() {
        let r = ratio(POOL, Factor::PoolSize, 10.0, 100.0);
        assert!(r.1 <= 667.0 / 200.0 + 0.01 && r.0 <= r.1, "{r:?}");
    }

    #[test]
    fn where_something_else_limits_more_places_change_nothing_and_far_fewer_do() {
        let cpu = Mechanism::full(ResourceKind::TargetCpu);
        assert!(near(ratio(cpu, Factor::PoolSize, 10.0, 15.0), (1.0, 1.0)));
        assert!(near(ratio(cpu, Factor::PoolSize, 10.0, 5.0), (0.5, 0.5)));
    }

    #[test]
    fn a_delay_inside_the_hold_counts_and_one_outside_does_not() {
        let inside = POOL.across_remote_calls();
        assert!(near(ratio(inside, Factor::RemoteTime, 0.0, 10.0), (50.0 / 60.0, 50.0 / 60.0)));
        assert!(near(ratio(POOL, Factor::RemoteTime, 0.0, 10.0), (1.0, 1.0)));
        assert_eq!(expect(Mechanism::OTHER, &situation(), Step { factor: Factor::RemoteTime, from: 0.0, to: 10.0 }), None);
    }

    #[test]
    fn cpu_taken_away_counts_where_the_cpu_limits_or_comes_to() {
        assert!(near(ratio(Mechanism::full(ResourceKind::TargetCpu), Factor::Cpu, 1.0, 0.7), (0.7, 0.7)));
        assert!(near(ratio(POOL, Factor::Cpu, 1.0, 0.7), (1.0, 1.0)));
        assert!(near(ratio(POOL, Factor::Cpu, 1.0, 0.15), (0.5, 0.5)));
    }

    #[test]
    fn what_is_not_seen_is_not_predicted() {
        let s = Situation { pool: None, ..situation() };
        assert_eq!(expect(POOL, &s, Step { factor: Factor::PoolSize, from: 10.0, to: 15.0 }), None);
    }
}
