//! Folders: a cache outside the clone for what is built, and a private folder per start that is deleted afterwards.

use crate::error::OrFail;
use crate::params::hash;
use crate::spawn::own_uid;
use crate::{Error, ErrorKind};
use std::fs::{self, DirBuilder, File, TryLockError};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

const NAME: &str = "tightspot-specimens";
/// Others may pass through, so that PostgreSQL can reach its data folder as another user; nobody may list.
const PASSABLE: u32 = 0o711;

/// `$XDG_CACHE_HOME` or `~/.cache`; for root `/var/cache`, because PostgreSQL does not run as root and others cannot enter root's home.
pub(crate) fn cache() -> Result<PathBuf, Error> {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let home = || if own_uid() == 0 { Some(PathBuf::from("/var/cache")) } else { set("HOME").map(|h| h.join(".cache")) };
    let root = set("XDG_CACHE_HOME").or_else(home).ok_or_else(|| {
        Error::new(ErrorKind::Launch, "find the cache folder").seen("neither XDG_CACHE_HOME nor HOME is set").help("set XDG_CACHE_HOME")
    })?;
    let cache = root.join(NAME);
    make(&cache)?;
    Ok(cache)
}

/// The folder of a case in the cache. Two clones have two: their sources differ.
pub(crate) fn of_case(id: &str, folder: &Path) -> Result<PathBuf, Error> {
    let dir = cache()?.join(format!("{id}-{:08x}", hash(folder.as_os_str().as_encoded_bytes()) as u32));
    make(&dir)?;
    Ok(dir)
}

/// Creates a folder and its parents, passable for others.
pub(crate) fn make(dir: &Path) -> Result<(), Error> {
    let made = DirBuilder::new().recursive(true).mode(0o755).create(dir);
    made.or_fail(ErrorKind::Launch, || format!("create {}", dir.display()))
}

/// Holds `file` locked until dropped; waits for others that build the same.
pub(crate) fn lock(path: &Path) -> Result<File, Error> {
    let file = File::options().create(true).truncate(false).write(true).open(path);
    let file = file.or_fail(ErrorKind::Launch, || format!("open {}", path.display()))?;
    file.lock().or_fail(ErrorKind::Launch, || format!("lock {}", path.display()))?;
    Ok(file)
}

/// A folder of one start. It goes with this value; if the launcher is killed, with the next start of any specimen.
#[derive(Debug)]
pub(crate) struct Private {
    path: PathBuf,
    lock: PathBuf,
    _held: File,
}

impl Private {
    pub(crate) fn create() -> Result<Self, Error> {
        Self::create_in(&PathBuf::from("/var/tmp").join(format!("{NAME}-{}", own_uid())))
    }

    fn create_in(root: &Path) -> Result<Self, Error> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        make(root)?;
        let seen = fs::symlink_metadata(root).or_fail(ErrorKind::Launch, || format!("read {}", root.display()))?;
        if !seen.is_dir() || seen.uid() != own_uid() {
            let e = Error::new(ErrorKind::Launch, format!("use {}", root.display()));
            return Err(e
                .seen(format!("it belongs to user {}, not to {}", seen.uid(), own_uid()))
                .help(format!("rm -r {}", root.display())));
        }
        fs::set_permissions(root, PermissionsExt::from_mode(PASSABLE))
            .or_fail(ErrorKind::Launch, || format!("chmod {}", root.display()))?;
        sweep(root);
        loop {
            let name = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
            let (path, lock) = (root.join(&name), root.join(format!("{name}.lock")));
            let held = File::create(&lock).or_fail(ErrorKind::Launch, || format!("create {}", lock.display()))?;
            // a sweeper may be quicker than we are: then it removes the file, and another name is as good
            if held.try_lock().is_err() || !lock.exists() || path.exists() {
                continue;
            }
            DirBuilder::new().mode(PASSABLE).create(&path).or_fail(ErrorKind::Launch, || format!("create {}", path.display()))?;
            return Ok(Self { path, lock, _held: held });
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether another launcher of this user has something running. Two sides of one comparison are no strangers to each other.
    pub(crate) fn has_company(&self) -> bool {
        let root = self.path.parent().expect("made below the root");
        let own = format!("{}-", std::process::id());
        let is_own = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&own));
        locks(root).any(|path| !is_own(&path) && File::open(path).is_ok_and(|f| matches!(f.try_lock(), Err(TryLockError::WouldBlock))))
    }

    /// Deletes the folder. Whether nothing is left.
    pub(crate) fn remove(&self) -> std::io::Result<()> {
        match fs::remove_dir_all(&self.path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(e),
            _ => Ok(()),
        }
    }
}

impl Drop for Private {
    fn drop(&mut self) {
        // what cannot be deleted here is deleted by the next sweep
        if self.remove().is_ok() {
            drop(fs::remove_file(&self.lock));
        }
    }
}

fn locks(root: &Path) -> impl Iterator<Item = PathBuf> {
    let files = fs::read_dir(root).into_iter().flatten().flatten().map(|f| f.path());
    files.filter(|p| p.extension().is_some_and(|e| e == "lock"))
}

/// Deletes the folders of launchers that were killed: nobody holds their locks.
fn sweep(root: &Path) {
    for path in locks(root) {
        let Ok(file) = File::open(&path) else { continue };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => continue,
        }
        let folder = path.with_extension("");
        if !folder.exists() || fs::remove_dir_all(&folder).is_ok() {
            drop(fs::remove_file(&path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_private_folder_goes_with_its_value_and_that_of_a_killed_launcher_with_the_next_start() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().join("root");
        let first = Private::create_in(&root).unwrap();
        fs::write(first.path().join("log"), "x").unwrap();
        // what a killed launcher leaves: a folder, and a lock that nobody holds
        fs::create_dir(root.join("1-0")).unwrap();
        fs::write(root.join("1-0.lock"), "").unwrap();
        assert!(!first.has_company());
        let second = Private::create_in(&root).unwrap();
        assert!(!first.has_company() && !second.has_company(), "both are this process's");
        let strange = File::create(root.join("1-1.lock")).unwrap();
        strange.try_lock().unwrap();
        assert!(first.has_company() && second.has_company());
        drop(strange);
        fs::remove_file(root.join("1-1.lock")).unwrap();
        assert!(!root.join("1-0").exists() && !root.join("1-0.lock").exists());
        assert!(first.path().join("log").exists(), "a folder in use stays");
        drop((first, second));
        assert_eq!(fs::read_dir(&root).unwrap().count(), 0);
    }
}
