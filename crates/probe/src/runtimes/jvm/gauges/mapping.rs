//! A file mapped into memory as 64-bit atomics.
#![expect(unsafe_code, reason = "mmap and munmap")]

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::sync::atomic::AtomicU64;

/// The mapping; unmapped when dropped.
pub(super) struct Mapping {
    start: *const AtomicU64,
    words: usize,
}

// SAFETY: the memory is only used through atomics, and lives until the mapping is dropped.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Maps the first `words` words of a file that is at least as long.
    pub(super) fn of(file: &File, words: usize) -> io::Result<Self> {
        // SAFETY: a new shared mapping of a file descriptor that is open; the result is checked.
        let p = unsafe {
            libc::mmap(std::ptr::null_mut(), words * 8, libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED, file.as_raw_fd(), 0)
        };
        if p == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(Self { start: p.cast(), words })
    }

    pub(super) fn words(&self) -> &[AtomicU64] {
        // SAFETY: mmap gave `words` aligned words, zeroed or written by atomics, valid until drop.
        unsafe { std::slice::from_raw_parts(self.start, self.words) }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: exactly what mmap gave; nothing borrows it any more.
        unsafe { libc::munmap(self.start.cast_mut().cast(), self.words * 8) };
    }
}
