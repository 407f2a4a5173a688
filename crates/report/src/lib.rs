//! What the user reads: renderings of one document that is made from a run and its diagnosis; in [`load`], the outputs and objectives
//! of a run that is not diagnosed; in [`objectives`], those of one that is; in [`fixes`], examples of fixes; in [`cpu`], what its CPU does;
//! in [`comparison`], kept runs side by side; and in [`verification`], pairs that were measured to be compared.
//!
//! An output is a folder, found at build time and chosen through [`OUTPUTS`]: [`json()`] is the document itself; [`text()`] and [`ledger_table`] print parts of it, so a figure can never differ between them. Renderings
//! hold no arithmetic and no opinion, and know no cause by name.

mod account;
#[cfg(test)]
mod agreement;
mod calibration;
pub mod comparison;
pub mod cpu;
mod document;
pub mod fixes;
#[cfg(test)]
mod fixture;
mod form;
mod judged;
mod junit;
pub mod load;
pub mod objectives;
mod output;
mod outputs;
mod paragraph;
mod percentile;
mod status_line;
pub mod verification;

pub use document::words;
pub use judged::Judged;
pub use output::{Folder, NamedFile, NoOutput, Output, Outputs, RenderError, is_ours};
pub use outputs::OUTPUTS;
pub use outputs::json::json;
pub use outputs::text::{TextOptions, ledger_table, text};
pub use paragraph::columns;
pub use status_line::{hanging_line, status_line};
