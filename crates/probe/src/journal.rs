//! A note of every process that a probe is inside of, so that the next command cleans up after a `kill -9` of this one.

use crate::ProbeError;
use crate::discover::{self, Stat};
use model::{Message, Target, message};
use std::env;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// Where the notes of one runtime lie, below the folder of the tool's state: `tightspot/attached`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Notes(pub(crate) &'static str);

/// A note; removed when the probe has detached.
pub(crate) struct Note(PathBuf);

/// What a note says.
struct Entry {
    target: Target,
    tool: Target,
    /// Folders, and what else the probe noted.
    lines: Vec<String>,
}

impl Note {
    /// Notes that `target` is attached, with the folders that are to be removed. Refuses when another running tool has noted it.
    pub(crate) fn write(notes: Notes, target: &Target, folders: &[&Path]) -> Result<Option<Self>, ProbeError> {
        let Some(dir) = folder(notes).filter(|d| fs::create_dir_all(d).is_ok()) else { return Ok(None) };
        if let Some(other) = all(&dir).find_map(|n| held_by_another(&n, target)) {
            return Err(ProbeError {
                name: "already-watched",
                operation: message!("contract/attach", pid: name(target.pid.to_string())),
                cause: message!("contract/watched-by-another", pid: name(other.to_string())),
                help: message!("contract/wait-for-that-run"),
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
        // who is in it already has said so
        if Entry::read(&path).is_some_and(|e| discover::is_alive(&e.tool)) {
            return Ok(None);
        }
        Ok(fs::write(&path, text).is_ok().then_some(Self(path)))
    }

    /// Notes one more thing, for the one who cleans up.
    pub(crate) fn add(&self, line: &str) {
        // the note is an aid: without it the leftovers end by themselves, later
        let opened = fs::OpenOptions::new().append(true).open(&self.0);
        let _noted = opened.and_then(|mut f| writeln!(f, "{line}")).is_ok();
    }

    /// The target was left as it was found.
    pub(crate) fn erase(self) {
        drop(fs::remove_file(&self.0));
    }
}

/// Goes through the notes of tools that are gone: `silence` ends what they left in the target that still lives. Says what it did.
pub(crate) fn recover(notes: Notes, silence: impl Fn(&Target, &[String]) -> Result<(), ProbeError>) -> Vec<Message> {
    let Some(dir) = folder(notes) else { return Vec::new() };
    all(&dir).filter_map(|n| recover_one(&n, &silence)).collect()
}

pub(crate) fn recover_one(note: &Path, silence: impl Fn(&Target, &[String]) -> Result<(), ProbeError>) -> Option<Message> {
    let entry = Entry::read(note)?;
    if discover::is_alive(&entry.tool) {
        return None;
    }
    let pid = entry.target.pid;
    let mut said = None;
    if discover::is_alive(&entry.target) {
        said = Some(match silence(&entry.target, &entry.lines) {
            Ok(()) => message!("contract/left-and-off", pid: name(pid.to_string())),
            Err(e) => return Some(message!("contract/left-and-ends", pid: name(pid.to_string()), why: (e.said()))),
        });
    }
    // Only what this tool names so: the run's scratch folder, and the one below the target's /tmp.
    for dir in entry.lines.iter().map(Path::new).filter(|p| p.is_absolute()) {
        if dir.file_name().is_some_and(|n| n.to_string_lossy().starts_with("tightspot-")) {
            drop(fs::remove_dir_all(dir));
        }
    }
    drop(fs::remove_file(note));
    said
}

fn held_by_another(note: &Path, target: &Target) -> Option<u32> {
    let entry = Entry::read(note)?;
    let same = entry.target.pid == target.pid && entry.target.start_ticks == target.start_ticks;
    (same && entry.tool.pid != std::process::id() && discover::is_alive(&entry.tool)).then_some(entry.tool.pid)
}

impl Entry {
    fn read(note: &Path) -> Option<Self> {
        // a note says what is removed and whom to talk to: of another user (`sudo -E` keeps that one's folder) it is nobody's business here
        is_own(note).then_some(())?;
        let text = fs::read_to_string(note).ok()?;
        let mut lines = text.lines();
        let mut process = || {
            let pid = lines.next()?.parse().ok()?;
            Some(Target { pid, start_ticks: lines.next()?.parse().ok()?, ..Target::default() })
        };
        let (target, tool) = (process()?, process()?);
        Some(Self { target, tool, lines: lines.map(str::to_owned).collect() })
    }
}

/// Whether it is a file of the user who runs this.
fn is_own(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|is| is.is_file() && is.uid() == discover::own_uid())
}

fn all(dir: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(dir).into_iter().flatten().flatten().map(|e| e.path())
}

fn folder(notes: Notes) -> Option<PathBuf> {
    let set = |n: &str| env::var_os(n).map(PathBuf::from).filter(|p| p.is_absolute());
    Some(set("XDG_STATE_HOME").or_else(|| set("HOME").map(|h| h.join(".local/state")))?.join(notes.0))
}
