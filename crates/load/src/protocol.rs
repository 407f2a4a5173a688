//! What is spoken on a connection.

/// The protocol towards the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Protocol {
    /// HTTP/1.1: one request at a time on a connection.
    #[default]
    Http1,
    /// HTTP/2: chosen by ALPN over TLS, by prior knowledge without.
    Http2 {
        /// Requests at a time on a connection, at most, and no more than the server allows; at least 1.
        streams: u32,
    },
}

impl Protocol {
    /// Requests at a time on a connection.
    pub fn streams(self) -> u32 {
        match self {
            Self::Http1 => 1,
            Self::Http2 { streams } => streams.max(1),
        }
    }

    /// What to offer by ALPN, where the URL says https. Besides HTTP/2 also HTTP/1.1: a server that chooses it says so, one that finds
    /// nothing in common just hangs up.
    pub(crate) fn alpn(self) -> Option<Vec<String>> {
        match self {
            Self::Http1 => None,
            Self::Http2 { .. } => Some(vec!["h2".to_owned(), "http/1.1".to_owned()]),
        }
    }
}
