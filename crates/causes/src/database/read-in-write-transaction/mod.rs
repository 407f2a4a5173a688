//! Slow because reads run in transactions that could write: everything that was loaded is compared before each commit, for nothing.

use crate::facts::server::Counted;
use crate::facts::stacks::{Picked, comparing_ms, has, time_where};
use diagnose::claim::{REQUESTS, STACKS};
use diagnose::frames::{Part, Role};
use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::WALL_STACKS;
use model::signal;

/// Samples of comparing that must be seen over all levels. A guess: the frames cannot be mistaken, but a background job may use a
/// request thread once.
const LEAST_SAMPLES: f64 = 5.0;
/// Rows written per request below which the requests count as reads. A guess: one in a hundred.
const MOST_WRITTEN: f64 = 0.01;

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
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected =
            "requests that write nothing are seen comparing what they loaded, as a transaction that may write does before it commits"
                .to_owned();
        h.falsifier = "with a read-only transaction the CPU per request stays".to_owned();
        let Some(heavy) = a.heavy().filter(|l| l.samples.is_some()) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, "no level was measured");
        };
        let (flush, mapped) = flushing(a);
        if !mapped {
            h.status = Status::NotApplicable;
            h.reason = "no object-relational mapper is seen at work, and only those compare what they loaded".to_owned();
            return h;
        }
        let cpu: f64 = heavy.samples.as_ref().map_or(0.0, |s| s.part_ms(Part::Cpu));
        h.observed = format!("{:.0} samples of requests comparing what they loaded, {:.2} ms per request", flush.samples, flush.ms);
        if flush.samples < LEAST_SAMPLES {
            h.reason = format!("next to no request is seen comparing what it loaded ({:.0} samples)", flush.samples);
            return h;
        }
        let Some(written) = Counted::of(a).and_then(|c| c.per_request(a, signal::DATABASE_ROWS_WRITTEN)) else {
            h.status = Status::NotObservable;
            h.reason =
                format!("{}, but whether they write anything is known to the database only, whose counters were not read", h.observed);
            h.missing = vec![model::sensor::SESSIONS];
            return h;
        };
        h.observed = format!("{}; {written:.3} rows written per request", h.observed);
        if written > MOST_WRITTEN {
            h.reason = format!("{written:.2} rows are written per request in this database: the transactions may well be needed");
            return h;
        }
        let comparing = comparing_ms(a, heavy);
        let share = if cpu > 0.0 { (comparing / cpu).min(1.0) } else { 0.0 };
        // a cost that is spread over all requests: the reason only where the ledger says so (CAUSES S3), by being what the CPU is full of
        let fills = share >= LEAST_GROWTH_SHARE && a.is_saturated(ResourceKind::TargetCpu);
        h.status = if fills { Status::Supported } else { Status::Secondary };
        h.evidence = if fills && a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h.weight = share;
        h.site.clone_from(&flush.site);
        h.reason = format!(
            "requests write nothing ({written:.3} rows each), yet spend {comparing:.2} ms, {:.0} % of the CPU that samples see, on \
                finding out what changed",
            share * 100.0
        );
        h.claims = vec![
            Claim::at(heavy, "flush_ms", flush.ms, "ms", h.observed.clone()).from(&[STACKS]),
            Claim::at(heavy, "rows_written_per_request", written, "1", format!("{written:.3} rows written per request"))
                .from(&[signal::DATABASE_ROWS_WRITTEN, REQUESTS]),
        ];
        h.fix = "declare the transaction read-only (@Transactional(readOnly = true)), or read projections instead of entities".to_owned();
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
