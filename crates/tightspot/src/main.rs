//! The tightspot binary.
fn main() {}
