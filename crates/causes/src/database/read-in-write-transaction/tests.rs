//! Told beside the answer when reads are compared before each commit; quiet when something is written, or nothing is compared.

use crate::tests::built::{SEEDS, count, noisy, replace_stack};
use crate::tests::verdict;
use diagnose::{EvidenceLevel, Hypothesis, Status, VerdictStatus};
use model::{Labels, Run, signal};
use testkit::{LevelSpec, RunBuilder};

/// A commit that compares what was loaded.
const COMPARING: [&str; 7] = [
    "org.apache.catalina.connector.CoyoteAdapter.service",
    "shop.orders.OrderController.get",
    "org.springframework.transaction.interceptor.TransactionInterceptor.invoke",
    "org.springframework.transaction.support.AbstractPlatformTransactionManager.commit",
    "org.hibernate.internal.SessionImpl.doFlush",
    "org.hibernate.event.internal.AbstractFlushingEventListener.flushEntities",
    "org.hibernate.event.internal.DefaultFlushEntityEventListener.dirtyCheck",
];

fn level(l: LevelSpec) -> LevelSpec {
    LevelSpec { cpu_in_transaction: 0.2, ..l }
}

fn flushing(seed: u64, written: f64) -> Run {
    let mut run = RunBuilder::new().usual_levels(300.0, |_, l| noisy(seed, level(l))).build();
    replace_stack(&mut run, "org.hibernate.internal.SessionImpl.find", &COMPARING);
    counted(&mut run, written);
    run
}

fn counted(run: &mut Run, written: f64) {
    count(run, signal::DATABASE_COMMITS, Labels::new(), 1.0);
    count(run, signal::DATABASE_ROWS_WRITTEN, Labels::new(), written);
}

fn told(run: Run) -> Hypothesis {
    verdict(run).hypothesis("read-in-write-transaction").unwrap().clone()
}

#[test]
fn is_told_beside_the_answer_when_reads_are_compared_before_each_commit() {
    for seed in SEEDS {
        let d = verdict(flushing(seed, 0.0));
        let h = d.hypothesis("read-in-write-transaction").unwrap();
        assert_eq!((h.status, h.site.as_str()), (Status::Secondary, "OrderController.get:41"), "{h:?}");
        assert!(h.reason.is("read-in-write-transaction/holds"), "{h:?}");
        assert_eq!(d.verdict.cause, None, "a cost is no reason: {:?}", d.verdict);
    }
}

#[test]
fn is_the_reason_where_the_cpu_is_full_of_comparing() {
    // of the stacks that compute at saturation, so much compares
    let of = |share: f64| {
        let full = |l: LevelSpec| {
            let all = if l.fraction >= 1.0 { 60.0 } else { 5.0 };
            LevelSpec {
                cpu_in_transaction: share * all,
                cpu_framework: (1.0 - share) * all,
                request_cpu: Some(5.0),
                process_cpu: 5.4,
                run_queue: if l.fraction >= 1.0 { 60.0 } else { 0.5 },
                ..l
            }
        };
        let mut run = RunBuilder::new().usual_levels(180.0, |_, l| full(l)).build();
        replace_stack(&mut run, "org.hibernate.internal.SessionImpl.find", &COMPARING);
        counted(&mut run, 0.0);
        verdict(run)
    };
    let h = of(0.9).hypothesis("read-in-write-transaction").expect("heard").clone();
    assert_eq!((h.status, h.evidence), (Status::Supported, EvidenceLevel::Explains), "{h:?}");
    let gain = h.gain.expect("what the CPU allows without it");
    assert!(gain.bound_per_s > 4.0 * gain.now_per_s, "{gain:?}");
    assert_eq!(of(0.45).verdict.cause, Some("read-in-write-transaction"), "less than half of it, and the cure nearly doubles the rate");
    let d = of(0.22);
    assert_eq!(
        (d.verdict.status, d.verdict.cause),
        (VerdictStatus::Inconclusive, None),
        "its cure would give a quarter more: {:#?}",
        d.verdict
    );
    assert_eq!(of(0.05).verdict.status, VerdictStatus::None, "{:#?}", of(0.05).verdict);
}

#[test]
fn stays_quiet_when_something_is_written() {
    let h = told(flushing(1, 0.5));
    assert_eq!(h.status, Status::Rejected);
    assert!(h.reason.is("read-in-write-transaction/writes"), "{h:?}");
    assert_eq!(h.reason.figure("per_hundred").map(f64::round), Some(50.0), "{h:?}");
}

#[test]
fn stays_quiet_when_nothing_is_compared() {
    let mut run = RunBuilder::new().usual_levels(300.0, |_, l| level(l)).build();
    counted(&mut run, 0.0);
    assert_eq!(told(run).status, Status::Rejected);
}

#[test]
fn cannot_be_judged_without_stacks_or_counters_and_makes_no_sense_without_a_mapper() {
    let without = RunBuilder::new().without("wall-stacks").usual_levels(300.0, |_, l| l).build();
    assert_eq!(told(without).status, Status::NotObservable);
    let mut run = flushing(1, 0.0);
    run.series.retain(|(s, _), _| !s.starts_with("db.server."));
    assert_eq!(told(run).status, Status::NotObservable);
    let no_mapper = RunBuilder::new().usual_levels(300.0, |_, l| LevelSpec { database: 0.0, cpu_in_transaction: 0.0, ..l }).build();
    let h = told(no_mapper);
    assert_eq!(h.status, Status::NotApplicable, "{h:?}");
}
