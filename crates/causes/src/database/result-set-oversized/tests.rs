//! Named where reading what the database sends fills a core and the answer has little of it; not where it is answered, where it comes in
//! many small parts, or where the driver has little to do.

use crate::tests::built::{answering, count, count_by_level, full_core_of};
use crate::tests::verdict;
use diagnose::{Diagnosis, Status};
use model::series::labels;
use model::{Component, ComponentKind, signal};

const ID: &str = "result-set-oversized";
const READS: [&str; 3] = [
    "shop.orders.OrderRepository.all",
    "org.postgresql.core.v3.QueryExecutorImpl.processResults",
    "org.postgresql.core.PGStream.receiveTupleV3",
];

/// The driver takes `cpu_ms` of 1.2 ms of a full core; the database sends `sent` bytes in `turns`, and the answer has `answered`.
fn said(cpu_ms: f64, sent: f64, turns: f64, answered: u64) -> Diagnosis {
    said_by_level(cpu_ms, |_| sent, turns, answered)
}

/// The same with what the database sends for a request of each level, given as its share of saturation.
fn said_by_level(cpu_ms: f64, sent: impl Fn(f64) -> f64, turns: f64, answered: u64) -> Diagnosis {
    let mut run = full_core_of(&READS, cpu_ms, 1.0);
    run.environment.components.push(Component {
        id: "postgres:10.0.0.5:5432".into(),
        kind: ComponentKind::Database,
        limit: None,
        detail: String::new(),
    });
    let peer = || labels([("peer", "10.0.0.5:5432")]);
    count(&mut run, signal::PEER_SEGMENTS_SENT, peer(), turns);
    count(&mut run, signal::PEER_SEGMENTS_RECEIVED, peer(), turns);
    count_by_level(&mut run, signal::PEER_BYTES_RECEIVED, peer(), sent);
    answering(&mut run, answered);
    verdict(run)
}

#[test]
fn fires_where_far_more_is_read_than_answered() {
    let d = said(0.6, 300e3, 1.0, 2_000);
    assert_eq!(d.verdict.cause, Some(ID), "{:#?}", d.verdict);
    assert_eq!(d.verdict.site, "OrderRepository.all:41");
    assert!(d.verdict.reason.says("result-set-oversized/surplus"), "{}", d.verdict.reason);
}

#[test]
fn what_is_answered_or_comes_in_small_parts_is_no_surplus() {
    for (cpu_ms, sent, turns, answered) in [(0.6, 300e3, 1.0, 60_000), (0.6, 30e3, 4.0, 500), (0.05, 300e3, 1.0, 2_000)] {
        let d = said(cpu_ms, sent, turns, answered);
        let h = d.hypothesis(ID).expect("heard");
        assert_eq!(h.status, Status::Rejected, "{cpu_ms} {sent} {turns} {answered}: {}", h.reason);
    }
}

#[test]
fn a_little_less_is_undecided() {
    let d = said(0.24, 300e3, 1.0, 2_000);
    assert_eq!((d.verdict.cause, d.hypothesis(ID).expect("heard").status), (None, Status::Untested), "{:#?}", d.verdict);
}

#[test]
fn what_a_job_reads_is_not_of_the_requests() {
    let d = said_by_level(0.6, |f| 30e3 / f, 1.0, 1_500);
    assert_eq!(d.hypothesis(ID).expect("heard").status, Status::Rejected, "{:#?}", d.verdict);
}
