//! Opens of files as the kernel tells of each (`fanotify`, what `fatrace` shows). Needs `CAP_SYS_ADMIN`. Nobody is stopped: only events that
//! have happened are asked for.
#![allow(unsafe_code, reason = "the standard library has no fanotify")]

use std::ffi::CString;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

/// Room for what is taken at once: 16 events, each with an open descriptor. A choice: the generator leaves 64 to all others.
const ROOM: usize = 16 * HEAD;
/// Layout of `struct fanotify_event_metadata`, bytes: linux/fanotify.h.
const HEAD: usize = 24;
const MASK: usize = 8;
const FD: usize = 16;
const PID: usize = 20;

/// One opening of a file.
pub(super) struct Opening {
    /// The file, opened once more by the kernel, for us to know it by.
    pub(super) file: OwnedFd,
    /// The thread that opened it; its process where the kernel does not tell threads (before 4.20).
    pub(super) by: i32,
}

/// Tells of opens from when a place is watched until it is dropped.
pub(super) struct Opens {
    group: File,
    buffer: Box<[u8; ROOM]>,
}

impl Opens {
    /// Nothing is watched yet. Errors: no permission, or a kernel without it.
    pub(super) fn new() -> io::Result<Self> {
        let flags = libc::FAN_CLASS_NOTIF | libc::FAN_CLOEXEC | libc::FAN_NONBLOCK;
        // the kernel opens each file once more while we read: nothing in it may make us wait
        let files = (libc::O_RDONLY | libc::O_NONBLOCK | libc::O_CLOEXEC | libc::O_LARGEFILE) as libc::c_uint;
        // SAFETY: takes no pointers.
        let init = |flags| unsafe { libc::fanotify_init(flags, files) };
        // events of two threads are not put together: more of them are counted
        let mut fd = init(flags | libc::FAN_REPORT_TID);
        if fd < 0 {
            fd = init(flags);
        }
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the descriptor is new, and nobody else's.
        Ok(Self { group: unsafe { File::from_raw_fd(fd) }, buffer: Box::new([0; ROOM]) })
    }

    /// Watches the file system that `place` lies on; of an older kernel (before 4.20) what is mounted there.
    pub(super) fn watch(&self, place: &Path) -> io::Result<()> {
        let place = CString::new(place.as_os_str().as_bytes())?;
        let mark = |what| {
            let how = libc::FAN_MARK_ADD | what;
            // SAFETY: the path ends with a zero and lives through the call.
            let rc = unsafe { libc::fanotify_mark(self.group.as_raw_fd(), how, libc::FAN_OPEN, libc::AT_FDCWD, place.as_ptr()) };
            if rc == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
        };
        mark(libc::FAN_MARK_FILESYSTEM).or_else(|_| mark(libc::FAN_MARK_MOUNT))
    }

    /// Watches nothing any more. What has happened before can still be taken.
    pub(super) fn close(&self) {
        for what in [libc::FAN_MARK_FILESYSTEM, libc::FAN_MARK_MOUNT] {
            // SAFETY: flushing takes no path.
            let _gone =
                unsafe { libc::fanotify_mark(self.group.as_raw_fd(), libc::FAN_MARK_FLUSH | what, 0, libc::AT_FDCWD, std::ptr::null()) };
        }
    }

    /// Waits for opens, for `patience` at most, and tells of those that have come, some at a time.
    pub(super) fn each(&mut self, patience: Duration, mut opened: impl FnMut(Opening)) -> io::Result<Taken> {
        let mut ready = libc::pollfd { fd: self.group.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one structure of our own, for the length of the call.
        if unsafe { libc::poll(&raw mut ready, 1, i32::try_from(patience.as_millis()).unwrap_or(i32::MAX)) } <= 0 {
            return Ok(Taken::None);
        }
        let n = match self.group.read(&mut self.buffer[..]) {
            Ok(n) => n,
            Err(e) => {
                return match e.raw_os_error() {
                    Some(libc::EBADF | libc::EFAULT | libc::EINVAL) => Err(e),
                    Some(libc::EMFILE | libc::ENFILE | libc::ENOMEM) => Ok(Taken::SomeLost),
                    // one that cannot be opened once more is gone
                    _ => Ok(Taken::Some),
                };
            }
        };
        let mut taken = Taken::Some;
        for e in events(&self.buffer[..n]) {
            if e.mask & libc::FAN_Q_OVERFLOW != 0 {
                taken = Taken::SomeLost;
            }
            if e.fd >= 0 {
                // SAFETY: the kernel opened it for this event; nobody else knows of it.
                opened(Opening { file: unsafe { OwnedFd::from_raw_fd(e.fd) }, by: e.pid });
            }
        }
        Ok(taken)
    }
}

/// What came of looking once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// Nothing has come.
    None,
    /// There may be more.
    Some,
    /// The same, and some were lost.
    SomeLost,
}

/// An event as it is written by the kernel.
#[derive(Debug, PartialEq)]
struct Event {
    mask: u64,
    fd: i32,
    pid: i32,
}

/// Events up to the first that is cut.
fn events(mut bytes: &[u8]) -> impl Iterator<Item = Event> + '_ {
    std::iter::from_fn(move || {
        let head = bytes.get(..HEAD)?;
        let u32_at = |at: usize| u32::from_ne_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let length = u32_at(0) as usize;
        bytes = bytes.get(length.max(HEAD)..).unwrap_or_default();
        let mask = u64::from_ne_bytes(std::array::from_fn(|i| head[MASK + i]));
        Some(Event { mask, fd: u32_at(FD).cast_signed(), pid: u32_at(PID).cast_signed() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(mask: u64, fd: i32, pid: i32) -> Vec<u8> {
        [&24_u32.to_ne_bytes()[..], &[3, 0, 24, 0], &mask.to_ne_bytes(), &fd.to_ne_bytes(), &pid.to_ne_bytes()].concat()
    }

    #[test]
    fn events_are_read_one_after_another_and_a_cut_one_ends_them() {
        let bytes = [written(0x20, 4, 17), written(0x4000, -1, 0), written(0x20, 5, 18)[..20].to_vec()].concat();
        let all: Vec<Event> = events(&bytes).collect();
        assert_eq!(all, [Event { mask: 0x20, fd: 4, pid: 17 }, Event { mask: 0x4000, fd: -1, pid: 0 }]);
    }

    #[test]
    fn an_event_that_says_it_has_no_length_does_not_keep_us() {
        assert_eq!(events(&[0; 48]).count(), 2);
    }
}
