//! Where connections really go: addresses behind a name, detours, Unix sockets.
//!
//! Names are resolved once, by whoever makes the target, before the first request and never in the event loop: a resolver that answers
//! slowly would otherwise look like a slow service. A run loads one address. Whoever wants to follow a name that moves makes a new target
//! between two phases; connections that stand keep their address, new ones go to the new one.

use super::settings::TlsSettings;
use crate::target::{Endpoint, UrlError, port_of};
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

/// The kernel takes no longer path for a Unix socket.
const MAX_PATH: usize = 107;

/// An address that can be connected to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// Internet address and port.
    Tcp(SocketAddr),
    /// Path of a Unix socket.
    Unix(PathBuf),
}

impl Address {
    /// A Unix socket from `unix:/path/to.sock` or just its path.
    pub fn unix(text: &str) -> Result<Self, UrlError> {
        let path = text.strip_prefix("unix:").unwrap_or(text);
        let path = path.strip_prefix("//").map_or(path, |p| &path[path.len() - p.len() - 1..]);
        if path.starts_with('/') && path.len() <= MAX_PATH && !path.contains('\0') {
            Ok(Self::Unix(PathBuf::from(path)))
        } else {
            Err(UrlError::Socket(text.to_owned()))
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(address) => address.fmt(f),
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
        }
    }
}

/// What connections are opened to, and how.
#[derive(Debug, Clone)]
pub struct Target {
    /// Where to.
    pub address: Address,
    /// How to speak TLS there; without it, plain.
    pub tls: Option<Arc<TlsSettings>>,
}

/// A detour, as curl has it: connections for one host and port go to another, while `Host`, SNI and the name that the certificate must carry
/// stay what they were.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectTo {
    /// Applies to this host; `None`: to every one.
    pub from_host: Option<String>,
    /// Applies to this port; `None`: to every one.
    pub from_port: Option<u16>,
    /// Goes to this host; `None`: the same.
    pub to_host: Option<String>,
    /// Goes to this port; `None`: the same.
    pub to_port: Option<u16>,
}

impl ConnectTo {
    /// Takes `HOST:PORT:ADDRESS:PORT` apart; each part may be empty, addresses of IPv6 stand in brackets.
    pub fn parse(text: &str) -> Result<Self, UrlError> {
        let bad = || UrlError::ConnectTo(text.to_owned());
        let mut rest = Some(text);
        let mut next = || {
            let text = rest?;
            let end = if text.starts_with('[') { text.find(']')? } else { 0 };
            let end = text[end..].find(':').map(|i| i + end);
            rest = end.map(|i| &text[i + 1..]);
            Some(&text[..end.unwrap_or(text.len())])
        };
        let (Some(from_host), Some(from_port), Some(to_host), Some(to_port)) = (next(), next(), next(), next()) else { return Err(bad()) };
        if rest.is_some() {
            return Err(bad());
        }
        let host = |h: &str| {
            let bare = h.strip_prefix('[').and_then(|h| h.strip_suffix(']')).unwrap_or(h);
            (!bare.is_empty()).then(|| bare.to_owned())
        };
        let port = |p: &str| if p.is_empty() { Ok(None) } else { port_of(p).map(Some) };
        Ok(Self { from_host: host(from_host), from_port: port(from_port)?, to_host: host(to_host), to_port: port(to_port)? })
    }

    /// Where connections for `endpoint` go: the first detour that applies decides.
    pub fn apply(detours: &[Self], endpoint: &Endpoint) -> Endpoint {
        let applies = |d: &&Self| {
            d.from_host.as_ref().is_none_or(|h| h.eq_ignore_ascii_case(&endpoint.host)) && d.from_port.is_none_or(|p| p == endpoint.port)
        };
        let Some(d) = detours.iter().find(applies) else { return endpoint.clone() };
        Endpoint {
            host: d.to_host.clone().unwrap_or_else(|| endpoint.host.clone()),
            port: d.to_port.unwrap_or(endpoint.port),
            tls: endpoint.tls,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint(host: &str, port: u16) -> Endpoint {
        Endpoint { host: host.to_owned(), port, tls: false }
    }

    #[test]
    fn detours_lead_what_they_name_elsewhere_and_leave_the_rest() {
        for (detour, from, to) in [
            ("shop:80:127.0.0.1:8080", ("shop", 80), ("127.0.0.1", 8080)),
            ("SHOP:80:127.0.0.1:8080", ("shop", 80), ("127.0.0.1", 8080)),
            ("shop:80:127.0.0.1:8080", ("shop", 81), ("shop", 81)),
            ("::[::1]:", ("shop", 81), ("::1", 81)),
            ("[fe80::1]:9:x:", ("fe80::1", 9), ("x", 9)),
            (":::7", ("a", 1), ("a", 7)),
        ] {
            let parsed = ConnectTo::parse(detour).expect(detour);
            assert_eq!(ConnectTo::apply(&[parsed], &endpoint(from.0, from.1)), endpoint(to.0, to.1), "{detour}");
        }
    }

    #[test]
    fn detours_with_too_little_or_too_much_are_refused() {
        for bad in ["", "a:1", "a:1:b", "a:1:b:2:c", "a:x:b:2", "a:1:b:0", "[::1:1:b:2"] {
            assert!(ConnectTo::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn unix_sockets_have_an_absolute_path_that_the_kernel_takes() {
        for text in ["unix:/run/a.sock", "/run/a.sock", "unix:///run/a.sock"] {
            assert_eq!(Address::unix(text), Ok(Address::Unix("/run/a.sock".into())), "{text}");
        }
        let long = format!("/{}", "a".repeat(107));
        for text in ["unix:a.sock", "", long.as_str(), "unix:@abstract"] {
            assert_eq!(Address::unix(text), Err(UrlError::Socket(text.to_owned())));
        }
    }
}
