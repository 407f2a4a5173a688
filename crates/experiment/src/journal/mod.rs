//! The journal of changes: an append-only file that says what has been changed on this machine and how to put it back.
//!
//! An entry is on the disk (`fsync`) before the change is made, and is closed only after the old state was seen again. A tool that is
//! killed in between leaves an open entry: its guardian restores it, or else the next command of any kind, and says so. The journal is one
//! file per user, `tightspot/changes.journal` in the state folder, one line of JSON per word; writers take turns by its lock.
//!
//! ```text
//! open (what, how to restore, who) ---> change ... change ---> restore, check ---> closed
//!   fsync ^                                                                          ^ fsync
//! ```
//! Where a full disk has no room for `closed`, the line that opened the entry becomes `done` in its place: an entry that stayed open would
//! be restored by every later command, over whatever was set since.
//!
//! A command of the user stands in an open entry as it is, secrets and all, because it must work after a kill; the file is readable by the
//! user alone, and is refused where another may have written it. Once the entry is closed its way back is overwritten in place.

mod file;
mod recover;
mod turns;

pub use file::said;
pub use recover::{Recovered, recover, recover_of};

use crate::interventions::Restore;
use model::{Message, Target, message};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, FileExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

const FILE: &str = "changes.journal";
/// Locked by who restores: its lock is not that of the file, to which the one that restores writes as well.
const LOCK: &str = "restoring.lock";
/// How the line of an open entry begins, and how it begins when it is closed in its place: these letters alone are overwritten.
const OPEN: &[u8; 8] = b"{\"open\":";
const DONE: &[u8; 8] = b"{\"done\":";

/// The journal of this user.
#[derive(Debug, Clone)]
pub struct Journal {
    path: PathBuf,
}

/// A change that was noted and not yet closed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Names the entry.
    pub id: String,
    /// What is changed: two changes of the same thing have the same. Of an older version it is what people read.
    pub what: String,
    /// What is changed, for people; empty in an entry of an older version.
    #[serde(default, skip_serializing_if = "Message::is_empty")]
    subject: Message,
    /// How it was before, and so how to put it back.
    pub restore: Restore,
    /// The tool that made it: process id and start time, by which a living tool is known.
    pub tool: (u32, u64),
    /// Wall clock, nanoseconds since 1970.
    pub unix_ns: i64,
}

impl Entry {
    /// What is changed, for people.
    pub fn subject(&self) -> Message {
        if self.subject.is_empty() { Message::verbatim(&self.what) } else { self.subject.clone() }
    }

    /// Whether the tool that made the change is still there.
    fn tool_lives(&self) -> bool {
        let (pid, start_ticks) = self.tool;
        probe::discover::is_alive(&Target { pid, start_ticks, ..Target::default() })
    }
}

/// One line of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    Open(Box<Entry>),
    Closed {
        id: String,
        how: String,
    },
    /// An entry that was closed where it was opened.
    Done(Box<Entry>),
}

impl Journal {
    /// The journal of this user: `$XDG_STATE_HOME/tightspot` or `~/.local/state/tightspot`. An error where neither is set.
    pub fn of_user() -> io::Result<Self> {
        let set = |n: &str| std::env::var_os(n).map(PathBuf::from).filter(|p| p.is_absolute());
        let state = set("XDG_STATE_HOME").or_else(|| set("HOME").map(|h| h.join(".local/state")));
        let state = state.ok_or_else(|| io::Error::other("neither XDG_STATE_HOME nor HOME is set, and changes must be noted somewhere"))?;
        Ok(Self::in_folder(&state.join("tightspot")))
    }

    /// The journal in `folder`, which is made when something is noted.
    pub fn in_folder(folder: &Path) -> Self {
        Self { path: folder.join(FILE) }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Notes a change that is about to be made; it is on the disk when this returns. Returns the name of the entry. An error where another
    /// tool that is running has noted a change of the same thing first: the later one would take the other's dose for what was there.
    pub fn open(&self, subject: &Message, restore: &Restore) -> io::Result<String> {
        let (what, tool) = (subject.to_string(), probe::discover::own_identity());
        let id = format!("{}-{}", tool.0, model::Timestamp::now().ns());
        let entry = Entry {
            id: id.clone(),
            what: what.clone(),
            subject: subject.clone(),
            restore: restore.clone(),
            tool,
            unix_ns: model::time::unix_now_ns(),
        };
        let noted = self.append(&Line::Open(Box::new(entry))).and_then(|()| self.pending());
        // a line that may or may not be on the disk is of no change: nobody is to put it back later
        let all = noted.inspect_err(|_| drop(self.close_in_place(&id)))?;
        // Read after writing: of two at the same moment each sees both, and the first in the file wins.
        let first = all.into_iter().take_while(|e| e.id != id).find(|e| e.what == what && e.tool.0 != tool.0 && e.tool_lives());
        if let Some(first) = first {
            self.close(&id, "not made: another experiment was first")?;
            return Err(file::refuse(message!("journal/another-is-first", pid: name(first.tool.0.to_string()))));
        }
        Ok(id)
    }

    /// Notes that what entry `id` changed is as it was, and forgets how it was put back. `how` is for whoever reads the file. An error
    /// where neither another line could be written nor that of the entry overwritten.
    pub fn close(&self, id: &str, how: &str) -> io::Result<()> {
        if let Err(no_room) = self.append(&Line::Closed { id: id.to_owned(), how: how.to_owned() }) {
            self.close_in_place(id).map_err(|_| no_room)?;
        }
        // closed it is; what could not be forgotten yet is forgotten with the next one
        drop(self.forget_ways_back());
        Ok(())
    }

    /// Closes entry `id` where it was opened: takes no room, and no line moves.
    fn close_in_place(&self, id: &str) -> io::Result<()> {
        let (file, text) = self.to_overwrite()?;
        let is_it = |line: &[u8]| line.starts_with(OPEN) && matches!(serde_json::from_slice(line), Ok(Line::Open(e)) if e.id == id);
        let (at, _) = lines(&text).find(|(_, line)| is_it(line)).ok_or(io::ErrorKind::NotFound)?;
        file.write_all_at(DONE, at)?;
        file.sync_data()
    }

    /// Overwrites the lines that opened entries which are closed, without their ways back and as long as before, so that no other line moves.
    /// A line that is cut half-way means nothing any more.
    fn forget_ways_back(&self) -> io::Result<()> {
        let (file, text) = self.to_overwrite()?;
        let closed = |line: &[u8]| match serde_json::from_slice(line) {
            Ok(Line::Closed { id, .. }) => Some(id),
            _ => None,
        };
        let closed: BTreeSet<String> = lines(&text).filter_map(|(_, line)| closed(line)).collect();
        for (at, line) in lines(&text) {
            if let Some(shorter) = without_way_back(line, &closed) {
                let blanks = " ".repeat(line.trim_ascii_end().len() - shorter.len());
                file.write_all_at((shorter + &blanks).as_bytes(), at)?;
            }
        }
        file.sync_data()
    }

    /// The file, and what is in it.
    fn to_overwrite(&self) -> io::Result<(File, Vec<u8>)> {
        let mut file = file::open(&self.path, OpenOptions::new().read(true).write(true))?;
        turns::to_write(&file)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        Ok((file, text))
    }

    /// Entries that are not closed, oldest first. A line that was cut off was never followed by a change, and does not count; an error where a line is anything else.
    pub fn pending(&self) -> io::Result<Vec<Entry>> {
        let mut text = Vec::new();
        match file::open(&self.path, OpenOptions::new().read(true)) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            file => {
                let mut file = file?;
                turns::to_read(&file)?;
                file.read_to_end(&mut text)?;
            }
        }
        let mut open: Vec<Entry> = Vec::new();
        // a letter may be cut in two
        for (n, line) in String::from_utf8_lossy(&text).lines().enumerate() {
            match serde_json::from_str(line) {
                Ok(Line::Open(entry)) => open.push(*entry),
                Ok(Line::Closed { id, .. }) => open.retain(|e| e.id != id),
                Ok(Line::Done(_)) => {}
                Err(e) if e.is_eof() => {}
                Err(e) => return Err(file::refuse(message!("journal/garbled", line: Count(n as f64 + 1.0), why: name(e.to_string())))),
            }
        }
        Ok(open)
    }

    /// Waits until no other process restores from this journal, and keeps them from it until dropped. Of a journal in which nothing was
    /// ever noted there is nothing to keep, and of one whose holder is stopped nothing to wait for.
    pub(crate) fn restores_alone(&self) -> io::Result<Option<File>> {
        let folder = self.path.parent().filter(|_| self.path.exists());
        let Some(folder) = folder else { return Ok(None) };
        turns::to_restore(file::open(&folder.join(LOCK), OpenOptions::new().read(true).append(true).create(true).mode(0o600))?)
    }

    fn append(&self, line: &Line) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        }
        let mut file = file::open(&self.path, OpenOptions::new().append(true).create(true).read(true).mode(0o600))?;
        turns::to_write(&file)?;
        let mut text = serde_json::to_string(line).map_err(io::Error::other)?;
        text.push('\n');
        // After a line that was cut off a new one must not become part of it.
        if !ends_with_newline(&mut file)? {
            text.insert(0, '\n');
        }
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        // The name of a new file is on the disk only with its folder.
        if let Some(folder) = self.path.parent() {
            File::open(folder)?.sync_all()?;
        }
        Ok(())
    }
}

/// Lines, each with where it begins.
fn lines(text: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    text.split_inclusive(|b| *b == b'\n').scan(0, |next, line| {
        let at = *next;
        *next += line.len() as u64;
        Some((at, line))
    })
}

/// The line of an entry that is closed without its way back, where it had one.
fn without_way_back(line: &[u8], closed: &BTreeSet<String>) -> Option<String> {
    let shorter = match serde_json::from_slice(line).ok()? {
        Line::Open(mut entry) if closed.contains(&entry.id) => entry.restore.forget().then_some(Line::Open(entry)),
        Line::Done(mut entry) => entry.restore.forget().then_some(Line::Done(entry)),
        _ => None,
    }?;
    serde_json::to_string(&shorter).ok().filter(|shorter| shorter.len() <= line.trim_ascii_end().len())
}

fn ends_with_newline(file: &mut File) -> io::Result<bool> {
    use std::io::{Seek as _, SeekFrom};
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(true);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

#[cfg(test)]
mod tests;
