//! Slow because reads run in transactions that could write: everything that was loaded is compared before each commit, for nothing.

use crate::facts::server::Counted;
use crate::facts::stacks::{Picked, comparing_ms, has, time_where};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::claim::{REQUESTS, STACKS};
use diagnose::frames::{Part, Role};
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::WALL_STACKS;
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Samples of comparing that must be seen over all levels. A guess: the frames cannot be mistaken, but a background job may use a
    /// request thread once.
    LEAST_SAMPLES = 5.0;
    /// Rows written per request below which the requests count as reads. A guess: one in a hundred.
    MOST_WRITTEN = 0.01;
}

struct ReadInWriteTransaction;

/// The cause.
pub const CAUSE: &dyn Cause = &ReadInWriteTransaction;

impl Cause for ReadInWriteTransaction {
    fn id(&self) -> &'static str {
        "read-in-write-transaction"
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

    fn decoys(&self) -> &'static [&'static str] {
        &["cpu-hot-path"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("read-in-write-transaction/expected");
        h.falsifier = message!("read-in-write-transaction/falsifier");
        let Some(heavy) = a.heavy().filter(|l| l.samples.is_some()) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-level"));
        };
        let (flush, mapped) = flushing(a);
        if !mapped {
            h.status = Status::NotApplicable;
            h.reason = message!("read-in-write-transaction/no-mapper");
            return h;
        }
        let cpu: f64 = heavy.samples.as_ref().map_or(0.0, |s| s.part_ms(Part::Cpu));
        h.observed = message!("read-in-write-transaction/comparing", samples: Count(flush.samples), ms: Ms(flush.ms));
        if flush.samples < LEAST_SAMPLES.get() {
            h.reason = message!("read-in-write-transaction/hardly-compares", samples: Count(flush.samples));
            return h;
        }
        let Some(written) = Counted::of(a).and_then(|c| c.per_request(a, signal::DATABASE_ROWS_WRITTEN)) else {
            h.status = Status::NotObservable;
            h.reason = message!("read-in-write-transaction/counters-unread", comparing: (h.observed.clone()));
            h.missing = vec![model::sensor::SESSIONS];
            return h;
        };
        // so few of one request that nobody would read them
        let per_hundred = 100.0 * written;
        let writes = message!("read-in-write-transaction/rows-written", per_hundred: Count(per_hundred));
        h.observed = message!("read-in-write-transaction/observed", comparing: (h.observed), written: (writes.clone()));
        if written > MOST_WRITTEN.get() {
            h.reason = message!("read-in-write-transaction/writes", per_hundred: Count(per_hundred));
            return h;
        }
        let comparing = comparing_ms(a, heavy);
        let share = if cpu > 0.0 { (comparing / cpu).min(1.0) } else { 0.0 };
        // a cost that is spread over all requests: the reason only where the ledger says so (CAUSES S3), by being what the CPU is full of
        let fills = share >= LEAST_GROWTH_SHARE.get() && a.is_saturated(ResourceKind::TargetCpu);
        h.status = if fills { Status::Supported } else { Status::Secondary };
        h.evidence = if fills && a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h.weight = share;
        h.site.clone_from(&flush.site);
        h.reason = message!(
            "read-in-write-transaction/holds",
            per_hundred: Count(per_hundred),
            comparing: Ms(comparing),
            share: Share(share),
        );
        h.claims = vec![
            Claim::at(heavy, "flush_ms", flush.ms, "ms", h.observed.clone()).from(&[STACKS]),
            Claim::at(heavy, "rows_written_per_request", written, "1", writes).from(&[signal::DATABASE_ROWS_WRITTEN, REQUESTS]),
        ];
        h.fix = message!("read-in-write-transaction/fix");
        h
    }
}

/// Requests seen in a flush (time at the heaviest level, samples of all levels), and whether a mapper was seen at all.
fn flushing(a: &Analysis) -> (Picked, bool) {
    let mut found = Picked::default();
    let mut mapped = false;
    for level in &a.levels {
        if let Some(p) = time_where(a, level, |s| has(s, Role::Flush)) {
            found = Picked { samples: found.samples + p.samples, ..p };
        }
        mapped |= time_where(a, level, |s| has(s, Role::Mapping)).is_some_and(|p| p.samples > 0.0);
    }
    (found, mapped)
}

#[cfg(test)]
mod tests;
