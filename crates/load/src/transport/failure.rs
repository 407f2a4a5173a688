//! What goes wrong with TLS, in words that say what to do about it.

use super::settings::TlsSettings;
use rustls::{AlertDescription, CertificateError, Error, PeerMisbehaved};
use std::io;

/// Why a TLS connection cannot be used. It is the inner error of the `io::Error` that a stream returns.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TlsFailure {
    /// Nobody that we trust vouches for the certificate.
    #[error("certificate of {host} is not trusted: {cause}; try --cacert FILE or --insecure")]
    Untrusted {
        /// The name that was asked for.
        host: String,
        /// Why not.
        cause: String,
    },
    /// The certificate is somebody else's.
    #[error("certificate of {host} is for other names: {names}; aim at one of them, or try --insecure")]
    WrongName {
        /// The name that was asked for.
        host: String,
        /// The names in it.
        names: String,
    },
    /// The certificate's time is over or has not come.
    #[error("certificate of {host} {when}; try --insecure")]
    OutOfDate {
        /// The name that was asked for.
        host: String,
        /// `expired 3 days ago`.
        when: String,
    },
    /// Something else is wrong with the certificate.
    #[error("certificate of {host} cannot be accepted: {cause}; try --insecure")]
    Certificate {
        /// The name that was asked for.
        host: String,
        /// What is wrong.
        cause: String,
    },
    /// What answers is not TLS.
    #[error("the port of {host} does not speak TLS, its answer begins \"{first}\"; try http://")]
    NotTls {
        /// The name that was asked for.
        host: String,
        /// The first bytes, escaped.
        first: String,
    },
    /// The server wants to know who we are.
    #[error("{host} wants a client certificate; give --cert FILE and --key FILE")]
    IdentityMissing {
        /// The name that was asked for.
        host: String,
    },
    /// The server does not want us.
    #[error("{host} does not accept the client certificate of --cert: {alert}")]
    IdentityRefused {
        /// The name that was asked for.
        host: String,
        /// What the server said.
        alert: String,
    },
    /// No protocol in common.
    #[error("{host} speaks none of {offered}")]
    Protocol {
        /// The name that was asked for.
        host: String,
        /// What was offered by ALPN.
        offered: String,
    },
    /// The server ended the connection, with its reason.
    #[error("{host} ended the TLS connection: {alert}")]
    Refused {
        /// The name that was asked for.
        host: String,
        /// What the server said.
        alert: String,
    },
    /// The connection ended in the middle of the handshake.
    #[error("{host} closed the connection during the TLS handshake")]
    Closed {
        /// The name that was asked for.
        host: String,
    },
    /// The connection ended without the end being announced: what was read may be cut short.
    #[error("{host} closed the connection without announcing it (no TLS close_notify): the answer may be cut short")]
    CutShort {
        /// The name that was asked for.
        host: String,
    },
    /// The peer does not keep to the protocol, or we do not.
    #[error("TLS with {host}: {cause}")]
    Other {
        /// The name that was asked for.
        host: String,
        /// What rustls said.
        cause: String,
    },
}

impl TlsFailure {
    /// Puts what rustls says into words. `first` are the first bytes that the peer sent, when they do not look like TLS.
    pub(super) fn from_rustls(error: Error, settings: &TlsSettings, first: Option<&[u8]>) -> Self {
        let host = settings.host.clone();
        match error {
            Error::InvalidCertificate(e) => certificate(host, &e),
            Error::AlertReceived(alert) => alert_received(host, alert, settings),
            Error::NoApplicationProtocol | Error::PeerMisbehaved(PeerMisbehaved::SelectedUnofferedApplicationProtocol) => {
                Self::Protocol { host, offered: settings.alpn.join(", ") }
            }
            Error::InvalidMessage(_) if first.is_some() => {
                Self::NotTls { host, first: model::harmless::text(&first.unwrap_or_default().escape_ascii().to_string()) }
            }
            other => Self::Other { host, cause: other.to_string() },
        }
    }

    fn kind(&self) -> io::ErrorKind {
        match self {
            Self::CutShort { .. } | Self::Closed { .. } => io::ErrorKind::UnexpectedEof,
            Self::Refused { .. } | Self::IdentityMissing { .. } | Self::IdentityRefused { .. } | Self::Protocol { .. } => {
                io::ErrorKind::ConnectionAborted
            }
            _ => io::ErrorKind::InvalidData,
        }
    }

    /// The failure inside an error of a stream.
    pub fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref().and_then(|e| e.downcast_ref())
    }
}

impl From<TlsFailure> for io::Error {
    fn from(failure: TlsFailure) -> Self {
        Self::new(failure.kind(), failure)
    }
}

fn certificate(host: String, error: &CertificateError) -> TlsFailure {
    match error {
        CertificateError::UnknownIssuer => TlsFailure::Untrusted { host, cause: "it was issued by nobody that is trusted".to_owned() },
        CertificateError::BadSignature => TlsFailure::Untrusted { host, cause: "its signature is not that of its issuer".to_owned() },
        CertificateError::Revoked => TlsFailure::Untrusted { host, cause: "it was revoked".to_owned() },
        CertificateError::NotValidForNameContext { presented, .. } if !presented.is_empty() => {
            TlsFailure::WrongName { host, names: presented.iter().map(|n| plain_name(n)).collect::<Vec<_>>().join(", ") }
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            TlsFailure::WrongName { host, names: "it has none that can be compared".to_owned() }
        }
        CertificateError::ExpiredContext { time, not_after } => {
            let ago = time.as_secs().saturating_sub(not_after.as_secs());
            TlsFailure::OutOfDate { host, when: format!("expired {} ago", roughly(ago)) }
        }
        CertificateError::Expired => TlsFailure::OutOfDate { host, when: "has expired".to_owned() },
        CertificateError::NotValidYetContext { time, not_before } => {
            let to_come = not_before.as_secs().saturating_sub(time.as_secs());
            TlsFailure::OutOfDate { host, when: format!("will be valid in {}", roughly(to_come)) }
        }
        CertificateError::NotValidYet => TlsFailure::OutOfDate { host, when: "is not valid yet".to_owned() },
        // Made with `openssl req -x509`, as half of all test servers are.
        CertificateError::Other(e) if e.to_string().contains("CaUsedAsEndEntity") => {
            TlsFailure::Untrusted { host, cause: "it signed itself and is an authority's (CA:TRUE), not a server's".to_owned() }
        }
        other => TlsFailure::Certificate { host, cause: other.to_string() },
    }
}

/// `DnsName("a.example")` as `a.example`.
fn plain_name(name: &str) -> String {
    name.split_once('(').map_or(name, |(_, rest)| rest.trim_end_matches(')')).trim_matches('"').to_owned()
}

fn roughly(seconds: u64) -> String {
    match seconds {
        0..=119 => format!("{seconds} s"),
        120..=7_199 => format!("{} minutes", seconds / 60),
        7_200..=172_799 => format!("{} hours", seconds / 3600),
        _ => format!("{} days", seconds / 86_400),
    }
}

fn alert_received(host: String, alert: AlertDescription, settings: &TlsSettings) -> TlsFailure {
    use AlertDescription as A;
    // Servers of TLS 1.2 have no alert of their own for a missing certificate: a general one after they asked for it means that.
    let about_us = matches!(
        alert,
        A::CertificateRequired
            | A::HandshakeFailure
            | A::BadCertificate
            | A::UnsupportedCertificate
            | A::CertificateRevoked
            | A::CertificateExpired
            | A::CertificateUnknown
            | A::UnknownCA
            | A::AccessDenied
            | A::DecryptError
    );
    let words = match alert {
        A::HandshakeFailure => "handshake_failure: no version, cipher or certificate in common".to_owned(),
        A::ProtocolVersion => "protocol_version: it speaks neither TLS 1.2 nor TLS 1.3".to_owned(),
        A::UnrecognisedName => format!("unrecognized_name: it has nothing for {host}"),
        other => format!("{other:?}"),
    };
    match alert {
        A::NoApplicationProtocol => TlsFailure::Protocol { host, offered: settings.alpn.join(", ") },
        A::CertificateRequired if !settings.identity.is_given() => TlsFailure::IdentityMissing { host },
        _ if about_us && settings.identity.was_asked_for() => {
            if settings.identity.is_given() {
                TlsFailure::IdentityRefused { host, alert: words }
            } else {
                TlsFailure::IdentityMissing { host }
            }
        }
        _ => TlsFailure::Refused { host, alert: words },
    }
}
