//! Named where lookups fill a core, told where the core has room, silent elsewhere.

use crate::tests::full_core::{is_undecided_below_its_name, owns_the_core};
use crate::tests::opened::open_for_each_request;

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

#[test]
fn the_file_that_each_request_opens_is_told_with_it() {
    let stack = ["shop.orders.OrderController.list", "java.lang.ClassLoader.loadClass", "java.util.HashMap.getNode"];
    let mut run = crate::tests::built::full_core_of(&stack, 0.6, 1.0);
    open_for_each_request(&mut run, "templates/page.html", |_| 1.0);
    let d = crate::tests::verdict(run);
    assert_eq!(d.verdict.cause, Some("lookup-repeated-per-request"));
    let said = format!("{:?}", d.hypothesis("lookup-repeated-per-request").expect("considered").reason);
    assert!(said.contains("facts/file-opened") && said.contains("templates/page.html"), "{said}");
}
