//! The template data folder: initialised and seeded once per seed and version, then copied for every start.

use super::Kind;
use super::guest::Guest;
use crate::Error;
use crate::case::Database;
use crate::dirs::{self, Private};
use crate::error::OrFail;
use crate::params::hash;
use crate::watch::Watch;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A data folder that is made: where, with room for logs beside it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Work<'a> {
    pub(super) folder: &'a Path,
    pub(super) data: &'a Path,
}

/// The template for `spec`, made by `make` if it is not there. `layout` is part of its key: whatever changes what `make` leaves changes it.
pub(super) fn template(
    guest: &Guest,
    layout: &str,
    spec: &Database,
    seed: &[PathBuf],
    cache: &Path,
    watch: Watch<'_>,
    make: impl FnOnce(Work<'_>) -> Result<(), Error>,
) -> Result<PathBuf, Error> {
    let (kind, prefix) = (guest.kind, guest.kind.template());
    let _only_one = dirs::lock(&cache.join("template.lock"))?;
    let key = key(guest, layout, spec, seed)?;
    let template = cache.join(format!("{prefix}{key:016x}"));
    if template.is_dir() {
        return Ok(template);
    }
    watch.say(format!("seeding database {} ({})", spec.database, guest.version));
    let work = Private::create()?;
    let data = work.path().join("data");
    dirs::make(&data)?;
    guest.give(&data)?;
    make(Work { folder: work.path(), data: &data })?;
    forget_others(cache, prefix);
    // a copy and then a rename: whoever sees the folder sees all of it
    let fresh = cache.join(format!("{prefix}fresh"));
    drop(fs::remove_dir_all(&fresh)); // what a broken attempt left
    copy(kind, &data, &fresh)?;
    fs::rename(&fresh, &template).or_fail(kind.failed(), || format!("rename {}", fresh.display()))?;
    Ok(template)
}

/// Copies a data folder with owners and times, sharing blocks where the file system can.
pub(super) fn copy(kind: Kind, from: &Path, to: &Path) -> Result<(), Error> {
    let what = || format!("copy {} to {}", from.display(), to.display());
    let output = Command::new("cp").args(["-a", "--reflink=auto"]).arg(from).arg(to).output().or_fail(kind.failed(), what)?;
    if output.status.success() {
        return Ok(());
    }
    Err(Error::new(kind.failed(), what()).seen(String::from_utf8_lossy(&output.stderr)).help("df -h shows where room is left"))
}

/// Settings of the case, as `name=value`.
pub(super) fn settings(spec: &Database) -> impl Iterator<Item = String> {
    spec.settings.iter().map(|(name, value)| format!("{name}={value}"))
}

fn key(guest: &Guest, layout: &str, spec: &Database, seed: &[PathBuf]) -> Result<u64, Error> {
    let mut all = format!("{layout} {} {:?} {spec:?}", guest.version, guest.user);
    for path in seed {
        let bytes = fs::read(path).or_fail(guest.kind.failed(), || format!("read {}", path.display()))?;
        write!(all, " {} {:016x}", bytes.len(), hash(&bytes)).expect("writing to a String cannot fail");
    }
    Ok(hash(all.as_bytes()))
}

/// Templates of earlier seeds: hundreds of megabytes that nobody will ask for again.
fn forget_others(cache: &Path, prefix: &str) {
    let old = fs::read_dir(cache).into_iter().flatten().flatten().filter(|f| f.file_name().to_string_lossy().starts_with(prefix));
    for folder in old {
        drop(fs::remove_dir_all(folder.path()));
    }
}
