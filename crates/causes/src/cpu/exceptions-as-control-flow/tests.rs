//! Named where exceptions fill a core, told where the core has room, silent elsewhere.

use crate::tests::full_core::{is_undecided_below_its_name, owns_the_core};

#[test]
fn fires_where_it_fills_the_core_and_nowhere_else() {
    let stack = &["shop.orders.OrderController.list", "java.lang.Throwable.fillInStackTrace", "java.util.HashMap.put"];
    owns_the_core("exceptions-as-control-flow", stack);
    is_undecided_below_its_name("exceptions-as-control-flow", stack);
}
