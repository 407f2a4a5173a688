//! Numbers and texts of a recording, read where they lie. Whoever wrote the file may have lied: what a length says is held against the
//! bytes that there are, and all reading is paid from a budget.

use std::cell::Cell;

/// Steps that reading may take for each byte of the file. A guess: an event of the profiler's takes some sixty and has 18 bytes.
const STEPS_PER_BYTE: u64 = 32;
/// Bytes that may be kept of one recording. A guess: ten times what 500,000 samples of 20,000 stacks need.
const MOST_KEPT: u64 = 256 << 20;

/// Cut short, or no such thing as stands in its place in a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Garbled;

/// What may still be spent on a file. Without it a small one could ask for work and memory without end: values may name the same bytes
/// again and again.
pub(super) struct Budget {
    steps: Cell<u64>,
    kept: Cell<u64>,
}

impl Budget {
    /// For a file of `bytes` bytes.
    pub(super) fn for_file(bytes: usize) -> Self {
        Self { steps: Cell::new(STEPS_PER_BYTE * bytes as u64), kept: Cell::new(MOST_KEPT) }
    }

    /// Pays for what takes time.
    pub(super) fn step(&self, steps: usize) -> Result<(), Garbled> {
        spend(&self.steps, steps)
    }

    /// Pays for `bytes` that stay in memory.
    pub(super) fn keep(&self, bytes: usize) -> Result<(), Garbled> {
        spend(&self.kept, bytes)
    }
}

fn spend(left: &Cell<u64>, amount: usize) -> Result<(), Garbled> {
    left.set(left.get().checked_sub(amount as u64).ok_or(Garbled)?);
    Ok(())
}

/// A place in a chunk, from which is read on. A copy stays where it is.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
    budget: &'a Budget,
}

impl<'a> Bytes<'a> {
    /// Of `all`, from byte `at` on.
    pub(super) fn new(all: &'a [u8], at: usize, budget: &'a Budget) -> Self {
        Self { all, at, budget }
    }

    /// Where it is, in bytes from the beginning.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The budget that it is read from.
    pub(super) fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// The next `n` bytes.
    pub(super) fn take(&mut self, n: usize) -> Result<&'a [u8], Garbled> {
        self.budget.step(1)?;
        let end = self.at.checked_add(n).ok_or(Garbled)?;
        let taken = self.all.get(self.at..end).ok_or(Garbled)?;
        self.at = end;
        Ok(taken)
    }

    /// A number as the format packs them: seven bits in each byte, the lowest first, and all eight in a ninth.
    pub(super) fn number(&mut self) -> Result<i64, Garbled> {
        self.budget.step(1)?;
        let mut number = 0;
        for shift in (0..56).step_by(7) {
            let byte = self.next()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number as i64);
            }
        }
        Ok((number | u64::from(self.next()?) << 56) as i64)
    }

    /// A number of things that follow, of which each takes a byte at least.
    pub(super) fn count(&mut self) -> Result<usize, Garbled> {
        let count = usize::try_from(self.number()?).map_err(|_| Garbled)?;
        if count <= self.all.len().saturating_sub(self.at) { Ok(count) } else { Err(Garbled) }
    }

    /// A text's bytes, `None` where it is written in a way that this profiler does not use: UTF-16, Latin-1, or in a pool.
    pub(super) fn text(&mut self) -> Result<Option<&'a [u8]>, Garbled> {
        match self.take(1)?[0] {
            0 => Ok(None),
            1 => Ok(Some(&[])),
            2 => self.number().map(|_| None),
            3 => {
                let length = self.count()?;
                self.take(length).map(Some)
            }
            4 => {
                for _ in 0..self.count()? {
                    self.number()?;
                }
                Ok(None)
            }
            5 => {
                let length = self.count()?;
                self.take(length).map(|_| None)
            }
            _ => Err(Garbled),
        }
    }

    fn next(&mut self) -> Result<u8, Garbled> {
        let byte = *self.all.get(self.at).ok_or(Garbled)?;
        self.at += 1;
        Ok(byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget() -> Budget {
        Budget::for_file(100)
    }

    #[test]
    fn numbers_are_packed_by_seven_bits() {
        let table: [(&[u8], i64); 4] = [(&[0x05], 5), (&[0x85, 0xb0, 0x03], 55_301), (&[0xff; 9], -1), (&[0x80, 0x01, 9], 128)];
        for (bytes, want) in table {
            assert_eq!(Bytes::new(bytes, 0, &budget()).number(), Ok(want), "{bytes:x?}");
        }
        assert_eq!(Bytes::new(&[0x85, 0xb0], 0, &budget()).number(), Err(Garbled));
    }

    #[test]
    fn no_count_is_above_the_bytes_that_follow() {
        assert_eq!(Bytes::new(&[2, 0, 0], 0, &budget()).count(), Ok(2));
        for bytes in [&[3, 0, 0][..], &[0xff, 0xff, 0xff, 0xff, 0x07], &[0xff; 9], &[]] {
            assert_eq!(Bytes::new(bytes, 0, &budget()).count(), Err(Garbled), "{bytes:x?}");
        }
    }

    #[test]
    fn texts_are_passed_however_they_are_written() {
        let table: [(&[u8], Option<&[u8]>); 6] = [
            (&[0], None),
            (&[1], Some(b"")),
            (&[2, 7], None),
            (&[3, 2, b'a', b'b'], Some(b"ab")),
            (&[4, 2, b'a', b'b'], None),
            (&[5, 1, 0xe9], None),
        ];
        for (bytes, want) in table {
            let budget = budget();
            let mut from = Bytes::new(bytes, 0, &budget);
            assert_eq!((from.text(), from.at()), (Ok(want), bytes.len()), "{bytes:x?}");
        }
        for bytes in [&[3, 2, b'a'][..], &[6, 0], &[5, 0x80], &[]] {
            assert_eq!(Bytes::new(bytes, 0, &budget()).text(), Err(Garbled), "{bytes:x?}");
        }
    }

    #[test]
    fn whoever_reads_the_same_again_and_again_runs_out() {
        let budget = Budget::for_file(1);
        let mut read = 0;
        while Bytes::new(&[1], 0, &budget).number().is_ok() {
            read += 1;
        }
        assert_eq!(read, STEPS_PER_BYTE);
        assert_eq!((budget.keep(MOST_KEPT as usize), budget.keep(1)), (Ok(()), Err(Garbled)));
    }
}
