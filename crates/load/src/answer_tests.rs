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
