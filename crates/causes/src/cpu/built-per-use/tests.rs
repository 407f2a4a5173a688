//! Named where building fills a core, told where the core has room, silent elsewhere.

use crate::tests::full_core::owns_the_core;

#[test]
fn fires_where_it_fills_the_core_and_nowhere_else() {
    owns_the_core(
        "built-per-use",
        &["shop.orders.OrderController.list", "com.fasterxml.jackson.databind.ObjectMapper.<init>", "java.util.HashMap.put"],
    );
}
