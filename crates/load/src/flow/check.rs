//! What an answer must be beyond its status.

use super::answer::{Answer, short};
use model::harmless::{self, header_value};
use regex::bytes::Regex;
use serde_json::Value;
use serde_json_path::JsonPath;
use std::fmt;

/// One expectation.
#[derive(Debug, Clone)]
pub(crate) enum Check {
    /// A field of the head contains a text.
    Header { name: String, contains: String },
    /// The body contains a text.
    Body { text: String, finder: Regex },
    /// The first value at a path of the body equals a value.
    Json { text: String, path: JsonPath, value: Value },
    /// The answer was complete so many milliseconds after the request was sent.
    MaxMs(u32),
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header { name, contains } if contains.is_empty() => write!(f, "header {name}"),
            Self::Header { name, contains } => write!(f, "header {name} contains {}", short(&header_value(name, contains))),
            Self::Body { text, .. } => write!(f, "body contains {}", short(&harmless::text(text))),
            Self::Json { text, value, .. } => write!(f, "{text} is {}", shown(value)),
            Self::MaxMs(ms) => write!(f, "within {ms} ms"),
        }
    }
}

impl Check {
    /// A check for `text` in the body.
    pub(crate) fn body(text: String) -> Self {
        let finder = Regex::new(&format!("(?-u){}", regex::escape(&text))).expect("an escaped text is a regular expression");
        Self::Body { text, finder }
    }

    /// Whether it holds; the error says what was seen.
    pub(crate) fn holds(&self, answer: &Answer<'_>, service_ns: i64) -> Result<(), String> {
        match self {
            Self::Header { name, contains } => match answer.header(name) {
                None => Err(format!("there is no header {name}")),
                Some(value) if String::from_utf8_lossy(value).contains(contains.as_str()) => Ok(()),
                Some(value) => Err(format!("header {name} is {}", short(&header_value(name, &String::from_utf8_lossy(value))))),
            },
            Self::Body { text, finder } if !finder.is_match(answer.body) => {
                Err(format!("the body does not contain {}", short(&harmless::text(text))))
            }
            Self::Json { text, path, value } => match answer.json()?.query_any(path) {
                Some(seen) if is_same(seen, value) => Ok(()),
                Some(seen) => Err(format!("{text} is {}", short(&shown(seen)))),
                None => Err(format!("there is no {text}")),
            },
            Self::MaxMs(ms) if service_ns > i64::from(*ms) * 1_000_000 => Err(format!("took {} ms", service_ns / 1_000_000)),
            Self::Body { .. } | Self::MaxMs(_) => Ok(()),
        }
    }

    pub(crate) fn needs_body(&self) -> bool {
        matches!(self, Self::Body { .. } | Self::Json { .. })
    }

    pub(crate) fn needs_head(&self) -> bool {
        matches!(self, Self::Header { .. })
    }
}

/// A value as it may be shown: answers hold what was just handed out to somebody.
fn shown(value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) if harmless::is_switch(text) => value.to_string(),
        Value::String(text) => format!("a text of {} characters", text.chars().count()),
        Value::Array(list) => format!("a list of {}", list.len()),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// Equality in which 1 and 1.0 are one number.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => x == y || (x.as_f64() == y.as_f64() && (x.is_f64() || y.is_f64())),
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(path: &str, value: Value) -> Check {
        Check::Json { text: path.to_owned(), path: JsonPath::parse(path).expect("a path"), value }
    }

    fn header(name: &str, contains: &str) -> Check {
        Check::Header { name: name.to_owned(), contains: contains.to_owned() }
    }

    #[test]
    fn checks_hold_or_say_what_was_seen() {
        let head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\n\r\n";
        let body = br#"{"ok": true, "n": 1.0, "null": null, "s": "a.b"}"#;
        let failure = |check: Check| check.holds(&Answer::new(head, body), 612_000_000).err();
        assert_eq!(failure(header("content-type", "application/json")), None);
        assert_eq!(failure(header("content-type", "")), None);
        assert_eq!(failure(header("content-type", "xml")).as_deref(), Some("header content-type is \"application/json; charset=utf-8\""));
        assert_eq!(failure(header("etag", "")).as_deref(), Some("there is no header etag"));
        assert_eq!(failure(Check::body("a.b\"".to_owned())), None);
        assert_eq!(failure(Check::body("a.c".to_owned())).as_deref(), Some("the body does not contain \"a.c\""));
        assert_eq!(failure(json("$.ok", true.into())), None);
        assert_eq!(failure(json("$.n", 1.into())), None);
        assert_eq!(failure(json("$.ok", "true".into())).as_deref(), Some("$.ok is \"true\""));
        assert_eq!(failure(json("$.gone", 1.into())).as_deref(), Some("there is no $.gone"));
        assert_eq!(failure(Check::MaxMs(612)), None);
        assert_eq!(failure(Check::MaxMs(500)).as_deref(), Some("took 612 ms"));
        let not_json = json("$.a", 1.into()).holds(&Answer::new(head, b"<html>"), 0);
        assert!(not_json.expect_err("no JSON").starts_with("the body is not JSON"));
    }
}
