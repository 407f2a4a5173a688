//! What the user reads: renderings of one document that is made from a run and its diagnosis.
//!
//! [`json()`] is the document itself; [`text()`] and [`ledger_table`] print parts of it, so a figure can never differ between them. Renderings
//! hold no arithmetic and no opinion, and know no cause by name.

mod document;
mod figures;
#[cfg(test)]
mod fixture;
mod outputs;
mod paragraph;

pub use outputs::json::{json, load_json};
pub use outputs::text::{TextOptions, ledger_table, text};
