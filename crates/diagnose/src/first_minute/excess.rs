//! What the excess of a slow start over the warm response is made of.

use super::{Second, Time};

/// Shares of the excess, 0 to 1, together 1 at most. What requests waited for each other, or for a core, is spread over what those at work did
/// in the same second.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Excess {
    /// Work done once.
    pub once: f64,
    /// Any other code of the service.
    pub code: f64,
    /// What is outside the service's code: database, other services, logs, collections.
    pub outside: f64,
    /// In no stack of a request.
    pub unseen: f64,
}

/// Shares of the time in flight, second by second. While nobody is at work requests wait for something that is outside: a pool that is being
/// filled, a thread of somebody else. `hidden_s` of the time outside is waiting for a core.
pub(super) fn shares(times: &[Time], seconds: &[Second], hidden_s: f64) -> Excess {
    let all_outside_s: f64 = times.iter().map(|t| t.outside_s).sum();
    let kept = 1.0 - (hidden_s / all_outside_s.max(1e-9)).min(1.0);
    let one = |(t, s): (&Time, &Second)| {
        let idle = 1.0 - t.at_work_s().min(1.0);
        let parts = Excess {
            once: t.once_s,
            code: t.code_s,
            outside: kept * t.outside_s + idle * t.queue_s,
            unseen: (s.in_flight_s - t.at_work_s() - t.queue_s).max(0.0),
        };
        parts.filling(s.in_flight_s)
    };
    times.iter().zip(seconds).map(one).fold(Excess::default(), Excess::plus).of_one()
}

/// What the excess over `warm_ms` is made of where the cores are full of the service's own code, of which `warm` is the usual part. Then work is lost as core
/// time goes: each second counts by the share of it that was lost, and how many requests wait in it says only what was lost before.
pub(super) fn of_code(times: &[Time], seconds: &[Second], warm: &Excess, warm_ms: f64) -> Excess {
    let one = |(t, s): (&Time, &Second)| {
        let parts = Excess { once: t.once_s, code: t.code_s, ..Excess::default() };
        let (ms, lost) = s.response_ms().zip(s.lost(warm_ms, false)).unwrap_or_default();
        if parts.sum() > 0.0 && lost > 0.0 { parts.of_one().over(warm, ms.max(warm_ms) / warm_ms).filling(lost) } else { Excess::default() }
    };
    times.iter().zip(seconds).map(one).fold(Excess::default(), Excess::plus).of_one()
}

impl Excess {
    fn sum(&self) -> f64 {
        self.once + self.code + self.outside + self.unseen
    }

    fn times(self, by: f64) -> Self {
        Self { once: self.once * by, code: self.code * by, outside: self.outside * by, unseen: self.unseen * by }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            once: self.once + other.once,
            code: self.code + other.code,
            outside: self.outside + other.outside,
            unseen: self.unseen + other.unseen,
        }
    }

    /// In the same proportions, together `all`.
    fn filling(self, all: f64) -> Self {
        self.times(all / self.sum().max(1e-9))
    }

    pub(super) fn of_one(self) -> Self {
        self.times(1.0 / self.sum().max(1e-9))
    }

    /// What is left of these shares of a slow response when those of the warm one are taken away, which is `slower` times as fast.
    pub(super) fn over(&self, warm: &Self, slower: f64) -> Self {
        let left = |now: f64, warm: f64| ((now - warm / slower) / (1.0 - 1.0 / slower).max(1e-9)).clamp(0.0, 1.0);
        let parts = Self {
            once: left(self.once, warm.once),
            code: left(self.code, warm.code),
            outside: left(self.outside, warm.outside),
            unseen: left(self.unseen, warm.unseen),
        };
        // one that became less leaves more than all for the others
        parts.times(1.0 / parts.sum().max(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(t: Time, in_flight_s: f64) -> Excess {
        shares(&[t], &[Second { in_flight_s, served: 1.0, failed: 0.0 }], 0.0)
    }

    #[test]
    fn the_excess_is_what_the_warm_response_does_not_have() {
        // 40 ms, 30 of them in the database and 10 in code; warm 10 ms, 5 and 5
        let cold = Excess { code: 0.25, outside: 0.75, ..Excess::default() };
        let warm = Excess { code: 0.5, outside: 0.5, ..Excess::default() };
        let e = cold.over(&warm, 4.0);
        assert!((e.code - 5.0 / 30.0).abs() < 1e-9 && (e.outside - 25.0 / 30.0).abs() < 1e-9, "{e:?}");
    }

    #[test]
    fn waits_for_each_other_are_spread_over_what_the_others_do() {
        // one of 16 requests loads classes for a second, the others wait for it
        let t = Time { once_s: 0.9, code_s: 0.1, queue_s: 15.0, ..Time::default() };
        let e = one(t, 16.0);
        assert!((e.once - 0.9).abs() < 1e-9 && e.unseen < 1e-9, "{e:?}");
        // of what is in no stack nothing is known
        assert!(one(t, 32.0).unseen > 0.9);
    }

    #[test]
    fn requests_that_all_wait_wait_for_something_else() {
        //   a pool is being filled for five seconds  |  then all compute
        let (filling, computing) = (Time { code_s: 0.1, queue_s: 15.9, ..Time::default() }, Time { code_s: 16.0, ..Time::default() });
        let times: Vec<Time> = (0..10).map(|i| if i < 5 { filling } else { computing }).collect();
        let e = shares(&times, &[Second { in_flight_s: 16.0, served: 1.0, failed: 0.0 }; 10], 0.0);
        assert!(e.outside > 0.45 && e.code < 0.55, "{e:?}");
    }

    #[test]
    fn where_the_cores_are_full_of_code_waits_outside_cost_nothing() {
        let t = Time { code_s: 6.0, once_s: 2.0, outside_s: 8.0, ..Time::default() };
        let e = of_code(&[t], &[Second { in_flight_s: 16.0, served: 1.0, failed: 0.0 }], &Excess { code: 1.0, ..Excess::default() }, 1.0);
        assert!((e.once - 0.25).abs() < 1e-4 && (e.code - 0.75).abs() < 1e-4, "{e:?}");
    }

    #[test]
    fn a_backlog_gives_no_second_more_weight() {
        // classes are loaded for a second while ten requests wait; then ninety wait while three seconds run uncompiled code
        let (loads, computes) = (Time { once_s: 10.0, ..Time::default() }, Time { code_s: 90.0, ..Time::default() });
        let second = |in_flight_s| Second { in_flight_s, served: 1.0, failed: 0.0 };
        let warm = Second { in_flight_s: 0.1, served: 100.0, failed: 0.0 };
        let (times, seconds) =
            ([loads, computes, computes, computes, computes], [second(10.0), second(90.0), second(90.0), second(90.0), warm]);
        let e = of_code(&times, &seconds, &Excess { code: 1.0, ..Excess::default() }, 1.0);
        assert!((e.once - 0.25).abs() < 0.01 && (e.code - 0.75).abs() < 0.01, "{e:?}");
    }
}
