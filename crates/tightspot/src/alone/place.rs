//! Where the lock lies, and how it is opened: by every user, in a folder in which any of them may have put something else.

use super::Work;
use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

/// The variable that names another file.
pub(super) const VARIABLE: &str = "TIGHTSPOT_LOCK";
/// The first of these in which everybody may create files and nobody may remove those of others. That depends on the folder and not on who
/// asks, so that all find the same. Source: the Filesystem Hierarchy Standard has locks in the first; not every system lets all users in.
const FOLDERS: [&str; 2] = ["/run/lock", "/tmp"];
const NAME: &str = "tightspot.lock";
/// A folder of that kind: writable by all, and sticky.
const OPEN_TO_ALL: u32 = 0o1777;
/// Readable by all: a lock needs no more.
const MODE: u32 = 0o644;
/// How often it is opened anew when somebody removes or creates it in the same moment.
const TRIES: usize = 10;

/// The file.
pub(super) fn path() -> PathBuf {
    if let Some(named) = std::env::var_os(VARIABLE).filter(|f| !f.is_empty()) {
        return named.into();
    }
    let is_open = |f: &&str| fs::metadata(f).is_ok_and(|m| m.is_dir() && m.mode() & OPEN_TO_ALL == OPEN_TO_ALL);
    Path::new(FOLDERS.into_iter().find(is_open).unwrap_or("/tmp")).join(NAME)
}

/// The open file, and whether nobody else is there. If so it is locked: by an experiment for itself, by a measurement together with others.
pub(super) fn lock(path: &Path, work: Work) -> io::Result<(File, bool)> {
    for _ in 0..TRIES {
        let file = open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Ok((file, false)),
            Err(TryLockError::Error(e)) => return Err(e),
            // whoever clears the folder has removed it in between
            Ok(()) if !is_at(&file, path) => {}
            Ok(()) if work == Work::Experiment => return Ok((file, true)),
            // Linux makes the one kind of lock into the other; in between somebody may be faster
            Ok(()) => {
                let alone = file.try_lock_shared().is_ok();
                return Ok((file, alone));
            }
        }
    }
    Err(io::Error::other("removed again and again"))
}

/// Opens it, or creates it where there is none. Not both at once: in a folder that is open to all the kernel refuses that where the file is
/// of another user (`fs.protected_regular`).
fn open(path: &Path) -> io::Result<File> {
    for _ in 0..TRIES {
        // a link or a pipe that somebody has put there is not followed nor waited for
        match OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path) {
            Ok(file) if file.metadata()?.is_file() => return Ok(file),
            Ok(_) => return Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file")),
            Err(e) if e.kind() != ErrorKind::NotFound => return Err(e),
            Err(_) => {}
        }
        match create(path) {
            Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
            made => return made,
        }
    }
    Err(io::Error::other("removed again and again"))
}

fn create(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).create_new(true).mode(MODE).open(path)?;
    // the mask of whoever comes first is not to keep others out
    file.set_permissions(Permissions::from_mode(MODE))?;
    Ok(file)
}

/// Whether the file still has its name.
fn is_at(file: &File, path: &Path) -> bool {
    let id = |m: &fs::Metadata| (m.dev(), m.ino());
    matches!((file.metadata(), path.symlink_metadata()), (Ok(ours), Ok(there)) if id(&ours) == id(&there))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn every_user_may_open_it_whoever_came_first() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("lock");
        let (_file, alone) = lock(&path, Work::Experiment).expect("a lock");
        assert!(alone);
        let made = fs::metadata(&path).expect("there");
        assert_eq!((made.mode() & 0o777, made.len()), (MODE, 0));
        // one that may only be read
        fs::set_permissions(&path, Permissions::from_mode(0o444)).expect("ours");
        assert!(!lock(&path, Work::Experiment).expect("opened").1);
    }

    #[test]
    fn what_somebody_else_has_put_there_is_not_followed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (link, victim) = (folder.path().join("link"), folder.path().join("victim"));
        symlink(&victim, &link).expect("a link");
        assert!(lock(&link, Work::Experiment).is_err() && lock(folder.path(), Work::Experiment).is_err());
        assert!(!victim.exists(), "nothing is created through a link");
    }

    #[test]
    fn a_file_that_was_removed_is_no_lock() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("lock");
        let (file, _) = lock(&path, Work::Experiment).expect("a lock");
        assert!(is_at(&file, &path));
        fs::remove_file(&path).expect("ours");
        assert!(!is_at(&file, &path));
        File::create(&path).expect("another");
        assert!(!is_at(&file, &path));
    }
}
