//! The chunked transfer coding of RFC 9112, 7.1, read to find its end: data and trailers are skipped, nothing is kept.
//!
//! Lines may end in a bare LF (RFC 9112, 2.2 permits it); a CR that no LF follows is refused, wherever it stands in the framing.

/// More trailers than this, in bytes, are not an answer we believe in.
const MAX_TRAILERS: u32 = 64 * 1024;
/// More digits than this do not fit a length; leading zeros count.
const MAX_DIGITS: u8 = 15;

/// The bytes are not a chunked body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Malformed;

/// Where in the body the reader stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Chunks {
    /// In the digits of a size.
    Size { size: u64, digits: u8 },
    /// In the white space behind them.
    Padding { size: u64 },
    /// Behind the semicolon: extensions mean nothing to us.
    Extension { size: u64 },
    /// Behind the CR of the size line.
    SizeCr { size: u64 },
    /// In the data, with so many bytes left.
    Data(u64),
    /// Behind the data.
    DataEnd,
    /// Behind the CR that follows the data.
    DataCr,
    /// In the lines behind the last chunk, up to an empty one.
    Trailers { in_line: bool, length: u32 },
    /// Behind a CR there.
    TrailersCr { in_line: bool, length: u32 },
    /// Behind the body.
    Done,
}

impl Chunks {
    /// Before the first size.
    pub(crate) const START: Self = Self::Size { size: 0, digits: 0 };

    /// Consumes part of the body; `bytes` is not empty. Returns how many bytes were used.
    pub(crate) fn feed(&mut self, bytes: &[u8]) -> Result<usize, Malformed> {
        if let Self::Data(left) = *self {
            let n = left.min(bytes.len() as u64);
            *self = if n == left { Self::DataEnd } else { Self::Data(left - n) };
            return Ok(n as usize);
        }
        *self = self.next(bytes[0])?;
        Ok(1)
    }

    fn next(self, byte: u8) -> Result<Self, Malformed> {
        Ok(match (self, byte) {
            (Self::Size { digits: 0, .. }, b'\n' | b'\r' | b';' | b' ' | b'\t') => return Err(Malformed),
            (Self::Size { size, .. } | Self::Padding { size } | Self::Extension { size } | Self::SizeCr { size }, b'\n') => {
                if size == 0 {
                    Self::Trailers { in_line: false, length: 0 }
                } else {
                    Self::Data(size)
                }
            }
            (Self::Size { size, .. } | Self::Padding { size } | Self::Extension { size }, b'\r') => Self::SizeCr { size },
            (Self::Size { size, .. } | Self::Padding { size }, b';') | (Self::Extension { size }, _) => Self::Extension { size },
            (Self::Size { size, .. } | Self::Padding { size }, b' ' | b'\t') => Self::Padding { size },
            (Self::Size { size, digits }, _) => {
                let digit = char::from(byte).to_digit(16).filter(|_| digits < MAX_DIGITS).ok_or(Malformed)?;
                Self::Size { size: size * 16 + u64::from(digit), digits: digits + 1 }
            }
            (Self::DataEnd | Self::DataCr, b'\n') => Self::START,
            (Self::DataEnd, b'\r') => Self::DataCr,
            (Self::Trailers { in_line, length } | Self::TrailersCr { in_line, length }, b'\n') => {
                if in_line {
                    Self::Trailers { in_line: false, length: length + 1 }
                } else {
                    Self::Done
                }
            }
            (Self::Trailers { in_line, length }, b'\r') => Self::TrailersCr { in_line, length: length + 1 },
            (Self::Trailers { length, .. }, _) if length < MAX_TRAILERS => Self::Trailers { in_line: true, length: length + 1 },
            (
                Self::Padding { .. } | Self::SizeCr { .. } | Self::DataEnd | Self::DataCr | Self::Trailers { .. } | Self::TrailersCr { .. },
                _,
            ) => return Err(Malformed),
            (Self::Data(_) | Self::Done, _) => self,
        })
    }
}
