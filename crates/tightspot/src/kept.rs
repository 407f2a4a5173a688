//! The run that a command keeps: what it is called by, and where it lies.

use crate::cli::{Cli, shown};
use model::{RunInfo, Timestamp, harmless};
use record::{Store, Writer};
use std::path::Path;
use std::sync::Arc;

/// What a run that begins now is; its id is given by the store.
pub(crate) fn info(name: Option<&str>, url: &str, seed: u64) -> RunInfo {
    RunInfo {
        id: String::new(),
        name: name.unwrap_or_default().to_owned(),
        started_unix_ns: model::time::unix_now_ns(),
        started: Timestamp::now(),
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        command: shown::command_line(std::env::args_os()),
        url: harmless::url(url),
        seed,
    }
}

/// Begins the file of the run in the store that the user chose.
pub(crate) fn begin(cli: &Cli, info: RunInfo) -> Result<Arc<Writer>, record::Error> {
    Store::open(cli.store.as_deref())?.begin(info)
}

/// The id of the run in the file at `path`.
pub(crate) fn id(path: &Path) -> String {
    path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default()
}
