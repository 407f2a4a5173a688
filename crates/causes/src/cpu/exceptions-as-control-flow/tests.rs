//! Named where exceptions fill a core, told where the core has room, silent elsewhere.

use crate::tests::full_core::owns_the_core;

#[test]
fn fires_where_it_fills_the_core_and_nowhere_else() {
    owns_the_core(
        "exceptions-as-control-flow",
        &["shop.orders.OrderController.list", "java.lang.Throwable.fillInStackTrace", "java.util.HashMap.put"],
    );
}
