//! Adds the windows of a phase up.

use super::distribution::{distribution, quantile};
use super::{Failure, Histograms, PhaseSummary, RouteSummary};
use crate::generator::PhaseEnd;
use crate::job::Pattern;
use crate::scenario::Scenario;
use crate::spacing::Spacing;
use crate::tally::{Kind, RouteCounts, Window, widened};
use model::Timestamp;

/// Everything so far.
pub(crate) struct Total {
    /// As if it were one window.
    sum: Window,
    steady: Steady,
}

/// Sums over the steady part, of all threads.
#[derive(Default)]
struct Steady {
    answered: u64,
    wall_ns: i64,
    cpu_ns: u64,
    spin_ns: u64,
    run_queue_ns: u64,
}

impl Steady {
    fn add(&mut self, w: &Window) {
        let c = &w.counts;
        self.answered += c.answered();
        self.wall_ns += c.end - c.start;
        self.cpu_ns += c.cpu_ns;
        self.spin_ns += c.spin_ns;
        self.run_queue_ns += c.run_queue_ns;
    }
}

impl Total {
    pub(crate) fn of(scenario: &Scenario) -> Self {
        Self { sum: Window::new(scenario.routes().len()).with_checks(scenario.counted_checks()), steady: Steady::default() }
    }

    pub(crate) fn add(&mut self, w: &Window) {
        self.sum.add_figures(w);
        if w.counts.steady {
            self.steady.add(w);
        }
    }

    pub(crate) fn finish(self, phase: &str, pattern: Pattern, threads: u32, start: Timestamp, end: PhaseEnd) -> PhaseSummary {
        let Self { mut sum, steady } = self;
        let wall_ns = steady.wall_ns.max(1) as f64;
        // Shares are of one core: of the mean thread.
        let core_ns = wall_ns * f64::from(threads);
        let lower_bounds = !sum.bounds.is_empty();
        sum.response.add(&sum.bounds).expect("histograms of one shape add up");
        let c = sum.counts.clone();
        let ended: u64 = c.ended.iter().sum();
        let mut failures = sum.errors.0;
        let first_error = failures.iter().min_by_key(|k| k.first).map(|k| k.text.clone());
        failures.sort_by_key(|k| (std::cmp::Reverse(k.count), k.first));
        let mean = |total: u64, n: u64| total as f64 / n.max(1) as f64;
        PhaseSummary {
            phase: phase.to_owned(),
            pattern,
            threads,
            streams: 1,
            start,
            steady_end: Timestamp::from_ns(end.stop_at),
            end: Timestamp::from_ns(end.end),
            stopped_early: end.stopped_early,
            overflowed: end.overflowed,
            planned: c.planned,
            dropped: c.dropped,
            sent: c.sent,
            outcomes: c.ended,
            offered_per_s: (c.planned - c.trailing) as f64 * 1e9 / wall_ns,
            achieved_per_s: steady.answered as f64 * 1e9 / wall_ns,
            response: distribution(&sum.response, (c.response_sum + sum.bounds_sum) as f64),
            response_is_lower_bound: lower_bounds,
            service: distribution(&sum.service, c.service_sum as f64),
            waiting_mean_ns: mean(c.waiting_sum, c.answered()),
            connect_mean_ns: mean(c.connect_sum, c.opened),
            tls_mean_ns: mean(c.tls_sum, c.opened),
            late_mean_ns: mean(c.late_sum, ended),
            late_p99_ns: quantile(&sum.late, 0.99),
            lag_p99_ns: quantile(&sum.lag, 0.99),
            spacing: end.spacing.as_deref().and_then(Spacing::summary),
            waited_for_connection: c.waited,
            backlog_slope_per_s: end.backlog_slope_per_s,
            in_flight_at_stop: end.in_flight_at_stop,
            connections: end.connections,
            connections_opened: c.opened,
            connects_failed: c.refused,
            retries: c.retries,
            redirects: c.redirects,
            statuses: sum.statuses.0,
            bytes_out: c.bytes_out,
            bytes_in: c.bytes_in,
            generator_cpu_share: steady.cpu_ns as f64 / core_ns,
            generator_spin_share: steady.spin_ns as f64 / core_ns,
            generator_run_queue_share: steady.run_queue_ns as f64 / core_ns,
            histograms: Histograms { response: sum.response, service: sum.service, late: sum.late, lag: sum.lag },
            traced: end.traced,
            first_error,
            failures: failures.into_iter().map(failure).collect(),
            checks: sum.checks.0,
            routes: sum.routes.iter().enumerate().map(|(index, r)| route(index, r)).collect(),
        }
    }
}

fn failure(k: Kind) -> Failure {
    let at = Timestamp::from_ns;
    Failure { outcome: k.outcome, count: k.count, first: at(k.first), last: at(k.last), text: k.text }
}

fn route(index: usize, r: &RouteCounts) -> RouteSummary {
    RouteSummary {
        route: index,
        outcomes: r.ended,
        response: distribution(&r.response, r.response_sum as f64),
        histogram: widened(&r.response),
    }
}
