//! Files that a process has or names, which are what their owner makes of them: a pipe that keeps who opens it, a device, a file without
//! end.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

/// A regular file of at most `most` bytes, opened to be read; `links` says whether its path may end in a link. Whatever else is there is an
/// error of the kind `InvalidInput`, and is not waited for.
pub(crate) fn regular(path: &Path, most: u64, links: bool) -> io::Result<File> {
    let refused = || io::Error::new(io::ErrorKind::InvalidInput, "not a regular file of the usual size");
    // looked at first: opening some devices does something
    let seen = if links { path.metadata()? } else { path.symlink_metadata()? };
    if !seen.is_file() {
        return Err(refused());
    }
    let flags = if links { libc::O_NONBLOCK } else { libc::O_NONBLOCK | libc::O_NOFOLLOW };
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
    let is = file.metadata()?;
    if is.is_file() && is.len() <= most { Ok(file) } else { Err(refused()) }
}

/// All that is in it, `most` bytes at most: it may grow while it is read.
pub(crate) fn contents(file: &File, most: u64) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    file.take(most).read_to_end(&mut all)?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    #[test]
    fn only_regular_files_of_the_usual_size_are_opened() {
        let dir = std::env::temp_dir().join(format!("tightspot-test-foreign-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("the temporary folder can be written");
        let at = |name: &str| dir.join(name);
        std::fs::write(at("small"), "12345678").expect("written");
        File::create(at("large")).and_then(|f| f.set_len(9)).expect("written");
        symlink(at("small"), at("link")).expect("a link");
        symlink("/dev/zero", at("endless")).expect("a link");
        let _socket = UnixListener::bind(at("socket")).expect("a socket");
        let table = [
            (at("small"), false, Ok(8)),
            (at("link"), true, Ok(8)),
            (at("link"), false, Err(io::ErrorKind::InvalidInput)),
            (at("large"), true, Err(io::ErrorKind::InvalidInput)),
            (at("endless"), true, Err(io::ErrorKind::InvalidInput)),
            (at("socket"), true, Err(io::ErrorKind::InvalidInput)),
            (dir.clone(), true, Err(io::ErrorKind::InvalidInput)),
            ("/dev/zero".into(), true, Err(io::ErrorKind::InvalidInput)),
            (at("none"), true, Err(io::ErrorKind::NotFound)),
        ];
        for (path, links, want) in table {
            let read = regular(&path, 8, links).and_then(|f| contents(&f, 8));
            assert_eq!(read.map(|b| b.len()).map_err(|e| e.kind()), want, "{}", path.display());
        }
        let grown = regular(&at("small"), 8, false).expect("small");
        std::fs::write(at("small"), "123456789").expect("written");
        assert_eq!(contents(&grown, 8).expect("read").len(), 8);
        std::fs::remove_dir_all(&dir).expect("ours");
    }
}
