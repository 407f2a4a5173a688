//! A URL: scheme, host, port, words of the path and names of the query stay. User and password go without a trace.

use super::HIDDEN;
use super::word::{is_mark, is_name, is_number, is_placeholder, is_plain, lift, put_back};

/// Parameters whose numbers and words are about the form of an answer.
const FORM: [&str; 20] = [
    "page",
    "size",
    "limit",
    "offset",
    "sort",
    "order",
    "per_page",
    "page_size",
    "pagesize",
    "count",
    "from",
    "to",
    "format",
    "lang",
    "locale",
    "direction",
    "depth",
    "view",
    "top",
    "skip",
];
/// Longest word of such a parameter.
const WORD: usize = 16;

/// `http://host:port/path?query` as it may be kept. What does not read like one loses what does not fit.
pub fn url(text: &str) -> String {
    let (lifted, found) = lift(text);
    put_back(&of_url(&lifted), &found)
}

/// A path with its query as it may be kept.
pub fn path(text: &str) -> String {
    let (lifted, found) = lift(text);
    put_back(&of_path(&lifted), &found)
}

fn of_url(text: &str) -> String {
    let (scheme, rest) = match text.find("://") {
        None => ("", text),
        Some(at) if text[..at].bytes().all(|b| b.is_ascii_alphanumeric() || b"+.-".contains(&b)) => text.split_at(at + 3),
        Some(_) => return HIDDEN.to_owned(),
    };
    let (authority, tail) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    // an `@` behind may be the end of a password with a slash in it, and what looks like the host its beginning
    let authority = if tail.contains('@') { HIDDEN.to_owned() } else { host(authority.rsplit('@').next().unwrap_or_default()) };
    format!("{scheme}{authority}{}", of_path(tail))
}

/// `host`, `host:port`, `[v6]:port`; several with commas between them.
pub(super) fn host(text: &str) -> String {
    let one = |text: &str| {
        let (name, port) = match text.rfind(':').filter(|at| !text[*at..].contains(']')) {
            Some(at) => (&text[..at], &text[at + 1..]),
            None => (text, "0"),
        };
        let v6 = name.strip_prefix('[').and_then(|n| n.strip_suffix(']'));
        let named = |n: &str| n.len() <= 253 && n.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c) || is_mark(c));
        let harmless = v6.map_or_else(|| named(name), |n| n.bytes().all(|b| b.is_ascii_hexdigit() || b":.".contains(&b)));
        if harmless && (port.parse::<u16>().is_ok() || is_placeholder(port)) { text.to_owned() } else { HIDDEN.to_owned() }
    };
    text.split(',').map(one).collect::<Vec<_>>().join(",")
}

fn of_path(text: &str) -> String {
    let text = text.split('#').next().unwrap_or_default();
    let (path, query) = text.split_once('?').map_or((text, None), |(p, q)| (p, Some(q)));
    let segment = |s: &str| if s.is_empty() || is_plain(&s.replace('_', "-")) { s.to_owned() } else { HIDDEN.to_owned() };
    let path = path.split('/').map(segment).collect::<Vec<_>>().join("/");
    match query {
        None => path,
        Some(q) => format!("{path}?{}", q.split('&').map(parameter).collect::<Vec<_>>().join("&")),
    }
}

fn parameter(text: &str) -> String {
    let Some((name, value)) = text.split_once('=') else {
        return if is_name(text) || is_placeholder(text) { text.to_owned() } else { HIDDEN.to_owned() };
    };
    let word = |v: &str| v.len() <= WORD && v.chars().all(|c| c.is_ascii_alphabetic() || ",-_".contains(c));
    let form = FORM.contains(&&*name.to_ascii_lowercase()) && (is_number(value) || word(value));
    let name = if is_name(name) { name } else { HIDDEN };
    format!("{name}={}", if value.is_empty() || form || is_placeholder(value) { value } else { HIDDEN })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_urls_stay_as_they_are() {
        for text in [
            "http://127.0.0.1:8080/members/42",
            "https://shop.example.org/api/v2/get-members/{{token}}?page=2&sort=name,desc&x={{y}}",
            "http://[::1]:9/",
            "localhost:8080/x_y/z.json",
            "/orders?limit=50&active",
            "http://{{host}}:{{port}}/",
        ] {
            assert_eq!(url(text), text);
        }
    }

    #[test]
    fn secrets_of_every_place_go() {
        for (text, want) in [
            ("http://user:hunter2@h:81/x", "http://h:81/x"),
            ("http://user:pa/ss@h/x", "http://***/***/x"),
            ("http://user:12/s@h/x", "http://***/***/x"),
            ("http://h/x?token=hunter2&sig=a%2Fb&page=1", "http://h/x?token=***&sig=***&page=1"),
            ("http://h/x?hunter2hunter2", "http://h/x?***"),
            ("http://h/x?page=9f86d081884c", "http://h/x?page=***"),
            ("http://h/reset/9f86d081884c7d65/now;jsessionid=1#frag", "http://h/reset/***/***"),
            ("http://h:hunter2/x", "http://***/x"),
            ("pass word://h/", "***"),
        ] {
            assert_eq!(url(text), want, "{text}");
        }
    }

    #[test]
    fn what_was_shown_once_stays_the_same() {
        for text in ["http://u:p@h/reset/9f86d081884c7d65?token=x", "http://h/{{a}}?b={{c}}", "x y z"] {
            assert_eq!(url(&url(text)), url(text), "{text}");
        }
    }
}
