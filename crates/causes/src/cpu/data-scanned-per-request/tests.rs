//! Named where a scan fills a core and far more is gone through than answered.

use crate::tests::built::{answering, full_core_of};
use crate::tests::verdict;
use diagnose::{Status, VerdictStatus};
use model::{Peer, Role, Run};

const STACK: [&str; 4] = [
    "shop.orders.OrderSearch.find",
    "java.util.ArrayList$ArrayListSpliterator.forEachRemaining",
    "shop.orders.OrderSearch.matches",
    "java.lang.String.indexOf",
];

/// 0.6 ms of CPU per request in `stack`, on a full core; each answer has `bytes`.
fn scanned(stack: &[&str], bytes: Option<u64>) -> Run {
    let mut run = full_core_of(stack, 0.6, 1.0);
    if let Some(bytes) = bytes {
        answering(&mut run, bytes);
    }
    run
}

#[test]
fn fires_where_more_is_gone_through_than_answered() {
    let d = verdict(scanned(&STACK, Some(800)));
    assert_eq!(d.verdict.cause, Some("data-scanned-per-request"), "{:#?}", d.verdict);
    assert_eq!(d.verdict.site, "OrderSearch.matches:41");
}

#[test]
fn a_scan_for_a_large_answer_may_be_what_was_asked_for() {
    // 7.5 and 30 ns a byte, and unknown
    for (bytes, why, status) in [
        (Some(80_000), "data-scanned-per-request/small", Status::Secondary),
        (Some(20_000), "data-scanned-per-request/small", Status::Untested),
        (None, "data-scanned-per-request/unknown", Status::Untested),
    ] {
        let d = verdict(scanned(&STACK, bytes));
        let h = d.hypothesis("data-scanned-per-request").expect("heard");
        assert_eq!((d.verdict.cause, h.status), (None, status), "{:#?}", d.verdict);
        let clean = d.verdict.status == VerdictStatus::None;
        assert_eq!(clean, status == Status::Secondary, "nobody is called healthy against it: {}", d.verdict.reason);
        assert!(h.reason.says(why), "{}", h.reason);
    }
}

#[test]
fn what_is_computed_for_each_element_is_no_scan() {
    let computes = ["shop.orders.Quotes.list", "java.util.stream.DoublePipeline.sum", "shop.orders.Quotes.path"];
    let d = verdict(scanned(&computes, Some(800)));
    let h = d.hypothesis("data-scanned-per-request").expect("heard");
    assert_eq!((d.verdict.cause, h.status), (None, Status::Secondary), "{h:#?}");
    assert!(h.reason.says("data-scanned-per-request/computes"), "{}", h.reason);
}

#[test]
fn looking_one_thing_up_is_no_scan() {
    let d = verdict(scanned(&["shop.orders.OrderSearch.find", "java.util.HashMap.getNode"], Some(800)));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::None, None), "{:#?}", d.verdict);
}

#[test]
fn a_copy_of_what_is_in_memory_is_named_unless_a_cache_may_keep_it() {
    let mut run = scanned(&["shop.orders.RateBook.current", "java.io.ObjectInputStream.readObject0", "java.util.HashMap.put"], Some(800));
    let d = verdict(run.clone());
    assert_eq!((d.verdict.cause, d.verdict.site.as_str()), (Some("data-scanned-per-request"), "RateBook.current:41"), "{:#?}", d.verdict);
    run.environment.target.peers.push(Peer { role: Role::Cache, ..Peer::from("127.0.0.1:6379") });
    let d = verdict(run);
    let h = d.hypothesis("data-scanned-per-request").expect("heard");
    assert_eq!((d.verdict.status, d.verdict.cause, h.status), (VerdictStatus::Inconclusive, None, Status::Untested), "{:#?}", d.verdict);
}
