//! Another service that lets so many calls a second through and refuses the others with 429: calls are as quick as ever, and requests
//! wait to try again.

use crate::facts::queueing::{grows, queueing};
use crate::facts::retries::{calls_are_tried_again, waiting_beside_calls_ms, waiting_to_try_again};
use crate::facts::{full_pool, if_nothing_waits};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::frames::Part;
use diagnose::level::{Endpoint, FEWEST_SAMPLES, Level, Served, TOO_MANY, endpoints};
use diagnose::{Analysis, Claim, EvidenceLevel, Hypothesis, Status};
use model::{message, signal};

diagnose::thresholds! {
    /// Share of the calls to an endpoint that must be refused with 429 for its limit to be what requests meet. A guess: a fifth; fewer are
    /// bursts, that a second try mends.
    LEAST_REFUSED = 0.2;
    /// The same under light load, as a share of it, beyond which calls are refused whatever the load. A guess: a fifth.
    REFUSED_ANYWAY = 0.2;
    /// Calls of a level that must have been seen for such a share. A guess: it is known to a fifth then.
    pub(super) LEAST_CALLS = 20.0;
    /// Share of all refused calls that must be these, and of what a request waits for by them that must be the time until it tries again.
    /// Source: the meaning of "most".
    MOST = 0.5;
}

/// A limit on the rate that the service reaches.
pub(super) struct Limit {
    endpoint: Endpoint,
    /// Share of its calls that are refused at the heaviest level.
    refused: f64,
    /// Calls that are answered well, per second.
    passed_per_s: f64,
    /// What a request waits for by it at the heaviest level, milliseconds: calls, and the time until it tries again where that is seen.
    waits_ms: f64,
    /// Whether most of that is the time until it tries again, and that of calls.
    is_tried_again: bool,
    /// Share of the growth of the response time that this explains, with the queues that it makes.
    growth: f64,
}

impl Limit {
    /// The endpoint that refuses most calls with 429; `None` where they are few, where other refusals are more, where calls are refused
    /// under light load as well, where the load makes requests no slower, or where a pool of connections is full.
    pub(super) fn of(a: &Analysis) -> Option<Self> {
        let (light, heavy) = (a.light()?, a.heavy().filter(|_| grows(a) && full_pool(a).is_err())?);
        let all = endpoints(a.run, heavy.window);
        let refused: f64 = all.iter().map(Endpoint::refused).sum();
        let endpoint = all.into_iter().max_by(|x, y| too_many(x).total_cmp(&too_many(y)))?;
        let share = share_refused(&endpoint);
        let is_met = endpoint.seen >= LEAST_CALLS.get() && share >= LEAST_REFUSED.get() && too_many(&endpoint) > MOST.get() * refused;
        let at_rest = endpoints(a.run, light.window).into_iter().find(|e| e.name == endpoint.name && e.seen >= LEAST_CALLS.get())?;
        if !is_met || share_refused(&at_rest) > REFUSED_ANYWAY.get() * share {
            return None;
        }
        let again = waiting_to_try_again(a, heavy).filter(|w| w.samples >= FEWEST_SAMPLES.get()).map_or(0.0, |w| w.ms);
        let wait = queueing(a, |l| l.part_ms(Part::Remote) + waiting_beside_calls_ms(a, l), |_| 0.0);
        Some(Self {
            refused: share,
            passed_per_s: passed(&endpoint) / heavy.span_s().max(1e-3),
            waits_ms: wait.heavy_ms,
            is_tried_again: again > MOST.get() * wait.heavy_ms && calls_are_tried_again(a, heavy),
            growth: wait.share,
            endpoint,
        })
    }

    /// `h` with what the limit does, where it is most of why the service bends.
    pub(super) fn judged(&self, a: &Analysis, heavy: &Level, mut h: Hypothesis) -> Option<Hypothesis> {
        // of callbacks nobody sees what a request waits for until it tries again
        let is_seen = matches!(heavy.served, Served::Threads(_) | Served::Tasks(_));
        let weight = if is_seen { self.growth } else { a.growth.share(unexplained_ms(a) + a.growth.remote_ms) };
        if weight < LEAST_GROWTH_SHARE.get() || (is_seen && !self.is_tried_again) {
            return None;
        }
        let refuses = message!(
            "dependency-slow/refuses",
            endpoint: name(&self.endpoint.name),
            refused: Share(self.refused),
            rate: PerSecond(heavy.throughput_per_s),
            passed: PerSecond(self.passed_per_s)
        );
        h.claims.insert(0, Claim::at(heavy, "refused_share", self.refused, "1", refuses.clone()).from(&[signal::ENDPOINT_COUNT]));
        h.weight = weight;
        h.evidence = EvidenceLevel::Coincides;
        if !is_seen {
            h.status = Status::Untested;
            h.evidence = EvidenceLevel::Hint;
            h.reason = message!("dependency-slow/limit-unseen", refuses: (refuses));
            return Some(h);
        }
        h.status = Status::Supported;
        if a.account_closes() {
            h.evidence = EvidenceLevel::Explains;
        }
        h.reason = message!("dependency-slow/limit", refuses: (refuses), waits: Ms(self.waits_ms), share: Share(self.growth));
        h.gain = if_nothing_waits(a);
        h.fix = message!("dependency-slow/fewer-calls");
        Some(h)
    }
}

fn too_many(e: &Endpoint) -> f64 {
    e.statuses.get(&TOO_MANY).copied().unwrap_or_default()
}

fn share_refused(e: &Endpoint) -> f64 {
    too_many(e) / e.calls.max(1.0)
}

fn passed(e: &Endpoint) -> f64 {
    e.statuses.range(1..400).fold(0.0, |all, (_, n)| all + n)
}

/// By how much more of the response is in no part at the heaviest level, milliseconds.
fn unexplained_ms(a: &Analysis) -> f64 {
    let (Some(light), Some(heavy)) = (a.ledgers.first(), a.ledgers.last()) else { return 0.0 };
    (heavy.unexplained_ms - light.unexplained_ms.max(0.0)).max(0.0)
}
