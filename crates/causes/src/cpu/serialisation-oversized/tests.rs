//! Told, never named: what a client needs of an answer is not seen.

use crate::tests::built::full_core_of;
use crate::tests::verdict;
use diagnose::{Status, VerdictStatus};

#[test]
fn large_answers_are_told_beside_the_limit() {
    let d =
        verdict(full_core_of(&["shop.orders.OrderController.list", "com.fasterxml.jackson.databind.ObjectMapper.writeValue"], 0.6, 1.0));
    let h = d.hypothesis("serialisation-oversized").expect("heard");
    assert_eq!((d.verdict.status, h.status), (VerdictStatus::None, Status::Secondary), "{:#?}", d.verdict);
    assert!(h.reason.says("serialisation-oversized/whether-needed-of-unknown"), "{}", h.reason);
}
