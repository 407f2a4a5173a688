//! The bundled native libraries and where the target finds them: one file per content, so that a second run loads the same one again and
//! nothing is mapped twice. It is an installed cache, not a temporary file.

use crate::ProbeError;
use std::env;
use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

static PROFILER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libasyncProfiler.so"));
static AGENT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libtightspotAgent.so"));

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
    let shared = same_files(pid) && own_uid() == uid_of(pid);
    let dirs: Vec<(PathBuf, PathBuf)> = cache_dirs(shared)
        .into_iter()
        .map(|d| {
            let seen = d.join(&folder);
            let ours = if same_files(pid) { seen.clone() } else { PathBuf::from(format!("/proc/{pid}/root")).join(seen.strip_prefix("/").unwrap_or(&seen)) };
            (ours, seen)
        })
        .collect();
    let mut last = String::new();
    for (ours, seen) in dirs {
        match write_once(&ours.join(name), content) {
            Ok(()) => return Ok(seen.join(name)),
            Err(e) => last = format!("{}: {e}", ours.display()),
        }
    }
    Err(ProbeError {
        name: "library-not-installed",
        operation: format!("put {name} where pid {pid} can load it"),
        cause: last,
        help: "make ~/.cache or /tmp of the service writable".to_owned(),
    })
}

/// The user's cache when the target is the same user's; else a folder that every user can read.
fn cache_dirs(shared: bool) -> Vec<PathBuf> {
    let mut dirs = Vec::new();
    if shared {
        let set = |n: &str| env::var_os(n).map(PathBuf::from).filter(|p| p.is_absolute());
        dirs.extend(set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|h| h.join(".cache"))).map(|c| c.join("tightspot/lib")));
    }
    dirs.push(PathBuf::from("/var/cache/tightspot/lib"));
    dirs.push(PathBuf::from(format!("/tmp/tightspot-lib-{}", own_uid())));
    dirs
}

/// Writes beside and renames, so that a library that is mapped somewhere is never changed in place.
fn write_once(path: &Path, content: &[u8]) -> std::io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    let dir = path.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(dir)?;
    fs::set_permissions(dir, fs::Permissions::from_mode(0o755))?;
    let beside = dir.join(format!(".new-{}", std::process::id()));
    let mut file = fs::File::create(&beside)?;
    file.write_all(content)?;
    file.set_permissions(fs::Permissions::from_mode(0o755))?;
    fs::rename(&beside, path)
}

/// Whether the target sees the same file system as we do.
pub(super) fn same_files(pid: u32) -> bool {
    let root = |who: &str| fs::metadata(format!("/proc/{who}/root/")).map(|m| (m.dev(), m.ino())).ok();
    root("self") == root(&pid.to_string())
}

fn uid_of(pid: u32) -> u32 {
    fs::metadata(format!("/proc/{pid}")).map_or(0, |m| m.uid())
}

fn own_uid() -> u32 {
    fs::metadata("/proc/self").map_or(0, |m| m.uid())
}
