//! Slow because a request takes a second connection while it holds one: when all have one, all wait for each other.

use crate::facts::rest::{lost, rests};
use crate::facts::stacks::{Picked, time_where, waits_for_a_second};
use crate::facts::{component_of, full_pool, of_hold};
use diagnose::claim::STACKS;
use diagnose::frames::Part;
use diagnose::hold::Hold;
use diagnose::level::Level;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Mechanism, Stability, Status};
use model::Outcome;
use model::sensor::WALL_STACKS;

/// Share of the hold that must be waiting for the second connection. Source: CAUSES P1 asks half of what fills a hold; the same here.
const LEAST_SHARE: f64 = 0.5;
/// Samples below which nothing is said. Source: LEDGER section 7 (30 samples, 18 % standard error).
const LEAST_SAMPLES: f64 = diagnose::level::FEWEST_SAMPLES;

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
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected =
            "threads wait for a connection inside a transaction that has one already, and that waiting is what fills the hold".to_owned();
        h.falsifier = "with fewer requests in flight than connections the pool still runs dry".to_owned();
        let (Some(heavy), Some(hold)) = (a.heavy(), a.hold()) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, "no database connection is held at any level");
        };
        let Some(second) = time_where(a, heavy, waits_for_a_second) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, "no level was measured");
        };
        h.observed = format!(
            "held {:.1} ms, {:.1} ms per request waiting for a connection from code inside a transaction",
            hold.total_ms, second.ms
        );
        if second.samples < LEAST_SAMPLES {
            h.reason = format!("next to no thread waits for a connection from code inside a transaction ({:.0} samples)", second.samples);
            return h;
        }
        h.site.clone_from(&second.site);
        h.claims = claims(heavy, &second, &hold);
        h.fix = "one connection per request: no REQUIRES_NEW and no second data source access inside a transaction; if it must be, a pool \
            of at least threads x (connections - 1) + 1"
            .to_owned();
        if !hold.by_gauge {
            // the outer transaction may have begun without a connection: only a gauge tells whether one is borrowed meanwhile
            h.status = Status::Untested;
            h.reason =
                "code inside a transaction waits for a connection, but without the pool's gauge it is not known whether one is held then"
                    .to_owned();
            return h;
        }
        if hold.rest_ms < LEAST_SHARE * second.ms {
            h.reason = format!(
                "{}, but what else is done fills the hold: nothing is borrowed while they wait (the outer transaction takes its \
                    connection later)",
                h.observed
            );
            return h;
        }
        let pool = match full_pool(a) {
            Ok(pool) => pool,
            Err(why) => {
                h.status = Status::Secondary;
                h.reason = format!("true, but the pool does not limit: {why}");
                return h;
            }
        };
        h.reason = format!(
            "{:.1} of {:.1} ms that a connection is held its thread waits for another one; {}",
            second.ms.min(hold.rest_ms),
            hold.total_ms,
            pool.arithmetic(a)
        );
        h.component = component_of(a, &hold.pool);
        h.weight = pool.growth_share;
        h.gain = pool.if_held(a, hold.total_ms - second.ms.min(hold.rest_ms));
        let each_has_one = heavy.served.workers().is_some_and(|w| w.max <= hold.size);
        if each_has_one {
            h.reason = format!("{}; with one connection per request {:.0} would be enough for all workers", h.reason, hold.size);
        } else if second.ms.min(hold.rest_ms) < LEAST_SHARE * hold.total_ms {
            h.status = Status::Secondary;
            return h;
        }
        if let Some(lost) = lost(&rests(a), &hold.pool) {
            h.status = Status::Secondary;
            h.reason = format!("{}; but {:.0} are borrowed while no request is in flight, which nobody's second is", h.reason, lost.now);
            return h;
        }
        h.status = Status::Supported;
        // the hold's own rest is what this waiting fills, so agreement of gauge and stacks is not asked for
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h
    }
}

fn claims(heavy: &Level, second: &Picked, hold: &Hold) -> Vec<Claim> {
    let claim = |metric: &str, value, text: String| Claim::at(heavy, metric, value, "ms", text);
    vec![
        of_hold(claim("hold_ms", hold.total_ms, format!("a connection is held {:.1} ms", hold.total_ms)), hold),
        claim(
            "second_wait_ms",
            second.ms,
            format!(
                "{:.1} of {:.1} ms that wait for a connection are spent inside a transaction, at {}",
                second.ms,
                heavy.part_ms(Part::PoolWait),
                second.site
            ),
        )
        .from(&[STACKS]),
    ]
}

#[cfg(test)]
mod tests;
