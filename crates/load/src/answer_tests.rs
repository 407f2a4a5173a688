//! Every answer is fed whole, byte by byte and split at every place: the result must not depend on it.

use super::*;

/// Feeds `text` in pieces and returns how many bytes the answer took, if it is complete.
fn feed(pieces: &[&[u8]], head: bool) -> Result<(Option<usize>, Answer), NotHttp> {
    let mut answer = Answer::new();
    answer.expect(head);
    let mut before = 0;
    for p in pieces {
        if let Progress::Done(n) = answer.feed(p)? {
            return Ok((Some(before + n), answer));
        }
        before += p.len();
    }
    Ok((None, answer))
}

fn check(text: &str, head: bool, status: u16, length: usize, keep_alive: bool) {
    let bytes = text.as_bytes();
    let single: Vec<&[u8]> = bytes.chunks(1).collect();
    let mut ways: Vec<Vec<&[u8]>> = vec![vec![bytes], single];
    ways.extend((1..bytes.len()).map(|i| vec![&bytes[..i], &bytes[i..]]));
    for way in ways {
        let (taken, answer) = feed(&way, head).expect(text);
        assert_eq!((taken, answer.status, answer.keep_alive), (Some(length), status, keep_alive), "{text:?} in {} pieces", way.len());
    }
}

#[test]
fn answers_end_where_their_length_says_however_they_are_split() {
    check("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", false, 200, 43, true);
    check("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nX: y\r\n\r\nhello", false, 200, 46, true);
    check("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", false, 200, 38, true);
}

#[test]
fn chunked_answers_end_after_the_last_chunk_and_its_trailers() {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    let plain = format!("{head}5\r\nhello\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n");
    check(&plain, false, 200, plain.len(), true);
    let trailers = format!("{head}1\r\n\n\r\n000\r\nA: b\r\nC: d\r\n\r\n");
    check(&trailers, false, 200, trailers.len(), true);
}

#[test]
fn answers_without_a_body_end_after_the_head() {
    check("HTTP/1.1 204 No Content\r\nA: b\r\n\r\n", false, 204, 33, true);
    check("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", false, 304, 48, true);
    check("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", true, 200, 38, true);
    check("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", true, 200, 47, true);
}

#[test]
fn interim_answers_are_skipped() {
    check("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\nx", false, 201, 69, true);
}

#[test]
fn connection_headers_and_versions_decide_about_reuse() {
    check("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", false, 200, 57, false);
    check("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", false, 200, 38, false);
    check("HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n", false, 200, 62, true);
}

#[test]
fn an_answer_without_length_ends_when_the_peer_closes() {
    let (taken, mut answer) = feed(&[b"HTTP/1.1 200 OK\r\n\r\nsome", b" body"], false).expect("valid");
    assert_eq!(taken, None);
    assert!(answer.peer_closed());
    let (_, mut half) = feed(&[b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel"], false).expect("valid");
    assert!(!half.peer_closed());
}

#[test]
fn what_is_not_http_is_refused() {
    for bytes in [
        "SSH-2.0-OpenSSH_9.2\r\n",
        "-ERR unknown command\r\n",
        "\x15\x03\x03\0\x02\x02\x16",
        "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
    ] {
        assert!(feed(&[bytes.as_bytes()], false).is_err(), "{bytes:?}");
    }
    assert_eq!(feed(&[b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"], false).err(), Some(NotHttp::Chunk));
}

/// What becomes of an answer: where it ends and whether another may follow, what a close means to it, or why it is none.
#[derive(Debug, PartialEq, Eq)]
enum End {
    /// After so many bytes from the end of the text; the connection may be used again.
    Reusable(usize),
    /// The same, and the connection may not.
    Final(usize),
    /// With the connection.
    Close,
    /// Not yet: a close cuts it short.
    Open,
    Refused(NotHttp),
}

const GET: bool = false;
const HEAD: bool = true;

/// RFC 9112 as a table; every case is fed whole, byte by byte, and split at every place.
#[test]
fn every_answer_ends_as_the_rfc_says_wherever_it_is_split() {
    use End::{Close, Final, Open, Refused, Reusable};
    let many = |n: usize| format!("HTTP/1.1 200 OK\r\n{}Content-Length: 0\r\n\r\n", "x: y\r\n".repeat(n));
    let (hundred, too_many) = (many(99), many(100));
    let cases: &[(&str, bool, u16, End)] = &[
        // 6.3, 1: no body whatever the fields say.
        ("HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n", GET, 204, Reusable(0)),
        ("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", GET, 204, Reusable(0)),
        ("HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n", GET, 304, Reusable(0)),
        ("HTTP/1.1 304 Not Modified\r\n\r\n", GET, 304, Reusable(0)),
        ("HTTP/1.1 200 OK\r\n\r\n", HEAD, 200, Reusable(0)),
        ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody", HEAD, 200, Reusable(4)),
        ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n\0\0", GET, 101, Final(2)),
        // Interim answers, any number of them, whatever they claim.
        ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 x\r\n\r\n", GET, 204, Reusable(0)),
        (
            "HTTP/1.1 103 x\r\nContent-Length: 9\r\nConnection: close\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
            GET,
            200,
            Reusable(0),
        ),
        ("HTTP/1.1 102 Processing\r\n\r\n", GET, 102, Open),
        // 6.3, 3 and 6.1: both fields, or a coding in HTTP/1.0: chunked decides, and nothing may follow.
        ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\nrest", GET, 200, Final(4)),
        ("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", GET, 200, Final(0)),
        // 6.3, 4: chunked not last ends with the connection.
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n", GET, 200, Close),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: xchunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n", GET, 200, Close),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding:\tChunked\r\n\r\n0\r\n\r\n", GET, 200, Reusable(0)),
        // 6.3, 5: lengths that are not one number.
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok", GET, 200, Reusable(0)),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok", GET, 200, Reusable(0)),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok", GET, 200, Refused(NotHttp::Lengths)),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2, 3\r\n\r\nok", GET, 200, Refused(NotHttp::Lengths)),
        ("HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nok", GET, 200, Refused(NotHttp::Length)),
        ("HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nok", GET, 200, Refused(NotHttp::Length)),
        ("HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\nok", GET, 200, Refused(NotHttp::Length)),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2,\r\n\r\nok", GET, 200, Refused(NotHttp::Length)),
        ("HTTP/1.1 200 OK\r\nContent-Length: 0x2\r\n\r\nok", GET, 200, Refused(NotHttp::Length)),
        ("HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551616\r\n\r\nok", GET, 200, Refused(NotHttp::Length)),
        ("HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551615\r\n\r\nok", GET, 200, Open),
        // 6.3, 6 and 8.
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel", GET, 200, Open),
        ("HTTP/1.0 200 OK\r\n\r\nuntil the end", GET, 200, Close),
        ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 500 x\r\n\r\n", GET, 200, Reusable(18)),
        // 7.1: chunks.
        (
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2;a=\"b;c\" ; d\r\nok\r\n0;last\r\nA: b\r\n c\r\n\r\n",
            GET,
            200,
            Reusable(0),
        ),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n002 \t;x\r\nok\r\n0\n\n", GET, 200, Reusable(0)),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n", GET, 200, Open),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", GET, 200, Open),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nokay\r\n", GET, 200, Refused(NotHttp::Chunk)),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n0\r\n\r\n", GET, 200, Refused(NotHttp::Chunk)),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", GET, 200, Refused(NotHttp::Chunk)),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0x2\r\nok", GET, 200, Refused(NotHttp::Chunk)),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2 2\r\nok", GET, 200, Refused(NotHttp::Chunk)),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\rx\nok", GET, 200, Refused(NotHttp::Chunk)),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", GET, 200, Refused(NotHttp::Chunk)),
        // 9.3: who may go on.
        ("HTTP/1.1 200 OK\r\nConnection: foo, CLOSE\r\nContent-Length: 0\r\n\r\n", GET, 200, Final(0)),
        ("HTTP/1.1 200 OK\r\nConnection: close\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n", GET, 200, Final(0)),
        ("HTTP/1.1 200 OK\r\nConnection: not-closed\r\nContent-Length: 0\r\n\r\n", GET, 200, Reusable(0)),
        ("HTTP/1.0 200 OK\r\nConnection: foo, Keep-Alive\r\nContent-Length: 0\r\n\r\n", GET, 200, Reusable(0)),
        // 5.2, 2.2 and 4: folded lines, bare line feeds, no reason, strange status codes.
        ("HTTP/1.1 200 OK\r\nX: a\r\n\tb\r\nContent-Length:\r\n 2\r\n\r\nok", GET, 200, Reusable(0)),
        ("HTTP/1.1 200 OK\nContent-Length: 2\n\nok", GET, 200, Reusable(0)),
        ("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", GET, 200, Reusable(0)),
        ("HTTP/1.1 999 \r\nContent-Length: 0\r\n\r\n", GET, 999, Reusable(0)),
        ("HTTP/1.1 099 x\r\nContent-Length: 0\r\n\r\n", GET, 0, Refused(NotHttp::Status(99))),
        ("HTTP/1.1 20 OK\r\n\r\n", GET, 0, Refused(NotHttp::Head(httparse::Error::Status))),
        ("HTTP/1.1 abc OK\r\n\r\n", GET, 0, Refused(NotHttp::Head(httparse::Error::Status))),
        ("HTTP/2 200\r\n\r\n", GET, 0, Refused(NotHttp::Head(httparse::Error::Version))),
        ("HTTP/1.1 200 OK\r\nno colon\r\n\r\n", GET, 0, Refused(NotHttp::Head(httparse::Error::HeaderName))),
        ("HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nok", GET, 0, Refused(NotHttp::Head(httparse::Error::HeaderName))),
        (&hundred, GET, 200, Reusable(0)),
        (&too_many, GET, 0, Refused(NotHttp::TooManyHeaders)),
    ];
    for (text, head, status, end) in cases {
        let bytes = text.as_bytes();
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        let mut ways: Vec<Vec<&[u8]>> = vec![vec![bytes], single];
        ways.extend((1..bytes.len()).map(|i| vec![&bytes[..i], &bytes[i..]]));
        for way in ways {
            let seen = match feed(&way, *head) {
                Err(e) => Refused(e),
                Ok((taken, mut answer)) => {
                    assert_eq!(answer.status, *status, "{text:?}");
                    let reusable = answer.keep_alive;
                    match taken {
                        Some(n) if reusable => Reusable(bytes.len() - n),
                        Some(n) => Final(bytes.len() - n),
                        None if answer.peer_closed() => Close,
                        None => Open,
                    }
                }
            };
            assert_eq!(seen, *end, "{text:?} in {} pieces", way.len());
        }
    }
}

#[test]
fn a_head_without_end_is_refused_and_not_kept() {
    let long = format!("HTTP/1.1 200 OK\r\nX: {}", "y".repeat(MAX_HEAD));
    let complete = format!("{long}\r\n\r\n");
    for text in [&long, &complete] {
        for size in [1000, 40_000, text.len()] {
            let pieces: Vec<&[u8]> = text.as_bytes().chunks(size).collect();
            assert_eq!(feed(&pieces, false).err(), Some(NotHttp::HeadTooLong), "pieces of {size}");
        }
    }
    let mut answer = Answer::new();
    assert_eq!(answer.feed(&long.as_bytes()[..60_000]), Ok(Progress::More));
    answer.expect(false);
    assert!(answer.head.capacity() <= KEPT_HEAD);
}

#[test]
fn trailers_without_end_are_refused() {
    let mut answer = Answer::new();
    answer.expect(false);
    answer.feed(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n").expect("valid");
    let refused = (0..20_000).find_map(|_| answer.feed(b"A: b\r\n").err());
    assert_eq!(refused, Some(NotHttp::Chunk));
}
