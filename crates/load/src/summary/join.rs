//! Phases that ran together, as one.

use super::distribution::{distribution, quantile};
use super::{Histograms, PhaseSummary};
use crate::tally::{Statuses, histogram};
use hdrhistogram::Histogram;

impl PhaseSummary {
    /// The sum of phases that ran together; `None` of none. Its time is from the first start to the last end of planning, and rates and
    /// shares are over that time. What belongs to a single one is left out (routes, checks, failures, traces, spacing); the pattern is the first's.
    pub fn joined(all: &[Self]) -> Option<Self> {
        let first = all.first()?;
        let start = all.iter().map(|s| s.start).min()?;
        let steady_end = all.iter().map(|s| s.steady_end).max()?;
        let duration_s = steady_end.seconds_since(start).max(1e-9);
        let threads: u32 = all.iter().map(|s| s.threads).sum();
        let sum = |of: fn(&Self) -> u64| all.iter().map(of).sum::<u64>();
        let over_time = |of: fn(&Self) -> f64| all.iter().map(|s| of(s) * s.steady_s()).sum::<f64>() / duration_s;
        let of_a_core = |of: fn(&Self) -> f64| {
            let cores: f64 = all.iter().map(|s| of(s) * f64::from(s.threads) * s.steady_s()).sum();
            cores / duration_s / f64::from(threads.max(1))
        };
        let mean = |of: fn(&Self) -> f64, weight: fn(&Self) -> u64| {
            all.iter().map(|s| of(s) * weight(s) as f64).sum::<f64>() / sum(weight).max(1) as f64
        };
        let h = Histograms {
            response: merged(all, |h| &h.response),
            service: merged(all, |h| &h.service),
            late: merged(all, |h| &h.late),
            lag: merged(all, |h| &h.lag),
        };
        let timed = |s: &Self| s.histograms.response.len();
        let mut outcomes = first.outcomes;
        all[1..].iter().for_each(|s| outcomes.iter_mut().zip(s.outcomes).for_each(|(a, b)| *a += b));
        Some(Self {
            phase: String::new(),
            pattern: first.pattern.clone(),
            threads,
            streams: first.streams,
            start,
            steady_end,
            end: all.iter().map(|s| s.end).max()?,
            stopped_early: all.iter().any(|s| s.stopped_early),
            overflowed: all.iter().any(|s| s.overflowed),
            planned: sum(|s| s.planned),
            dropped: sum(|s| s.dropped),
            sent: sum(|s| s.sent),
            outcomes,
            offered_per_s: over_time(|s| s.offered_per_s),
            achieved_per_s: over_time(|s| s.achieved_per_s),
            response: distribution(&h.response, mean(|s| s.response.mean_ns, timed) * h.response.len() as f64),
            response_is_lower_bound: all.iter().any(|s| s.response_is_lower_bound),
            service: distribution(&h.service, mean(|s| s.service.mean_ns, Self::answered) * h.service.len() as f64),
            waiting_mean_ns: mean(|s| s.waiting_mean_ns, Self::answered),
            connect_mean_ns: mean(|s| s.connect_mean_ns, |s| s.connections_opened),
            tls_mean_ns: mean(|s| s.tls_mean_ns, |s| s.connections_opened),
            late_mean_ns: mean(|s| s.late_mean_ns, |s| s.outcomes.iter().sum()),
            late_p99_ns: quantile(&h.late, 0.99),
            lag_p99_ns: quantile(&h.lag, 0.99),
            spacing: None,
            waited_for_connection: sum(|s| s.waited_for_connection),
            backlog_slope_per_s: all.iter().map(|s| s.backlog_slope_per_s).sum(),
            in_flight_at_stop: sum(|s| s.in_flight_at_stop),
            connections: sum(|s| s.connections),
            connections_opened: sum(|s| s.connections_opened),
            connects_failed: sum(|s| s.connects_failed),
            retries: sum(|s| s.retries),
            redirects: sum(|s| s.redirects),
            statuses: statuses(all),
            bytes_out: sum(|s| s.bytes_out),
            bytes_in: sum(|s| s.bytes_in),
            generator_cpu_share: of_a_core(|s| s.generator_cpu_share),
            generator_spin_share: of_a_core(|s| s.generator_spin_share),
            generator_run_queue_share: of_a_core(|s| s.generator_run_queue_share),
            histograms: h,
            traced: None,
            first_error: all.iter().find_map(|s| s.first_error.clone()),
            failures: Vec::new(),
            checks: Vec::new(),
            routes: Vec::new(),
        })
    }

    /// Length of the steady part, seconds.
    pub fn steady_s(&self) -> f64 {
        self.steady_end.seconds_since(self.start)
    }
}

fn statuses(all: &[PhaseSummary]) -> Vec<(u16, u64)> {
    let mut sum = Statuses::default();
    for s in all {
        sum.add(&Statuses(s.statuses.clone()));
    }
    sum.0
}

fn merged(all: &[PhaseSummary], of: fn(&Histograms) -> &Histogram<u64>) -> Histogram<u64> {
    let mut sum = histogram();
    for s in all {
        sum.add(of(&s.histograms)).expect("histograms of one shape add up");
    }
    sum
}
