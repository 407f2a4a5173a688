//! CPython: recognised by its executable or its library. Its stacks are not read yet. Page: `python.md`.

use super::{Adapter, Process, Recognised};

/// The adapter.
pub const RUNTIME: &dyn Adapter = &Python;

struct Python;

impl Adapter for Python {
    fn name(&self) -> &'static str {
        "python"
    }

    fn page(&self) -> &'static str {
        include_str!("python.md")
    }

    fn recognise(&self, process: &Process) -> Option<Recognised> {
        let program = process.program();
        if !program.starts_with("python") && process.mapped("libpython").is_none() {
            return None;
        }
        Some(Recognised { version: program.strip_prefix("python").unwrap_or_default().to_owned(), framework: String::new() })
    }
}
