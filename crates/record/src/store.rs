//! The run store: a folder of run files, and the names by which users call them (`last`, `last~1`, the beginning of an id, a path).

use crate::error::Error;
use crate::reader::{Summary, summary};
use crate::writer::Writer;
use model::RunInfo;
use std::fs::DirBuilder;
use std::hash::{BuildHasher, RandomState};
use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXTENSION: &str = "tsr";
/// How many near matches an error names.
const NEAR: usize = 5;

/// A folder of run files.
#[derive(Debug, Clone)]
pub struct Store {
    dir: PathBuf,
}

/// One run of the store.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its id, which is the file's name.
    pub id: String,
    /// The file.
    pub path: PathBuf,
    /// What it is and how it ended.
    pub summary: Summary,
}

/// The runs of the store.
#[derive(Debug, Default)]
pub struct Listing {
    /// Readable ones, latest first.
    pub runs: Vec<Entry>,
    /// Files that look like runs but cannot be read, and why.
    pub unreadable: Vec<(PathBuf, Error)>,
}

impl Store {
    /// The store in `dir`, or where this system keeps state (`$XDG_STATE_HOME` or `~/.local/state`, then `tightspot/runs`).
    /// Creates the folder, for its owner only.
    pub fn open(dir: Option<&Path>) -> Result<Self, Error> {
        let dir = match dir {
            Some(dir) => dir.to_owned(),
            None => usual_dir(|name| std::env::var_os(name).map(PathBuf::from)).ok_or(Error::NoStateFolder)?,
        };
        DirBuilder::new().recursive(true).mode(0o700).create(&dir).map_err(Error::io("create", &dir))?;
        Ok(Self { dir })
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The file of run `id`, whether it exists or not.
    pub fn path_of(&self, id: &str) -> PathBuf {
        self.dir.join(format!("{id}.{EXTENSION}"))
    }

    /// An id that no run of the store has: six hex digits, more once those become crowded.
    pub fn new_id(&self) -> String {
        for attempt in 0_usize.. {
            let random = RandomState::new().hash_one(attempt);
            let digits = 6 + attempt / 8;
            let id: String = format!("{random:016x}").chars().take(digits).collect();
            if !self.path_of(&id).exists() {
                return id;
            }
        }
        unreachable!("there are more ids than files")
    }

    /// Begins a run: creates its file. Without an id in `info` it gets a new one.
    pub fn begin(&self, mut info: RunInfo) -> Result<Arc<Writer>, Error> {
        let given = !info.id.is_empty();
        loop {
            if !given {
                info.id = self.new_id();
            }
            match Writer::create(&self.path_of(&info.id), info.clone()) {
                Err(Error::Io { source, .. }) if !given && source.kind() == ErrorKind::AlreadyExists => {}
                done => return done,
            }
        }
    }

    /// All runs, from the first and last frame of each.
    pub fn list(&self) -> Result<Listing, Error> {
        let mut listing = Listing::default();
        for entry in std::fs::read_dir(&self.dir).map_err(Error::io("list", &self.dir))? {
            let path = entry.map_err(Error::io("list", &self.dir))?.path();
            let Some(id) = path.file_stem().and_then(|s| s.to_str()).map(str::to_owned) else { continue };
            if path.extension().is_none_or(|e| e != EXTENSION) {
                continue;
            }
            match summary(&path) {
                Ok(summary) => listing.runs.push(Entry { id, path, summary }),
                Err(e) => listing.unreadable.push((path, e)),
            }
        }
        listing.runs.sort_by(|a, b| (b.summary.info.started_unix_ns, &b.id).cmp(&(a.summary.info.started_unix_ns, &a.id)));
        listing.unreadable.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(listing)
    }

    /// The file that `name` means: `last` (the last one that has ended), `last~2` (two before it), the beginning of an id, or a path.
    pub fn resolve(&self, name: &str) -> Result<PathBuf, Error> {
        if name.contains('/') || Path::new(name).extension().is_some_and(|e| e == EXTENSION) {
            let path = PathBuf::from(name);
            return path.metadata().map(|_| path.clone()).map_err(Error::io("read", &path));
        }
        let runs = self.list()?.runs;
        if let Some(back) = back_from_last(name) {
            // a run that goes on has no end to be reported: it is meant by its id only
            let (running, ended): (Vec<&Entry>, Vec<&Entry>) = runs.iter().partition(|r| r.summary.running);
            if ended.is_empty() && !running.is_empty() {
                let ids = running.iter().map(|r| r.id.clone()).collect();
                return Err(Error::NoneEnded { wanted: name.to_owned(), dir: self.dir.clone(), ids });
            }
            return ended.get(back).map(|r| r.path.clone()).ok_or_else(|| self.missing(name, &runs));
        }
        let mut matching: Vec<&Entry> = runs.iter().filter(|r| !name.is_empty() && r.id.starts_with(name)).collect();
        if let Some(exact) = matching.iter().position(|r| r.id == name) {
            matching = vec![matching[exact]];
        }
        match matching[..] {
            [one] => Ok(one.path.clone()),
            [] => Err(self.missing(name, &runs)),
            _ => {
                let ids = matching.iter().map(|r| r.id.clone()).collect();
                Err(Error::Ambiguous { wanted: name.to_owned(), dir: self.dir.clone(), ids })
            }
        }
    }

    fn missing(&self, wanted: &str, runs: &[Entry]) -> Error {
        let mut near: Vec<(usize, &str)> = runs.iter().map(|r| (unlike(wanted, &r.id), r.id.as_str())).collect();
        near.sort_by_key(|(distance, _)| *distance);
        let near = near.into_iter().take(NEAR).map(|(_, id)| id.to_owned()).collect();
        Error::NoSuchRun { wanted: wanted.to_owned(), dir: self.dir.clone(), near }
    }
}

/// `last` is 0, `last~n` is n.
fn back_from_last(name: &str) -> Option<usize> {
    match name.strip_prefix("last")? {
        "" => Some(0),
        back => back.strip_prefix('~')?.parse().ok(),
    }
}

/// How unlike an id is to what was typed: digits that differ, place by place, over the length of what was typed.
fn unlike(typed: &str, id: &str) -> usize {
    let same = typed.chars().zip(id.chars()).filter(|(a, b)| a.eq_ignore_ascii_case(b)).count();
    typed.chars().count() - same
}

fn usual_dir(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    // The XDG specification: a relative path counts as not set.
    let state = variable("XDG_STATE_HOME").filter(|p| p.is_absolute());
    Some(state.or_else(|| Some(variable("HOME")?.join(".local/state")))?.join("tightspot/runs"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_folder_follows_xdg_and_falls_back_to_home() {
        let dir = |xdg: Option<&str>| usual_dir(|name| if name == "HOME" { Some("/home/a".into()) } else { xdg.map(PathBuf::from) });
        assert_eq!(dir(Some("/state")), Some("/state/tightspot/runs".into()));
        assert_eq!(dir(Some("relative")), Some("/home/a/.local/state/tightspot/runs".into()));
        assert_eq!(dir(None), Some("/home/a/.local/state/tightspot/runs".into()));
        assert_eq!(usual_dir(|_| None), None);
    }
}
