//! Requests serialised ahead: each placeholder filled for each row of data, so that sending one is a slice, not a rendering.
//! The price is memory: rows times the size of a request.

use crate::data::Table;

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
    Column(usize),
}

/// Splits `text` at `{{name}}`; an unknown or unclosed placeholder is returned as the error, as written.
pub(crate) fn split(text: &str, table: &Table) -> Result<Vec<Part>, Vec<String>> {
    let (mut parts, mut unknown, mut rest) = (Vec::new(), Vec::new(), text);
    while let Some(at) = rest.find("{{") {
        if at > 0 {
            parts.push(Part::Literal(rest[..at].to_owned()));
        }
        let Some(end) = rest[at..].find("}}") else {
            unknown.push(rest[at..].to_owned());
            rest = "";
            break;
        };
        let name = rest[at + 2..at + end].trim();
        match table.column(name) {
            Some(c) => parts.push(Part::Column(c)),
            None => unknown.push(name.to_owned()),
        }
        rest = &rest[at + end + 2..];
    }
    if !rest.is_empty() {
        parts.push(Part::Literal(rest.to_owned()));
    }
    if unknown.is_empty() { Ok(parts) } else { Err(unknown) }
}

/// Writes `value` as it may stand at `place`; `None` when it may not stand there at all.
fn fit(value: &str, place: Place) -> Option<String> {
    match place {
        Place::Body => Some(value.to_owned()),
        Place::Header => (!value.contains(['\r', '\n', '\0'])).then(|| value.to_owned()),
        Place::Path => {
            let mut out = String::with_capacity(value.len());
            for b in value.bytes() {
                if b.is_ascii_graphic() && !b"\"<>\\^`{|}#".contains(&b) {
                    out.push(char::from(b));
                } else {
                    out.extend(["%", &format!("{b:02X}")]);
                }
            }
            Some(out)
        }
    }
}

/// The parts of a request, each with its place, in the order of sending.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    /// Request line and headers, without content-length and the empty line.
    pub(crate) head: Vec<(Place, Part)>,
    /// Body; `None` sends no content-length.
    pub(crate) body: Option<Vec<Part>>,
}

/// A request ready to be sent with any row: spans of one buffer. Without placeholders there is a single row.
#[derive(Debug, Clone)]
pub(crate) struct Template {
    bytes: Vec<u8>,
    /// Start of each row's request in `bytes`, and the end of the last.
    starts: Vec<usize>,
}

impl Template {
    /// Serialises `draft` for every row of `table`; the error is a value (row from 1, text) that cannot be sent.
    pub(crate) fn build(draft: &Draft, table: &Table) -> Result<Self, (usize, String)> {
        let parts = draft.head.iter().map(|(_, p)| p).chain(draft.body.iter().flatten());
        let patched = parts.into_iter().any(|p| matches!(p, Part::Column(_)));
        let rows = if patched { table.rows.len() } else { 1 };
        let mut t = Self { bytes: Vec::new(), starts: vec![0] };
        for row in 0..rows {
            for (place, part) in &draft.head {
                t.append(part, *place, table, row)?;
            }
            if let Some(body) = &draft.body {
                let length: usize = body.iter().map(|p| text_of(p, table, row).len()).sum();
                t.bytes.extend_from_slice(format!("content-length: {length}\r\n\r\n").as_bytes());
                for part in body {
                    t.append(part, Place::Body, table, row)?;
                }
            } else {
                t.bytes.extend_from_slice(b"\r\n");
            }
            t.starts.push(t.bytes.len());
        }
        Ok(t)
    }

    fn append(&mut self, part: &Part, place: Place, table: &Table, row: usize) -> Result<(), (usize, String)> {
        let text = text_of(part, table, row);
        match part {
            Part::Literal(_) => self.bytes.extend_from_slice(text.as_bytes()),
            Part::Column(_) => {
                let fitted = fit(text, place).ok_or_else(|| (row + 1, text.to_owned()))?;
                self.bytes.extend_from_slice(fitted.as_bytes());
            }
        }
        Ok(())
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

fn text_of<'a>(part: &'a Part, table: &'a Table, row: usize) -> &'a str {
    match part {
        Part::Literal(text) => text,
        Part::Column(c) => &table.rows[row][*c],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        Table::parse("id,name\n1,ann\n22,b ö/?\n").expect("valid")
    }

    fn at(place: Place, text: &str) -> Vec<(Place, Part)> {
        split(text, &table()).expect(text).into_iter().map(|p| (place, p)).collect()
    }

    #[test]
    fn placeholders_are_filled_by_row_and_encoded_in_the_path_only() {
        let mut head = at(Place::Path, "GET /u/{{ id }}/{{name}} HTTP/1.1\r\n");
        head.extend(at(Place::Header, "x-name: {{name}}\r\n"));
        let t = Template::build(&Draft { head, body: None }, &table()).expect("fits");
        assert_eq!(t.rows(), 2);
        assert_eq!(t.request(0), b"GET /u/1/ann HTTP/1.1\r\nx-name: ann\r\n\r\n");
        assert_eq!(t.request(3), "GET /u/22/b%20%C3%B6/? HTTP/1.1\r\nx-name: b ö/?\r\n\r\n".as_bytes());
    }

    #[test]
    fn content_length_follows_the_row() {
        let body = Some(split("{\"id\":{{id}}}", &table()).expect("known"));
        let t = Template::build(&Draft { head: at(Place::Path, "POST / HTTP/1.1\r\n"), body }, &table()).expect("fits");
        assert_eq!(t.request(0), b"POST / HTTP/1.1\r\ncontent-length: 8\r\n\r\n{\"id\":1}");
        assert_eq!(t.request(1), b"POST / HTTP/1.1\r\ncontent-length: 9\r\n\r\n{\"id\":22}");
    }

    #[test]
    fn a_request_without_placeholders_is_serialised_once() {
        let t = Template::build(&Draft { head: at(Place::Path, "GET / HTTP/1.1\r\n"), body: None }, &table()).expect("fits");
        assert_eq!((t.rows(), t.request(17)), (1, &b"GET / HTTP/1.1\r\n\r\n"[..]));
    }

    #[test]
    fn unknown_placeholders_and_values_that_break_a_header_are_refused() {
        assert_eq!(split("/{{x}}/{{id}}/{{y", &table()), Err(vec!["x".to_owned(), "{{y".to_owned()]));
        let evil = Table::parse("id,name\n1,\"a\r\nb: c\"\n").expect("valid");
        let draft = Draft { head: at(Place::Header, "x: {{name}}\r\n"), body: None };
        assert_eq!(Template::build(&draft, &evil).err(), Some((1, "a\r\nb: c".to_owned())));
    }
}
