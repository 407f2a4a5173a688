//! Where the lines come from: a file or stdin, read in one pass. What is no text, holds nothing or is too long is told as such.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{self, said};
use logs::LONGEST_LINE;
use model::{Message, message};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal as _};
use std::path::Path;

/// Most bytes that are read. A choice: some seconds of reading, and more than a person has looked through.
const MOST: u64 = 2_000_000_000;
/// Bytes at the beginning that tell text from anything else.
const HEAD: usize = 64 * 1024;
/// How compressed files begin, and what reads them.
const PACKED: [(&[u8], &str); 4] = [(b"\x1f\x8b", "zcat"), (b"\x28\xb5\x2f\xfd", "zstdcat"), (b"BZh", "bzcat"), (b"\xfd7zXZ", "xzcat")];
/// How text of two bytes a character begins.
const WIDE: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// Gives each line of `file`, or of stdin where it is `-`.
pub(super) fn read(file: &Path, line: &mut dyn FnMut(&str)) -> Result<(), Failure> {
    let name = file.display().to_string();
    if name == "-" {
        if io::stdin().is_terminal() {
            output::note(&said(&message!("log/paste")));
        }
        return of(BufReader::with_capacity(HEAD, io::stdin().lock()), "stdin", line);
    }
    let refused = |e: &io::Error| {
        Failure::new(Exit::Usage, "log-not-read", message!("failure/read-file", file: name(name.as_str()), error: name(e.to_string())))
            .help(message!("log/give-a-file"))
    };
    let opened = File::open(file).map_err(|e| refused(&e))?;
    let meta = opened.metadata().map_err(|e| refused(&e))?;
    if meta.is_dir() {
        return Err(refused(&io::Error::from(io::ErrorKind::IsADirectory)));
    }
    if meta.len() > MOST {
        return Err(too_long(&name, message!("log/has-bytes", bytes: Bytes(meta.len() as f64), most: Bytes(MOST as f64))));
    }
    of(BufReader::with_capacity(HEAD, opened), &name, line)
}

/// Lines of anything.
fn of(mut from: impl BufRead, name: &str, line: &mut dyn FnMut(&str)) -> Result<(), Failure> {
    let refused = |e: &io::Error| {
        let what = message!("failure/read-file", file: name(name), error: name(e.to_string()));
        Failure::new(Exit::Usage, "log-not-read", what).help(message!("log/give-a-file"))
    };
    if let Some(failure) = not_text(from.fill_buf().map_err(|e| refused(&e))?, name) {
        return Err(failure);
    }
    let (mut kept, mut bytes, mut any) = (Vec::new(), 0, false);
    loop {
        let buffer = from.fill_buf().map_err(|e| refused(&e))?;
        let is_end = buffer.is_empty();
        let end = buffer.iter().position(|b| *b == b'\n');
        let piece = &buffer[..end.unwrap_or(buffer.len())];
        kept.extend_from_slice(&piece[..piece.len().min(LONGEST_LINE.saturating_sub(kept.len()))]);
        let used = piece.len() + usize::from(end.is_some());
        from.consume(used);
        bytes += used as u64;
        if bytes > MOST {
            return Err(too_long(name, message!("log/has-more-bytes", most: Bytes(MOST as f64))));
        }
        if end.is_some() || is_end {
            let text = String::from_utf8_lossy(&kept);
            any |= !text.trim().is_empty();
            line(&text);
            kept.clear();
        }
        if is_end {
            break;
        }
    }
    if any {
        Ok(())
    } else {
        Err(Failure::new(Exit::Usage, "log-empty", message!("log/empty", file: name(name))).help(message!("log/give-lines")))
    }
}

fn too_long(name: &str, why: Message) -> Failure {
    let file = if name == "stdin" { "FILE" } else { name };
    let help = message!("log/last-part", command: name(format!("tail -n 1000000 {file} | tightspot explain --log -")));
    Failure::new(Exit::Usage, "log-too-long", message!("log/too-long", file: name(name))).why(why).help(help)
}

/// What is wrong with a beginning that is no text.
fn not_text(head: &[u8], name: &str) -> Option<Failure> {
    let file = if name == "stdin" { "FILE" } else { name };
    let refuse = |why: Message, help: Message| {
        Some(Failure::new(Exit::Usage, "log-not-text", message!("log/not-text", file: name(name))).why(why).help(help))
    };
    if let Some((_, reader)) = PACKED.iter().find(|(magic, _)| head.starts_with(magic)) {
        return refuse(message!("log/compressed"), format!("{reader} {file} | tightspot explain --log -").into());
    }
    if WIDE.iter().any(|mark| head.starts_with(mark)) {
        return refuse(message!("log/wide"), format!("iconv -f UTF-16 -t UTF-8 {file} | tightspot explain --log -").into());
    }
    let at = head.iter().position(|b| *b == 0)?;
    refuse(message!("log/zero-byte", at: Count(at as f64)), message!("log/give-a-file"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Result<Vec<String>, String> {
        let mut all = Vec::new();
        of(BufReader::with_capacity(16, bytes), "a.log", &mut |l| all.push(l.to_owned())).map_err(|f| f.name)?;
        Ok(all)
    }

    #[test]
    fn lines_are_read_whatever_their_end_and_encoding() {
        assert_eq!(
            lines(b"one\r\ntwo, longer than a buffer\n\xff\xfelast").unwrap(),
            ["one\r", "two, longer than a buffer", "\u{fffd}\u{fffd}last"]
        );
    }

    #[test]
    fn a_line_without_end_takes_no_memory_without_end() {
        let long = vec![b'x'; LONGEST_LINE * 3];
        assert_eq!(lines(&[&long[..], b"\nnext"].concat()).unwrap().iter().map(String::len).collect::<Vec<_>>(), [LONGEST_LINE, 4]);
    }

    #[test]
    fn what_is_no_log_is_told_with_what_reads_it() {
        for (bytes, name) in
            [(&b""[..], "log-empty"), (b"\n \n", "log-empty"), (b"\x7fELF\0", "log-not-text"), (b"\x1f\x8b\x08", "log-not-text")]
        {
            assert_eq!(lines(bytes).unwrap_err(), name);
        }
        let help = |head: &[u8]| not_text(head, "a.log").expect("it is no text").to_string();
        assert!(help(b"\x1f\x8b\x08").contains("zcat a.log | tightspot explain --log -"));
        assert!(help(b"\xff\xfea\0").contains("iconv -f UTF-16"));
    }
}
