//! Named where compression fills a core, told where the core has room, silent elsewhere.

use crate::tests::full_core::owns_the_core;

#[test]
fn fires_where_it_fills_the_core_and_nowhere_else() {
    owns_the_core(
        "compression-misfit",
        &["shop.orders.OrderController.list", "java.util.zip.Deflater.deflate", "java.util.zip.Deflater.deflateBytesBytes"],
    );
}
