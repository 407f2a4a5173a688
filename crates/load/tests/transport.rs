//! Streams against real servers: plain, in TLS and over Unix sockets, on good days and on bad ones.

mod peer;

use load::transport::{Address, Stage, Stream, Target, TlsFailure, TlsOptions, TlsSettings, TlsSetupError};
use peer::{Authority, Issued, answer_once, ask, connect, plain, receive, secure, send, server_config, target, wait};
use rustls::ALL_VERSIONS;
use rustls::version::{TLS12, TLS13};
use std::io::{self, Read, Write};
use std::os::unix::net::UnixListener;
use std::path::Path;
use tempfile::TempDir;

/// Files for options, kept as long as the value lives.
struct Files(TempDir);

impl Files {
    fn new() -> Self {
        Self(TempDir::new().expect("a folder"))
    }

    fn trusting(&self, authority: &Authority) -> TlsOptions {
        let path = self.0.path().join("ca.pem");
        std::fs::write(&path, authority.pem()).expect("writable");
        TlsOptions { cacert: Some(path), ..TlsOptions::default() }
    }

    fn showing(&self, options: TlsOptions, identity: &Issued) -> TlsOptions {
        let (cert, key) = (self.0.path().join("cert.pem"), self.0.path().join("key.pem"));
        std::fs::write(&cert, &identity.pem).expect("writable");
        std::fs::write(&key, identity.key.serialize_pem()).expect("writable");
        TlsOptions { cert: Some(cert), key: Some(key), ..options }
    }
}

fn failure(result: io::Result<impl Sized>) -> TlsFailure {
    let Err(error) = result else { panic!("this cannot succeed") };
    TlsFailure::of(&error).cloned().unwrap_or_else(|| panic!("{error:?} is not about TLS"))
}

#[test]
fn a_stream_in_tls_carries_a_request_and_tells_its_moments() {
    let (authority, files) = (Authority::new("tightspot tests"), Files::new());
    for versions in [ALL_VERSIONS, &[&TLS12]] {
        let shown = authority.issue("localhost", |_| {});
        let target = target(secure(server_config(&shown, None, versions), answer_once), "localhost", &files.trusting(&authority));
        let begun = model::Timestamp::now().ns();
        let mut stream = connect(&target).expect("a good server");
        assert!(begun <= stream.connected_at() && stream.connected_at() < stream.secured_at());
        assert_eq!((stream.stage(), stream.protocol()), (Stage::Ready, Some(&b"http/1.1"[..])));
        send(&mut stream, b"GET / HTTP/1.1\r\n\r\n").expect("open");
        let (answer, end) = receive(&mut stream);
        assert_eq!(answer, b"HTTP/1.1 200 OK\r\n\r\nhello");
        end.expect("an announced end");
        stream.close();
    }
}

#[test]
fn addresses_and_other_names_can_be_what_the_certificate_is_for() {
    let (authority, files) = (Authority::new("tightspot tests"), Files::new());
    let options = files.trusting(&authority);
    let named = TlsOptions { server_name: Some("other.example".to_owned()), ..options.clone() };
    for (host, in_certificate, options) in [("127.0.0.1", "127.0.0.1", &options), ("localhost", "other.example", &named)] {
        let config = server_config(&authority.issue(in_certificate, |_| {}), None, ALL_VERSIONS);
        ask(&target(secure(config, answer_once), host, options)).expect(host);
    }
}

#[test]
fn certificates_that_are_not_good_are_told_apart_and_pass_when_nobody_looks() {
    let (authority, other, files) = (Authority::new("tightspot tests"), Authority::new("somebody else"), Files::new());
    let options = files.trusting(&authority);
    let past = |p: &mut rcgen::CertificateParams| {
        (p.not_before, p.not_after) = (rcgen::date_time_ymd(2019, 1, 1), rcgen::date_time_ymd(2020, 1, 1));
    };
    let future = |p: &mut rcgen::CertificateParams| p.not_before = rcgen::date_time_ymd(2200, 1, 1);
    let cases = [
        (
            other.issue("localhost", |_| {}),
            "certificate of localhost is not trusted: it was issued by nobody that is trusted; try --cacert",
        ),
        (authority.issue("a.example", |_| {}), "certificate of localhost is for other names: a.example; aim at"),
        (authority.issue("localhost", past), "certificate of localhost expired "),
        (authority.issue("localhost", future), "certificate of localhost will be valid in "),
        (Authority::itself("localhost"), "certificate of localhost is not trusted: it "),
    ];
    for (shown, words) in cases {
        let server = || secure(server_config(&shown, None, ALL_VERSIONS), answer_once);
        let told = failure(ask(&target(server(), "localhost", &options))).to_string();
        assert!(told.starts_with(words) && told.contains("--insecure"), "{told}");
        let insecure = TlsOptions { insecure: true, ..TlsOptions::default() };
        assert_eq!(ask(&target(server(), "localhost", &insecure)).expect(words), b"HTTP/1.1 200 OK\r\n\r\nhello");
    }
}

#[test]
fn a_port_that_does_not_speak_tls_is_recognised() {
    let options = TlsOptions { insecure: true, ..TlsOptions::default() };
    for greeting in ["HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "-E"] {
        let address = plain(move |mut tcp| {
            let mut piece = [0; 4000];
            drop(tcp.read(&mut piece));
            drop(tcp.write_all(greeting.as_bytes()));
        });
        let told = failure(connect(&target(address, "h", &options)));
        assert_eq!(told, TlsFailure::NotTls { host: "h".to_owned(), first: greeting.escape_default().to_string() }, "{told}");
    }
}

#[test]
fn a_server_that_leaves_during_the_handshake_is_told() {
    let options = TlsOptions { insecure: true, ..TlsOptions::default() };
    let silent = plain(drop);
    assert_eq!(failure(connect(&target(silent, "h", &options))), TlsFailure::Closed { host: "h".to_owned() });
    let midway = plain(|mut tcp| {
        let mut piece = [0; 4000];
        drop(tcp.read(&mut piece));
        drop(tcp.write_all(b"\x16\x03\x03\x00\x7a\x02\x00"));
    });
    assert_eq!(failure(connect(&target(midway, "h", &options))), TlsFailure::Closed { host: "h".to_owned() });
}

#[test]
fn without_a_protocol_in_common_it_says_what_was_offered() {
    let authority = Authority::new("tightspot tests");
    let config = server_config(&authority.issue("localhost", |_| {}), None, ALL_VERSIONS);
    let options = TlsOptions { insecure: true, alpn: vec!["h2".to_owned()], ..TlsOptions::default() };
    let told = failure(ask(&target(secure(config, answer_once), "localhost", &options)));
    assert_eq!(told, TlsFailure::Protocol { host: "localhost".to_owned(), offered: "h2".to_owned() });
}

#[test]
fn a_server_that_asks_who_we_are_gets_told_or_is_quoted() {
    let (authority, other, files) = (Authority::new("tightspot tests"), Authority::new("somebody else"), Files::new());
    let stranger = files.trusting(&authority);
    for versions in [&[&TLS12], &[&TLS13]] {
        let server = || secure(server_config(&authority.issue("localhost", |_| {}), Some(&authority), versions), answer_once);
        let told = failure(ask(&target(server(), "localhost", &stranger)));
        assert_eq!(told, TlsFailure::IdentityMissing { host: "localhost".to_owned() });
        let known = files.showing(stranger.clone(), &authority.issue("client", |_| {}));
        ask(&target(server(), "localhost", &known)).expect("a known client");
        let unknown = files.showing(stranger.clone(), &other.issue("client", |_| {}));
        let told = failure(ask(&target(server(), "localhost", &unknown)));
        assert!(matches!(told, TlsFailure::IdentityRefused { .. }), "{told}");
    }
}

#[test]
fn an_end_that_was_not_announced_is_an_answer_cut_short() {
    let authority = Authority::new("tightspot tests");
    let config = server_config(&authority.issue("localhost", |_| {}), None, ALL_VERSIONS);
    let address = secure(config, |mut stream| {
        let mut piece = [0; 1000];
        drop(stream.read(&mut piece));
        drop(stream.write_all(b"HTTP/1.1 200 OK\r\n\r\nhel").and_then(|()| stream.flush()));
    });
    let mut stream =
        connect(&target(address, "localhost", &TlsOptions { insecure: true, ..TlsOptions::default() })).expect("a good server");
    send(&mut stream, b"GET / HTTP/1.1\r\n\r\n").expect("open");
    let (bytes, end) = receive(&mut stream);
    assert_eq!(bytes, b"HTTP/1.1 200 OK\r\n\r\nhel");
    assert_eq!(end.as_ref().expect_err("cut").kind(), io::ErrorKind::UnexpectedEof);
    assert!(matches!(failure(end), TlsFailure::CutShort { .. }));
}

/// ```text
///  write() takes 64 KiB more than the socket -> WouldBlock    the server begins to read -> flush() empties it
/// ```
#[test]
fn large_requests_and_answers_pass_whole_and_wait_where_the_socket_is_full() {
    // More than the buffers of two sockets grow to: 4 MB to send and 6 MB to receive by default.
    const SIZE: usize = 251 * 64_000;
    let authority = Authority::new("tightspot tests");
    let config = server_config(&authority.issue("localhost", |_| {}), None, ALL_VERSIONS);
    let (go, may_go) = std::sync::mpsc::channel::<()>();
    let address = secure(config, move |mut stream| {
        while stream.conn.is_handshaking() {
            stream.conn.complete_io(&mut stream.sock).expect("a handshake");
        }
        may_go.recv().expect("the test goes on");
        let mut all = vec![0; SIZE];
        stream.read_exact(&mut all).expect("all of it");
        stream.write_all(&all).and_then(|()| stream.flush()).expect("open");
        stream.conn.send_close_notify();
        stream.flush().expect("open");
    });
    let mut stream =
        connect(&target(address, "localhost", &TlsOptions { insecure: true, ..TlsOptions::default() })).expect("a good server");
    let sent = (0..251).collect::<Vec<u8>>().repeat(SIZE / 251);
    let mut written = 0;
    while written < SIZE {
        match stream.write(&sent[written..]) {
            Ok(n) => written += n,
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => break,
            Err(e) => panic!("{e}"),
        }
    }
    assert!(written < SIZE && stream.has_unflushed(), "{written} written while nobody reads");
    assert_eq!(stream.flush().expect_err("nobody reads").kind(), io::ErrorKind::WouldBlock);
    go.send(()).expect("the server waits");
    send(&mut stream, &sent[written..]).expect("the server reads");
    assert!(!stream.has_unflushed());
    let (received, end) = receive(&mut stream);
    end.expect("an announced end");
    assert!(received == sent, "{} of {SIZE} bytes, or others", received.len());
}

fn unix_server(path: &Path, serve: impl FnOnce(std::os::unix::net::UnixStream) + Send + 'static) -> Address {
    let listener = UnixListener::bind(path).expect("a free path");
    std::thread::spawn(move || serve(listener.accept().expect("a client").0));
    Address::unix(path.to_str().expect("ASCII")).expect("a short path")
}

#[test]
fn unix_sockets_carry_requests_plain_and_in_tls() {
    let folder = TempDir::new().expect("a folder");
    let address = unix_server(&folder.path().join("plain.sock"), |mut s| {
        let mut piece = [0; 100];
        let n = s.read(&mut piece).expect("a request");
        s.write_all(&piece[..n]).expect("open");
    });
    assert_eq!(ask(&Target { address, tls: None }).expect("an echo"), b"GET / HTTP/1.1\r\n\r\n");

    let authority = Authority::new("tightspot tests");
    let config = server_config(&authority.issue("localhost", |_| {}), None, ALL_VERSIONS);
    let address = unix_server(&folder.path().join("tls.sock"), |mut s| {
        let mut session = rustls::ServerConnection::new(std::sync::Arc::new(config)).expect("a config");
        let mut stream = rustls::Stream::new(&mut session, &mut s);
        let mut piece = [0; 100];
        let n = stream.read(&mut piece).expect("a request");
        stream.write_all(&piece[..n]).expect("open");
        stream.conn.send_close_notify();
        stream.flush().expect("open");
    });
    let options = TlsOptions { insecure: true, ..TlsOptions::default() };
    assert_eq!(ask(&target(address, "localhost", &options)).expect("an echo"), b"GET / HTTP/1.1\r\n\r\n");
}

#[test]
fn connects_that_fail_say_so_and_never_block() {
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| Target { address: Address::Unix(folder.path().join(name)), tls: None };
    assert_eq!(Stream::begin(&at("none.sock")).expect_err("no file").kind(), io::ErrorKind::NotFound);
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port");
    let refused = connect(&Target { address: Address::Tcp(nobody), tls: None }).expect_err("nobody listens");
    assert_eq!(refused.kind(), io::ErrorKind::ConnectionRefused);
}

#[test]
fn a_plain_stream_tells_its_moment_and_is_drained_by_a_short_read() {
    let address = plain(|mut tcp| tcp.write_all(b"hello").expect("open"));
    let mut stream = connect(&Target { address, tls: None }).expect("a good server");
    assert!(stream.connected_at() > 0 && stream.secured_at() == 0 && stream.protocol().is_none());
    let mut room = [0; 100];
    let n = wait(|| stream.read(&mut room)).expect("a greeting");
    assert!(stream.is_drained(n, room.len()) && !stream.is_drained(room.len(), room.len()));
}

#[test]
fn files_that_cannot_be_used_are_named_with_what_they_lack() {
    let files = Files::new();
    let path = files.0.path().join("empty.pem");
    std::fs::write(&path, "nothing\n").expect("writable");
    let told = |options: TlsOptions| TlsSettings::new("h", &options).expect_err("unusable").to_string();
    let empty = Some(path.clone());
    assert_eq!(
        told(TlsOptions { cacert: empty.clone(), ..TlsOptions::default() }),
        format!("read certificates of authorities from {}: there is none in it (it must be PEM)", path.display())
    );
    assert!(told(TlsOptions { cacert: Some("/none.pem".into()), ..TlsOptions::default() }).contains("/none.pem: No such file"));
    let alone = TlsOptions { key: empty, insecure: true, ..TlsOptions::default() };
    assert!(matches!(TlsSettings::new("h", &alone), Err(TlsSetupError::KeyAlone)));
    let authority = Authority::new("tightspot tests");
    let mut mixed = files.showing(TlsOptions { insecure: true, ..TlsOptions::default() }, &authority.issue("a", |_| {}));
    std::fs::write(mixed.key.take().expect("shown"), authority.issue("b", |_| {}).key.serialize_pem()).expect("writable");
    mixed.key = Some(files.0.path().join("key.pem"));
    assert!(told(mixed).starts_with("use the certificate of "));
    assert!(matches!(TlsSettings::new("not a name", &TlsOptions { insecure: true, ..TlsOptions::default() }), Err(TlsSetupError::Name(_))));
}
