//! Slow because reads run in transactions that could write: everything that was loaded is compared before each commit, for nothing.

use crate::facts::other_ceilings;
use crate::facts::server::Counted;
use crate::facts::stacks::{Picked, cpu_share_where, has, time_where};
use diagnose::capacity::{Prediction, predict};
use diagnose::claim::{REQUESTS, STACKS};
use diagnose::frames::{Part, Role};
use diagnose::saturation::{Resource, ResourceKind};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Mechanism, Stability, Status};
use model::sensor::WALL_STACKS;
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Samples of comparing that must be seen over all levels. A guess: the frames cannot be mistaken, but a background job may use a
    /// request thread once.
    LEAST_SAMPLES = 5.0;
    /// Rows written per request below which the requests count as reads. A guess: one in a hundred.
    MOST_WRITTEN = 0.01;
    /// Share of the CPU of a service at its limit from which comparing is named. Source: CAUSES section 4 point 2, as for other work that
    /// fills a core and that no answer needs.
    LEAST_SHARE = 0.3;
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

    fn mechanism(&self) -> Mechanism {
        Mechanism::full(ResourceKind::TargetCpu)
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
        let share = cpu_share_where(a, heavy, |s| has(s, Role::Flush));
        let comparing = share * heavy.scheduler.as_ref().map_or_else(|| heavy.part_ms(Part::Cpu), |s| s.request_cpu_ms);
        // a cost that is spread over all requests: the reason only where the CPU is full of it (CAUSES S3)
        let of_all = a.heavy_cpu().map_or(share, |account| account.share(share * account.serving_ms));
        let core = a.full_core();
        let fills = core.is_some() && of_all >= LEAST_SHARE.get();
        h.status = if fills { Status::Supported } else { Status::Secondary };
        h.evidence = if fills && a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h.weight = core.filter(|_| fills).map_or(of_all, |core| core.utilisation().min(1.0));
        h.gain = core.map(|core| without_it(a, core, of_all));
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

/// What the service could do at most without what has `share` of its CPU.
fn without_it(a: &Analysis, core: &Resource, share: f64) -> Prediction {
    let bound = stats::law::capacity_per_s(core.limit, core.held_ms * (1.0 - share) / 1e3);
    predict(a.throughput_per_s(), core.kind, bound, &other_ceilings(a, core.kind))
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
