//! The container: a file header, then frames `[length u32][crc32 u32][payload]`, little-endian. Knows nothing of observations.

use std::io::{self, Read, Seek, SeekFrom};

/// Version of the container that is written and the newest that is read.
pub const CONTAINER_VERSION: u32 = 1;

/// What every run file begins with. Like PNG's: a high bit, a line end and an end-of-file mark, so that a text transfer shows.
const MAGIC: [u8; 8] = *b"\x89TSR\r\n\x1a\n";
/// Magic and container version.
pub(crate) const FILE_HEADER: u64 = 12;
/// Length and checksum.
pub(crate) const FRAME_HEADER: u64 = 8;
/// A longer frame is taken for a corrupt length.
pub(crate) const MAX_PAYLOAD: u32 = 256 << 20;

/// The first bytes of a file.
pub(crate) fn file_header() -> Vec<u8> {
    [&MAGIC[..], &CONTAINER_VERSION.to_le_bytes()].concat()
}

/// A frame around `payload`. The checksum covers the length too, so that a flipped length cannot pass.
pub(crate) fn frame(payload: &[u8]) -> Option<Vec<u8>> {
    let length = u32::try_from(payload.len()).ok().filter(|n| *n <= MAX_PAYLOAD)?.to_le_bytes();
    Some([&length[..], &checksum(length, payload).to_le_bytes(), payload].concat())
}

fn checksum(length: [u8; 4], payload: &[u8]) -> u32 {
    let mut crc = crc32fast::Hasher::new();
    crc.update(&length);
    crc.update(payload);
    crc.finalize()
}

/// What the beginning of a file says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    /// A run file of this container version.
    Run(u32),
    /// Cut off within the header.
    Cut,
    /// Something else.
    Foreign,
}

/// What comes next in a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// A whole frame.
    Payload(Vec<u8>),
    /// The file ends here, cleanly.
    End,
    /// The file ends within a frame.
    Cut,
    /// Not what was written, and why.
    Corrupt(String),
}

/// Walks the frames of a file, up to the length it had when it was opened.
pub(crate) struct Frames<R> {
    input: R,
    /// Offset of the next frame: all before it was whole.
    pub(crate) at: u64,
    /// Length of the file.
    pub(crate) len: u64,
}

impl<R: Read + Seek> Frames<R> {
    /// Reads the file header.
    pub(crate) fn open(mut input: R) -> io::Result<(Opening, Self)> {
        let len = input.seek(SeekFrom::End(0))?;
        input.seek(SeekFrom::Start(0))?;
        let mut head = vec![0; len.min(FILE_HEADER) as usize];
        input.read_exact(&mut head)?;
        let magic = head.len().min(MAGIC.len());
        let opening = match head.get(8..12) {
            _ if head[..magic] != MAGIC[..magic] => Opening::Foreign,
            Some(v) => Opening::Run(u32::from_le_bytes([v[0], v[1], v[2], v[3]])),
            None => Opening::Cut,
        };
        Ok((opening, Self { input, at: head.len() as u64, len }))
    }

    /// Bytes from here to the end of the file.
    pub(crate) fn left(&self) -> u64 {
        self.len - self.at
    }

    /// The next frame, checked. After anything but a payload the walk is over.
    pub(crate) fn next(&mut self) -> io::Result<Next> {
        let Some((length, crc)) = self.head()? else { return Ok(if self.left() == 0 { Next::End } else { Next::Cut }) };
        if length > MAX_PAYLOAD {
            return Ok(Next::Corrupt(format!("a frame of {length} bytes, the longest is {MAX_PAYLOAD}")));
        }
        if u64::from(length) > self.left() - FRAME_HEADER {
            return Ok(Next::Cut);
        }
        let mut payload = vec![0; length as usize];
        self.input.read_exact(&mut payload)?;
        if checksum(length.to_le_bytes(), &payload) != crc {
            return Ok(Next::Corrupt("the checksum does not match".to_owned()));
        }
        self.at += FRAME_HEADER + u64::from(length);
        Ok(Next::Payload(payload))
    }

    /// Moves to the last whole frame by lengths alone, without reading what lies between; `false` when there is none from here.
    pub(crate) fn seek_last(&mut self) -> io::Result<bool> {
        let mut last = None;
        loop {
            let next = match self.head()? {
                Some((length, _)) if length <= MAX_PAYLOAD => self.at + FRAME_HEADER + u64::from(length),
                _ => break,
            };
            if next > self.len {
                break;
            }
            last = Some(self.at);
            self.at = next;
            self.input.seek(SeekFrom::Start(next))?;
        }
        self.at = last.unwrap_or(self.at);
        self.input.seek(SeekFrom::Start(self.at))?;
        Ok(last.is_some())
    }

    fn head(&mut self) -> io::Result<Option<(u32, u32)>> {
        if self.left() < FRAME_HEADER {
            return Ok(None);
        }
        let (mut length, mut crc) = ([0; 4], [0; 4]);
        self.input.read_exact(&mut length)?;
        self.input.read_exact(&mut crc)?;
        Ok(Some((u32::from_le_bytes(length), u32::from_le_bytes(crc))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn file(payloads: &[&[u8]]) -> Vec<u8> {
        let mut bytes = file_header();
        for p in payloads {
            bytes.extend(frame(p).expect("short payloads make frames"));
        }
        bytes
    }

    #[test]
    fn frames_come_back_in_order_and_end_cleanly() {
        let (opening, mut frames) = Frames::open(Cursor::new(file(&[b"one", b"", b"three"]))).unwrap();
        assert_eq!(opening, Opening::Run(CONTAINER_VERSION));
        let all: Vec<Next> = (0..4).map(|_| frames.next().unwrap()).collect();
        assert_eq!(all, [Next::Payload(b"one".into()), Next::Payload(vec![]), Next::Payload(b"three".into()), Next::End]);
    }

    #[test]
    fn every_flipped_bit_is_noticed() {
        let good = file(&[b"payload"]);
        for bit in FILE_HEADER as usize * 8..good.len() * 8 {
            let mut bad = good.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            let (_, mut frames) = Frames::open(Cursor::new(bad)).unwrap();
            assert!(matches!(frames.next().unwrap(), Next::Corrupt(_) | Next::Cut), "bit {bit} passed");
        }
    }

    #[test]
    fn last_frame_is_found_behind_a_torn_tail() {
        let mut bytes = file(&[b"one", b"two"]);
        bytes.extend(&frame(b"torn").unwrap()[..9]);
        let (_, mut frames) = Frames::open(Cursor::new(bytes)).unwrap();
        assert!(frames.seek_last().unwrap());
        assert_eq!(frames.next().unwrap(), Next::Payload(b"two".into()));
    }
}
