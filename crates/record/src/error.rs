//! What can go wrong with run files: operation, subject, cause.

use std::io;
use std::path::{Path, PathBuf};

/// Why a run file or the run store did not do what was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file system refused.
    #[error("{operation} {}: {source}", path.display())]
    Io {
        /// `read`, `create`, `list` ...
        operation: &'static str,
        /// What it was done to.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file does not begin like a run file.
    #[error("read {}: not a run file (it does not begin with the mark of one)", path.display())]
    NotARun {
        /// The file.
        path: PathBuf,
    },
    /// The file's container is of a later version than this program knows.
    #[error("read {}: container version {found}, this program reads up to {newest}; use the version that wrote it", path.display())]
    FutureContainer {
        /// The file.
        path: PathBuf,
        /// Version in the file.
        found: u32,
        /// Newest version known here.
        newest: u32,
    },
    /// The observations are of a schema that this program cannot bring to the current one.
    #[error("read {}: schema version {found}, this program reads {oldest} to {newest}", path.display())]
    UnknownSchema {
        /// The file.
        path: PathBuf,
        /// Version in the file.
        found: u32,
        /// Oldest version with an upgrader.
        oldest: u32,
        /// Newest version known here.
        newest: u32,
    },
    /// An observation could not be put into bytes.
    #[error("encode a batch of observations: {0}")]
    Encode(String),
    /// Writing stopped before the run did. The file is whole up to that moment.
    #[error("write {}: {cause}; {lost} observations are not in the file", path.display())]
    Incomplete {
        /// The file.
        path: PathBuf,
        /// What stopped it.
        cause: String,
        /// Observations that were not written.
        lost: u64,
    },
    /// No run answers to the name.
    #[error("find run \"{wanted}\" in {}: {}", dir.display(), nearest(near))]
    NoSuchRun {
        /// What was asked for.
        wanted: String,
        /// Where it was looked for.
        dir: PathBuf,
        /// Names that come close, best first.
        near: Vec<String>,
    },
    /// `last` was asked for, and no run has ended.
    #[error("find run \"{wanted}\" in {}: none has ended; still going: {}", dir.display(), ids.join(", "))]
    NoneEnded {
        /// What was asked for.
        wanted: String,
        /// Where it was looked for.
        dir: PathBuf,
        /// The runs that go on.
        ids: Vec<String>,
    },
    /// Several runs answer to the name.
    #[error("find run \"{wanted}\" in {}: {} runs begin so: {}", dir.display(), ids.len(), ids.join(", "))]
    Ambiguous {
        /// What was asked for.
        wanted: String,
        /// Where it was looked for.
        dir: PathBuf,
        /// The runs it may mean.
        ids: Vec<String>,
    },
    /// Neither a store folder was given nor can the usual one be derived.
    #[error("find the run store: neither XDG_STATE_HOME nor HOME is set; give a folder with --store")]
    NoStateFolder,
}

impl Error {
    /// For `map_err`: an input/output error with its operation and subject.
    pub(crate) fn io(operation: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { operation, path, source }
    }
}

fn nearest(near: &[String]) -> String {
    if near.is_empty() { "there is no run yet".to_owned() } else { format!("none; nearest: {}", near.join(", ")) }
}
