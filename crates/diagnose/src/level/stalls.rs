//! Times in which the whole service stood still, as its client sees them: requests were waiting, and no answer came for much longer than usual.

use model::{Attempt, Timestamp};

/// Least length of such a time, seconds. A guess: longer than a slice of the kernel's scheduler (3 to 4 ms).
const LEAST_S: f64 = 0.005;
/// The same as a multiple of the median time from sending to the answer: where requests take long anyway, nothing has stopped. A guess.
const LEAST_TIMES: f64 = 3.0;

/// All of them at one level.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Stalls {
    /// Their share of the window, 0 to 1.
    pub share: f64,
    /// What they cost a request that arrives at a random moment, milliseconds, without the queue that is there when it goes on: the sum of L^2 / 2T.
    pub exposure_ms: f64,
}

/// Stalls among answered requests within a window of `span_s` seconds.
pub(super) fn stalls(answered: &[Attempt], span_s: f64) -> Stalls {
    let mut of: Vec<(Timestamp, Timestamp)> = answered.iter().map(|a| (a.done, a.planned)).collect();
    of.sort_unstable();
    let mut service: Vec<i64> = answered.iter().map(Attempt::service_ns).collect();
    service.sort_unstable();
    let usual_s = service.get(service.len() / 2).map_or(0.0, |ns| *ns as f64 / 1e9);
    let least_s = LEAST_S.max(LEAST_TIMES * usual_s);
    let mut all = Stalls::default();
    // from the last answer back: who is answered later and was planned first has waited longest
    let mut waiting_since: Option<Timestamp> = None;
    for (i, (done, planned)) in of.iter().enumerate().rev() {
        let since = waiting_since.map_or(*planned, |w| w.min(*planned));
        waiting_since = Some(since);
        let before = i.checked_sub(1).map_or(since, |k| of[k].0.max(since));
        let length_s = done.seconds_since(before);
        if length_s >= least_s && span_s > 0.0 {
            all.share += length_s / span_s;
            all.exposure_ms += length_s * length_s / 2.0 / span_s * 1e3;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Outcome;

    /// A request a millisecond for a second, each answered after half a millisecond, but those of `stop` not before its end.
    fn level(stop: std::ops::Range<i64>) -> Vec<Attempt> {
        let ms = |n: f64| Timestamp::from_ns((n * 1e6) as i64);
        (0..1000)
            .map(|i| {
                let done = if stop.contains(&i) { stop.end as f64 + 0.5 } else { i as f64 + 0.5 };
                Attempt { planned: ms(i as f64), sent: ms(i as f64), first_byte: ms(done), done: ms(done), outcome: Outcome::Ok }
            })
            .collect()
    }

    #[test]
    fn a_stop_is_seen_with_what_it_costs() {
        let s = stalls(&level(300..335), 1.0);
        // 35 ms in a second: 0.035^2 / 2
        assert!((s.share - 0.035).abs() < 0.002 && (s.exposure_ms - 0.61).abs() < 0.06, "{s:?}");
    }

    #[test]
    fn nothing_stops_where_answers_come_or_nobody_asks() {
        assert_eq!(stalls(&level(0..0), 1.0), Stalls::default());
        let quiet: Vec<Attempt> = level(0..0).into_iter().enumerate().filter(|(i, _)| !(200..600).contains(i)).map(|(_, a)| a).collect();
        assert_eq!(stalls(&quiet, 1.0), Stalls::default());
        assert_eq!(stalls(&[], 1.0), Stalls::default());
    }

    #[test]
    fn a_request_that_takes_long_anyway_is_no_stop() {
        let mut one_by_one = level(0..0);
        one_by_one.retain(|a| a.planned.ns() % 100_000_000 == 0);
        for a in &mut one_by_one {
            a.done = a.done.plus_ns(40_000_000);
        }
        assert_eq!(stalls(&one_by_one, 1.0), Stalls::default());
    }
}
