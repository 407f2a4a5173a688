//! Named where building fills a core, told where the core has room, silent elsewhere.

use crate::tests::built::full_core_of_levels;
use crate::tests::full_core::{is_undecided_below_its_name, owns_the_core};
use crate::tests::verdict;

const BUILDS: [&str; 3] =
    ["shop.orders.OrderController.list", "com.fasterxml.jackson.databind.ObjectMapper.<init>", "java.util.HashMap.put"];

#[test]
fn fires_where_it_fills_the_core_and_nowhere_else() {
    owns_the_core("built-per-use", &BUILDS);
    is_undecided_below_its_name("built-per-use", &BUILDS);
}

#[test]
fn what_a_hot_place_does_for_the_most_part_is_named_before_the_place() {
    // 28 % of the CPU at saturation, and 35 % at the levels below it
    let d = verdict(full_core_of_levels(&BUILDS, |f| if f >= 1.0 { 0.34 } else { 0.42 }, 1.0));
    assert_eq!(d.verdict.cause, Some("built-per-use"), "{:#?}", d.verdict);
    assert!(d.verdict.reason.says("facts/cpu-owned-in-place"), "{}", d.verdict.reason);
}
