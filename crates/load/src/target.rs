//! Where requests go: a URL taken apart, and the addresses behind its host.

use crate::error::LoadError;
use std::net::{SocketAddr, ToSocketAddrs};

/// Host and port of the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// Host name or address, without brackets.
    pub host: String,
    /// Port.
    pub port: u16,
    /// Whether TLS is spoken there.
    pub tls: bool,
}

impl Endpoint {
    /// Takes `http[s]://host[:port][/path]` apart: endpoint and path. The path keeps its placeholders and starts with `/`.
    pub(crate) fn of_url(url: &str) -> Result<(Self, String), UrlError> {
        let scheme = url.get(..8).unwrap_or(url).to_ascii_lowercase();
        let (tls, rest) = match (scheme.starts_with("https://"), scheme.starts_with("http://")) {
            (true, _) => (true, &url[8..]),
            (_, true) => (false, &url[7..]),
            _ => return Err(UrlError::Scheme(url.to_owned())),
        };
        split_rest(url, rest, tls)
    }

    /// Value of the `Host` header: the usual port goes without saying.
    pub fn authority(&self) -> String {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        if self.port == usual_port(self.tls) { host } else { format!("{host}:{}", self.port) }
    }

    /// `http` or `https`.
    pub fn scheme(&self) -> &'static str {
        if self.tls { "https" } else { "http" }
    }

    /// The addresses of the host, in the resolver's order; never empty.
    pub fn resolve(&self) -> Result<Vec<SocketAddr>, LoadError> {
        let failed = |cause: String| LoadError::Resolve { host: self.host.clone(), cause };
        let found: Vec<SocketAddr> = (self.host.as_str(), self.port).to_socket_addrs().map_err(|e| failed(e.to_string()))?.collect();
        if found.is_empty() { Err(failed("no address".to_owned())) } else { Ok(found) }
    }
}

/// What is wrong with a URL, or with an option that says where it really goes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UrlError {
    /// No scheme that is spoken.
    #[error("{:?} has no scheme http:// or https://", model::harmless::url(.0))]
    Scheme(String),
    /// No host.
    #[error("{:?} has no host", model::harmless::url(.0))]
    Host(String),
    /// Not a port.
    #[error("port {:?} is not a number from 1 to 65535", model::harmless::text(.0))]
    Port(String),
    /// Credentials in the URL.
    #[error("user and password in a URL are not sent; use a header `authorization: env:NAME`")]
    UserInfo,
    /// Not a detour.
    #[error("{0:?} is not HOST:PORT:ADDRESS:PORT (each part may be empty, addresses of IPv6 stand in brackets)")]
    ConnectTo(String),
    /// Not the path of a Unix socket.
    #[error("{0:?} is not unix:/path/to.sock with a path of at most 107 bytes")]
    Socket(String),
}

fn usual_port(tls: bool) -> u16 {
    if tls { 443 } else { 80 }
}

fn split_rest(url: &str, rest: &str, tls: bool) -> Result<(Endpoint, String), UrlError> {
    let rest = rest.split('#').next().unwrap_or_default();
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, tail) = rest.split_at(end);
    let path = if tail.starts_with('/') { tail.to_owned() } else { format!("/{tail}") };
    if authority.contains('@') {
        return Err(UrlError::UserInfo);
    }
    let (host, port) = match authority.strip_prefix('[').and_then(|a| a.split_once(']')) {
        Some((v6, after)) => (v6, after.strip_prefix(':')),
        None => authority.split_once(':').map_or((authority, None), |(h, p)| (h, Some(p))),
    };
    if host.is_empty() {
        return Err(UrlError::Host(url.to_owned()));
    }
    let port = port.map_or(Ok(usual_port(tls)), port_of)?;
    Ok((Endpoint { host: host.to_owned(), port, tls }, path))
}

/// A port that can be connected to.
pub(crate) fn port_of(text: &str) -> Result<u16, UrlError> {
    text.parse().ok().filter(|p| *p > 0).ok_or_else(|| UrlError::Port(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_come_apart_into_endpoint_and_path() {
        for (url, host, port, path) in [
            ("http://localhost:8080/a/{{token}}?x=1", "localhost", 8080, "/a/{{token}}?x=1"),
            ("http://127.0.0.1", "127.0.0.1", 80, "/"),
            ("HTTP://h?q=1#frag", "h", 80, "/?q=1"),
            ("http://[::1]:9/x", "::1", 9, "/x"),
        ] {
            let (e, p) = Endpoint::of_url(url).expect(url);
            assert_eq!((e.host.as_str(), e.port, p.as_str()), (host, port, path));
        }
    }

    #[test]
    fn urls_say_whether_tls_is_spoken_and_where_by_default() {
        for (url, host, port, path, tls) in [
            ("https://h", "h", 443, "/", true),
            ("HTTPS://h:8443/a", "h", 8443, "/a", true),
            ("https://[::1]/x?y", "::1", 443, "/x?y", true),
            ("http://h/x", "h", 80, "/x", false),
        ] {
            assert_eq!(Endpoint::of_url(url), Ok((Endpoint { host: host.to_owned(), port, tls }, path.to_owned())), "{url}");
        }
        assert_eq!(Endpoint::of_url("ftp://h/"), Err(UrlError::Scheme("ftp://h/".to_owned())));
        let at = |port, tls| Endpoint { host: "h".to_owned(), port, tls }.authority();
        assert_eq!([at(443, true), at(80, true), at(443, false), at(80, false)], ["h", "h:80", "h:443", "h"]);
    }

    #[test]
    fn urls_that_cannot_be_used_say_why() {
        for (url, expected) in [
            ("localhost:8080", UrlError::Scheme("localhost:8080".to_owned())),
            ("http://:80/", UrlError::Host("http://:80/".to_owned())),
            ("http://h:0/", UrlError::Port("0".to_owned())),
            ("http://h:99999/", UrlError::Port("99999".to_owned())),
            ("http://u:p@h/", UrlError::UserInfo),
        ] {
            assert_eq!(Endpoint::of_url(url), Err(expected), "{url}");
        }
    }
}
