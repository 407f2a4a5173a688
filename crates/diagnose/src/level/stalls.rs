//! Times in which the whole service stood still, as its client sees them: requests were waiting, and no answer came for much longer than usual.

use model::{Attempt, Timestamp};

crate::thresholds! {
    /// Least length of such a time, seconds. A guess: longer than a slice of the kernel's scheduler (3 to 4 ms).
    LEAST_S = 0.005;
    /// The same as a multiple of the median time from sending to the answer: where requests take long anyway, nothing has stopped. A guess.
    LEAST_TIMES = 3.0;
    /// The same as a multiple of the mean time between two answers, where that is less: many that queue for one core take long and are answered all the time.
    /// Source: gaps between answers that come at random are longer once in e^20.
    LEAST_GAPS = 20.0;
}

/// All of them at one level.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Stalls {
    /// Their share of the window, 0 to 1.
    pub share: f64,
    /// Time that a request spends in them, milliseconds, on average over all requests.
    pub ms: f64,
}

/// Stalls among answered requests within a window of `span_s` seconds.
pub(super) fn stalls(answered: &[Attempt], span_s: f64) -> Stalls {
    let all = intervals(answered, span_s);
    if all.is_empty() || span_s <= 0.0 {
        return Stalls::default();
    }
    let length_s = |(from, to): &(Timestamp, Timestamp)| to.seconds_since(*from);
    let mut inside_s = 0.0;
    for a in answered {
        let first = all.partition_point(|(_, to)| *to <= a.planned);
        let met = all[first..].iter().take_while(|(from, _)| *from < a.done);
        inside_s += met.map(|(from, to)| length_s(&(a.planned.max(*from), a.done.min(*to)))).sum::<f64>();
    }
    Stalls { share: all.iter().map(length_s).sum::<f64>() / span_s, ms: inside_s * 1e3 / answered.len() as f64 }
}

/// From when to when, in order of time.
fn intervals(answered: &[Attempt], span_s: f64) -> Vec<(Timestamp, Timestamp)> {
    let mut of: Vec<(Timestamp, Timestamp)> = answered.iter().map(|a| (a.done, a.planned)).collect();
    of.sort_unstable();
    let mut service: Vec<i64> = answered.iter().map(Attempt::service_ns).collect();
    service.sort_unstable();
    let usual_s = service.get(service.len() / 2).map_or(0.0, |ns| *ns as f64 / 1e9);
    let gap_s = span_s / answered.len().max(1) as f64;
    let least_s = LEAST_S.get().max((LEAST_TIMES.get() * usual_s).min(LEAST_GAPS.get() * gap_s));
    let mut found = Vec::new();
    // from the last answer back: who is answered later and was planned first has waited longest
    let mut waiting_since: Option<Timestamp> = None;
    for (i, (done, planned)) in of.iter().enumerate().rev() {
        let since = waiting_since.map_or(*planned, |w| w.min(*planned));
        waiting_since = Some(since);
        let before = i.checked_sub(1).map_or(since, |k| of[k].0.max(since));
        if done.seconds_since(before) >= least_s {
            found.push((before, *done));
        }
    }
    found.reverse();
    found
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
        // of 1,000 requests 35, for half of 35 ms on average
        assert!((s.share - 0.035).abs() < 0.002 && (s.ms - 0.61).abs() < 0.06, "{s:?}");
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
