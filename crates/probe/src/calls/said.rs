//! Whether calls say the same: the text of each becomes a number by random keys of this process, which are written nowhere, and neither are the numbers.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Headers that differ from call to call whatever is asked: ids of traces and requests, and the time. Source: W3C Trace Context, OpenZipkin's B3, and the
/// documentation of those who make the others.
const OF_THE_CALL: [&str; 11] = [
    "b3",
    "date",
    "sentry-trace",
    "traceparent",
    "tracestate",
    "uber-trace-id",
    "x-amzn-trace-id",
    "x-b3-",
    "x-cloud-trace-context",
    "x-datadog-",
    "x-request-id",
];

/// Makes numbers of texts.
#[derive(Default)]
pub(super) struct Texts(RandomState);

impl Texts {
    /// The number of a text that goes on with these bytes; `before` is that of what was said so far. The same text in other pieces has another number.
    pub(super) fn goes_on(&self, before: u64, data: &[u8]) -> u64 {
        let mut hasher = self.0.build_hasher();
        hasher.write_u64(before);
        hasher.write(data);
        hasher.finish()
    }

    /// The number of a text that begins with a request: its line, what of its headers does not differ from call to call, and what follows.
    pub(super) fn begins(&self, data: &[u8]) -> u64 {
        let end = data.windows(4).position(|w| w == b"\r\n\r\n").unwrap_or(data.len());
        let (head, body) = data.split_at(end);
        let mut number = 0;
        for line in head.split(|b| *b == b'\n').filter(|l| !is_of_the_call(l)) {
            number = self.goes_on(number, line);
        }
        self.goes_on(number, body)
    }
}

fn is_of_the_call(line: &[u8]) -> bool {
    let name = line.iter().position(|b| *b == b':').map_or(line, |at| &line[..at]);
    let begins = |known: &str| name.split_at_checked(known.len()).is_some_and(|(n, _)| n.eq_ignore_ascii_case(known.as_bytes()));
    OF_THE_CALL.iter().any(|known| begins(known) && (known.ends_with('-') || name.len() == known.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_has_the_same_number_whatever_its_trace_is() {
        let texts = Texts::default();
        let said = |trace: &str, user: &str, body: &str| {
            texts.begins(format!("POST /token?a=1 HTTP/1.1\r\nHost: t\r\n{trace}\r\nAuthorization: {user}\r\n\r\n{body}").as_bytes())
        };
        let one = said("traceparent: 00-1", "me", "grant");
        for (trace, user, body, same) in [
            ("TraceParent: 00-2", "me", "grant", true),
            ("X-B3-TraceId: 77", "me", "grant", true),
            ("traceparent: 00-1", "you", "grant", false),
            ("traceparent: 00-1", "me", "another", false),
            ("traceparents: 00-1", "me", "grant", false),
        ] {
            assert_eq!(said(trace, user, body) == one, same, "{trace} {user} {body}");
        }
        assert_ne!(texts.goes_on(one, b"more"), one);
        assert_ne!(Texts::default().begins(b"GET / HTTP/1.1\r\n\r\n"), texts.begins(b"GET / HTTP/1.1\r\n\r\n"), "of another window");
    }
}
