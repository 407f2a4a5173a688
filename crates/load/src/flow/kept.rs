//! An answer that was kept as it came, taken apart: the head of the final answer, and its body without chunks.

use crate::chunks::Chunks;
use std::borrow::Cow;

/// Head (with its empty line) and body of `raw`, an answer that was found to be whole; a body that was kept only in part comes in part.
pub(crate) fn parts(raw: &[u8]) -> (&[u8], Cow<'_, [u8]>) {
    let (head, body) = apart(raw);
    (head, if is_chunked(head) { Cow::Owned(joined(body)) } else { Cow::Borrowed(body) })
}

/// In how many chunks the body of `raw` came; `None` where it was not chunked.
pub(crate) fn chunks(raw: &[u8]) -> Option<u64> {
    let (head, body) = apart(raw);
    let mut chunks = 0;
    is_chunked(head).then(|| each_chunk(body, |_| chunks += 1));
    is_chunked(head).then_some(chunks)
}

/// Head and body of `raw` as they came.
fn apart(raw: &[u8]) -> (&[u8], &[u8]) {
    let mut rest = raw;
    loop {
        let Some(end) = head_end(rest) else { return (rest, &[]) };
        let (head, body) = rest.split_at(end);
        // An interim answer: the final one follows.
        if status_class(head) == Some(b'1') && !body.is_empty() {
            rest = body;
            continue;
        }
        return (head, body);
    }
}

fn is_chunked(head: &[u8]) -> bool {
    super::head::values(head, "transfer-encoding").any(|v| v.to_ascii_lowercase().ends_with(b"chunked"))
}

fn head_end(bytes: &[u8]) -> Option<usize> {
    let crlf = bytes.windows(4).position(|w| w == b"\r\n\r\n").map(|at| at + 4);
    let lf = bytes.windows(2).position(|w| w == b"\n\n").map(|at| at + 2);
    match (crlf, lf) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

fn status_class(head: &[u8]) -> Option<u8> {
    head.split(|b| *b == b' ').nth(1)?.first().copied()
}

/// The data of a chunked body, as far as it is there.
fn joined(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    each_chunk(bytes, |data| out.extend_from_slice(data));
    out
}

/// Gives the data of each chunk of a chunked body, as far as it is there.
fn each_chunk(bytes: &[u8], mut hear: impl FnMut(&[u8])) {
    let (mut state, mut at) = (Chunks::START, 0);
    while at < bytes.len() && state != Chunks::Done {
        if let Chunks::Data(left) = state {
            hear(&bytes[at..bytes.len().min(at + left as usize)]);
        }
        match state.feed(&bytes[at..]) {
            Ok(n) => at += n,
            Err(_) => break,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_and_bodies_come_apart_however_they_are_framed() {
        let plain = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
        assert_eq!(parts(plain), (&plain[..plain.len() - 2], Cow::Borrowed(&b"ok"[..])));
        let interim = b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n";
        let (head, body) = parts(interim);
        assert!(head.starts_with(b"HTTP/1.1 200 OK"));
        assert_eq!(body.as_ref(), b"abcde");
        assert_eq!((chunks(interim), chunks(plain)), (Some(2), None));
        let cut = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc";
        assert_eq!(parts(cut).1.as_ref(), b"abc");
        assert_eq!(parts(b"HTTP/1.1 204 No Content\r\n\r\n").1.as_ref(), b"");
    }
}
