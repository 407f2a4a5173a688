//! The other end of a transport: authorities and certificates made for one test, servers for one connection, a client that polls.
#![allow(dead_code, reason = "each test file uses its part")]

use load::transport::{Address, Readiness, Stream, Target, TlsOptions, TlsSettings};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, KeyUsagePurpose};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::{RootCertStore, ServerConfig, ServerConnection, StreamOwned, SupportedProtocolVersion};
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Far beyond anything that a busy machine needs; only a bug waits for it.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Authority(CertifiedIssuer<'static, KeyPair>);

pub(crate) struct Issued {
    pub(crate) chain: Vec<CertificateDer<'static>>,
    pub(crate) key: KeyPair,
    pub(crate) pem: String,
}

impl Authority {
    pub(crate) fn new(name: &str) -> Self {
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        Self(CertifiedIssuer::self_signed(params, KeyPair::generate().expect("ring")).expect("valid parameters"))
    }

    fn certificate(&self) -> &rcgen::Certificate {
        self.0.as_ref()
    }

    pub(crate) fn pem(&self) -> String {
        self.certificate().pem()
    }

    /// The authority's own certificate, for a server that shows it as its own.
    pub(crate) fn itself(name: &str) -> Issued {
        let mut params = CertificateParams::new(vec![name.to_owned()]).expect("a name");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("ring");
        let cert = params.self_signed(&key).expect("valid parameters");
        Issued { chain: vec![cert.der().clone()], key, pem: cert.pem() }
    }

    pub(crate) fn issue(&self, name: &str, change: impl FnOnce(&mut CertificateParams)) -> Issued {
        let mut params = CertificateParams::new(vec![name.to_owned()]).expect("a name");
        change(&mut params);
        let key = KeyPair::generate().expect("ring");
        let cert = params.signed_by(&key, &self.0).expect("valid parameters");
        Issued { chain: vec![cert.der().clone()], key, pem: cert.pem() }
    }
}

pub(crate) type Served = StreamOwned<ServerConnection, TcpStream>;

pub(crate) fn server_config(
    shown: &Issued,
    clients_of: Option<&Authority>,
    versions: &[&'static SupportedProtocolVersion],
) -> ServerConfig {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ServerConfig::builder_with_provider(Arc::clone(&provider)).with_protocol_versions(versions).expect("versions of ring");
    let builder = match clients_of {
        None => builder.with_no_client_auth(),
        Some(authority) => {
            let mut roots = RootCertStore::empty();
            roots.add(authority.certificate().der().clone()).expect("an authority");
            builder.with_client_cert_verifier(
                WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build().expect("one authority"),
            )
        }
    };
    let key = PrivateKeyDer::try_from(shown.key.serialize_der()).expect("a key");
    let mut config = builder.with_single_cert(shown.chain.clone(), key).expect("a pair");
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    config
}

/// A server for one connection.
pub(crate) fn plain(serve: impl FnOnce(TcpStream) + Send + 'static) -> Address {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = Address::Tcp(listener.local_addr().expect("bound"));
    std::thread::spawn(move || serve(listener.accept().expect("a client").0));
    address
}

/// A server for one connection with TLS.
pub(crate) fn secure(config: ServerConfig, serve: impl FnOnce(Served) + Send + 'static) -> Address {
    plain(move |tcp| serve(StreamOwned::new(ServerConnection::new(Arc::new(config)).expect("a config"), tcp)))
}

/// Reads a head, answers, says goodbye.
pub(crate) fn answer_once(mut stream: Served) {
    let mut piece = [0; 1000];
    if stream.read(&mut piece).is_ok_and(|n| n > 0) {
        let answered = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\nhello").and_then(|()| {
            stream.conn.send_close_notify();
            stream.flush()
        });
        // The client may be gone; then there is nobody to tell.
        drop(answered);
    }
}

pub(crate) fn target(address: Address, host: &str, options: &TlsOptions) -> Target {
    Target { address, tls: Some(Arc::new(TlsSettings::new(host, options).expect("usable options"))) }
}

/// Polls until `step` has something other than `WouldBlock` to say.
pub(crate) fn wait<T>(mut step: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let begun = Instant::now();
    loop {
        match step() {
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                assert!(begun.elapsed() < PATIENCE, "nothing happens");
                std::thread::sleep(Duration::from_micros(200));
            }
            other => return other,
        }
    }
}

/// Connects, and takes the handshake to its end.
pub(crate) fn connect(target: &Target) -> io::Result<Stream> {
    let mut stream = Stream::begin(target)?;
    wait(|| match stream.advance()? {
        Readiness::Ready => Ok(()),
        Readiness::Pending => Err(io::ErrorKind::WouldBlock.into()),
    })?;
    Ok(stream)
}

/// Writes all of it, down to the socket.
pub(crate) fn send(stream: &mut Stream, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let n = wait(|| stream.write(bytes))?;
        bytes = &bytes[n..];
    }
    wait(|| stream.flush())
}

/// Reads to the end; what was read before an error is kept.
pub(crate) fn receive(stream: &mut Stream) -> (Vec<u8>, io::Result<()>) {
    let (mut all, mut piece) = (Vec::new(), vec![0; 30_000]);
    loop {
        match wait(|| stream.read(&mut piece)) {
            Ok(0) => return (all, Ok(())),
            Ok(n) => all.extend_from_slice(&piece[..n]),
            Err(e) => return (all, Err(e)),
        }
    }
}

/// The whole life of a connection: connect, ask, read to the end.
pub(crate) fn ask(target: &Target) -> io::Result<Vec<u8>> {
    let mut stream = connect(target)?;
    send(&mut stream, b"GET / HTTP/1.1\r\n\r\n")?;
    let (bytes, end) = receive(&mut stream);
    end.map(|()| bytes)
}
