//! A mix from an access log: each line that asked safely and was answered well.

use super::{SAFE, Source};
use crate::exit::Exit;
use crate::failure::Failure;
use load::Mix;
use model::message;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

/// Longest line that is read as a whole.
const LONGEST: u64 = logs::LONGEST_LINE as u64;
/// What our own requests call themselves.
const OWN: &str = "tightspot";

/// What became of the lines.
#[derive(Debug, Default, PartialEq, Eq)]
struct Lines {
    used: u64,
    not_safe: u64,
    failed: u64,
    own: u64,
    unread: u64,
    /// Those used that do not say who asked.
    nobody: u64,
}

/// Reads `file` into `mix`.
pub(super) fn read(file: &Path, mix: &mut Mix) -> Result<Source, Failure> {
    let name = file.file_name().map_or_else(|| file.to_string_lossy(), |n| n.to_string_lossy()).into_owned();
    let lines = File::open(file).and_then(|f| sort(BufReader::new(f), mix)).map_err(|e| {
        let what = message!("failure/read-file", file: name(file.to_string_lossy()), error: name(e.to_string()));
        Failure::new(Exit::Usage, "access-log", what)
    })?;
    let Lines { used, not_safe, failed, own, unread, nobody } = lines;
    let requests = used + not_safe + failed + own;
    if requests == 0 {
        let what = message!("warm/no-access-log", file: name(&name), lines: Count(unread as f64));
        return Err(Failure::new(Exit::Usage, "access-log", what).help(message!("warm/access-log-forms")));
    }
    if used == 0 {
        let what = message!(
            "warm/nothing-to-send",
            file: name(&name),
            changing: Count(not_safe as f64),
            failed: Count(failed as f64),
            own: Count(own as f64)
        );
        return Err(Failure::new(Exit::Usage, "access-log", what).help(message!("warm/a-log-with-reads")));
    }
    let left_out = vec![("unsafe", not_safe), ("failed", failed), ("own", own), ("unread", unread)];
    let note = (nobody > 0).then(|| message!("warm/no-user-agents", number: Count(nobody as f64)));
    Ok(Source { name, requests, left_out, note })
}

/// Adds what may be sent to `mix`, and counts all lines. Empty ones are none.
fn sort(mut from: impl BufRead, mix: &mut Mix) -> io::Result<Lines> {
    let (mut lines, mut line) = (Lines::default(), Vec::new());
    loop {
        line.clear();
        if from.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(lines);
        }
        let is_whole = line.last() == Some(&b'\n') || (line.len() as u64) < LONGEST;
        if !is_whole {
            from.skip_until(b'\n')?;
        }
        let text = String::from_utf8_lossy(&line);
        if text.trim().is_empty() {
            continue;
        }
        match logs::access(&text).filter(|_| is_whole) {
            None => lines.unread += 1,
            Some(a) if a.agent.as_deref() == Some(OWN) => lines.own += 1,
            Some(a) if !SAFE.contains(&a.method.as_str()) => lines.not_safe += 1,
            // what changed the protocol is not answered like a request
            Some(a) if !(200..400).contains(&a.status) => lines.failed += 1,
            Some(a) => {
                mix.add(&a.method, &a.target, 1);
                lines.used += 1;
                lines.nobody += u64::from(a.agent.is_none());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = r#"h - - [t] "GET /a?token=hunter2 HTTP/1.1" 200 5 "-" "curl/8.9"
h - - [t] "GET /a HTTP/1.1" 200 5

h - - [t] "POST /a HTTP/1.1" 201 5 "-" "curl/8.9"
h - - [t] "GET /gone HTTP/1.1" 404 5 "-" "curl/8.9"
h - - [t] "GET /ws HTTP/1.1" 101 5 "-" "curl/8.9"
h - - [t] "GET /a HTTP/1.1" 200 5 "-" "tightspot"
started in 3.2 s
"#;

    #[test]
    fn each_line_is_counted_once_by_what_becomes_of_it() {
        let mut mix = Mix::new(1);
        let all = format!("{LOG}{}\nh - - [t] \"HEAD /a HTTP/1.1\" 200 5", "x".repeat(200_000));
        let lines = sort(all.as_bytes(), &mut mix).expect("it is read");
        assert_eq!(lines, Lines { used: 3, not_safe: 1, failed: 2, own: 1, unread: 2, nobody: 2 });
        let routes: Vec<(String, u64)> = mix.routes().into_iter().map(|r| (r.name, r.requests)).collect();
        assert_eq!(routes, [("GET /a".to_owned(), 2), ("HEAD /a".to_owned(), 1)]);
    }

    #[test]
    fn a_line_that_is_longer_than_any_that_is_read_is_none_of_an_access_log() {
        let of = |bytes: usize| {
            let line = "h - - [t] \"GET /a HTTP/1.1\" 200 5 \"-\" \"curl/8.9\"";
            let line = format!("{line}{}\n", " ".repeat(bytes - line.len() - 1));
            sort(line.as_bytes(), &mut Mix::new(1)).map(|l| (l.used, l.unread)).expect("it is read")
        };
        assert_eq!([of(logs::LONGEST_LINE), of(logs::LONGEST_LINE + 1)], [(1, 0), (0, 1)]);
    }

    #[test]
    fn bytes_that_are_no_text_are_lines_that_are_not_read() {
        let lines = sort(&b"\xff\xfe\x00\n\x80\"GET /a\n"[..], &mut Mix::new(1)).expect("it is read");
        assert_eq!(lines, Lines { unread: 2, ..Lines::default() });
    }

    #[test]
    fn a_log_of_which_nothing_can_be_sent_says_why() {
        let folder = tempfile::tempdir().expect("a folder");
        let of = |text: &str| {
            let file = folder.path().join("access.log");
            std::fs::write(&file, text).expect("written");
            read(&file, &mut Mix::new(1)).err().map(|f| f.what)
        };
        assert!(of("started\nstopped\n").is_some_and(|m| m.is("warm/no-access-log")));
        assert!(of("").is_some_and(|m| m.is("warm/no-access-log")));
        assert!(of("h - - [t] \"POST /a HTTP/1.1\" 201 5\n").is_some_and(|m| m.is("warm/nothing-to-send")));
        assert_eq!(of(LOG), None);
    }
}
