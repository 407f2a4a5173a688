//! A candidate where compression fills a core, and no more: what it saves is not seen.

use crate::tests::built::full_core_of;
use crate::tests::verdict;
use diagnose::{Status, VerdictStatus};

const STACK: [&str; 3] = ["shop.orders.OrderController.list", "java.util.zip.Deflater.deflate", "java.util.zip.Deflater.deflateBytesBytes"];

#[test]
fn where_it_fills_the_core_it_may_pay() {
    let d = verdict(full_core_of(&STACK, 0.6, 1.0));
    let h = d.hypothesis("compression-misfit").expect("heard");
    assert_eq!((d.verdict.status, d.verdict.cause, h.status), (VerdictStatus::Inconclusive, None, Status::Untested), "{:#?}", d.verdict);
    assert!(h.reason.says("compression-misfit/saving-unseen"), "{}", h.reason);
}

#[test]
fn less_than_its_share_is_no_candidate() {
    let d = verdict(full_core_of(&STACK, 0.2, 1.0));
    assert_eq!(d.hypothesis("compression-misfit").expect("heard").status, Status::Rejected);
}
