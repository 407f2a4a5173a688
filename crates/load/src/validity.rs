//! Whether a phase may be believed: judged from the generator's own figures, without a look at the service.

use crate::job::Pattern;
use crate::summary::PhaseSummary;

/// How far a phase may be believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Validity {
    /// The generator did what was planned.
    Valid,
    /// Its figures may carry the generator's own trouble.
    Suspect,
    /// It measured itself: no verdict about the service follows.
    Invalid,
}

impl Validity {
    /// The word for reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Valid => "VALID",
            Self::Suspect => "SUSPECT",
            Self::Invalid => "INVALID",
        }
    }
}

/// A verdict on a phase with one sentence per reason, the gravest first; no reason when valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The worst of the reasons.
    pub verdict: Validity,
    /// One sentence each.
    pub reasons: Vec<String>,
}

/// Send lag p99 in open phases may be this long, nanoseconds, or this share of the median response. Source: CAUSES section 4, point 2.
const LAG_NS: f64 = 1e6;
const LAG_SHARE: f64 = 0.05;
/// Work of the generator (active waiting apart) as a share of its core. Source: CAUSES section 4, point 2.
const CPU_SHARE: f64 = 0.7;
/// Time the generator waited for a core. Guess.
const RUN_QUEUE_SHARE: f64 = 0.05;
/// Requests that found no connection under the cap, open phases. Guess.
const WAITED_SHARE: f64 = 0.01;

/// What a phase is judged from.
#[derive(Debug, Clone, Copy, Default)]
pub struct Health {
    /// Whether the next request of a user waits for the answer: then there is no plan to be late for.
    pub closed: bool,
    /// Requests answered.
    pub answered: u64,
    /// Median response, nanoseconds.
    pub response_p50_ns: u64,
    /// 99th percentile of the generator's own delay, nanoseconds.
    pub lag_p99_ns: u64,
    /// CPU time of a generator thread as a share of the phase, active waiting apart.
    pub work_share: f64,
    /// Time a generator thread waited for a core, as a share of the phase.
    pub run_queue_share: f64,
    /// Whether generator and target may run on the same core.
    pub shares_cpus: bool,
    /// Share of requests that waited for a connection under this cap, where the cap was reached.
    pub waited: Option<(u32, f64)>,
}

impl Health {
    /// Of a phase that was just run.
    pub fn of(s: &PhaseSummary) -> Self {
        let cap = match s.pattern {
            Pattern::Open { max_in_flight, .. } => Some(max_in_flight),
            _ => None,
        };
        Self {
            closed: s.pattern.is_closed(),
            answered: s.answered(),
            response_p50_ns: s.response.p50_ns,
            lag_p99_ns: s.lag_p99_ns,
            work_share: s.generator_cpu_share - s.generator_spin_share,
            run_queue_share: s.generator_run_queue_share,
            shares_cpus: false,
            waited: cap
                .filter(|cap| s.connections >= u64::from(*cap))
                .map(|cap| (cap, s.waited_for_connection as f64 / s.planned.max(1) as f64)),
        }
    }
}

/// Judges a phase by its `h`.
pub fn judge(h: &Health) -> Judgement {
    let mut found = Vec::new();
    let ms = |ns: f64| ns / 1e6;
    let allowed = LAG_NS.max(LAG_SHARE * h.response_p50_ns as f64);
    if !h.closed && h.lag_p99_ns as f64 > allowed {
        let (lag, allowed) = (ms(h.lag_p99_ns as f64), ms(allowed));
        found.push((Validity::Invalid, format!("requests left late: send lag p99 {lag:.2} ms, at most {allowed:.2} ms is allowed")));
    }
    if h.work_share > CPU_SHARE {
        let (work, allowed) = (h.work_share * 100.0, CPU_SHARE * 100.0);
        found.push((
            Validity::Invalid,
            format!("the generator was busy {work:.0} % of its core, above {allowed:.0} % it is the limit itself"),
        ));
    }
    if h.answered == 0 {
        found.push((Validity::Invalid, "no request was answered".to_owned()));
    }
    if h.shares_cpus {
        found.push((Validity::Suspect, "generator and service share a core, each takes time from the other".to_owned()));
    }
    if h.run_queue_share > RUN_QUEUE_SHARE {
        let share = h.run_queue_share * 100.0;
        found.push((Validity::Suspect, format!("the generator waited for a core {share:.0} % of the time")));
    }
    if let Some((cap, share)) = h.waited.filter(|(_, share)| *share > WAITED_SHARE) {
        let share = share * 100.0;
        found.push((
            Validity::Suspect,
            format!("{share:.0} % of requests waited for one of {cap} connections, the service saw less than was planned"),
        ));
    }
    found.sort_by_key(|(v, _)| std::cmp::Reverse(*v));
    let verdict = found.first().map_or(Validity::Valid, |(v, _)| *v);
    Judgement { verdict, reasons: found.into_iter().map(|(_, text)| text).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::Distribution;
    use model::{Arrival, Timestamp};

    const OPEN: Arrival = Arrival::Open { rate_per_s: 100.0, poisson: true, max_connections: 10 };

    fn healthy(arrival: Arrival) -> PhaseSummary {
        PhaseSummary {
            phase: "p".to_owned(),
            pattern: arrival.into(),
            threads: 1,
            overflowed: false,
            dropped: 0,
            waiting_mean_ns: 0.0,
            connect_mean_ns: 0.0,
            tls_mean_ns: 0.0,
            bytes_out: 0,
            bytes_in: 0,
            failures: Vec::new(),
            checks: Vec::new(),
            routes: Vec::new(),
            start: Timestamp::from_ns(0),
            steady_end: Timestamp::from_ns(10),
            end: Timestamp::from_ns(11),
            stopped_early: false,
            planned: 1000,
            sent: 1000,
            outcomes: [1000, 0, 0, 0, 0, 0, 0, 0],
            offered_per_s: 100.0,
            achieved_per_s: 100.0,
            response: Distribution { p50_ns: 10_000_000, ..Distribution::default() },
            response_is_lower_bound: false,
            service: Distribution::default(),
            late_mean_ns: 0.0,
            late_p99_ns: 0,
            lag_p99_ns: 100_000,
            spacing: None,
            waited_for_connection: 0,
            backlog_slope_per_s: 0.0,
            in_flight_at_stop: 1,
            connections: 5,
            connections_opened: 5,
            connects_failed: 0,
            retries: 0,
            generator_cpu_share: 0.3,
            generator_spin_share: 0.1,
            generator_run_queue_share: 0.01,
            histograms: crate::summary::Histograms::default(),
            traced: None,
            first_error: None,
        }
    }

    #[test]
    fn each_threshold_decides_and_its_near_miss_does_not() {
        use Validity::{Invalid, Suspect, Valid};
        type Change = fn(&mut PhaseSummary);
        let closed = Arrival::Closed { connections: 8 };
        let cases: [(&str, Arrival, bool, Change, Validity); 14] = [
            ("healthy", OPEN, false, |_| {}, Valid),
            ("shared cores", OPEN, true, |_| {}, Suspect),
            ("lag below 1 ms", OPEN, false, |s| s.lag_p99_ns = 999_000, Valid),
            ("lag above 1 ms", OPEN, false, |s| s.lag_p99_ns = 1_100_000, Invalid),
            (
                "lag above 1 ms, below 5 % of a slow median",
                OPEN,
                false,
                |s| (s.lag_p99_ns, s.response.p50_ns) = (4_000_000, 100_000_000),
                Valid,
            ),
            ("lag of closed load is its rhythm", closed, false, |s| s.lag_p99_ns = 50_000_000, Valid),
            ("late for want of a connection, not lagging", OPEN, false, |s| s.late_p99_ns = 50_000_000, Valid),
            ("busy core", closed, false, |s| (s.generator_cpu_share, s.generator_spin_share) = (0.75, 0.0), Invalid),
            ("core busy with active waiting", OPEN, false, |s| (s.generator_cpu_share, s.generator_spin_share) = (0.9, 0.5), Valid),
            ("busy and shared: the worst counts", OPEN, true, |s| s.generator_cpu_share = 0.95, Invalid),
            ("waits for a core", OPEN, false, |s| s.generator_run_queue_share = 0.06, Suspect),
            ("held back by the cap", OPEN, false, |s| (s.connections, s.waited_for_connection) = (10, 50), Suspect),
            ("opened connections on the way, cap not reached", OPEN, false, |s| s.waited_for_connection = 50, Valid),
            ("nothing answered", OPEN, false, |s| s.outcomes = [0, 0, 0, 1000, 0, 0, 0, 0], Invalid),
        ];
        for (name, arrival, shared, change, expected) in cases {
            let mut s = healthy(arrival);
            change(&mut s);
            let j = judge(&Health { shares_cpus: shared, ..Health::of(&s) });
            assert_eq!(j.verdict, expected, "{name}: {:?}", j.reasons);
            assert_eq!(j.reasons.is_empty(), expected == Valid, "{name}");
        }
    }
}
