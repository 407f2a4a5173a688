//! Text for people: the summary that ends a run, and the accounts of all levels side by side.

mod ledger_table;
mod options;
pub(crate) mod page;
mod summary;
mod where_time_goes;

pub use ledger_table::ledger_table;
pub use options::TextOptions;
pub use summary::text;

#[cfg(test)]
mod tests;
