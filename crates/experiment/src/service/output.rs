//! What a service that was started here writes, so that its last lines can be told when it ends. It goes into memory that the kernel keeps: the service never
//! waits for a reader, as it would at a pipe, and nothing of it reaches a disk.

use model::harmless;
use std::fs::File;
use std::io;
use std::os::fd::{FromRawFd as _, OwnedFd};
use std::os::unix::fs::FileExt as _;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

/// Beyond this it begins anew.
const MOST: u64 = 4 << 20;
/// Between two looks at its length.
const LOOK: Duration = Duration::from_millis(500);
/// Bytes at its end that are read for lines.
const TAIL: u64 = 64 << 10;
/// Longest line that is shown, in characters.
const LONGEST: usize = 400;

/// What a process and its children have written to stdout and stderr.
#[derive(Debug, Clone)]
pub(super) struct Output(Arc<File>);

impl Output {
    /// With nothing in it.
    pub(super) fn new() -> io::Result<Self> {
        let file = Arc::new(in_memory()?);
        let watched = Arc::downgrade(&file);
        std::thread::Builder::new().name("ts-output".to_owned()).spawn(move || {
            while let Some(file) = watched.upgrade() {
                if file.metadata().is_ok_and(|m| m.len() > MOST) {
                    // whoever writes appends, and so goes on at the beginning
                    drop(file.set_len(0));
                }
                drop(file);
                std::thread::sleep(LOOK);
            }
        })?;
        Ok(Self(file))
    }

    /// One end for the process.
    pub(super) fn end(&self) -> io::Result<Stdio> {
        Ok(self.0.try_clone()?.into())
    }

    /// The last lines, at most so many, without what may be a secret.
    pub(super) fn last_lines(&self, most: usize) -> Vec<String> {
        let length = self.0.metadata().map_or(0, |m| m.len());
        let from = length.saturating_sub(TAIL);
        let mut bytes = vec![0; (length - from) as usize];
        let read = self.0.read_at(&mut bytes, from).unwrap_or(0);
        let text = String::from_utf8_lossy(&bytes[..read]);
        // where it was cut the first line is not whole
        let lines = text.lines().skip(usize::from(from > 0)).map(str::trim_end).filter(|l| !l.is_empty());
        let lines: Vec<&str> = lines.collect();
        lines[lines.len().saturating_sub(most)..].iter().map(|l| shown(l)).collect()
    }
}

fn shown(line: &str) -> String {
    let line = harmless::line(line);
    let end = line.char_indices().nth(LONGEST).map_or(line.len(), |(at, _)| at);
    line[..end].to_owned()
}

/// A file in memory that is written to at its end only.
#[expect(unsafe_code, reason = "the standard library makes no files in memory")]
fn in_memory() -> io::Result<File> {
    // SAFETY: the name is a constant that ends with a zero byte; the descriptor is new and owned by nobody else.
    let file = unsafe {
        let fd = libc::memfd_create(c"service-output".as_ptr(), libc::MFD_CLOEXEC);
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        File::from(OwnedFd::from_raw_fd(fd))
    };
    // SAFETY: a system call with numbers on a descriptor that is open.
    match unsafe { libc::fcntl(std::os::fd::AsRawFd::as_raw_fd(&file), libc::F_SETFL, libc::O_APPEND) } {
        0 => Ok(file),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    fn written(script: &str) -> Output {
        let output = Output::new().unwrap();
        let (out, err) = (output.end().unwrap(), output.end().unwrap());
        assert!(Command::new("sh").args(["-c", script]).stdout(out).stderr(err).status().is_ok());
        output
    }

    #[test]
    fn the_last_lines_of_both_ends_are_told_without_secrets() {
        let output = written("echo one; echo two >&2; echo; echo password=hunter2; printf four");
        assert_eq!(output.last_lines(3), ["two", "password=***", "four"]);
        assert_eq!(written("true").last_lines(3), [""; 0]);
    }

    #[test]
    fn a_long_output_is_read_from_its_end() {
        let output = written("i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done");
        assert_eq!(output.last_lines(2), ["line 19998", "line 19999"]);
        assert!(output.last_lines(100_000)[0].starts_with("line "));
    }

    #[test]
    fn an_output_without_end_takes_no_memory_without_end() {
        let output = written("head -c 6000000 /dev/zero | tr '\\0' x");
        let began = std::time::Instant::now();
        while output.0.metadata().unwrap().len() > MOST {
            assert!(began.elapsed() < Duration::from_secs(20), "it is never cut");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(output.last_lines(3), [""; 0]);
    }
}
