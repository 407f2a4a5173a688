//! Named where building fills a core, told where the core has room, silent elsewhere.

use crate::tests::full_core::{is_undecided_below_its_name, owns_the_core};

#[test]
fn fires_where_it_fills_the_core_and_nowhere_else() {
    let stack = &["shop.orders.OrderController.list", "com.fasterxml.jackson.databind.ObjectMapper.<init>", "java.util.HashMap.put"];
    owns_the_core("built-per-use", stack);
    is_undecided_below_its_name("built-per-use", stack);
}
