//! What may be kept and shown of a text that may hold secrets. What is known to be harmless stays, everything else becomes `***`: a secret
//! of a form that nobody thought of is hidden too. One entry for each kind of text; the kinds know no runtime beyond its flags.

mod command;
mod database;
mod header;
mod line;
mod script;
mod url;
mod word;

pub use command::command;
pub use database::database;
pub use header::{header, header_value};
pub use line::line;
pub use script::{echoed, script};
pub use url::{path, url};
pub use word::{file, is_switch, name, text};

/// Stands for what was hidden.
pub const HIDDEN: &str = "***";
