//! The cookies of one virtual user, for one host (RFC 6265). `Secure` is not looked at: the port behind a TLS proxy wants them all.

use super::head;
use std::ops::Range;

/// More than a server may expect of a client is not kept (RFC 6265, 6.1).
const MOST: usize = 50;

#[derive(Clone, PartialEq, Eq)]
struct Cookie {
    name: Vec<u8>,
    value: Vec<u8>,
    path: Vec<u8>,
    /// Seconds of the epoch.
    expires: i64,
}

/// The cookies, those with the longest path first.
#[derive(Clone, Default)]
pub(crate) struct Jar(Vec<Cookie>);

impl Jar {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Takes the `Set-Cookie` field `field` of an answer from `host` to a request for `target`.
    pub(crate) fn take(&mut self, field: &[u8], host: &str, target: &[u8], now_s: i64) {
        let Some((name, value)) = head::cookie_pair(field) else { return };
        if field.iter().any(u8::is_ascii_control) {
            return;
        }
        let (mut path, mut expires, mut max_age) = (default_path(target), i64::MAX, None);
        for attribute in field.split(|b| *b == b';').skip(1) {
            let equals = attribute.iter().position(|b| *b == b'=').unwrap_or(attribute.len());
            let key = attribute[..equals].trim_ascii();
            let text = attribute.get(equals + 1..).unwrap_or_default().trim_ascii();
            if key.eq_ignore_ascii_case(b"path") && text.starts_with(b"/") {
                path = text;
            } else if key.eq_ignore_ascii_case(b"max-age") {
                max_age = std::str::from_utf8(text).ok().and_then(|t| t.parse::<i64>().ok()).or(max_age);
            } else if key.eq_ignore_ascii_case(b"expires") {
                expires = std::str::from_utf8(text).ok().and_then(date).unwrap_or(expires);
            } else if key.eq_ignore_ascii_case(b"domain") && !belongs(host, text) {
                return;
            }
        }
        if let Some(age) = max_age {
            expires = now_s.saturating_add(age);
        }
        self.0.retain(|c| c.name != name || c.path != path);
        if expires <= now_s || self.0.len() >= MOST {
            return;
        }
        let at = self.0.partition_point(|c| c.path.len() >= path.len());
        self.0.insert(at, Cookie { name: name.to_owned(), value: value.to_owned(), path: path.to_owned(), expires });
    }

    /// Appends the `cookie` field for the target that stands at `target` of `out`, if there is a cookie for it.
    pub(crate) fn write(&self, out: &mut Vec<u8>, target: Range<usize>, now_s: impl FnOnce() -> i64) {
        if self.0.is_empty() {
            return;
        }
        let now_s = if self.0.iter().any(|c| c.expires < i64::MAX) { now_s() } else { 0 };
        let mut opened = false;
        for c in self.0.iter().filter(|c| c.expires > now_s) {
            if !covers(&c.path, without_query(&out[target.clone()])) {
                continue;
            }
            out.extend_from_slice(if opened { b"; " } else { b"cookie: " });
            out.extend_from_slice(&c.name);
            out.push(b'=');
            out.extend_from_slice(&c.value);
            opened = true;
        }
        if opened {
            out.extend_from_slice(b"\r\n");
        }
    }

    /// The value of the cookie called `name`.
    pub(crate) fn get(&self, name: &str) -> Option<&[u8]> {
        self.0.iter().find(|c| c.name == name.as_bytes()).map(|c| c.value.as_slice())
    }
}

fn without_query(target: &[u8]) -> &[u8] {
    target.split(|b| *b == b'?').next().unwrap_or_default()
}

/// The folder of `target` (RFC 6265, 5.1.4).
fn default_path(target: &[u8]) -> &[u8] {
    let path = without_query(target);
    match path.iter().rposition(|b| *b == b'/') {
        Some(last) if last > 0 => &path[..last],
        _ => b"/",
    }
}

fn covers(cookie: &[u8], path: &[u8]) -> bool {
    path.starts_with(cookie) && (path.len() == cookie.len() || cookie.ends_with(b"/") || path[cookie.len()] == b'/')
}

/// Whether a cookie of `domain` is for `host`.
fn belongs(host: &str, domain: &[u8]) -> bool {
    let domain = domain.strip_prefix(b".").unwrap_or(domain).to_ascii_lowercase();
    let host = host.to_ascii_lowercase().into_bytes();
    domain.is_empty() || host == domain || (host.ends_with(&domain) && host[host.len() - domain.len() - 1] == b'.')
}

/// Seconds of the epoch from any date that servers write (RFC 6265, 5.1.1): day, month, year and time in whatever order.
fn date(text: &str) -> Option<i64> {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let (mut time, mut day, mut month, mut year) = (None, None, None, None);
    for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != ':').filter(|w| !w.is_empty()) {
        let named = word.get(..3).and_then(|w| MONTHS.iter().position(|m| m.eq_ignore_ascii_case(w)));
        if time.is_none() && word.contains(':') {
            let parts: Vec<i64> = word.split(':').map_while(|p| p.parse().ok()).collect();
            time = Some(<[i64; 3]>::try_from(parts).ok().filter(|[h, m, s]| *h < 24 && *m < 60 && *s < 60)?);
        } else if month.is_none() && named.is_some() {
            month = named;
        } else if let Ok(n) = word.parse::<i64>() {
            match (day, year) {
                (None, _) if word.len() <= 2 => day = Some(n).filter(|d| (1..=31).contains(d)),
                (_, None) => year = Some(full_year(n)).filter(|y| (1601..10_000).contains(y)),
                _ => {}
            }
        }
    }
    let ([h, m, s], day, month, year) = (time?, day?, month? as i64 + 1, year?);
    // Days since 1970 of the proleptic Gregorian calendar, with years that begin in March.
    let (y, shifted) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = y * 365 + y.div_euclid(4) - y.div_euclid(100) + y.div_euclid(400) + (shifted * 153 + 2) / 5 + day - 1 - 719_468;
    Some(days * 86_400 + h * 3600 + m * 60 + s)
}

/// The year that `n` means; two digits are of 1970 to 2069.
fn full_year(n: i64) -> i64 {
    match n {
        0..70 => n + 2000,
        70..100 => n + 1900,
        _ => n,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_700_000_000;

    fn sent(jar: &Jar, target: &str) -> String {
        let mut out = target.as_bytes().to_owned();
        jar.write(&mut out, 0..target.len(), || NOW);
        String::from_utf8(out[target.len()..].to_owned()).expect("text")
    }

    fn with(fields: &[&str]) -> Jar {
        let mut jar = Jar::default();
        for f in fields {
            jar.take(f.as_bytes(), "shop.local", b"/a/b?c=/d/e", NOW);
        }
        jar
    }

    #[test]
    fn cookies_go_to_the_paths_below_theirs_the_longest_first() {
        let jar = with(&["r=0; Path=/", "s=1; HttpOnly; Secure", "t=2; path=/a/b; Max-Age=60"]);
        assert_eq!(sent(&jar, "/a/b/c?x=1"), "cookie: t=2; s=1; r=0\r\n");
        assert_eq!(sent(&jar, "/a/bc"), "cookie: s=1; r=0\r\n");
        assert_eq!(sent(&jar, "/ab"), "cookie: r=0\r\n");
        assert_eq!(sent(&Jar::default(), "/"), "");
        assert_eq!(jar.get("t"), Some(&b"2"[..]));
    }

    #[test]
    fn cookies_are_replaced_expire_and_are_deleted() {
        assert_eq!(sent(&with(&["a=1; Path=/", "a=2; Path=/"]), "/"), "cookie: a=2\r\n");
        for end in ["Max-Age=0", "max-age=-5", "Expires=Thu, 01 Jan 1970 00:00:00 GMT", "expires=Thu, 01-Jan-1970 00:00:01 GMT; Max-Age=x"]
        {
            assert_eq!(sent(&with(&["a=1; Path=/", &format!("a=; Path=/; {end}")]), "/"), "", "{end}");
        }
        let mut late = Vec::new();
        with(&["a=1; Path=/; Max-Age=10"]).write(&mut late, 0..0, || NOW + 10);
        assert!(late.is_empty(), "expired since");
    }

    #[test]
    fn cookies_of_other_hosts_and_with_line_breaks_are_not_taken() {
        assert_eq!(sent(&with(&["a=1; Domain=.shop.local; Path=/"]), "/"), "cookie: a=1\r\n");
        assert_eq!(sent(&with(&["a=1; Domain=LOCAL; Path=/"]), "/"), "cookie: a=1\r\n");
        assert_eq!(sent(&with(&["a=1; Domain=hop.local; Path=/", "b=1; Domain=evil.example; Path=/", "c=1\rx; Path=/", "=1"]), "/"), "");
    }

    #[test]
    fn dates_are_read_in_all_their_spellings() {
        for text in ["Tue, 14 Nov 2023 22:13:20 GMT", "Tuesday, 14-Nov-23 22:13:20 GMT", "Tue Nov 14 22:13:20 2023"] {
            assert_eq!(date(text), Some(NOW), "{text}");
        }
        assert_eq!(date("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(date("Thu, 29 Feb 2024 00:00:00 GMT"), Some(1_709_164_800));
        assert_eq!((date("soon"), date("14 Nov 2023 25:00:00")), (None, None));
        assert_eq!(date("14 Nov 9223372036854775807 22:13:20"), None, "no server makes the arithmetic overflow");
    }
}
