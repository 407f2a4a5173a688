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
}

impl Endpoint {
    /// Value of the `Host` header.
    pub fn authority(&self) -> String {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        if self.port == 80 { host } else { format!("{host}:{}", self.port) }
    }

    /// The addresses of the host, in the resolver's order; never empty.
    pub fn resolve(&self) -> Result<Vec<SocketAddr>, LoadError> {
        let failed = |cause: String| LoadError::Resolve { host: self.host.clone(), cause };
        let found: Vec<SocketAddr> = (self.host.as_str(), self.port).to_socket_addrs().map_err(|e| failed(e.to_string()))?.collect();
        if found.is_empty() { Err(failed("no address".to_owned())) } else { Ok(found) }
    }

    /// Whether every address of the host is this machine's own.
    pub fn is_loopback(&self) -> Result<bool, LoadError> {
        Ok(self.resolve()?.iter().all(|a| a.ip().to_canonical().is_loopback()))
    }
}

/// What is wrong with a URL.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UrlError {
    #[error("https is not spoken yet: TLS is missing; aim at the plain http port of the service (behind its TLS proxy)")]
    Https,
    #[error("{0:?} has no scheme http://")]
    Scheme(String),
    #[error("{0:?} has no host")]
    Host(String),
    #[error("port {0:?} is not a number from 1 to 65535")]
    Port(String),
    #[error("user and password in a URL are not sent; use a header `authorization: env:NAME`")]
    UserInfo,
}

/// Takes `http://host[:port][/path]` apart; the path keeps its placeholders and starts with `/`.
pub(crate) fn split_url(url: &str) -> Result<(Endpoint, String), UrlError> {
    let scheme = url.get(..8).unwrap_or(url).to_ascii_lowercase();
    if scheme.starts_with("https://") {
        return Err(UrlError::Https);
    }
    if !scheme.starts_with("http://") {
        return Err(UrlError::Scheme(url.to_owned()));
    }
    let rest = url[7..].split('#').next().unwrap_or_default();
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
    let port = match port {
        None => 80,
        Some(p) => p.parse().ok().filter(|p| *p > 0).ok_or_else(|| UrlError::Port(p.to_owned()))?,
    };
    Ok((Endpoint { host: host.to_owned(), port }, path))
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
            let (e, p) = split_url(url).expect(url);
            assert_eq!((e.host.as_str(), e.port, p.as_str()), (host, port, path));
        }
    }

    #[test]
    fn urls_that_cannot_be_used_say_why() {
        for (url, expected) in [
            ("https://h/", UrlError::Https),
            ("localhost:8080", UrlError::Scheme("localhost:8080".to_owned())),
            ("http://:80/", UrlError::Host("http://:80/".to_owned())),
            ("http://h:0/", UrlError::Port("0".to_owned())),
            ("http://h:99999/", UrlError::Port("99999".to_owned())),
            ("http://u:p@h/", UrlError::UserInfo),
        ] {
            assert_eq!(split_url(url), Err(expected), "{url}");
        }
    }

    #[test]
    fn only_own_addresses_are_loopback() {
        let at = |host: &str| Endpoint { host: host.to_owned(), port: 80 };
        assert!(at("127.0.0.1").is_loopback().expect("an address"));
        assert!(at("::1").is_loopback().expect("an address"));
        assert!(!at("192.0.2.1").is_loopback().expect("an address"));
    }
}
