//! Access logs: what a line says was asked for, and how it was answered. Read are the common and the combined format, and lines of JSON with the names of fields
//! that nginx, Caddy, Tomcat, Spring, pino-http, Traefik and Envoy give them, also inside what a container's log wraps around each line.
//!
//! A line that fits none of them is nothing: it is never guessed at. Targets may hold secrets; they are handed on and never shown from here.

mod json;
#[cfg(test)]
mod tests;
mod text;

use std::fmt;

/// Longest target that is read.
const LONGEST_TARGET: usize = 8 * 1024;

/// A request that a line tells of.
#[derive(Clone, PartialEq, Eq)]
pub struct Access {
    /// Method.
    pub method: String,
    /// Path and query as they can be sent, from `/` on.
    pub target: String,
    /// Status of the answer.
    pub status: u16,
    /// Who asked, by its own word; `None` where the line does not say.
    pub agent: Option<String>,
}

/// Without the target: it may hold secrets.
impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Access").field("method", &self.method).field("status", &self.status).finish_non_exhaustive()
    }
}

/// What a line of an access log tells of; `None` where it is none.
pub fn access(line: &str) -> Option<Access> {
    let line = line.trim();
    if line.starts_with('{') { json::access(line) } else { text::access(line) }
}

/// Method and target of `GET /path HTTP/1.1`.
fn request_line(text: &str) -> Option<(String, String)> {
    let (method, rest) = text.split_once(' ')?;
    let (target, version) = rest.rsplit_once(' ')?;
    if version.starts_with("HTTP/") { Some((self::method(method)?, self::target(target)?)) } else { None }
}

/// A method: capitals, few.
fn method(text: &str) -> Option<String> {
    ((1..=16).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_uppercase())).then(|| text.to_owned())
}

fn status(number: u64) -> Option<u16> {
    u16::try_from(number).ok().filter(|s| (100..=599).contains(s))
}

/// A target as it can be sent: what the log has escaped, and what may not stand in a request line, is percent-encoded.
fn target(text: &str) -> Option<String> {
    let path = match text.split_once("://") {
        Some((scheme, rest)) if scheme.bytes().all(|b| b.is_ascii_alphabetic()) => &rest[rest.find('/')?..],
        _ => text,
    };
    let path = path.split('#').next().unwrap_or_default();
    if !path.starts_with('/') || path.len() > LONGEST_TARGET {
        return None;
    }
    let (mut out, bytes) = (String::with_capacity(path.len()), path.as_bytes());
    let mut at = 0;
    while let Some(&b) = bytes.get(at) {
        let escaped = bytes.get(at + 2..at + 4).filter(|hex| b == b'\\' && bytes[at + 1] == b'x' && hex.iter().all(u8::is_ascii_hexdigit));
        match escaped {
            Some(hex) => {
                out.push('%');
                out.extend(hex.iter().map(|h| char::from(h.to_ascii_uppercase())));
                at += 3;
            }
            None if b == b'\\' && bytes.get(at + 1) == Some(&b'"') => {
                out.push_str("%22");
                at += 1;
            }
            None if b.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&b) => out.push(char::from(b)),
            None => {
                const HEX: &[u8; 16] = b"0123456789ABCDEF";
                out.extend(['%', char::from(HEX[usize::from(b >> 4)]), char::from(HEX[usize::from(b & 15)])]);
            }
        }
        at += 1;
    }
    Some(out)
}
