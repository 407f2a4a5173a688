//! A note of every attached JVM, so that the next command makes sure that sampling is off after a `kill -9` of this one.

use super::attach::Jvm;
use super::exchange::Exchange;
use super::library;
use super::profiler::Profiler;
use crate::ProbeError;
use crate::discover::{self, Stat};
use model::Target;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// A note; removed when the probe has detached.
pub(super) struct Note(PathBuf);

/// What a note says.
struct Entry {
    target: Target,
    tool: Target,
    folders: Vec<PathBuf>,
}

impl Note {
    /// Notes that `target` is attached, with the folders that are to be removed. Refuses when another running tool has noted it.
    pub(super) fn write(target: &Target, folders: &[&Path]) -> Result<Option<Self>, ProbeError> {
        let Some(dir) = folder().filter(|d| fs::create_dir_all(d).is_ok()) else { return Ok(None) };
        if let Some(other) = notes(&dir).find_map(|n| held_by_another(&n, target)) {
            return Err(ProbeError {
                name: "already-watched",
                operation: format!("attach to pid {}", target.pid),
                cause: format!("another tightspot (pid {other}) is watching it"),
                help: "wait for that run to end".to_owned(),
            });
        }
        let tool = std::process::id();
        let start = Stat::of(tool).map_or(0, |s| s.start_ticks);
        let mut text = format!("{}\n{}\n{tool}\n{start}\n", target.pid, target.start_ticks);
        for f in folders {
            text.push_str(&f.to_string_lossy());
            text.push('\n');
        }
        let path = dir.join(format!("{}-{tool}", target.pid));
        Ok(fs::write(&path, text).is_ok().then_some(Self(path)))
    }

    /// The target was left as it was found.
    pub(super) fn erase(self) {
        drop(fs::remove_file(&self.0));
    }
}

/// Goes through the notes of tools that are gone: switches sampling off, removes what they left. Says what it did.
pub fn recover() -> Vec<String> {
    let Some(dir) = folder() else { return Vec::new() };
    notes(&dir).filter_map(|n| recover_one(&n)).collect()
}

pub(super) fn recover_one(note: &Path) -> Option<String> {
    let entry = Entry::read(note)?;
    if discover::is_alive(&entry.tool) {
        return None;
    }
    let pid = entry.target.pid;
    let mut said = None;
    if discover::is_alive(&entry.target) {
        said = Some(match silence(pid) {
            Ok(()) => format!("an earlier run was killed while it watched pid {pid}: sampling there is off now"),
            Err(e) => {
                return Some(format!(
                    "an earlier run was killed while it watched pid {pid}; sampling there ends by itself within two minutes ({e})"
                ));
            }
        });
    }
    // Only what this tool names so: the run's scratch folder, and the one below the target's /tmp.
    for dir in entry.folders {
        if dir.file_name().is_some_and(|n| n.to_string_lossy().starts_with("tightspot-")) {
            drop(fs::remove_dir_all(&dir));
        }
    }
    drop(fs::remove_file(note));
    said
}

fn silence(pid: u32) -> Result<(), ProbeError> {
    let jvm = Jvm::open(pid)?;
    let libraries = library::install(pid)?;
    let exchange = Exchange::create(pid, Path::new("/nowhere,"))?;
    jvm.load(&libraries.agent, &format!("stop,file={}", exchange.theirs("gauges").display()))?;
    Profiler::new(libraries.profiler).silence(&jvm, &exchange)
}

fn held_by_another(note: &Path, target: &Target) -> Option<u32> {
    let entry = Entry::read(note)?;
    let same = entry.target.pid == target.pid && entry.target.start_ticks == target.start_ticks;
    (same && entry.tool.pid != std::process::id() && discover::is_alive(&entry.tool)).then_some(entry.tool.pid)
}

impl Entry {
    fn read(note: &Path) -> Option<Self> {
        let text = fs::read_to_string(note).ok()?;
        let mut lines = text.lines();
        let mut process = || {
            let pid = lines.next()?.parse().ok()?;
            Some(Target { pid, start_ticks: lines.next()?.parse().ok()?, ..Target::default() })
        };
        let (target, tool) = (process()?, process()?);
        Some(Self { target, tool, folders: lines.map(PathBuf::from).collect() })
    }
}

fn notes(dir: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(dir).into_iter().flatten().flatten().map(|e| e.path())
}

fn folder() -> Option<PathBuf> {
    let set = |n: &str| env::var_os(n).map(PathBuf::from).filter(|p| p.is_absolute());
    Some(set("XDG_STATE_HOME").or_else(|| set("HOME").map(|h| h.join(".local/state")))?.join("tightspot/attached"))
}
