//! What segments say: requests and answers of HTTP/1, by their beginnings.

use crate::endpoint::METHODS;

/// Most of a path that is looked at, bytes. A choice, as on Node.
const PATH: usize = 500;

/// What a request asks for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Asked {
    pub(super) method: &'static str,
    /// As the request names it; empty where it does not.
    pub(super) host: String,
    /// Without a query.
    pub(super) path: String,
}

/// What a segment asks for that begins a request.
pub(super) fn asked(data: &[u8]) -> Option<Asked> {
    let method = METHODS.into_iter().find(|m| data.strip_prefix(m.as_bytes()).is_some_and(|rest| rest.starts_with(b" /")))?;
    let rest = &data[method.len() + 1..];
    let end = rest.iter().position(|b| b" ?#".contains(b)).unwrap_or(rest.len()).min(PATH);
    let path = std::str::from_utf8(&rest[..end]).ok()?.to_owned();
    let line = rest.iter().position(|b| *b == b'\r').map_or(rest, |at| &rest[..at]);
    let cut = line.len() == rest.len();
    if !cut && !line.windows(8).next_back().is_some_and(|v| v.starts_with(b"HTTP/1.")) {
        return None;
    }
    let named = |line: &[u8]| {
        Some(std::str::from_utf8(line.split_at_checked(5).filter(|(n, _)| n.eq_ignore_ascii_case(b"host:"))?.1).ok()?.trim().to_owned())
    };
    let host = rest.split(|b| *b == b'\n').skip(1).find_map(named).unwrap_or_default();
    Some(Asked { method, host, path })
}

/// The status of a segment that begins an answer; of those that only say that it comes (100, 103) what follows.
pub(super) fn status(mut data: &[u8]) -> Option<u16> {
    loop {
        let rest = data.strip_prefix(b"HTTP/1.")?.get(2..5)?;
        let status: u16 = std::str::from_utf8(rest).ok()?.parse().ok()?;
        if status >= 200 || status == 101 {
            return Some(status);
        }
        let head = data.windows(4).position(|w| w == b"\r\n\r\n")?;
        data = &data[head + 4..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_known_by_its_line_and_its_host() {
        let of = |text: &str| asked(text.as_bytes()).map(|a| (a.method, a.host, a.path));
        assert_eq!(of("PUT /a/b?c HTTP/1.1\r\nAccept: */*\r\nhost: stock:8081\r\n\r\n"), Some(("PUT", "stock:8081".into(), "/a/b".into())));
        assert_eq!(of("GET /cut"), Some(("GET", String::new(), "/cut".into())));
        for other in ["GET / of a text\r\n", "PRI * HTTP/2.0\r\n", "GETS / HTTP/1.1\r\n", "\u{16}\u{3}\u{1}", ""] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
