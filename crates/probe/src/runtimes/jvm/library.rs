//! The bundled native libraries and where the target finds them: one file per content, so that a second run loads the same one again and
//! nothing is mapped twice. It is an installed cache, not a temporary file.

use crate::{ProbeError, discover};
use model::{Message, message};
use std::env;
use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

static PROFILER: &[u8] = include_bytes!(concat!(std::env!("OUT_DIR"), "/libasyncProfiler.so"));
static AGENT: &[u8] = include_bytes!(concat!(std::env!("OUT_DIR"), "/libtightspotAgent.so"));

/// Paths of the libraries as the target sees them.
pub(super) struct Libraries {
    pub(super) profiler: PathBuf,
    pub(super) agent: PathBuf,
}

/// Puts the libraries where process `pid` can load them.
pub(super) fn install(pid: u32) -> Result<Libraries, ProbeError> {
    Ok(Libraries { profiler: place(pid, "libasyncProfiler.so", PROFILER)?, agent: place(pid, "libtightspotAgent.so", AGENT)? })
}

fn place(pid: u32, name: &str, content: &[u8]) -> Result<PathBuf, ProbeError> {
    let mut hash = std::collections::hash_map::DefaultHasher::new();
    content.hash(&mut hash);
    let folder = format!("{:016x}", hash.finish());
    let dirs: Vec<(PathBuf, PathBuf)> = cache_dirs(is_same_user(pid), same_files(pid))
        .into_iter()
        .map(|d| {
            let seen = d.join(&folder);
            let ours = if same_files(pid) {
                seen.clone()
            } else {
                PathBuf::from(format!("/proc/{pid}/root")).join(seen.strip_prefix("/").unwrap_or(&seen))
            };
            (ours, seen)
        })
        .collect();
    let mut last = Message::default();
    for (ours, seen) in dirs {
        match write_once(&ours.join(name), content) {
            Ok(()) => return Ok(seen.join(name)),
            Err(e) => last = format!("{}: {e}", ours.display()).into(),
        }
    }
    Err(ProbeError {
        name: "library-not-installed",
        operation: message!("jvm/install", file: name(name), pid: name(pid.to_string())),
        cause: last,
        help: message!("jvm/cache-writable"),
    })
}

/// The user's cache when the target is the same user's and sees it; else a folder that every user can read. In a container
/// only /tmp: other folders may be links that lead out of it.
fn cache_dirs(same_user: bool, same_files: bool) -> Vec<PathBuf> {
    let mut dirs = Vec::new();
    if same_user && same_files {
        let set = |n: &str| env::var_os(n).map(PathBuf::from).filter(|p| p.is_absolute());
        dirs.extend(set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|h| h.join(".cache"))).map(|c| c.join("tightspot/lib")));
    }
    if same_files {
        dirs.push(PathBuf::from("/var/cache/tightspot/lib"));
    }
    dirs.push(PathBuf::from(format!("/tmp/tightspot-lib-{}", discover::own_uid())));
    dirs
}

/// Writes beside and renames, so that a library that is mapped somewhere is never changed in place.
fn write_once(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let dir = path.parent().unwrap_or(Path::new("/"));
    let base = dir.parent().unwrap_or(Path::new("/"));
    fs::DirBuilder::new().recursive(true).mode(0o755).create(base)?;
    only_ours(base)?;
    fs::DirBuilder::new().recursive(true).mode(0o755).create(dir)?;
    only_ours(dir)?;
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    let beside = dir.join(format!(".new-{}-{}", std::process::id(), model::Timestamp::now().ns()));
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&beside)?;
    file.write_all(content)?;
    file.set_permissions(fs::Permissions::from_mode(0o755))?;
    fs::rename(&beside, path)
}

/// What is loaded into a service must come from a folder that nobody else could have filled.
fn only_ours(dir: &Path) -> std::io::Result<()> {
    let meta = dir.symlink_metadata()?;
    if meta.is_dir() && meta.uid() == discover::own_uid() && meta.mode() & 0o022 == 0 {
        return Ok(());
    }
    Err(std::io::Error::other("not a folder that belongs to the user of this tool alone"))
}

/// Whether the target sees the same files under the same names: a service with a private /tmp has the same root, but other mounts.
pub(super) fn same_files(pid: u32) -> bool {
    let root = |who: &str| fs::metadata(format!("/proc/{who}/root/")).map(|m| (m.dev(), m.ino())).ok();
    let mounts = |who: &str| fs::read_link(format!("/proc/{who}/ns/mnt")).ok();
    let pid = pid.to_string();
    root("self") == root(&pid) && mounts("self").is_some() && mounts("self") == mounts(&pid)
}

/// Whether the target runs as the same user as this tool.
pub(super) fn is_same_user(pid: u32) -> bool {
    super::exchange::owner(pid).is_some_and(|(uid, _)| uid == discover::own_uid())
}
