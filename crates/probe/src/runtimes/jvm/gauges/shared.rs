//! The file that tool and agent share, as the tool sees it: read and written with calls. It is not mapped, for the service can make it
//! shorter, and whoever touches a mapping beyond the end of its file is ended by the kernel.
//!
//! Calls and the agent's mapping meet in the same pages of the kernel, so that each sees what the other wrote. That is enough, since every
//! word has one writer and none depends on what stood there before. A call may copy a word while it is written, though, part old and part
//! new: of the words that are waited for only the lowest byte changes, and the number of records is read until it stands still.

use super::super::layout::{FILE_WORDS, RECORD_WORDS, RING_RECORDS, RING_START, Record, Table, word};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::sync::atomic::{AtomicU64, Ordering, fence};

/// How often the number of records is read at most. The agent writes a few a hundredth of a second, so that the second time is the rule.
const TRIES: usize = 4;

/// The file, and a copy of what was last read of it.
pub(super) struct Shared {
    file: File,
    copy: Vec<AtomicU64>,
}

impl Shared {
    /// Of a file with room for all words.
    pub(super) fn of(file: File) -> Self {
        Self { file, copy: (0..FILE_WORDS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// What was last read: the head and the instances.
    pub(super) fn table(&self) -> Table<'_> {
        Table(&self.copy)
    }

    /// Writes a word of the head, after everything written before.
    pub(super) fn set(&self, word: usize, value: u64) -> io::Result<()> {
        fence(Ordering::Release);
        self.file.write_all_at(&value.to_ne_bytes(), at(word))
    }

    /// Reads the head and the instances.
    pub(super) fn refresh(&self) -> io::Result<()> {
        self.fill(0, RING_START)
    }

    /// Records from number `*next` on, which moves to the end, and how many were overwritten before they were read.
    pub(super) fn drain(&self, next: &mut u64, out: &mut Vec<Record>) -> io::Result<u64> {
        let written = self.written()?;
        for (start, records) in pieces((*next).max(written.saturating_sub(RING_RECORDS)), written) {
            self.fill(RING_START + start * RECORD_WORDS, records * RECORD_WORDS)?;
        }
        // what was overwritten while it was read is told by the number of records after that
        let by_now = self.written()?;
        self.table().set(word::WRITTEN, by_now);
        Ok(self.table().drain(written, next, out))
    }

    /// Records written so far.
    fn written(&self) -> io::Result<u64> {
        let read = || -> io::Result<u64> {
            self.fill(word::WRITTEN, 1)?;
            Ok(self.table().get(word::WRITTEN))
        };
        let mut last = read()?;
        for _ in 1..TRIES {
            let again = read()?;
            if again == last {
                break;
            }
            last = again;
        }
        Ok(last)
    }

    /// Copies `words` words from `start` on.
    fn fill(&self, start: usize, words: usize) -> io::Result<()> {
        let mut bytes = vec![0; words * 8];
        self.file.read_exact_at(&mut bytes, at(start))?;
        for (cell, word) in self.copy[start..].iter().zip(bytes.as_chunks().0) {
            cell.store(u64::from_ne_bytes(*word), Ordering::Relaxed);
        }
        // what is read next is not older
        fence(Ordering::Acquire);
        Ok(())
    }
}

/// Where a word lies in the file.
fn at(word: usize) -> u64 {
    word as u64 * 8
}

/// Where in the ring the records lie that were written from `first` to before `end`, no more than it holds: first place and how many, in
/// one piece or in two.
fn pieces(first: u64, end: u64) -> impl Iterator<Item = (usize, usize)> {
    let (all, start) = (end.saturating_sub(first), first % RING_RECORDS);
    let to_its_end = all.min(RING_RECORDS - start);
    [(start, to_its_end), (0, all - to_its_end)].into_iter().filter(|(_, n)| *n > 0).map(|(start, n)| (start as usize, n as usize))
}

#[cfg(test)]
mod tests {
    use super::super::super::layout::FILE_BYTES;
    use super::*;

    /// A file as the tool makes it, of which the name is gone at once.
    fn file(name: &str) -> File {
        let path = std::env::temp_dir().join(format!("tightspot-shared-{name}-{}", std::process::id()));
        let file = File::options().read(true).write(true).create_new(true).open(&path).expect("the temporary folder can be written");
        std::fs::remove_file(path).expect("ours");
        file.set_len(FILE_BYTES as u64).expect("room");
        file
    }

    /// What the agent would have written.
    fn write(file: &File, words: &[AtomicU64]) {
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.load(Ordering::Relaxed).to_ne_bytes()).collect();
        file.write_all_at(&bytes, 0).expect("written");
    }

    fn record(n: u64) -> Record {
        Record { t_ns: n as i64, instance: 3, used: 7, ..Record::default() }
    }

    #[test]
    fn records_come_in_their_order_also_where_the_ring_begins_anew() {
        let agents: Vec<AtomicU64> = (0..FILE_WORDS).map(|_| AtomicU64::new(0)).collect();
        let file = file("ring");
        let shared = Shared::of(file.try_clone().expect("a handle"));
        let (mut next, mut written) = (0, 0);
        // the last leaves more than the ring holds
        for (more, lost) in [(5000, 0), (5000, 0), (0, 0), (9000, 9000 - (RING_RECORDS - 1))] {
            for n in written..written + more {
                Table(&agents).push(&record(n));
            }
            write(&file, &agents);
            let mut seen = Vec::new();
            assert_eq!(shared.drain(&mut next, &mut seen).expect("whole"), lost);
            written += more;
            assert_eq!(next, written);
            assert!(seen.iter().map(|r| r.t_ns as u64).eq(written - more + lost..written), "{} of {more}", seen.len());
            assert!(seen.iter().all(|r| *r == record(r.t_ns as u64)));
        }
    }

    #[test]
    fn each_side_sees_the_others_words() {
        let file = file("words");
        let shared = Shared::of(file.try_clone().expect("a handle"));
        shared.set(word::REQUEST, 2).expect("written");
        file.write_all_at(&5_u64.to_ne_bytes(), at(word::STATE)).expect("written");
        assert_eq!(shared.table().get(word::STATE), 0, "not before it is read");
        shared.refresh().expect("whole");
        assert_eq!((shared.table().get(word::STATE), shared.table().get(word::REQUEST)), (5, 2));
    }

    #[test]
    fn a_file_that_is_made_shorter_while_it_is_used_is_an_error() {
        let file = file("shorter");
        let shared = Shared::of(file.try_clone().expect("a handle"));
        let agents: Vec<AtomicU64> = (0..FILE_WORDS).map(|_| AtomicU64::new(0)).collect();
        Table(&agents).push(&record(0));
        write(&file, &agents);
        assert_eq!(shared.drain(&mut 0, &mut Vec::new()).expect("whole"), 0);
        let cut = |length: usize| {
            file.set_len(length as u64).expect("cut");
            let errors = [shared.refresh().err(), shared.drain(&mut 0, &mut Vec::new()).err()];
            errors.map(|e| e.map(|e| e.kind()))
        };
        let short = Some(io::ErrorKind::UnexpectedEof);
        // in the ring, of which the head says that there is a record; in the head; at its beginning
        assert_eq!([cut(at(RING_START) as usize + 20), cut(40), cut(0)], [[None, short], [short, short], [short, short]]);
    }

    #[test]
    fn numbers_that_lie_read_no_more_than_the_ring() {
        let file = file("lies");
        let shared = Shared::of(file.try_clone().expect("a handle"));
        for lie in [RING_RECORDS * 3 + 1, 1 << 50, u64::MAX] {
            file.write_all_at(&lie.to_ne_bytes(), at(word::WRITTEN)).expect("written");
            let (mut next, mut seen) = (0, Vec::new());
            let lost = shared.drain(&mut next, &mut seen).expect("whole");
            assert_eq!((lost + seen.len() as u64, seen.len() as u64, next), (lie, RING_RECORDS - 1, lie));
        }
    }
}
