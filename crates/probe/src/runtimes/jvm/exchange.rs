//! A folder in which tool and target both can read and write: recordings, logs, the gauges' file.
//!
//! The run's own scratch folder where the target is the same user's and sees the same files. Else a folder in the target's own
//! /tmp that belongs to the target's user: a service of another user, or one in a container.

use super::library::{is_same_user, same_files};
use crate::ProbeError;
use crate::discover::{file, status_value, text};
use model::{Message, message};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, fchown, lchown};
use std::path::{Path, PathBuf};

/// The folder, under the two names it has. Removed with this value.
#[derive(Debug)]
pub(super) struct Exchange {
    ours: PathBuf,
    theirs: PathBuf,
    owner: Option<(u32, u32)>,
}

impl Exchange {
    /// Creates the folder for `pid`, below `scratch` where that will do.
    pub(super) fn create(pid: u32, scratch: &Path) -> Result<Self, ProbeError> {
        let fail = |cause: Message, help: Message| ProbeError {
            name: "no-common-folder",
            operation: message!("jvm/common-folder", pid: name(pid.to_string())),
            cause,
            help,
        };
        // Agents take their options separated by commas.
        let fits = is_same_user(pid) && same_files(pid) && !scratch.to_string_lossy().contains(',');
        let exchange = if fits {
            let dir = scratch.join("jvm");
            Self { ours: dir.clone(), theirs: dir, owner: None }
        } else {
            let theirs = PathBuf::from(format!("/tmp/tightspot-{}-{}", std::process::id(), model::Timestamp::now().ns()));
            let tmp = file(pid, "root/tmp");
            if !tmp.symlink_metadata().is_ok_and(|m| m.is_dir()) {
                return Err(fail(message!("jvm/tmp-no-folder"), message!("jvm/give-a-tmp")));
            }
            let owner = owner(pid).ok_or_else(|| fail(message!("contract/no-such-process"), Message::default()))?;
            let ours = if same_files(pid) { theirs.clone() } else { tmp.join(theirs.file_name().unwrap_or_default()) };
            Self { ours, theirs, owner: Some(owner) }
        };
        let made = DirBuilder::new().mode(0o700).create(&exchange.ours);
        let given = made.and_then(|()| exchange.owner.map_or(Ok(()), |(uid, gid)| lchown(&exchange.ours, Some(uid), Some(gid))));
        given.map_err(|e| fail(format!("{}: {e}", exchange.ours.display()).into(), message!("jvm/tmp-writable")))?;
        Ok(exchange)
    }

    /// The folder as the tool sees it.
    pub(super) fn folder(&self) -> &Path {
        &self.ours
    }

    /// A file as the tool sees it.
    pub(super) fn ours(&self, name: &str) -> PathBuf {
        self.ours.join(name)
    }

    /// A file as the target sees it.
    pub(super) fn theirs(&self, name: &str) -> PathBuf {
        self.theirs.join(name)
    }

    /// A new file of `len` bytes that the target can write. The space is really there: a write through a mapping into space
    /// that a full disk does not have would end the target.
    pub(super) fn new_file(&self, name: &str, len: usize) -> io::Result<File> {
        let file = OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(self.ours(name))?;
        reserve(&file, len)?;
        if let Some((uid, gid)) = self.owner {
            fchown(&file, Some(uid), Some(gid))?;
        }
        Ok(file)
    }

    /// The text of a small file that the target wrote, removed after reading; empty when there is none.
    pub(super) fn take_text(&self, name: &str) -> String {
        let path = self.ours(name);
        let said = text(&path).unwrap_or_default();
        drop(fs::remove_file(path));
        said
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.ours));
    }
}

#[expect(unsafe_code, reason = "posix_fallocate of libc")]
fn reserve(file: &File, len: usize) -> io::Result<()> {
    // SAFETY: an open file and plain numbers; no memory is touched.
    let rc = unsafe { libc::posix_fallocate(std::os::fd::AsRawFd::as_raw_fd(file), 0, len as libc::off_t) };
    if rc == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(rc)) }
}

/// Effective user and group of a process: those that its files will have.
pub(super) fn owner(pid: u32) -> Option<(u32, u32)> {
    let status = text(&file(pid, "status"))?;
    let effective = |key| status_value(&status, key)?.split_whitespace().nth(1)?.parse().ok();
    Some((effective("Uid")?, effective("Gid")?))
}
