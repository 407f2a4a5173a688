//! Lines of JSON. The names of fields are those that servers and libraries give them unless they are told otherwise; of several that are there, the first
//! counts.

use super::{Access, method, request_line, status, target, text};
use serde_json::Value;

/// Where a field may be: names from the outside in.
type Places = &'static [&'static [&'static str]];

const METHOD: Places = &[
    &["request_method"],
    &["method"],
    &["req", "method"],
    &["request", "method"],
    &["http", "request", "method"],
    &["http", "method"],
    &["RequestMethod"],
    &["requestMethod"],
    &["httpRequest", "requestMethod"],
];
const TARGET: Places = &[
    &["request_uri"],
    &["req", "url"],
    &["request", "uri"],
    &["request", "url"],
    &["requested_uri"],
    &["RequestPath"],
    &["httpRequest", "requestUrl"],
    &["url", "original"],
    &["url", "path"],
    &["http", "url"],
    &["uri"],
    &["path"],
    &["requestPath"],
    &["requestUri"],
    &["url"],
];
/// Where the query stands by itself.
const QUERY: Places = &[&["args"], &["query_string"], &["url", "query"], &["query"], &["queryString"]];
const STATUS: Places = &[
    &["status"],
    &["status_code"],
    &["statusCode"],
    &["res", "statusCode"],
    &["response", "status"],
    &["response", "statusCode"],
    &["http", "response", "status_code"],
    &["http", "status_code"],
    &["DownstreamStatus"],
    &["OriginStatus"],
    &["response_code"],
    &["httpRequest", "status"],
];
/// Where the whole request line may be.
const LINE: Places = &[&["request"], &["requested_url"], &["request_line"], &["requestLine"]];
const AGENT: Places = &[
    &["http_user_agent"],
    &["user_agent"],
    &["user_agent", "original"],
    &["userAgent"],
    &["request", "headers", "User-Agent"],
    &["req", "headers", "user-agent"],
    &["request_User-Agent"],
    &["httpRequest", "userAgent"],
    &["agent"],
];
/// Where a line lies that something else has wrapped.
const WRAPPED: Places = &[&["log"], &["message"], &["msg"]];

pub(super) fn access(line: &str) -> Option<Access> {
    let object: Value = serde_json::from_str(line).ok()?;
    of(&object).or_else(|| {
        let inner = texts(&object, WRAPPED).next()?.trim().to_owned();
        if inner.starts_with('{') { of(&serde_json::from_str(&inner).ok()?) } else { text::access(&inner) }
    })
}

fn of(object: &Value) -> Option<Access> {
    let status = found(object, STATUS).find_map(|v| status(v.as_u64().or_else(|| v.as_str()?.parse().ok())?))?;
    let agent = texts(object, AGENT).next().map(str::to_owned);
    let (method, target) = texts(object, LINE).find_map(request_line).or_else(|| apart(object))?;
    Some(Access { method, target, status, agent })
}

/// Method and target from fields of their own.
fn apart(object: &Value) -> Option<(String, String)> {
    let method = texts(object, METHOD).find_map(method)?;
    let path = texts(object, TARGET).find_map(target)?;
    let query = texts(object, QUERY).map(|q| q.trim_start_matches('?')).find(|q| !q.is_empty() && *q != "-");
    match query.filter(|_| !path.contains('?')) {
        Some(query) => Some((method, target(&format!("{path}?{query}"))?)),
        None => Some((method, path)),
    }
}

fn texts(object: &Value, places: Places) -> impl Iterator<Item = &str> {
    found(object, places).filter_map(|v| match v {
        // several values of a header
        Value::Array(all) => all.first().and_then(Value::as_str),
        v => v.as_str(),
    })
}

/// What is found at these places: one in another, or the names with dots between them.
fn found(object: &Value, places: Places) -> impl Iterator<Item = &Value> {
    places.iter().filter_map(move |names| {
        let inside = names.iter().try_fold(object, |v, name| v.get(name));
        inside.or_else(|| object.get(names.join(".")).filter(|_| names.len() > 1))
    })
}
