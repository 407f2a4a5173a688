//! Response time second by second across the slices of a start, by requests in flight and by how much of them was served: one that takes four
//! seconds counts in each of them.

use super::SLOW;
use model::{Attempt, Outcome, Run, Timestamp};

/// One second of a start.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Second {
    /// Time that requests spent in flight in it, seconds.
    pub in_flight_s: f64,
    /// Requests that it served: of each the share of its time that lay in this second.
    pub served: f64,
    /// Of these, requests that failed: refused, timed out, or answered with an error of the service.
    pub failed: f64,
}

impl Second {
    /// Mean response time of what was under way, milliseconds; `None` where nothing was.
    pub fn response_ms(&self) -> Option<f64> {
        (self.served > 0.0).then(|| self.in_flight_s * 1e3 / self.served)
    }

    /// Share of its work that is lost against a warm response of `warm_ms`, all of what failed included; `None` where nothing was under way. Users that
    /// wait for an answer do less by as much as it takes longer; where they do not wait (`open`), nothing is lost until it is slow.
    pub fn lost(&self, warm_ms: f64, open: bool) -> Option<f64> {
        let ms = self.response_ms()?;
        let good = 1.0 - self.failed / self.served.max(1e-9);
        let kept = if open && ms < SLOW.get() * warm_ms { 1.0 } else { (warm_ms / ms).min(1.0) };
        Some(1.0 - good * kept)
    }
}

/// Answered requests of the phases, in the order of their plan.
pub(super) fn answered(run: &Run, phases: &[&str]) -> Vec<Attempt> {
    let all = phases.iter().flat_map(|id| run.attempts_of(id));
    let mut all: Vec<Attempt> = all.filter(|x| x.outcome != Outcome::Censored).collect();
    all.sort_by_key(|x| x.planned);
    all
}

/// Whether the service did not do what it was asked for. An answer of 4xx may be one that the user is to get.
pub(super) fn failed(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::ServerError | Outcome::ConnectionError | Outcome::Timeout | Outcome::ProtocolError)
}

/// The seconds from `from` on.
pub(super) fn seconds(all: &[Attempt], from: Timestamp) -> Vec<Second> {
    let mut seconds: Vec<Second> = Vec::new();
    for x in all {
        let (begin, end) = (x.planned.seconds_since(from).max(0.0), x.done.seconds_since(from).max(0.0));
        // a request that takes no time is served where it is
        let length = (end - begin).max(1e-9);
        let last = end.max(begin + 1e-9) as usize;
        if seconds.len() <= last {
            seconds.resize(last + 1, Second::default());
        }
        for (i, second) in seconds.iter_mut().enumerate().take(last + 1).skip(begin as usize) {
            let within = (end.min(i as f64 + 1.0) - begin.max(i as f64)).max(0.0);
            second.in_flight_s += within;
            let share = if end > begin { within / length } else { 1.0 };
            second.served += share;
            second.failed += if failed(x.outcome) { share } else { 0.0 };
        }
    }
    seconds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_in_which_all_fail_at_once_is_lost() {
        let at = |ms: i64| Timestamp::from_ns(ms * 1_000_000);
        let request =
            |planned, done, outcome| Attempt { planned: at(planned), sent: at(planned), first_byte: at(done), done: at(done), outcome };
        let all = [request(0, 1, Outcome::ServerError), request(1000, 1005, Outcome::Ok), request(1500, 1501, Outcome::Timeout)];
        let lost: Vec<Option<f64>> = seconds(&all, at(0)).iter().map(|s| s.lost(3.0, false)).collect();
        assert_eq!(lost[0], Some(1.0));
        assert!(lost[1].is_some_and(|l| (l - 0.5).abs() < 0.01), "{lost:?}");
        let open: Vec<Option<f64>> = seconds(&all, at(0)).iter().map(|s| s.lost(3.0, true)).collect();
        assert!(open[0] == Some(1.0) && open[1] == lost[1], "{open:?}");
        assert_eq!(Second::default().lost(3.0, false), None);
    }

    #[test]
    fn a_request_of_four_seconds_counts_a_quarter_in_each() {
        let from = Timestamp::from_ns(0);
        let at = |ms: i64| from.plus_ns(ms * 1_000_000);
        let request =
            |planned, done| Attempt { planned: at(planned), sent: at(planned), first_byte: at(done), done: at(done), outcome: Outcome::Ok };
        //   0    1    2    3    4    5
        //   |-------- 4 s ------|-10 ms (100 of them)
        let mut all = vec![request(0, 4000)];
        all.extend((0..100).map(|i| request(4000 + i * 10, 4010 + i * 10)));
        let seconds = seconds(&all, from);
        let response: Vec<f64> = seconds.iter().filter_map(Second::response_ms).map(f64::round).collect();
        assert_eq!(response[..5], [4000.0, 4000.0, 4000.0, 4000.0, 10.0]);
        assert!((seconds[4].served - 100.0).abs() < 1e-6, "{seconds:?}");
    }
}
