//! Requests with places to fill. Those that need only a row of data are serialised ahead, each placeholder filled for each row, so that
//! sending one is a slice, not a rendering; the price is memory, rows times the size of a request. All others are kept as parts.

use crate::data::Table;
use std::io::Write;

/// How a value must be written at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// In the path: what may not stand there is percent-encoded.
    Path,
    /// In a header: no line breaks.
    Header,
    /// In the body: as it is.
    Body,
}

/// A piece of a template text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    Literal(String),
    Column { feeder: usize, column: usize },
    Variable(usize),
    Made(Made),
}

/// A value made for each request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Made {
    /// Random, version 4.
    Uuid,
    /// Between both, inclusive.
    RandomInt(i64, i64),
    /// Milliseconds of the epoch.
    TimestampMs,
    /// Iterations of the virtual user before this one.
    Iteration,
    /// Number of the virtual user.
    User,
}

/// Splits `text` at `{{name}}` and lets `resolve` say what a name is; returns all errors. An unclosed placeholder is a name, braces included.
pub(crate) fn split<E>(text: &str, mut resolve: impl FnMut(&str) -> Result<Part, E>) -> Result<Vec<Part>, Vec<E>> {
    let (mut parts, mut wrong, mut rest) = (Vec::new(), Vec::new(), text);
    let mut add = |name: &str, parts: &mut Vec<Part>| match resolve(name) {
        Ok(part) => parts.push(part),
        Err(e) => wrong.push(e),
    };
    while let Some(at) = rest.find("{{") {
        if at > 0 {
            parts.push(Part::Literal(rest[..at].to_owned()));
        }
        let Some(end) = rest[at..].find("}}") else {
            add(&rest[at..], &mut parts);
            rest = "";
            break;
        };
        add(rest[at + 2..at + end].trim(), &mut parts);
        rest = &rest[at + end + 2..];
    }
    if !rest.is_empty() {
        parts.push(Part::Literal(rest.to_owned()));
    }
    if wrong.is_empty() { Ok(parts) } else { Err(wrong) }
}

/// Appends `value` as it may stand at `place`: nothing that is filled in can end a line of the head.
pub(crate) fn fit(value: &[u8], place: Place, out: &mut Vec<u8>) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    match place {
        Place::Body => out.extend_from_slice(value),
        Place::Header => out.extend(value.iter().map(|b| if b"\r\n\0".contains(b) { b' ' } else { *b })),
        Place::Path => {
            for b in value {
                if b.is_ascii_graphic() && !b"\"<>\\^`{|}#".contains(b) {
                    out.push(*b);
                } else {
                    out.extend_from_slice(&[b'%', HEX[usize::from(b >> 4)], HEX[usize::from(b & 15)]]);
                }
            }
        }
    }
}

/// The parts of a request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Draft {
    pub(crate) method: String,
    /// Path and query.
    pub(crate) target: Vec<Part>,
    /// Whole lines, without content-length and the empty line.
    pub(crate) headers: Vec<Part>,
    /// Body; `None` sends no content-length.
    pub(crate) body: Option<Vec<Part>>,
}

impl Draft {
    /// Every part.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Part> {
        self.target.iter().chain(&self.headers).chain(self.body.iter().flatten())
    }

    /// Its header lines: the name, and whether a part for which `varies` holds stands in the value.
    pub(crate) fn lines(&self, varies: impl Fn(&Part) -> bool) -> Vec<(String, bool)> {
        let text = self.headers.iter().fold(String::new(), |text, part| match part {
            Part::Literal(literal) => text + literal,
            other if varies(other) => text + "\0",
            _ => text,
        });
        let line = |l: &str| (l.split(':').next().unwrap_or_default().trim().to_owned(), l.contains('\0'));
        text.lines().map(line).collect()
    }

    /// Appends the whole request. `fill` appends the value of a part; `cookies` may append a line to the head, whose target stands at the
    /// range that it is given.
    pub(crate) fn write<F, C>(&self, out: &mut Vec<u8>, follow: Option<&Follow>, mut fill: F, cookies: C)
    where
        F: FnMut(&Part, Place, &mut Vec<u8>),
        C: FnOnce(&mut Vec<u8>, std::ops::Range<usize>),
    {
        let as_get = follow.is_some_and(|f| f.as_get) && self.method != "HEAD";
        out.extend_from_slice(if as_get { b"GET" } else { self.method.as_bytes() });
        out.push(b' ');
        let target = out.len();
        match follow {
            Some(f) => fit(&f.target, Place::Path, out),
            None => self.target.iter().for_each(|p| fill(p, Place::Path, out)),
        }
        let target = target..out.len();
        out.extend_from_slice(b" HTTP/1.1\r\n");
        for part in &self.headers {
            fill(part, Place::Header, out);
        }
        cookies(out, target);
        let Some(body) = self.body.as_ref().filter(|_| !as_get) else { return out.extend_from_slice(b"\r\n") };
        let head_end = out.len();
        for part in body {
            fill(part, Place::Body, out);
        }
        // The length is known when the body stands: write it behind, then turn both round.
        let body_end = out.len();
        write!(out, "content-length: {}\r\n\r\n", body_end - head_end).expect("writing into a vector does not fail");
        let line = out.len() - body_end;
        out[head_end..].rotate_right(line);
    }
}

/// Where a redirect leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Follow {
    pub(crate) target: Vec<u8>,
    /// Ask with GET and without the body.
    pub(crate) as_get: bool,
}

/// A request ready to be sent with any row: spans of one buffer. Without placeholders there is a single row.
#[derive(Debug, Clone)]
pub(crate) struct Template {
    bytes: Vec<u8>,
    /// Start of each row's request in `bytes`, and the end of the last.
    starts: Vec<usize>,
}

impl Template {
    /// Serialises `draft` for every row of `table`, its only source of values.
    pub(crate) fn build(draft: &Draft, table: &Table) -> Self {
        let patched = draft.parts().any(|p| matches!(p, Part::Column { .. }));
        let rows = if patched { table.rows.len() } else { 1 };
        let mut t = Self { bytes: Vec::new(), starts: vec![0] };
        for row in 0..rows {
            let fill = |part: &Part, place, out: &mut Vec<u8>| match part {
                Part::Literal(text) => out.extend_from_slice(text.as_bytes()),
                Part::Column { column, .. } => fit(table.rows[row][*column].as_bytes(), place, out),
                Part::Variable(_) | Part::Made(_) => unreachable!("a request that needs more than a row is rendered"),
            };
            // Through a buffer of its own: inserting the length moves a body, not all requests behind it.
            let mut one = Vec::new();
            draft.write(&mut one, None, fill, |_, _| {});
            t.bytes.extend_from_slice(&one);
            t.starts.push(t.bytes.len());
        }
        t
    }

    /// The one request `bytes`.
    pub(crate) fn of(bytes: Vec<u8>) -> Self {
        Self { starts: vec![0, bytes.len()], bytes }
    }

    /// How many different requests there are (1 without placeholders).
    pub(crate) fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// The bytes of the request with row `row`, taken round and round.
    pub(crate) fn request(&self, row: usize) -> &[u8] {
        let row = row % self.rows();
        &self.bytes[self.starts[row]..self.starts[row + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        Table::parse("id,name\n1,ann\n22,b ö/?\n").expect("valid")
    }

    fn parts(text: &str) -> Vec<Part> {
        let column = |name: &str| table().column(name).map(|column| Part::Column { feeder: 0, column }).ok_or_else(|| name.to_owned());
        split(text, column).expect(text)
    }

    fn draft(method: &str, target: &str, headers: &str, body: Option<&str>) -> Draft {
        Draft { method: method.to_owned(), target: parts(target), headers: parts(headers), body: body.map(parts) }
    }

    #[test]
    fn placeholders_are_filled_by_row_and_encoded_in_the_path_only() {
        let t = Template::build(&draft("GET", "/u/{{ id }}/{{name}}", "x-name: {{name}}\r\n", None), &table());
        assert_eq!(t.rows(), 2);
        assert_eq!(t.request(0), b"GET /u/1/ann HTTP/1.1\r\nx-name: ann\r\n\r\n");
        assert_eq!(t.request(3), "GET /u/22/b%20%C3%B6/? HTTP/1.1\r\nx-name: b ö/?\r\n\r\n".as_bytes());
    }

    #[test]
    fn content_length_follows_the_row() {
        let t = Template::build(&draft("POST", "/", "", Some("{\"id\":{{id}}}")), &table());
        assert_eq!(t.request(0), b"POST / HTTP/1.1\r\ncontent-length: 8\r\n\r\n{\"id\":1}");
        assert_eq!(t.request(1), b"POST / HTTP/1.1\r\ncontent-length: 9\r\n\r\n{\"id\":22}");
    }

    #[test]
    fn a_request_without_placeholders_is_serialised_once() {
        let t = Template::build(&draft("GET", "/", "", None), &table());
        assert_eq!((t.rows(), t.request(17)), (1, &b"GET / HTTP/1.1\r\n\r\n"[..]));
        assert_eq!(Template::of(b"x".to_vec()).request(3), b"x");
    }

    #[test]
    fn a_followed_redirect_drops_the_body_when_it_becomes_a_get() {
        let d = draft("POST", "/a", "h: 1\r\n", Some("xy"));
        let written = |as_get| {
            let (follow, mut out) = (Follow { target: b"/b c".to_vec(), as_get }, b"before".to_vec());
            let literal = |part: &Part, _, out: &mut Vec<u8>| match part {
                Part::Literal(text) => out.extend_from_slice(text.as_bytes()),
                other => panic!("{other:?} is no literal"),
            };
            d.write(&mut out, Some(&follow), literal, |out, target| assert_eq!(&out[target], b"/b%20c"));
            out
        };
        assert_eq!(written(true), b"beforeGET /b%20c HTTP/1.1\r\nh: 1\r\n\r\n");
        assert_eq!(written(false), b"beforePOST /b%20c HTTP/1.1\r\nh: 1\r\ncontent-length: 2\r\n\r\nxy");
    }

    #[test]
    fn all_unknown_placeholders_are_returned_and_an_unclosed_one_is_unknown() {
        let known = |name: &str| if name == "id" { Ok(Part::Made(Made::User)) } else { Err(name.to_owned()) };
        assert_eq!(split("/{{x}}/{{id}}/{{y", known), Err(vec!["x".to_owned(), "{{y".to_owned()]));
        let mut out = Vec::new();
        fit(b"a\r\nb: c\0", Place::Header, &mut out);
        assert_eq!(out, b"a  b: c ");
    }
}
