//! A note of every process that a probe is inside of, so that the next command cleans up after a `kill -9` of this one.

use crate::ProbeError;
use crate::discover;
use model::{Message, Target, message};
use std::env;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The tool that this process stands in for: process id and start time.
static STANDS_IN_FOR: OnceLock<(u32, u64)> = OnceLock::new();

/// How many folders this tool has noted so far.
static FOLDERS_NOTED: AtomicU32 = AtomicU32::new(0);

/// Says once that this process puts back what another tool (process id and start time) has changed. That one may only stand still, and then it is no reason to
/// keep off.
pub fn stands_in_for(tool: (u32, u64)) {
    let _said_before = STANDS_IN_FOR.set(tool).is_err();
}

/// Where the notes of one runtime lie, below the folder of the tool's state: `tightspot/attached`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Notes(pub(crate) &'static str);

/// A note; removed when the probe has detached.
pub(crate) struct Note {
    path: PathBuf,
    /// Written here. Else another part of this tool was inside before, and removes it.
    is_new: bool,
}

/// What a note says.
struct Entry {
    target: Target,
    tool: Target,
    /// Folders, and what else the probe noted.
    lines: Vec<String>,
}

impl Note {
    /// Notes that `target` is attached, with the folders that are to be removed; `None` where no note can be written. Refuses when another running tool has noted
    /// it.
    pub(crate) fn write(notes: Notes, target: &Target, folders: &[&Path]) -> Result<Option<Self>, ProbeError> {
        if let Some(other) = folder(notes).and_then(|dir| all(&dir).find_map(|n| held_by_another(&n, target))) {
            return Err(ProbeError {
                name: "already-watched",
                operation: message!("contract/attach", pid: name(target.pid.to_string())),
                cause: message!("contract/watched-by-another", pid: name(other.to_string())),
                help: message!("contract/wait-for-that-run"),
            });
        }
        let Some(dir) = made(notes) else { return Ok(None) };
        let path = dir.join(format!("{}-{}", target.pid, std::process::id()));
        // who is in it already has said so
        if Entry::read(&path).is_some_and(|e| discover::is_alive(&e.tool)) {
            let note = Self { path, is_new: false };
            return Ok(folders.iter().all(|f| note.add(&f.to_string_lossy())).then_some(note));
        }
        Ok(Self::new_at(path, target, folders))
    }

    /// A note of its own of a folder that has to be removed, whoever else is inside: there is nothing that two would fight for.
    pub(crate) fn of_folder(notes: Notes, target: &Target, at: &Path) -> Option<Self> {
        let number = FOLDERS_NOTED.fetch_add(1, Ordering::Relaxed);
        let path = made(notes)?.join(format!("{}-{}-{number}", target.pid, std::process::id()));
        Self::new_at(path, target, &[at])
    }

    fn new_at(path: PathBuf, target: &Target, folders: &[&Path]) -> Option<Self> {
        let (tool, start) = discover::own_identity();
        let mut text = format!("{}\n{}\n{tool}\n{start}\n", target.pid, target.start_ticks);
        for f in folders {
            text.push_str(&f.to_string_lossy());
            text.push('\n');
        }
        fs::write(&path, text).is_ok().then_some(Self { path, is_new: true })
    }

    /// Notes one more thing, for the one who cleans up. Gives whether that could be done.
    pub(crate) fn add(&self, line: &str) -> bool {
        let opened = fs::OpenOptions::new().append(true).open(&self.path);
        opened.and_then(|mut f| f.write_all(format!("{line}\n").as_bytes())).is_ok()
    }

    /// The target was left as it was found.
    pub(crate) fn erase(self) {
        if self.is_new {
            drop(fs::remove_file(&self.path));
        }
    }
}

/// Where notes of this kind lie, for people; empty where there is no such place.
pub(crate) fn place(notes: Notes) -> String {
    folder(notes).map(|dir| dir.display().to_string()).unwrap_or_default()
}

/// What tools that are gone have noted of `target` beside its folders: the lines of each note.
pub(crate) fn left(notes: Notes, target: &Target) -> Vec<Vec<String>> {
    let of = |n: PathBuf| Entry::read(&n).filter(|e| e.is_of(target) && is_gone(&e.tool)).map(|e| e.lines);
    folder(notes).map(|dir| all(&dir).filter_map(of).collect()).unwrap_or_default()
}

/// Forgets what dead tools have noted of `target`: it is done.
pub(crate) fn forget(notes: Notes, target: &Target) {
    let Some(dir) = folder(notes) else { return };
    let is_done = |n: &PathBuf| Entry::read(n).is_some_and(|e| e.is_of(target) && !discover::is_alive(&e.tool));
    all(&dir).filter(is_done).for_each(|n| drop(fs::remove_file(n)));
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
    (entry.is_of(target) && entry.tool.pid != std::process::id() && !is_gone(&entry.tool)).then_some(entry.tool.pid)
}

/// Whether a tool can do nothing more about what it has noted.
fn is_gone(tool: &Target) -> bool {
    STANDS_IN_FOR.get() == Some(&(tool.pid, tool.start_ticks)) || !discover::is_alive(tool)
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

    fn is_of(&self, target: &Target) -> bool {
        (self.target.pid, self.target.start_ticks) == (target.pid, target.start_ticks)
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

/// The same folder, made where it is missing; `None` where that cannot be.
fn made(notes: Notes) -> Option<PathBuf> {
    folder(notes).filter(|d| fs::create_dir_all(d).is_ok())
}

/// A note of a tool (process id and start time), as that one would have left it.
#[cfg(test)]
pub(crate) fn left_by(tool: (u32, u64), notes: Notes, target: &Target, lines: &[&str]) -> PathBuf {
    let dir = folder(notes).expect("a place for notes");
    fs::create_dir_all(&dir).expect("it can be written");
    let path = dir.join(format!("{}-{}", target.pid, tool.0));
    let lines = lines.join("\n");
    fs::write(&path, format!("{}\n{}\n{}\n{}\n{lines}\n", target.pid, target.start_ticks, tool.0, tool.1)).expect("it can be written");
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discover::Stat;

    const NOTES: Notes = Notes("tightspot/attached-in-tests");

    fn process(pid: u32) -> Target {
        Target { pid, start_ticks: Stat::of(pid).expect("it lives").start_ticks, ..Target::default() }
    }

    #[test]
    fn a_tool_that_stands_still_keeps_all_off_but_the_one_that_stands_in_for_it() {
        let target = process(std::process::id());
        let mut tool = std::process::Command::new("sleep").arg("600").spawn().expect("a child");
        let its = process(tool.id());
        let note = left_by((its.pid, its.start_ticks), NOTES, &target, &["x"]);
        let refused = Note::write(NOTES, &target, &[]).map(|_| ()).expect_err("it lives");
        assert_eq!((refused.name, left(NOTES, &target)), ("already-watched", Vec::<Vec<String>>::new()));
        stands_in_for((its.pid, its.start_ticks));
        assert_eq!(left(NOTES, &target), [["x"]]);
        let own = Note::write(NOTES, &target, &[]).expect("nobody else is there").expect("it can be written");
        let again = Note::write(NOTES, &target, &[]).expect("nobody else is there").expect("it is there");
        assert!(again.add("y"), "by one more part of this tool");
        again.erase();
        assert!(std::fs::read_to_string(&own.path).expect("that one has not removed it").ends_with("\ny\n"));
        own.erase();
        forget(NOTES, &target);
        assert!(note.exists(), "that tool may go on");
        tool.kill().and_then(|()| tool.wait()).expect("ours");
        forget(NOTES, &target);
        assert!(!note.exists());
    }
}
