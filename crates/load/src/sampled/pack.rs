//! What the tool's own compressors make of a body: bytes, and the CPU time of this thread. For gzip and deflate that is zlib itself, which
//! is slower than what is tuned for one processor: a service that is held against it is not accused of a slow library.

use super::coding::Coding;
use crate::sys::thread_cpu_ns;
use model::Packed;
use std::io::{self, Write};

/// Goes of which the quickest counts, while one takes less than [`QUICK_NS`].
const GOES: usize = 3;
const QUICK_NS: u64 = 5_000_000;
/// Bytes between two looks at the clock.
const PIECE: usize = 64 << 10;

/// The levels that are tried: the cheapest, what is usual, what takes most, and between them what may do as well as the highest.
pub(super) fn levels(coding: Coding) -> &'static [u8] {
    match coding {
        Coding::None | Coding::Other => &[],
        Coding::Gzip | Coding::Deflate => &[1, 4, 5, 6, 9],
        Coding::Brotli => &[1, 4, 9, 11],
        Coding::Zstd => &[1, 3, 9],
    }
}

/// What each level makes of `plain`; `None` where it would take more than is left of `left_ns`, from which it takes what it needs.
pub(super) fn all_levels(coding: Coding, plain: &[u8], left_ns: &mut u64) -> Option<Vec<Packed>> {
    levels(coding).iter().map(|level| one_level(coding, *level, plain, left_ns)).collect()
}

fn one_level(coding: Coding, level: u8, plain: &[u8], left_ns: &mut u64) -> Option<Packed> {
    let mut least: Option<Packed> = None;
    for _ in 0..GOES {
        let began = thread_cpu_ns();
        let bytes = pack(coding, level, plain, Count(0), began.saturating_add(*left_ns)).ok().map(|c| c.0);
        let cpu_ns = thread_cpu_ns().saturating_sub(began);
        *left_ns = left_ns.saturating_sub(cpu_ns);
        let this = Packed { level, bytes: bytes?, cpu_ns };
        least = Some(least.map_or(this, |l| if this.cpu_ns < l.cpu_ns { this } else { l }));
        if cpu_ns >= QUICK_NS {
            break;
        }
    }
    least
}

/// Packs `plain` into `out`; an error when this thread's CPU time is beyond `until_ns` meanwhile.
fn pack<W: Write>(coding: Coding, level: u8, plain: &[u8], out: W, until_ns: u64) -> io::Result<W> {
    let zlib = flate2::Compression::new(u32::from(level));
    match coding {
        Coding::Gzip => {
            let mut to = flate2::write::GzEncoder::new(out, zlib);
            feed(&mut to, plain, until_ns)?;
            to.finish()
        }
        Coding::Deflate => {
            let mut to = flate2::write::ZlibEncoder::new(out, zlib);
            feed(&mut to, plain, until_ns)?;
            to.finish()
        }
        Coding::Brotli => {
            let mut to = brotli::CompressorWriter::new(out, PIECE, u32::from(level), 22);
            feed(&mut to, plain, until_ns)?;
            Ok(to.into_inner())
        }
        Coding::Zstd => {
            let mut to = zstd::stream::write::Encoder::new(out, i32::from(level))?;
            feed(&mut to, plain, until_ns)?;
            to.finish()
        }
        Coding::None | Coding::Other => Err(io::ErrorKind::Unsupported.into()),
    }
}

fn feed(to: &mut dyn Write, plain: &[u8], until_ns: u64) -> io::Result<()> {
    for piece in plain.chunks(PIECE) {
        if thread_cpu_ns() >= until_ns {
            return Err(io::ErrorKind::TimedOut.into());
        }
        to.write_all(piece)?;
    }
    Ok(())
}

/// Counts what would be written.
struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// `plain`, packed.
    pub(in crate::sampled) fn packed(coding: Coding, level: u8, plain: &[u8]) -> Vec<u8> {
        pack(coding, level, plain, Vec::new(), u64::MAX).expect("into memory")
    }

    /// Lines of a list in which figures differ.
    pub(in crate::sampled) fn lines(count: u32) -> Vec<u8> {
        let figure = |n: u32| n.wrapping_mul(2_654_435_761) >> 12;
        (0..count).flat_map(|n| format!("item {n};in stock;{} pieces;{} cents\n", figure(n) % 97, figure(n)).into_bytes()).collect()
    }

    #[test]
    fn higher_levels_make_less_of_it_for_more() {
        let plain = lines(2_000);
        for coding in [Coding::Gzip, Coding::Deflate, Coding::Brotli, Coding::Zstd] {
            let mut left_ns = u64::MAX / 2;
            let all = all_levels(coding, &plain, &mut left_ns).expect("there is time");
            assert_eq!(all.iter().map(|p| p.level).collect::<Vec<_>>(), levels(coding));
            let (first, last) = (all[0], all[all.len() - 1]);
            assert!(last.bytes < first.bytes && first.bytes < plain.len() as u64 / 2, "{coding:?}: {all:?}");
            assert!(last.cpu_ns > first.cpu_ns && first.cpu_ns > 0, "{coding:?}: {all:?}");
            assert_eq!(packed(coding, last.level, &plain).len() as u64, last.bytes, "{coding:?}");
        }
    }

    #[test]
    fn what_takes_too_long_is_given_up() {
        let plain = lines(40_000);
        let mut left_ns = 1_000_000;
        assert_eq!((all_levels(Coding::Brotli, &plain, &mut left_ns), left_ns), (None, 0));
        assert_eq!(all_levels(Coding::Gzip, &plain, &mut left_ns), None, "nothing is left");
    }
}
