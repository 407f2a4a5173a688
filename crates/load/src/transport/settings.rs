//! How TLS is spoken to one target: whom to trust, who we are, what to offer. Made once, shared by all of its connections.

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{ResolvesClientCert, Resumption};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::sign::CertifiedKey;
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What a user can say about TLS.
#[derive(Debug, Clone)]
pub struct TlsOptions {
    /// Take any certificate. The connection is encrypted, the peer unknown.
    pub insecure: bool,
    /// PEM file with the authorities to trust, in place of those of the system.
    pub cacert: Option<PathBuf>,
    /// PEM file with our certificate and those between it and its authority.
    pub cert: Option<PathBuf>,
    /// PEM file with its key; without it, the key is looked for in `cert`.
    pub key: Option<PathBuf>,
    /// Name to send as SNI and to look for in the certificate, in place of the host.
    pub server_name: Option<String>,
    /// Protocols to offer, the preferred one first; none: offer nothing.
    pub alpn: Vec<String>,
    /// Let connections resume the session of an earlier one. Without it each pays for a whole handshake, as a new client would.
    pub resume: bool,
}

impl Default for TlsOptions {
    /// The authorities of the system, no certificate of our own, HTTP/1.1, whole handshakes.
    fn default() -> Self {
        let alpn = vec!["http/1.1".to_owned()];
        Self { insecure: false, cacert: None, cert: None, key: None, server_name: None, alpn, resume: false }
    }
}

/// Why TLS cannot be spoken as asked for.
#[derive(Debug, thiserror::Error)]
pub enum TlsSetupError {
    /// A file cannot be read, or what it should hold is not in it.
    #[error("read {what} from {path}: {cause}")]
    File {
        /// What should be in it.
        what: &'static str,
        /// Its path.
        path: String,
        /// What is wrong.
        cause: String,
    },
    /// No authority to trust.
    #[error("this system has no certificates of authorities ({cause}); give --cacert FILE or --insecure")]
    NoRoots {
        /// What was seen instead.
        cause: String,
    },
    /// A key without its certificate.
    #[error("--key without --cert: a key is of no use without its certificate")]
    KeyAlone,
    /// Certificate and key do not fit, or cannot be used.
    #[error("use the certificate of {cert}: {cause}")]
    Identity {
        /// Path of the certificate.
        cert: String,
        /// What is wrong.
        cause: String,
    },
    /// The host cannot stand in a certificate.
    #[error("{0:?} is neither a DNS name nor an address, so no certificate can be valid for it")]
    Name(String),
}

/// TLS towards one target.
#[derive(Debug)]
pub struct TlsSettings {
    pub(super) config: Arc<ClientConfig>,
    pub(super) name: ServerName<'static>,
    /// The name as people write it.
    pub(super) host: String,
    pub(super) alpn: Vec<String>,
    pub(super) identity: Arc<Identity>,
}

impl TlsSettings {
    /// Reads the files that `options` name; `host` is that of the URL.
    pub fn new(host: &str, options: &TlsOptions) -> Result<Self, TlsSetupError> {
        let host = options.server_name.as_deref().unwrap_or(host).to_owned();
        let name = ServerName::try_from(host.clone()).map_err(|_| TlsSetupError::Name(host.clone()))?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let identity = Arc::new(Identity::read(options, &provider)?);
        let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()
            .expect("ring has cipher suites for TLS 1.2 and 1.3");
        let builder = if options.insecure {
            builder.dangerous().with_custom_certificate_verifier(Arc::new(Anyone(provider)))
        } else {
            builder.with_root_certificates(roots(options.cacert.as_deref())?)
        };
        let mut config = builder.with_client_cert_resolver(Arc::clone(&identity) as Arc<dyn ResolvesClientCert>);
        config.alpn_protocols = options.alpn.iter().map(|p| p.clone().into_bytes()).collect();
        if !options.resume {
            config.resumption = Resumption::disabled();
        }
        Ok(Self { config: Arc::new(config), name, host, alpn: options.alpn.clone(), identity })
    }

    /// The name that is sent as SNI and looked for in the certificate.
    pub fn host(&self) -> &str {
        &self.host
    }
}

/// Who we are, and whether anybody asked.
#[derive(Debug)]
pub(super) struct Identity {
    key: Option<Arc<CertifiedKey>>,
    asked: AtomicBool,
}

impl Identity {
    fn read(options: &TlsOptions, provider: &CryptoProvider) -> Result<Self, TlsSetupError> {
        let key = match (&options.cert, &options.key) {
            (None, None) => None,
            (None, Some(_)) => return Err(TlsSetupError::KeyAlone),
            (Some(cert), key) => {
                let key = key.as_ref().unwrap_or(cert);
                let secret = PrivateKeyDer::from_pem_file(key).map_err(|e| bad_file("a private key", key, &e))?;
                let unfit = |e: rustls::Error| TlsSetupError::Identity { cert: cert.display().to_string(), cause: e.to_string() };
                let chain = certificates("a certificate", cert)?;
                Some(Arc::new(CertifiedKey::from_der(chain, secret, provider).map_err(unfit)?))
            }
        };
        Ok(Self { key, asked: AtomicBool::new(false) })
    }

    pub(super) fn is_given(&self) -> bool {
        self.key.is_some()
    }

    pub(super) fn was_asked_for(&self) -> bool {
        self.asked.load(Relaxed)
    }
}

impl ResolvesClientCert for Identity {
    fn resolve(&self, _authorities: &[&[u8]], _schemes: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        self.asked.store(true, Relaxed);
        self.key.clone()
    }

    fn has_certs(&self) -> bool {
        // Also without one: that the server asked is what makes its refusal understood.
        true
    }
}

/// The authorities of `file`, or of the system.
fn roots(file: Option<&Path>) -> Result<RootCertStore, TlsSetupError> {
    let mut roots = RootCertStore::empty();
    if let Some(path) = file {
        for certificate in certificates("certificates of authorities", path)? {
            let unfit = |e: rustls::Error| TlsSetupError::File {
                what: "certificates of authorities",
                path: path.display().to_string(),
                cause: e.to_string(),
            };
            roots.add(certificate).map_err(unfit)?;
        }
        return Ok(roots);
    }
    let found = rustls_native_certs::load_native_certs();
    let (added, _ignored) = roots.add_parsable_certificates(found.certs);
    if added == 0 {
        let cause = found.errors.first().map_or_else(|| "none found".to_owned(), ToString::to_string);
        return Err(TlsSetupError::NoRoots { cause });
    }
    Ok(roots)
}

fn certificates(what: &'static str, path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsSetupError> {
    let all: Result<Vec<_>, _> = CertificateDer::pem_file_iter(path).and_then(Iterator::collect);
    match all.map_err(|e| bad_file(what, path, &e))? {
        none if none.is_empty() => Err(bad_file(what, path, &pem::Error::NoItemsFound)),
        some => Ok(some),
    }
}

fn bad_file(what: &'static str, path: &Path, cause: &pem::Error) -> TlsSetupError {
    let cause = match cause {
        pem::Error::Io(e) => e.to_string(),
        pem::Error::NoItemsFound => "there is none in it (it must be PEM)".to_owned(),
        other => other.to_string(),
    };
    TlsSetupError::File { what, path: path.display().to_string(), cause }
}

/// Takes every certificate; signatures are checked as ever, so that the cost of a handshake stays what it is.
#[derive(Debug)]
struct Anyone(Arc<CryptoProvider>);

impl ServerCertVerifier for Anyone {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _ocsp: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        rustls::crypto::verify_tls12_signature(message, cert, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        rustls::crypto::verify_tls13_signature(message, cert, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
