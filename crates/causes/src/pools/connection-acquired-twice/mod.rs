//! Slow because a request takes a second connection while it holds one: when all have one, all wait for each other.

use crate::facts::rest::{lost, rests};
use crate::facts::stacks::{Picked, time_where, waits_for_a_second};
use crate::facts::{component_of, full_pool, of_hold, other_ceilings};
use diagnose::capacity::{Prediction, predict};
use diagnose::claim::STACKS;
use diagnose::frames::Part;
use diagnose::hold::Hold;
use diagnose::level::Level;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Mechanism, Stability, Status};
use model::sensor::WALL_STACKS;
use model::{Message, Outcome, message};

diagnose::thresholds! {
    /// Share of the hold that must be waiting for the second connection. Source: CAUSES P1 asks half of what fills a hold; the same here.
    LEAST_SHARE = 0.5;
}
// Samples below which nothing is said. Source: LEDGER section 7 (30 samples, 18 % standard error).
use diagnose::level::FEWEST_SAMPLES as LEAST_SAMPLES;

struct AcquiredTwice;

/// The cause.
pub const CAUSE: &dyn Cause = &AcquiredTwice;

impl Cause for AcquiredTwice {
    fn id(&self) -> &'static str {
        "connection-acquired-twice"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WALL_STACKS]
    }

    /// The pool gives up after its time-out, or the client before that.
    fn explains_failures(&self) -> &'static [Outcome] {
        &[Outcome::ServerError, Outcome::Timeout, Outcome::Censored]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["connection-pool-too-small", "connection-leaked"]
    }

    fn mechanism(&self) -> Mechanism {
        Mechanism::full(ResourceKind::ConnectionPool)
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("connection-acquired-twice/expected");
        h.falsifier = message!("connection-acquired-twice/falsifier");
        let (Some(heavy), Some(hold)) = (a.heavy(), a.hold()) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-connection"));
        };
        let Some(second) = time_where(a, heavy, waits_for_a_second) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-level"));
        };
        h.observed = message!("connection-acquired-twice/observed", held: Ms(hold.total_ms), second: Ms(second.ms));
        if second.samples < LEAST_SAMPLES.get() {
            h.reason = message!("connection-acquired-twice/few-wait", samples: Count(second.samples));
            return h;
        }
        h.site.clone_from(&second.site);
        h.claims = claims(heavy, &second, &hold);
        h.fix = message!("connection-acquired-twice/fix");
        if !hold.by_gauge {
            // the outer transaction may have begun without a connection: only a gauge tells whether one is borrowed meanwhile
            h.status = Status::Untested;
            h.reason = message!("connection-acquired-twice/without-gauge");
            return h;
        }
        if hold.rest_ms < LEAST_SHARE.get() * second.ms {
            h.reason = message!("connection-acquired-twice/none-held", observed: (h.observed.clone()));
            return h;
        }
        let pool = match full_pool(a) {
            Ok(pool) => pool,
            Err(why) => {
                h.status = Status::Secondary;
                h.reason = message!("facts/pool-does-not-limit", why: (why));
                return h;
            }
        };
        h.reason = message!(
            "connection-acquired-twice/holds",
            second: Ms(second.ms.min(hold.rest_ms)),
            held: Ms(hold.total_ms),
            arithmetic: (pool.arithmetic(a)),
        );
        h.component = component_of(a, &hold.pool);
        h.weight = pool.growth_share;
        h.gain = pool.if_held(a, hold.total_ms - second.ms.min(hold.rest_ms));
        let each_has_one = heavy.served.workers().is_some_and(|w| w.max <= hold.size);
        if each_has_one {
            h.gain = without_the_pool(a).or(h.gain);
            h.reason = message!("connection-acquired-twice/one-each", reason: (h.reason.clone()), size: Count(hold.size));
        } else if second.ms.min(hold.rest_ms) < LEAST_SHARE.get() * hold.total_ms {
            h.status = Status::Secondary;
            return h;
        }
        if let Some(lost) = lost(&rests(a), &hold.pool) {
            h.status = Status::Secondary;
            h.reason = message!("connection-acquired-twice/some-lost", reason: (h.reason.clone()), lost: Count(lost.now));
            return h;
        }
        h.status = Status::Supported;
        // the hold's own rest is what this waiting fills, so agreement of gauge and stacks is not asked for
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h
    }
}

/// What the service could do where its pool is no limit, for it has a connection for each worker.
fn without_the_pool(a: &Analysis) -> Option<Prediction> {
    let p = predict(a.throughput_per_s(), ResourceKind::ConnectionPool, f64::INFINITY, &other_ceilings(a, ResourceKind::ConnectionPool));
    p.next_limit.is_some().then_some(Prediction { bound_per_s: p.model_per_s, ..p })
}

fn claims(heavy: &Level, second: &Picked, hold: &Hold) -> Vec<Claim> {
    let claim = |metric: &str, value, text: Message| Claim::at(heavy, metric, value, "ms", text);
    let inside = message!(
        "connection-acquired-twice/second-wait",
        second: Ms(second.ms),
        wait: Ms(heavy.part_ms(Part::PoolWait)),
        site: name(&second.site),
    );
    vec![
        of_hold(claim("hold_ms", hold.total_ms, message!("facts/held", held: Ms(hold.total_ms))), hold),
        claim("second_wait_ms", second.ms, inside).from(&[STACKS]),
    ]
}

#[cfg(test)]
mod tests;
