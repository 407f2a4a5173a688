//! What a head says of its body, and what was in a body. Neither is trusted: a body may unpack to anything.

use crate::flow::head_values;
use std::io::{self, Read};

/// How many times as long as it was sent a body may get: deflate, which packs 1,032 bytes into one at best, stays below it.
const MOST_TIMES: usize = 1_100;
/// Longest media type that is kept.
const LONGEST_TYPE: usize = 60;

/// How a body is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coding {
    None,
    Gzip,
    Deflate,
    Brotli,
    Zstd,
    Other,
}

impl Coding {
    /// As the head says: of several on top of each other none is known.
    pub(super) fn of(head: &[u8]) -> Self {
        let mut found = Self::None;
        for name in head_values(head, "content-encoding").flat_map(|v| v.split(|b| *b == b',')).map(<[u8]>::trim_ascii) {
            let this = match name.to_ascii_lowercase().as_slice() {
                b"" | b"identity" => continue,
                b"gzip" | b"x-gzip" => Self::Gzip,
                b"deflate" => Self::Deflate,
                b"br" => Self::Brotli,
                b"zstd" => Self::Zstd,
                _ => Self::Other,
            };
            found = if found == Self::None { this } else { Self::Other };
        }
        found
    }

    /// The word for it in a run.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Gzip => "gzip",
            Self::Deflate => "deflate",
            Self::Brotli => "br",
            Self::Zstd => "zstd",
            Self::Other => "other",
        }
    }

    /// The level at which `body` was packed, as gzip's extra flags tell the lowest and the highest (RFC 1952, 2.3.1).
    pub(super) fn level_told(self, body: &[u8]) -> Option<u8> {
        match body {
            [0x1f, 0x8b, 8, _, _, _, _, _, flags, ..] if self == Self::Gzip => match flags {
                2 => Some(9),
                4 => Some(1),
                _ => None,
            },
            _ => None,
        }
    }

    /// Bytes to which `body` is unpacked at most, of `most`.
    pub(super) fn most_of(self, body: &[u8], most: usize) -> usize {
        if matches!(self, Self::None | Self::Other) { 0 } else { most.min(body.len().saturating_mul(MOST_TIMES)) }
    }

    /// What is in `body`, where that is at most `most` bytes; `None` where it cannot be unpacked, or may be a bomb.
    pub(super) fn unpack(self, body: &[u8], most: usize) -> Option<Vec<u8>> {
        let most = self.most_of(body, most);
        let all = |from: &mut dyn Read| read_all(from, most).ok().flatten();
        match self {
            Self::None | Self::Other => None,
            Self::Gzip => all(&mut flate2::bufread::MultiGzDecoder::new(body)),
            // RFC 9110, 8.4.1.2: zlib is meant, and some send deflate without it
            Self::Deflate => {
                all(&mut flate2::bufread::ZlibDecoder::new(body)).or_else(|| all(&mut flate2::bufread::DeflateDecoder::new(body)))
            }
            Self::Brotli => all(&mut brotli::Decompressor::new(body, 64 << 10)),
            Self::Zstd => all(&mut zstd::stream::read::Decoder::with_buffer(body).ok()?),
        }
    }
}

/// All that can be read; `None` where it is more than `most` bytes.
fn read_all(from: &mut dyn Read, most: usize) -> io::Result<Option<Vec<u8>>> {
    let mut out = Vec::new();
    from.take(most as u64 + 1).read_to_end(&mut out)?;
    Ok((out.len() <= most).then_some(out))
}

/// The media type of a body without its parameters; empty where there is none that can be shown.
pub(super) fn media_type(head: &[u8]) -> String {
    let value = head_values(head, "content-type").next().unwrap_or_default();
    let name = value.split(|b| *b == b';').next().unwrap_or_default().trim_ascii().to_ascii_lowercase();
    let fits = |b: &u8| b.is_ascii_alphanumeric() || b"!#$&-^_.+/".contains(b);
    let is_one = name.split(|b| *b == b'/').count() == 2 && name.len() <= LONGEST_TYPE && name.iter().all(fits);
    if is_one { String::from_utf8(name).unwrap_or_default() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampled::pack::tests::packed;

    fn head(lines: &str) -> Vec<u8> {
        format!("HTTP/1.1 200 OK\r\n{lines}\r\n\r\n").into_bytes()
    }

    #[test]
    fn what_is_on_top_of_another_coding_is_not_known() {
        let of = |lines: &str| Coding::of(&head(lines));
        assert_eq!(of("Content-Type: text/html"), Coding::None);
        assert_eq!(of("Content-Encoding: identity"), Coding::None);
        assert_eq!(of("content-encoding:  GZIP "), Coding::Gzip);
        assert_eq!([of("Content-Encoding: br"), of("Content-Encoding: zstd")], [Coding::Brotli, Coding::Zstd]);
        assert_eq!([of("Content-Encoding: gzip, br"), of("Content-Encoding: dcb")], [Coding::Other; 2]);
    }

    #[test]
    fn a_media_type_is_kept_without_its_parameters_and_nothing_else_is() {
        let of = |value: &str| media_type(&head(&format!("Content-Type: {value}")));
        assert_eq!([of("text/HTML; charset=utf-8"), of("image/svg+xml")], ["text/html", "image/svg+xml"]);
        assert_eq!([of("whatever anna@example.com says"), of(&format!("a/{}", "b".repeat(80)))], ["", ""]);
    }

    /// `hello, hello, hello` as another program's zlib wrote it.
    const HELLO: [u8; 17] = [120, 156, 203, 72, 205, 201, 201, 215, 81, 200, 64, 162, 0, 68, 40, 6, 213];

    #[test]
    fn known_bytes_unpack_whether_deflate_comes_in_zlib_or_alone() {
        let hello = Some(&b"hello, hello, hello"[..]);
        assert_eq!(Coding::Deflate.unpack(&HELLO, 100).as_deref(), hello);
        assert_eq!(Coding::Deflate.unpack(&HELLO[2..HELLO.len() - 4], 100).as_deref(), hello);
    }

    #[test]
    fn each_coding_unpacks_what_was_packed_and_garbage_is_nothing() {
        let plain = "rather the same, and the same again; ".repeat(40).into_bytes();
        for coding in [Coding::Gzip, Coding::Deflate, Coding::Brotli, Coding::Zstd] {
            let body = packed(coding, 6, &plain);
            assert!(body.len() < plain.len() / 4, "{coding:?}");
            assert_eq!(coding.unpack(&body, 10_000).as_deref(), Some(&plain[..]), "{coding:?}");
            assert_eq!(coding.unpack(&body[..body.len() / 2], 10_000), None, "{coding:?}, cut");
            assert_eq!(coding.unpack(b"no such thing at all", 10_000), None, "{coding:?}, garbage");
        }
        assert_eq!(Coding::Other.unpack(&plain, 10_000), None);
    }

    #[test]
    fn gzip_tells_its_lowest_and_its_highest_level() {
        let told = |level| Coding::Gzip.level_told(&packed(Coding::Gzip, level, b"hello"));
        assert_eq!([told(1), told(6), told(9)], [Some(1), None, Some(9)]);
        assert_eq!((Coding::Gzip.level_told(b"short"), Coding::Brotli.level_told(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3])), (None, None));
    }

    #[test]
    fn a_bomb_is_not_unpacked() {
        let zeros = vec![0; 8 << 20];
        for coding in [Coding::Gzip, Coding::Brotli, Coding::Zstd] {
            let body = packed(coding, 6, &zeros);
            assert_eq!(coding.unpack(&body, 1 << 20), None, "{coding:?}: more than there is room for");
        }
        let brotli = packed(Coding::Brotli, 6, &zeros);
        assert_eq!(Coding::Brotli.unpack(&brotli, 64 << 20), None, "{} bytes become eight million", brotli.len());
    }
}
