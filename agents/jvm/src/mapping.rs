//! The mapped file: opened as found, never created, never resized.
#![expect(unsafe_code, reason = "maps a file of atomic words, shared with the tool")]

use crate::layout::{FILE_BYTES, FILE_WORDS, MAGIC, Table, VERSION, word};
use std::fs::OpenOptions;
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::ptr;
use std::sync::atomic::AtomicU64;

/// A mapping that lives as long as this value.
pub(crate) struct Mapping {
    start: *mut AtomicU64,
}

// SAFETY: the memory behind the pointer is only ever used through atomics and is unmapped once, by the last owner.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Maps `path`; `None` when it is no file of this layout.
    pub(crate) fn open(path: &str) -> Option<Self> {
        let flags = libc::O_NOFOLLOW | libc::O_CLOEXEC;
        let file = OpenOptions::new().read(true).write(true).custom_flags(flags).open(path).ok()?;
        let meta = file.metadata().ok()?;
        if !meta.is_file() || meta.len() != FILE_BYTES as u64 {
            return None;
        }
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a fresh shared mapping of a file of this size; nothing else is touched.
        let start = unsafe { libc::mmap(ptr::null_mut(), FILE_BYTES, protection, libc::MAP_SHARED, file.as_raw_fd(), 0) };
        if start == libc::MAP_FAILED {
            return None;
        }
        let mapping = Self { start: start.cast() };
        let table = mapping.table();
        (table.get(word::MAGIC) == MAGIC && table.get(word::VERSION) == VERSION).then_some(mapping)
    }

    /// The words.
    pub(crate) fn table(&self) -> Table<'_> {
        // SAFETY: mapped at FILE_BYTES for as long as `self` lives, page-aligned, and atomics accept any bit pattern.
        Table(unsafe { std::slice::from_raw_parts(self.start, FILE_WORDS) })
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and no reference into it outlives `self`.
        unsafe { libc::munmap(self.start.cast(), FILE_BYTES) };
    }
}

/// Nanoseconds of `CLOCK_MONOTONIC`.
pub(crate) fn now_ns() -> i64 {
    let mut ts = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `ts` is a valid, writable timespec; this clock exists on every Linux.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut ts) };
    ts.tv_sec * 1_000_000_000 + ts.tv_nsec
}

/// Kernel id of the calling thread.
pub(crate) fn own_tid() -> u64 {
    // SAFETY: takes no arguments and cannot fail.
    unsafe { libc::syscall(libc::SYS_gettid) as u64 }
}
