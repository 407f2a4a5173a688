//! Named where compression fills a core, told where the core has room, silent elsewhere.

use crate::tests::built::full_core_of;
use crate::tests::verdict;
use diagnose::{Status, VerdictStatus};

const STACK: [&str; 3] = ["shop.orders.OrderController.list", "java.util.zip.Deflater.deflate", "java.util.zip.Deflater.deflateBytesBytes"];

#[test]
fn fires_where_it_fills_the_core() {
    let d = verdict(full_core_of(&STACK, 0.6, 1.0));
    assert_eq!(d.verdict.cause, Some("compression-misfit"), "{:#?}", d.verdict);
    assert_eq!(d.verdict.site, "OrderController.list:41");
    let gain = d.primary().expect("named").gain.clone().expect("a bound");
    assert!(gain.bound_per_s > 1.5 * gain.now_per_s, "{gain:?}");
}

#[test]
fn a_little_of_it_is_nothing() {
    let d = verdict(full_core_of(&STACK, 0.1, 1.0));
    assert_eq!((d.verdict.status, d.verdict.cause), (VerdictStatus::None, None), "{:#?}", d.verdict);
    assert_eq!(d.hypothesis("compression-misfit").expect("heard").status, Status::Rejected);
}

#[test]
fn it_is_told_and_not_named_while_the_core_has_room() {
    let d = verdict(full_core_of(&STACK, 0.6, 0.4));
    assert_eq!((d.verdict.cause, d.hypothesis("compression-misfit").expect("heard").status), (None, Status::Secondary), "{:#?}", d.verdict);
}
