//! Folders for what the probes of a process write: noted before they are made, so that the next command removes what a tool that was killed
//! left.

use crate::journal::{self, Note, Notes};
use model::{Target, Timestamp};
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

/// Notes of folders: apart from those of probes, since no other tool has to keep off for one.
pub(crate) const FOLDERS: Notes = Notes("tightspot/folders");

/// A folder of this user alone, removed with everything in it when this is dropped.
pub struct Scratch {
    path: PathBuf,
    note: Option<Note>,
}

impl Scratch {
    /// A new one for the probes of `target`, where temporary files lie.
    pub fn of(target: &Target) -> io::Result<Self> {
        let path = std::env::temp_dir().join(format!("tightspot-{}-{}", std::process::id(), Timestamp::now().ns()));
        // by a folder nobody is inside of the process: the note is of none that lives
        let note = Note::of_folder(FOLDERS, &Target { start_ticks: 0, ..target.clone() }, &path);
        match DirBuilder::new().mode(0o700).create(&path) {
            Ok(()) => Ok(Self { path, note }),
            Err(e) => {
                note.into_iter().for_each(Note::erase);
                Err(e)
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.path));
        self.note.take().into_iter().for_each(Note::erase);
    }
}

/// Removes the folders of tools that are gone, after whatever they had left on in a process is off.
pub(crate) fn recover() {
    // of a process that lives nothing is noted, so there is nothing to say
    drop(journal::recover(FOLDERS, |_, _| Ok(())));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The note that names it.
    fn note_of(scratch: &Scratch) -> PathBuf {
        let names_it = |note: &PathBuf| fs::read_to_string(note).is_ok_and(|says| says.lines().any(|l| Path::new(l) == scratch.path()));
        let all = fs::read_dir(journal::place(FOLDERS)).expect("there are notes");
        all.flatten().map(|e| e.path()).find(names_it).expect("it is noted")
    }

    #[test]
    fn a_folder_is_noted_while_it_is_there_and_both_go_together() {
        let target = Target { pid: 421, start_ticks: 7, ..Target::default() };
        let scratch = Scratch::of(&target).expect("the temporary folder can be written");
        let note = note_of(&scratch);
        let path = scratch.path().to_owned();
        recover();
        assert!(path.is_dir() && note.exists(), "the tool that made it lives");
        fs::write(path.join("x"), "x").expect("it can be written");
        drop(scratch);
        assert!(!path.exists() && !note.exists());
    }

    #[test]
    fn a_folder_that_takes_the_place_of_another_stays_noted() {
        let target = Target { pid: 423, start_ticks: 7, ..Target::default() };
        let mut scratch = Scratch::of(&target).expect("the temporary folder can be written");
        let first = note_of(&scratch);
        scratch = Scratch::of(&target).expect("the temporary folder can be written");
        assert!(!first.exists() && note_of(&scratch).exists());
    }

    #[test]
    fn what_a_dead_tool_left_is_removed() {
        let target = Target { pid: 422, start_ticks: 7, ..Target::default() };
        let scratch = Scratch::of(&target).expect("the temporary folder can be written");
        let note = note_of(&scratch);
        // no process has this start time
        let text = fs::read_to_string(&note).expect("it is noted");
        let lines: Vec<&str> = text.lines().enumerate().map(|(n, line)| if n == 3 { "1" } else { line }).collect();
        fs::write(&note, lines.join("\n")).expect("it can be written");
        recover();
        assert!(!scratch.path().exists() && !note.exists());
    }
}
