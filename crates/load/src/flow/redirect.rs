//! Where a redirect leads: a path of the same endpoint, or somewhere else, which is not followed.

use super::head;
use crate::target::Endpoint;
use crate::template::Follow;

/// What an answer wants.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Redirect {
    /// It is an answer like any other.
    No,
    To(Follow),
    /// To another endpoint: the load was meant for this one.
    Elsewhere(String),
}

/// What an answer with `status` and `head` to a request for `target` of `endpoint` wants.
pub(crate) fn of(status: u16, head: &[u8], target: &[u8], endpoint: &Endpoint) -> Redirect {
    let as_get = match status {
        301..=303 => true,
        307 | 308 => false,
        _ => return Redirect::No,
    };
    let Some(location) = head::values(head, "location").next().filter(|l| !l.is_empty()) else { return Redirect::No };
    let location = String::from_utf8_lossy(location);
    let location = location.split('#').next().unwrap_or_default();
    let has_scheme = location.split(['/', '?']).next().is_some_and(|s| s.contains(':'));
    let path = if has_scheme || location.starts_with("//") {
        let absolute = if has_scheme { location.to_owned() } else { format!("{}:{location}", endpoint.scheme()) };
        match Endpoint::of_url(&absolute) {
            Ok((to, path)) if to.port == endpoint.port && to.tls == endpoint.tls && to.host.eq_ignore_ascii_case(&endpoint.host) => path,
            _ => return Redirect::Elsewhere(location.to_owned()),
        }
    } else {
        beside(&String::from_utf8_lossy(target), location)
    };
    // Its own escapes stay, what may not stand in a request line is escaped when it is written.
    Redirect::To(Follow { target: path.into_bytes(), as_get })
}

/// The path that `reference` means on a page at `base` (RFC 3986, 5.2).
fn beside(base: &str, reference: &str) -> String {
    let base_path = base.split('?').next().unwrap_or_default();
    if reference.is_empty() {
        return base.to_owned();
    }
    if reference.starts_with('?') {
        return format!("{base_path}{reference}");
    }
    let (path, query) = reference.find('?').map_or((reference, ""), |at| reference.split_at(at));
    let folder = if path.starts_with('/') { "" } else { &base_path[..base_path.rfind('/').unwrap_or(0)] };
    let mut parts: Vec<&str> = Vec::new();
    let whole = format!("{folder}/{}", path.strip_prefix('/').unwrap_or(path));
    let mut segments = whole[1..].split('/').peekable();
    while let Some(segment) = segments.next() {
        let last = segments.peek().is_none();
        match segment {
            "." | ".." => {
                if segment == ".." {
                    parts.pop();
                }
                if last {
                    parts.push("");
                }
            }
            other => parts.push(other),
        }
    }
    format!("/{}{query}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redirect(status: u16, location: &str) -> Redirect {
        let head = format!("HTTP/1.1 {status} X\r\nLocation: {location}\r\n\r\n");
        of(status, head.as_bytes(), b"/a/b?q=1", &Endpoint { host: "shop".to_owned(), port: 8080, tls: false })
    }

    #[test]
    fn locations_lead_to_paths_of_the_same_endpoint() {
        for (location, path) in [
            ("/x/y?z=1#frag", "/x/y?z=1"),
            ("http://SHOP:8080/x", "/x"),
            ("//shop:8080", "/"),
            ("c", "/a/c"),
            ("../c/./d", "/c/d"),
            ("../../..", "/"),
            ("c/", "/a/c/"),
            ("?q=2", "/a/b?q=2"),
            ("/t?u=http://else/", "/t?u=http://else/"),
        ] {
            assert_eq!(redirect(302, location), Redirect::To(Follow { target: path.as_bytes().to_owned(), as_get: true }), "{location}");
        }
        assert!(matches!(redirect(307, "/x"), Redirect::To(Follow { as_get: false, .. })));
    }

    #[test]
    fn other_hosts_are_not_followed_and_other_answers_are_no_redirects() {
        for location in ["http://shop/", "https://shop:8080/", "//evil", "mailto:a@b", "http://shop.evil:8080/"] {
            assert_eq!(redirect(301, location), Redirect::Elsewhere(location.to_owned()));
        }
        assert_eq!(redirect(200, "/x"), Redirect::No);
        assert_eq!(redirect(304, "/x"), Redirect::No);
        assert_eq!(redirect(302, ""), Redirect::No);
    }
}
