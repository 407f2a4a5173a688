//! The file of the journal is this user's alone, because what it says is executed.

use model::{Message, message};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;

/// Bits of a mode by which others than the owner may write.
const WRITABLE_BY_OTHERS: u32 = 0o022;

/// Why the journal is not used, as an error of the system.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Refused(Message);

pub(super) fn refuse(why: Message) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, Refused(why))
}

/// What went wrong with a journal, for people: its own reasons in each language, those of the system as they are.
pub fn said(e: &io::Error) -> Message {
    let own = e.get_ref().and_then(|inner| inner.downcast_ref::<Refused>());
    own.map_or_else(|| e.to_string().into(), |Refused(why)| why.clone())
}

/// Opens the file with `options`. An error where it is a link or no regular file, belongs to another user than the one who runs this (`sudo -E` keeps the
/// state folder of the one who called it), or may be written by others.
pub(super) fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // neither through a link nor into a pipe, at which opening would wait
    let file = options.custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path).map_err(|e| match e.raw_os_error() {
        Some(libc::ELOOP) => refuse(message!("journal/no-file")),
        _ => e,
    })?;
    let is = file.metadata()?;
    let user = probe::discover::own_uid();
    if !is.is_file() {
        return Err(refuse(message!("journal/no-file")));
    }
    if is.uid() != user {
        return Err(refuse(message!("journal/of-another-user", owner: name(is.uid().to_string()), user: name(user.to_string()))));
    }
    if is.mode() & WRITABLE_BY_OTHERS != 0 {
        return Err(refuse(message!("journal/writable-by-others", mode: name(format!("{:o}", is.mode() & 0o777)))));
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt as _, chown, symlink};

    fn refused(path: &Path) -> Message {
        said(&open(path, OpenOptions::new().read(true)).unwrap_err())
    }

    #[test]
    #[expect(clippy::print_stderr, reason = "a skip is loud")]
    fn what_others_may_have_written_is_not_read() {
        let dir = tempfile::tempdir().unwrap();
        let (file, link) = (dir.path().join("file"), dir.path().join("link"));
        std::fs::write(&file, "x").unwrap();
        let mode = |m| std::fs::set_permissions(&file, std::fs::Permissions::from_mode(m)).unwrap();
        mode(0o600);
        assert!(open(&file, OpenOptions::new().read(true)).is_ok());
        symlink(&file, &link).unwrap();
        assert!(refused(&link).is("journal/no-file") && refused(dir.path()).is("journal/no-file"));
        for m in [0o620, 0o602] {
            mode(m);
            assert!(refused(&file).is("journal/writable-by-others"), "{m:o}");
        }
        mode(0o600);
        if chown(&file, Some(12_345), None).is_err() {
            eprintln!("SKIPPED (1): only root can give a file to another user");
            return;
        }
        assert_eq!(refused(&file).arg("owner"), Some(&model::Value::name("12345")));
    }

    #[test]
    fn what_the_system_says_is_said_as_it_is() {
        assert_eq!(said(&io::Error::other("disk on fire")), Message::verbatim("disk on fire"));
    }
}
