//! A note of every attached JVM, so that the next command makes sure that sampling is off after a `kill -9` of this one.

use super::attach::Jvm;
use super::library;
use super::profiler::Profiler;
use model::Target;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// A note; removed when the probe has detached.
pub(super) struct Note(PathBuf);

impl Note {
    /// Notes that `target` is attached, with what is to be removed.
    pub(super) fn write(target: &Target, scratch: &Path) -> Option<Self> {
        let dir = folder()?;
        fs::create_dir_all(&dir).ok()?;
        let path = dir.join(format!("{}-{}", target.pid, std::process::id()));
        let text = format!("{}\n{}\n{}\n{}\n", target.pid, target.start_ticks, std::process::id(), scratch.display());
        fs::write(&path, text).ok()?;
        Some(Self(path))
    }

    /// The target was left as it was found.
    pub(super) fn erase(self) {
        drop(fs::remove_file(&self.0));
    }
}

/// Goes through the notes of tools that are gone: switches sampling off, removes what they left. Says what it did.
pub fn recover() -> Vec<String> {
    let Some(dir) = folder() else { return Vec::new() };
    fs::read_dir(dir).into_iter().flatten().flatten().filter_map(|e| recover_one(&e.path())).collect()
}

fn recover_one(note: &Path) -> Option<String> {
    let text = fs::read_to_string(note).ok()?;
    let mut lines = text.lines();
    let pid: u32 = lines.next()?.parse().ok()?;
    let start_ticks: u64 = lines.next()?.parse().ok()?;
    let tool: u32 = lines.next()?.parse().ok()?;
    let scratch = PathBuf::from(lines.next()?);
    if is_this_tool(tool) {
        return None;
    }
    let target = Target { pid, start_ticks, ..Target::default() };
    let said = if crate::discover::is_alive(&target) {
        let off = Jvm::open(pid).and_then(|jvm| Profiler::new(library::install(pid)?.profiler).silence(&jvm));
        match off {
            Ok(()) => format!("an earlier run was killed while it watched pid {pid}: sampling there is off now"),
            Err(e) => return Some(format!("an earlier run was killed while it watched pid {pid}; sampling there ends by itself within two minutes ({e})")),
        }
    } else {
        String::new()
    };
    // only what this tool names so
    if scratch.file_name().is_some_and(|n| n.to_string_lossy().starts_with("tightspot-")) {
        drop(fs::remove_dir_all(&scratch));
    }
    drop(fs::remove_file(note));
    (!said.is_empty()).then_some(said)
}

fn is_this_tool(pid: u32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|c| c.trim_end() == "tightspot")
}

fn folder() -> Option<PathBuf> {
    let set = |n: &str| env::var_os(n).map(PathBuf::from).filter(|p| p.is_absolute());
    Some(set("XDG_STATE_HOME").or_else(|| set("HOME").map(|h| h.join(".local/state")))?.join("tightspot/attached"))
}
