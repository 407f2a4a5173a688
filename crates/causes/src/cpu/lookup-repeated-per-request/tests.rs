//! Named where lookups fill a core, told where the core has room, silent elsewhere.

use crate::tests::full_core::{is_undecided_below_its_name, owns_the_core};

#[test]
fn fires_where_it_fills_the_core_and_nowhere_else() {
    let stack = &["shop.orders.OrderController.list", "java.lang.ClassLoader.loadClass", "java.util.HashMap.getNode"];
    owns_the_core("lookup-repeated-per-request", stack);
    is_undecided_below_its_name("lookup-repeated-per-request", stack);
}

#[test]
fn a_page_that_is_rendered_inside_a_lookup_is_no_lookup() {
    let d = crate::tests::verdict(crate::tests::built::full_core_of(
        &[
            "shop.orders.OrderController.list",
            "org.attoparser.MarkupParser.parse",
            "org.thymeleaf.engine.ProcessorTemplateHandler.handleText",
            "java.lang.StringBuilder.append",
        ],
        0.6,
        1.0,
    ));
    assert_eq!((d.verdict.status, d.verdict.cause), (diagnose::VerdictStatus::None, None), "{:#?}", d.verdict);
}
