//! The common and the combined format: `HOST IDENT USER [TIME] "GET /path HTTP/1.1" STATUS BYTES "REFERER" "AGENT"`. What stands before the request and behind
//! the agent differs from log to log, so that only these are looked for: a request in quotes, and the status behind it.

use super::{Access, request_line, status};

pub(super) fn access(line: &str) -> Option<Access> {
    let quoted = quoted(line);
    quoted.iter().enumerate().find_map(|(i, (text, end))| {
        let (method, target) = request_line(text)?;
        let status = status(line[*end..].split_whitespace().next()?.parse().ok()?)?;
        let agent = quoted.get(i + 2).map(|(agent, _)| (*agent).to_owned());
        Some(Access { method, target, status, agent })
    })
}

/// What stands in quotes, each with where the line goes on behind it. A quote behind a backslash is none.
fn quoted(line: &str) -> Vec<(&str, usize)> {
    let (mut all, mut open, mut escaped) = (Vec::new(), None, false);
    for (at, b) in line.bytes().enumerate() {
        match (b, open) {
            _ if escaped => escaped = false,
            (b'\\', Some(_)) => escaped = true,
            (b'"', None) => open = Some(at + 1),
            (b'"', Some(from)) => {
                all.push((&line[from..at], at + 1));
                open = None;
            }
            _ => {}
        }
    }
    all
}
