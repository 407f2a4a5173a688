//! A header of a request or an answer: the name stays, the value only of headers that say how and not who.

use super::HIDDEN;
use super::word::{is_name, is_placeholder, lift};

/// Headers whose values are no secrets.
const KNOWN: [&str; 20] = [
    "accept",
    "accept-charset",
    "accept-encoding",
    "accept-language",
    "cache-control",
    "connection",
    "content-encoding",
    "content-language",
    "content-length",
    "content-type",
    "date",
    "expect",
    "host",
    "pragma",
    "prefer",
    "server",
    "te",
    "transfer-encoding",
    "user-agent",
    "vary",
];
/// Words of `authorization` that stand before a secret.
const SCHEMES: [&str; 4] = ["bearer ", "basic ", "token ", "digest "];

/// `name: value` as it may be kept.
pub fn header(line: &str) -> String {
    match line.split_once(':') {
        Some((name, value)) if is_name(name.trim()) => format!("{}: {}", name.trim(), header_value(name.trim(), value.trim())),
        _ => HIDDEN.to_owned(),
    }
}

/// The value of header `name` as it may be kept. `env:NAME` and `file:PATH` say only where it is.
pub fn header_value(name: &str, value: &str) -> String {
    let (lifted, _) = lift(value);
    let scheme = SCHEMES.iter().find(|s| lifted.get(..s.len()).is_some_and(|start| start.eq_ignore_ascii_case(s))).map_or(0, |s| s.len());
    let elsewhere = value.strip_prefix("env:").is_some_and(is_name) || value.starts_with("file:");
    let known = KNOWN.contains(&&*name.to_ascii_lowercase());
    if known || elsewhere || is_placeholder(&lifted[scheme..]) { value.to_owned() } else { HIDDEN.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_headers_that_say_how_keep_their_value() {
        for (line, want) in [
            ("content-type:application/json", "content-type: application/json"),
            ("Accept: text/html; q=0.5", "Accept: text/html; q=0.5"),
            ("Authorization: Bearer hunter2", "Authorization: ***"),
            ("Cookie: a=b; c=d", "Cookie: ***"),
            ("X-Mine: x", "X-Mine: ***"),
            ("Authorization: Bearer {{token}}", "Authorization: Bearer {{token}}"),
            ("X-Api-Key: env:API_KEY", "X-Api-Key: env:API_KEY"),
            ("no colon", "***"),
            ("two words: x", "***"),
        ] {
            assert_eq!(header(line), want);
        }
    }
}
