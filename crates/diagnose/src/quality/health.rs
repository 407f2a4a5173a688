//! Whether the generator was up to its plan in a phase: judged from its own figures, without a look at the service.

use super::Validity;
use crate::ledger::TOLERANCE_SHARE;
use model::{Message, message};

crate::thresholds! {
    /// Send lag p99 in open phases may be this long, milliseconds. Source: METHODS section 1.3, CAUSES section 4 point 2.
    LAG_MS = 1.0;
    /// The same as a share of the median response. Source: CAUSES section 4 point 2, METHODS section 1.3.
    LAG_SHARE = 0.05;
    /// Work of the generator (active waiting apart) as a share of its core. Source: CAUSES section 4, point 2.
    pub CPU_SHARE = 0.7;
    /// Time the generator waited for a core, as a share of the phase. A guess.
    RUN_QUEUE_SHARE = 0.05;
    /// Share of the requests of open phases that found no connection under the cap. A guess.
    WAITED_SHARE = 0.01;
}

/// Mean send lag as a share of the mean response up to which late requests cannot turn a result that rests on means. Lag counts twice: it is a
/// line of the account, and requests that were held up arrive in a bunch and queue for as long again at most. Both together may be what an
/// account may leave open. Source: ADR 0021.
fn harmless_lag_share() -> f64 {
    TOLERANCE_SHARE.get() / 2.0
}

/// What a phase is judged from.
#[derive(Debug, Clone, Copy, Default)]
pub struct Health {
    /// Whether the next request of a user waits for the answer: then there is no plan to be late for.
    pub closed: bool,
    /// Whether any request was answered.
    pub answered: bool,
    /// Median response, milliseconds.
    pub response_p50_ms: f64,
    /// 99th percentile of the generator's own delay, milliseconds.
    pub lag_p99_ms: f64,
    /// Mean send lag as a share of the mean response, where the result rests on means; `None` where percentiles are the result.
    pub lag_mean_share: Option<f64>,
    /// CPU time of a generator thread as a share of the phase, active waiting apart.
    pub work_share: f64,
    /// Time a generator thread waited for a core, as a share of the phase.
    pub run_queue_share: f64,
    /// Whether generator and target may run on the same core.
    pub shares_cpus: bool,
    /// The cap on connections and the share of requests that waited for one, where the cap was reached.
    pub waited: Option<(u32, f64)>,
}

/// Everything that is wrong, the gravest first; nothing when the phase can be believed.
pub fn complaints(h: &Health) -> Vec<(Validity, Message)> {
    let mut found = Vec::new();
    let allowed = LAG_MS.get().max(LAG_SHARE.get() * h.response_p50_ms);
    if !h.closed && h.lag_p99_ms > allowed {
        let late = message!("quality/late", lag: Ms(h.lag_p99_ms), allowed: Ms(allowed));
        found.push(match h.lag_mean_share.filter(|share| *share <= harmless_lag_share()) {
            Some(share) => (Validity::Suspect, message!("quality/late-and-small", late: (late), share: Share(share))),
            None => (Validity::Invalid, late),
        });
    }
    if h.work_share > CPU_SHARE.get() {
        found.push((Validity::Invalid, message!("quality/generator-busy", work: Share(h.work_share), most: Share(CPU_SHARE.get()))));
    }
    if !h.answered {
        found.push((Validity::Invalid, message!("quality/nothing-answered")));
    }
    if h.shares_cpus {
        found.push((Validity::Suspect, message!("quality/shares-a-core")));
    }
    if h.run_queue_share > RUN_QUEUE_SHARE.get() {
        found.push((Validity::Suspect, message!("quality/generator-waited", share: Share(h.run_queue_share))));
    }
    if let Some((cap, share)) = h.waited.filter(|(_, share)| *share > WAITED_SHARE.get()) {
        found.push((Validity::Suspect, message!("quality/held-back", share: Share(share), connections: Count(f64::from(cap)))));
    }
    found.sort_by_key(|(v, _)| std::cmp::Reverse(*v));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn healthy() -> Health {
        Health {
            answered: true,
            response_p50_ms: 10.0,
            lag_p99_ms: 0.1,
            work_share: 0.2,
            run_queue_share: 0.01,
            waited: Some((10, 0.005)),
            ..Health::default()
        }
    }

    #[test]
    fn each_threshold_decides_and_its_near_miss_does_not() {
        use Validity::{Invalid, Suspect, Valid};
        let h = healthy();
        let cases = [
            ("healthy", h, Valid),
            ("shared cores", Health { shares_cpus: true, ..h }, Suspect),
            ("lag below 1 ms", Health { lag_p99_ms: 0.999, ..h }, Valid),
            ("lag above 1 ms", Health { lag_p99_ms: 1.1, ..h }, Invalid),
            ("rare lag, and means count", Health { lag_p99_ms: 4.0, lag_mean_share: Some(0.07), ..h }, Suspect),
            ("lag that the mean shows", Health { lag_p99_ms: 4.0, lag_mean_share: Some(0.08), ..h }, Invalid),
            ("lag below 5 % of a slow median", Health { lag_p99_ms: 4.0, response_p50_ms: 100.0, ..h }, Valid),
            ("lag of closed load is its rhythm", Health { lag_p99_ms: 50.0, closed: true, ..h }, Valid),
            ("busy core", Health { work_share: 0.75, closed: true, ..h }, Invalid),
            ("busy and shared: the worst counts", Health { work_share: 0.95, shares_cpus: true, ..h }, Invalid),
            ("waits for a core", Health { run_queue_share: 0.06, ..h }, Suspect),
            ("held back by the cap", Health { waited: Some((10, 0.05)), ..h }, Suspect),
            ("nothing answered", Health { answered: false, ..h }, Invalid),
        ];
        for (name, h, expected) in cases {
            let found = complaints(&h);
            assert_eq!(found.first().map_or(Valid, |(v, _)| *v), expected, "{name}: {found:?}");
        }
    }
}
