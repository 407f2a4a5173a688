//! One answer as checks and extraction see it: head and body in bytes, and the body as JSON once somebody asks.

use super::head;
use serde_json::Value;
use serde_json_path::JsonPath;
use std::cell::OnceCell;

/// Bodies are kept up to this many bytes for checks and extraction.
pub(crate) const MAX_BODY: usize = 1 << 20;

/// An answer to look into.
pub(crate) struct Answer<'a> {
    pub(crate) head: &'a [u8],
    pub(crate) body: &'a [u8],
    json: OnceCell<Result<Json, String>>,
}

/// A parsed body.
pub(crate) struct Json(Value);

impl Json {
    /// The first value at `path` that is not null.
    pub(crate) fn query_first(&self, path: &JsonPath) -> Option<&Value> {
        path.query(&self.0).first().filter(|v| !v.is_null())
    }

    /// The first value at `path`.
    pub(crate) fn query_any(&self, path: &JsonPath) -> Option<&Value> {
        path.query(&self.0).first()
    }
}

impl<'a> Answer<'a> {
    pub(crate) fn new(head: &'a [u8], body: &'a [u8]) -> Self {
        Self { head, body, json: OnceCell::new() }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&'a [u8]> {
        head::values(self.head, name).next()
    }

    /// The cookie `name` as this answer sets it.
    pub(crate) fn cookie(&self, name: &str) -> Option<&'a [u8]> {
        head::values(self.head, "set-cookie").filter_map(head::cookie_pair).find(|(n, _)| *n == name.as_bytes()).map(|(_, v)| v)
    }

    pub(crate) fn json(&self) -> Result<&Json, String> {
        let parse = || match serde_json::from_slice(self.body) {
            Ok(value) => Ok(Json(value)),
            Err(_) if self.body.len() >= MAX_BODY => Err(format!("the body is longer than the {MAX_BODY} bytes that are looked at")),
            Err(e) => Err(format!("the body is not JSON: {e}")),
        };
        self.json.get_or_init(parse).as_ref().map_err(Clone::clone)
    }
}

/// Appends `value` as it stands in a request: text without quotes.
pub(crate) fn text_of(value: &Value, out: &mut String) {
    match value {
        Value::String(text) => out.push_str(text),
        other => out.push_str(&other.to_string()),
    }
}

/// `text` in quotes, cut to what fits a line.
pub(crate) fn short(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}
