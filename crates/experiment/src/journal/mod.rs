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
//!
//! A command of the user stands in an open entry as it is, secrets and all, because it must work after a kill; the file is readable by the
//! user alone, and is refused where another may have written it. Once the entry is closed its way back is overwritten in place.

mod file;
mod recover;

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
    Closed { id: String, how: String },
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
        let (what, tool) = (subject.to_string(), std::process::id());
        let id = format!("{tool}-{}", model::Timestamp::now().ns());
        let start_ticks = probe::discover::by_pid(tool, None).map_or(0, |t| t.start_ticks);
        let entry = Entry {
            id: id.clone(),
            what: what.clone(),
            subject: subject.clone(),
            restore: restore.clone(),
            tool: (tool, start_ticks),
            unix_ns: model::time::unix_now_ns(),
        };
        self.append(&Line::Open(Box::new(entry)))?;
        // Read after writing: of two at the same moment each sees both, and the first in the file wins.
        let first = self.pending()?.into_iter().take_while(|e| e.id != id).find(|e| e.what == what && e.tool.0 != tool && e.tool_lives());
        if let Some(first) = first {
            self.close(&id, "not made: another experiment was first")?;
            return Err(file::refuse(message!("journal/another-is-first", pid: name(first.tool.0.to_string()))));
        }
        Ok(id)
    }

    /// Notes that what entry `id` changed is as it was, and forgets how it was put back. `how` is for whoever reads the file.
    pub fn close(&self, id: &str, how: &str) -> io::Result<()> {
        self.append(&Line::Closed { id: id.to_owned(), how: how.to_owned() })?;
        self.forget_ways_back()
    }

    /// Overwrites the lines that opened entries which are closed, without their ways back and as long as before, so that no other line moves.
    /// A line that is cut half-way means nothing any more.
    fn forget_ways_back(&self) -> io::Result<()> {
        let mut file = file::open(&self.path, OpenOptions::new().read(true).write(true))?;
        file.lock()?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let closed = |line: &str| match serde_json::from_str(line) {
            Ok(Line::Closed { id, .. }) => Some(id),
            _ => None,
        };
        let closed: BTreeSet<String> = text.lines().filter_map(closed).collect();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            if let Some(shorter) = without_way_back(line, &closed) {
                let blanks = " ".repeat(line.trim_end().len() - shorter.len());
                file.write_all_at((shorter + &blanks).as_bytes(), at)?;
            }
            at += line.len() as u64;
        }
        file.sync_data()
    }

    /// Entries that are not closed, oldest first. A line that was cut off was never followed by a change, and does not count; an error where a line is anything else.
    pub fn pending(&self) -> io::Result<Vec<Entry>> {
        let mut text = Vec::new();
        match file::open(&self.path, OpenOptions::new().read(true)) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            file => {
                let mut file = file?;
                file.lock_shared()?;
                file.read_to_end(&mut text)?;
            }
        }
        let mut open: Vec<Entry> = Vec::new();
        // a letter may be cut in two
        for (n, line) in String::from_utf8_lossy(&text).lines().enumerate() {
            match serde_json::from_str(line) {
                Ok(Line::Open(entry)) => open.push(*entry),
                Ok(Line::Closed { id, .. }) => open.retain(|e| e.id != id),
                Err(e) if e.is_eof() => {}
                Err(e) => return Err(file::refuse(message!("journal/garbled", line: Count(n as f64 + 1.0), why: name(e.to_string())))),
            }
        }
        Ok(open)
    }

    /// Waits until no other process restores from this journal, and keeps them from it until dropped. Of a journal in which nothing was ever noted there is nothing to keep.
    fn restores_alone(&self) -> io::Result<Option<File>> {
        let folder = self.path.parent().filter(|_| self.path.exists());
        let Some(folder) = folder else { return Ok(None) };
        let lock = file::open(&folder.join(LOCK), OpenOptions::new().append(true).create(true).mode(0o600))?;
        lock.lock()?;
        Ok(Some(lock))
    }

    fn append(&self, line: &Line) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        }
        let mut file = file::open(&self.path, OpenOptions::new().append(true).create(true).read(true).mode(0o600))?;
        file.lock()?;
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

/// The line that opened one of `closed` without its way back, where it had one.
fn without_way_back(line: &str, closed: &BTreeSet<String>) -> Option<String> {
    let Ok(Line::Open(mut entry)) = serde_json::from_str(line) else { return None };
    if !closed.contains(&entry.id) || !entry.restore.forget() {
        return None;
    }
    serde_json::to_string(&Line::Open(entry)).ok().filter(|shorter| shorter.len() <= line.trim_end().len())
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
mod tests {
    use super::*;
    use crate::interventions::command::Commands;

    fn restore(n: u32) -> Restore {
        Restore::by(&Commands { command: format!("true {n}"), check: None }).unwrap()
    }

    fn said(text: &str) -> Message {
        Message::verbatim(text)
    }

    #[test]
    fn an_entry_says_what_is_changed_and_one_of_an_older_version_does_too() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::in_folder(dir.path());
        let subject = message!("pool_size/subject", pool: name("orders"), pid: name("421"));
        journal.open(&subject, &restore(1)).unwrap();
        let entry = &journal.pending().unwrap()[0];
        assert_eq!((entry.subject(), entry.what.as_str()), (subject.clone(), subject.to_string().as_str()));
        // a line as version 0.1 writes it
        let old =
            r#"{"open":{"id":"7-1","what":"size of pool \"orders\" of pid 421","restore":{"kind":"nothing"},"tool":[7,1],"unix_ns":0}}"#;
        std::fs::write(journal.path(), format!("{old}\n")).unwrap();
        assert_eq!(journal.pending().unwrap()[0].subject(), said("size of pool \"orders\" of pid 421"));
    }

    #[test]
    fn what_is_open_is_pending_until_it_is_closed() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::in_folder(&dir.path().join("state"));
        assert_eq!(journal.pending().unwrap(), []);
        let (a, b) = (journal.open(&said("a"), &restore(1)).unwrap(), journal.open(&said("b"), &restore(2)).unwrap());
        assert_eq!(journal.pending().unwrap().iter().map(|e| e.what.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        journal.close(&a, "restored").unwrap();
        let left = journal.pending().unwrap();
        assert_eq!((left.len(), left[0].id == b, &left[0].restore), (1, true, &restore(2)));
    }

    #[test]
    fn a_closed_entry_keeps_no_command_and_the_others_stay_as_they_are() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::in_folder(dir.path());
        let secret = |n: &str| Commands { command: format!("reset -p {n}"), check: Some(format!("see -p {n}")) };
        let secret = |n: &str| Restore::by(&secret(n)).unwrap();
        let ids = ["one", "two", "three"].map(|n| journal.open(&said(&format!("pool ä {n}")), &secret(n)).unwrap());
        let before = std::fs::read(journal.path()).unwrap();
        journal.close(&ids[1], "restored").unwrap();
        let after = std::fs::read(journal.path()).unwrap();
        assert_eq!(after.iter().take(before.len()).filter(|b| **b == b'\n').count(), 3, "every line is where it was");
        let text = String::from_utf8(after).unwrap();
        assert!(!text.contains("-p two") && text.contains("reset -p one") && text.contains("see -p three"), "{text}");
        let left = journal.pending().unwrap();
        assert_eq!(left.iter().map(|e| &e.restore).collect::<Vec<_>>(), [&secret("one"), &secret("three")]);
    }

    #[test]
    fn what_a_running_experiment_changes_no_other_may_change() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::in_folder(dir.path());
        let mut other = std::process::Command::new("sleep").arg("600").spawn().unwrap();
        let ticks = probe::discover::by_pid(other.id(), None).unwrap().start_ticks;
        let (what, subject) = ("pool".to_owned(), Message::default());
        let entry = Entry { id: "x".into(), what, subject, restore: restore(1), tool: (other.id(), ticks), unix_ns: 0 };
        journal.append(&Line::Open(Box::new(entry))).unwrap();
        let refused = file::said(&journal.open(&said("pool"), &restore(2)).unwrap_err());
        let elsewhere = journal.open(&said("another pool"), &restore(3));
        let left = journal.pending().unwrap().len();
        other.kill().unwrap();
        other.wait().unwrap();
        assert_eq!(refused, message!("journal/another-is-first", pid: name(other.id().to_string())));
        assert!(elsewhere.is_ok() && left == 2, "{left}");
        assert!(journal.open(&said("pool"), &restore(2)).is_ok(), "what a dead tool left is for the recovery, which comes first");
    }

    #[test]
    fn a_line_that_is_neither_whole_nor_cut_off_is_refused_and_not_skipped() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::in_folder(dir.path());
        journal.open(&said("a"), &restore(1)).unwrap();
        let whole = std::fs::read_to_string(journal.path()).unwrap();
        for garbled in [whole.replace("\"restore\"", "\"rest0re\""), whole.replacen(':', "%", 1), whole.replace("open", "opened")] {
            std::fs::write(journal.path(), garbled + &whole).unwrap();
            let refused = file::said(&journal.pending().unwrap_err());
            assert!(refused.is("journal/garbled") && refused.figure("line") == Some(1.0), "{refused}");
        }
    }

    #[test]
    fn a_journal_that_was_cut_anywhere_loses_only_the_line_that_was_cut() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::in_folder(dir.path());
        journal.open(&said("a"), &restore(1)).unwrap();
        let first = std::fs::read(journal.path()).unwrap();
        journal.open(&said("b"), &restore(2)).unwrap();
        let both = std::fs::read(journal.path()).unwrap();
        for cut in first.len()..both.len() - 1 {
            std::fs::write(journal.path(), &both[..cut]).unwrap();
            assert_eq!(journal.pending().unwrap().len(), 1, "cut at {cut}");
            journal.open(&said("c"), &restore(3)).unwrap();
            assert_eq!(journal.pending().unwrap().iter().map(|e| e.what.as_str()).collect::<Vec<_>>(), ["a", "c"], "cut at {cut}");
        }
    }
}
