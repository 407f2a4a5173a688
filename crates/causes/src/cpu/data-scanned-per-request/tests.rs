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

/// 0.6 ms of CPU per request in `stack`, on a full core; each answer has `bytes`, and writing it takes 0.3 ms.
fn scanned(stack: &[&str], bytes: Option<u64>) -> Run {
    scanned_for(0.6, stack, bytes)
}

/// `ms` of CPU per request in `stack`; of the other 0.9 ms all is writing.
fn scanned_for(ms: f64, stack: &[&str], bytes: Option<u64>) -> Run {
    let mut run = full_core_of(stack, ms, 1.0);
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
    // 7.5 ns a byte; 21 where writing costs 24; and unknown
    for (ms, bytes, why, status) in [
        (0.6, Some(80_000), "data-scanned-per-request/small", Status::Secondary),
        (0.42, Some(20_000), "data-scanned-per-request/small", Status::Untested),
        (0.6, None, "data-scanned-per-request/unknown", Status::Untested),
    ] {
        let d = verdict(scanned_for(ms, &STACK, bytes));
        let h = d.hypothesis("data-scanned-per-request").expect("heard");
        assert_eq!((d.verdict.cause, h.status), (None, status), "{:#?}", d.verdict);
        let clean = d.verdict.status == VerdictStatus::None;
        assert_eq!(clean, status == Status::Secondary, "nobody is called healthy against it: {}", d.verdict.reason);
        assert!(h.reason.says(why), "{}", h.reason);
    }
}

#[test]
fn what_costs_more_than_writing_the_answer_is_more_than_what_is_answered() {
    // 30 ns a byte, and 15 of writing
    let d = verdict(scanned(&STACK, Some(20_000)));
    assert_eq!(d.verdict.cause, Some("data-scanned-per-request"), "{:#?}", d.verdict);
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
