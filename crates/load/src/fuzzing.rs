//! What must hold for every sequence of bytes that a server can send. Compiled into the tests, and by its path into `crates/load/fuzz`, which
//! calls it with bytes of its own making.
//!
//! ```text
//!  byte 0: bit 0 the request was HEAD, bit 1 build an answer of known length from the rest
//!  byte 1: seed of the split
//!  rest:   the bytes of the server, or the recipe
//! ```

use crate::answer::{Answer, NotHttp, Progress};

/// All that the engine gets to know of an answer.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    /// Bytes that belong to the answer, if it is complete.
    length: Option<usize>,
    status: u16,
    keep_alive: bool,
    /// Whether a close would complete it.
    ends_with_connection: bool,
}

/// Panics when the reader of answers breaks one of its promises on `input`.
pub(crate) fn check(input: &[u8]) {
    let [flags, seed, rest @ ..] = input else { return };
    let head = flags & 1 != 0;
    if flags & 2 == 0 {
        let whole = read(&[rest], head);
        assert_same(&whole, rest, head, *seed);
    } else {
        let (bytes, end) = build(rest, head);
        let whole = read(&[&bytes], head);
        assert_eq!(
            whole.as_ref().ok().and_then(|o| o.length),
            Some(end),
            "{} does not end where it was built to end",
            bytes.escape_ascii()
        );
        assert_same(&whole, &bytes, head, *seed);
    }
}

/// However the bytes arrive, the outcome is the same.
fn assert_same(whole: &Result<Outcome, NotHttp>, bytes: &[u8], head: bool, seed: u8) {
    let single: Vec<&[u8]> = bytes.chunks(1).collect();
    assert_eq!(&read(&single, head), whole, "byte by byte: {}", bytes.escape_ascii());
    let pieces = split(bytes, seed);
    assert_eq!(&read(&pieces, head), whole, "in {} pieces: {}", pieces.len(), bytes.escape_ascii());
}

fn read(pieces: &[&[u8]], head: bool) -> Result<Outcome, NotHttp> {
    let mut answer = Answer::new();
    // The second round reads with what the first left behind.
    answer.expect(!head);
    let _first = feed(&mut answer, pieces);
    answer.expect(head);
    feed(&mut answer, pieces)
}

fn feed(answer: &mut Answer, pieces: &[&[u8]]) -> Result<Outcome, NotHttp> {
    let mut before = 0;
    let mut length = None;
    for p in pieces {
        let progress = answer.feed(p);
        assert!(answer.head.capacity() <= 4 * (64 * 1024 + p.len()), "a head of {} bytes is kept", answer.head.capacity());
        match progress? {
            Progress::Done(n) => {
                assert!(n <= p.len(), "took {n} of {} bytes", p.len());
                length = Some(before + n);
                break;
            }
            Progress::More => before += p.len(),
        }
    }
    let (status, keep_alive) = (answer.status, answer.keep_alive);
    assert!(length.is_none() || status >= 100, "an answer without a status");
    Ok(Outcome { length, status, keep_alive, ends_with_connection: answer.peer_closed() })
}

/// Pieces of 1 to 64 bytes, drawn from the seed.
fn split(bytes: &[u8], seed: u8) -> Vec<&[u8]> {
    let (mut pieces, mut at, mut state) = (Vec::new(), 0, u32::from(seed));
    while at < bytes.len() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let n = (1 + (state >> 26) as usize).min(bytes.len() - at);
        pieces.push(&bytes[at..at + n]);
        at += n;
    }
    pieces
}

/// Well-formed bytes made from a recipe, and where the answer in them ends.
fn build(recipe: &[u8], head: bool) -> (Vec<u8>, usize) {
    let mut recipe = recipe.iter().copied();
    let mut draw = || recipe.next().unwrap_or(0);
    let mut bytes = Vec::new();
    for _ in 0..draw() % 3 {
        bytes.extend_from_slice(b"HTTP/1.1 103 Early Hints\r\nContent-Length: 77\r\nLink: </a>\r\n\r\n");
    }
    let status = [200_u16, 204, 304, 201, 404, 500][usize::from(draw() % 6)];
    bytes.extend_from_slice(format!("HTTP/1.{} {status} Some Reason\r\n", draw() % 2).as_bytes());
    for k in 0..draw() % 100 {
        bytes.extend_from_slice(format!("x-{k}:{}v{}\r\n", [" ", "", "\t"][usize::from(k % 3)], draw()).as_bytes());
    }
    let without_body = head || matches!(status, 204 | 304);
    if draw() % 2 == 0 {
        let body = usize::from(draw()) * usize::from(draw());
        let repeat = if draw() % 4 == 0 { format!(", {body}") } else { String::new() };
        bytes.extend_from_slice(format!("conTent-length: {body}{repeat}\r\n\r\n").as_bytes());
        if !without_body {
            bytes.extend((0..body).map(|k| b"HTTP/1.1 200 OK\r\n\r\n0\r\n\r\n"[k % 24]));
        }
    } else {
        let coding = ["chunked", "gzip, chunked", "gzip,\tCHUNKED ,", "chunked\r\n "][usize::from(draw() % 4)];
        bytes.extend_from_slice(format!("Transfer-Encoding: {coding}\r\n\r\n").as_bytes());
        if !without_body {
            let end_of_line = if draw() % 4 == 0 { "\n" } else { "\r\n" };
            for _ in 0..draw() % 8 {
                let size = usize::from(draw()) + 1;
                let zeros = "0".repeat(usize::from(draw() % 5));
                let extension = ["", ";a", " ; a=\"b;c\"", "\t;a=b ;c"][usize::from(draw() % 4)];
                bytes.extend_from_slice(format!("{zeros}{size:x}{extension}{end_of_line}").as_bytes());
                bytes.extend((0..size).map(|k| b"0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"[k % 24]));
                bytes.extend_from_slice(end_of_line.as_bytes());
            }
            bytes.extend_from_slice(format!("{}{end_of_line}", ["0", "000", "0;last"][usize::from(draw() % 3)]).as_bytes());
            for _ in 0..draw() % 4 {
                bytes.extend_from_slice(format!("Trailer: {}{end_of_line}", draw()).as_bytes());
            }
            bytes.extend_from_slice(end_of_line.as_bytes());
        }
    }
    let end = bytes.len();
    bytes.extend_from_slice([&b""[..], b"\r\n", b"HTTP/1.1 200 OK\r\n\r\n", b"garbage"][usize::from(draw() % 4)]);
    (bytes, end)
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::random::Random;

    #[test]
    fn the_promises_hold_for_answers_of_every_recipe() {
        let mut random = Random::new(11, 0);
        for _ in 0..100 {
            let mut input: Vec<u8> = (0..40).map(|_| random.below(256) as u8).collect();
            input[0] |= 2;
            check(&input);
        }
    }

    #[test]
    fn the_promises_hold_for_the_seeds_of_the_fuzzer_and_for_their_neighbours() {
        let seeds = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/seeds")).expect("the folder is part of the crate");
        let mut random = Random::new(12, 0);
        for seed in seeds {
            let mut input = std::fs::read(seed.expect("readable").path()).expect("readable");
            check(&input);
            for _ in 0..30 {
                let at = 2 + random.below(input.len() as u64 - 2) as usize;
                let before = std::mem::replace(&mut input[at], b"\r\n\0:;, 0f9-xH\xff\t"[random.below(15) as usize]);
                check(&input);
                input[at] = before;
            }
        }
    }
}
