//! Requests as HTTP/2 wants them, from the bytes of HTTP/1.1 in which scenarios render theirs.

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::request::Parts;
use http::uri::{Authority, PathAndQuery, Scheme};
use http::{Method, Request, Uri, Version};

/// A request that can be put on a stream.
#[derive(Debug, Clone)]
pub(crate) struct Sendable {
    pub(super) head: Parts,
    pub(super) body: Bytes,
}

/// Fields that speak of a connection of HTTP/1.1 and must not be sent (RFC 9113, 8.2.2).
const OF_THE_CONNECTION: [HeaderName; 5] = [
    header::CONNECTION,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-connection"),
    header::TRANSFER_ENCODING,
    header::UPGRADE,
];

/// Takes `bytes`, a whole request of HTTP/1.1, apart; `Host` becomes `:authority`. The error says what cannot be sent.
pub(crate) fn translate(bytes: &[u8], tls: bool) -> Result<Sendable, String> {
    let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").ok_or("the head has no end")?;
    let mut lines = bytes[..end].split(|b| *b == b'\n').map(|l| l.strip_suffix(b"\r").unwrap_or(l));
    let first = lines.next().unwrap_or_default();
    let mut words = first.split(|b| *b == b' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (mut headers, mut host) = (HeaderMap::new(), None);
    for line in lines {
        let colon = line.iter().position(|b| *b == b':').ok_or("a header cannot be sent over HTTP/2: it has no colon")?;
        let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
        let name = HeaderName::from_bytes(name).map_err(|e| bad("name of the header", name, e))?;
        // Without the value: it may be a secret.
        let value = HeaderValue::from_bytes(value).map_err(|e| bad("value of the header", name.as_str().as_bytes(), e))?;
        match name {
            header::HOST => host = Some(value),
            header::TE if value != "trailers" => {}
            name if OF_THE_CONNECTION.contains(&name) => {}
            name => drop(headers.append(name, value)),
        }
    }
    let host = host.ok_or("it has no host")?;
    let bad_path = |e: http::Error| bad("path", model::harmless::path(&String::from_utf8_lossy(target)).as_bytes(), e);
    let uri = Uri::builder()
        .scheme(if tls { Scheme::HTTPS } else { Scheme::HTTP })
        .authority(Authority::try_from(host.as_bytes()).map_err(|e| bad("host", host.as_bytes(), e))?)
        .path_and_query(PathAndQuery::try_from(target).map_err(|e| bad_path(e.into()))?)
        .build()
        .map_err(bad_path)?;
    let (mut head, ()) = Request::new(()).into_parts();
    head.method = Method::from_bytes(method).map_err(|e| bad("method", method, e))?;
    (head.uri, head.version, head.headers) = (uri, Version::HTTP_2, headers);
    Ok(Sendable { head, body: Bytes::copy_from_slice(&bytes[end + 4..]) })
}

fn bad(what: &str, shown: &[u8], cause: impl std::fmt::Display) -> String {
    format!("{what} {:?} cannot be sent over HTTP/2: {cause}", String::from_utf8_lossy(shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_of_http_1_1_becomes_one_of_http_2() {
        let bytes =
            b"POST /a?b=%20 HTTP/1.1\r\nHost: h:81\r\nX-A: 1\r\nx-a:2\r\nConnection: close\r\nTE: gzip\r\ncontent-length: 4\r\n\r\na\r\n\r";
        let Sendable { head, body } = translate(bytes, true).expect("valid");
        assert_eq!((head.method.as_str(), head.uri.to_string().as_str()), ("POST", "https://h:81/a?b=%20"));
        let fields: Vec<_> = head.headers.iter().map(|(n, v)| (n.as_str(), v.as_bytes())).collect();
        assert_eq!(fields, [("x-a", &b"1"[..]), ("x-a", b"2"), ("content-length", b"4")]);
        assert_eq!((head.version, &body[..]), (Version::HTTP_2, &b"a\r\n\r"[..]));
    }

    #[test]
    fn what_cannot_be_sent_says_why_and_keeps_values_secret() {
        for (bytes, words) in [
            (&b"GET / HTTP/1.1\r\nhost: h\r\nx: a\x01b\r\n\r\n"[..], "value of the header \"x\" cannot be sent"),
            (b"GET / HTTP/1.1\r\nhost: h h\r\n\r\n", "host \"h h\" cannot be sent"),
            (b"GET / HTTP/1.1\r\n\r\n", "no host"),
            (b"GET / HTTP/1.1\r\nhost: h\r\nx y: 1\r\n\r\n", "name of the header \"x y\""),
        ] {
            let told = translate(bytes, false).expect_err(words);
            assert!(told.contains(words), "{told}");
        }
    }
}
