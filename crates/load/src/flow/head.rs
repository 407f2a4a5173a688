//! The fields of an answer's head, as they lie in its bytes.

/// Name and value of each field of `head`: a status line and fields, as received.
pub(crate) fn fields(head: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    head.split(|b| *b == b'\n').skip(1).filter_map(|line| {
        let colon = line.iter().position(|b| *b == b':')?;
        Some((line[..colon].trim_ascii(), line[colon + 1..].trim_ascii()))
    })
}

/// The values of the fields called `name`.
pub(crate) fn values<'a>(head: &'a [u8], name: &str) -> impl Iterator<Item = &'a [u8]> {
    fields(head).filter(move |(n, _)| n.eq_ignore_ascii_case(name.as_bytes())).map(|(_, v)| v)
}

/// Name and value at the front of a `Set-Cookie` field.
pub(crate) fn cookie_pair(field: &[u8]) -> Option<(&[u8], &[u8])> {
    let pair = field.split(|b| *b == b';').next()?;
    let equals = pair.iter().position(|b| *b == b'=')?;
    let (name, value) = (pair[..equals].trim_ascii(), pair[equals + 1..].trim_ascii());
    (!name.is_empty()).then_some((name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_whatever_their_case() {
        let head = b"HTTP/1.1 200 OK: really\r\nSet-Cookie: a=1; Path=/\r\nbroken\r\nset-cookie:b=\r\n\r\n";
        let found: Vec<_> = values(head, "set-cookie").map(cookie_pair).collect();
        assert_eq!(found, [Some((&b"a"[..], &b"1"[..])), Some((&b"b"[..], &b""[..]))]);
        assert_eq!(fields(head).count(), 2);
        assert_eq!((cookie_pair(b"=x"), cookie_pair(b"x")), (None, None));
    }
}
