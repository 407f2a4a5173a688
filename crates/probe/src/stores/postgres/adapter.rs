//! What is known of PostgreSQL before anything is asked of a server.

use super::super::watch::SessionProbe;
use super::super::{Access, Store};
use super::connect;
use crate::{Probe, ProbeError};
use model::{Message, Role};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// `SSLRequest` of the protocol: length 8, code 80877103.
const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f];
/// How long a peer may take to say that it is none.
const PATIENCE: Duration = Duration::from_millis(500);

struct Postgres;

/// The store.
pub const STORE: &dyn Store = &Postgres;

impl Store for Postgres {
    fn name(&self) -> &'static str {
        "postgres"
    }

    fn title(&self) -> &'static str {
        "PostgreSQL"
    }

    fn page(&self) -> &'static str {
        include_str!("postgres.md")
    }

    fn role(&self) -> Role {
        Role::Database
    }

    fn programs(&self) -> &'static [&'static str] {
        &["postgres", "postmaster"]
    }

    fn usual_port(&self) -> u16 {
        5432
    }

    fn schemes(&self) -> &'static [&'static str] {
        &["postgres", "postgresql"]
    }

    fn how(&self) -> Message {
        connect::how()
    }

    /// Words and values (`user=... password=...`) are PostgreSQL's own form.
    fn reads(&self, address: &str) -> bool {
        let scheme = address.split_once("://").map(|(scheme, _)| scheme);
        scheme.map_or(address.contains('='), |s| self.schemes().contains(&s) || s.contains('='))
    }

    fn check(&self, address: &str) -> Result<(), ProbeError> {
        connect::parse(address).map(drop)
    }

    fn leads_to(&self, address: &str) -> Vec<SocketAddr> {
        connect::leads_to(address)
    }

    /// By the one byte with which the server answers a request for TLS.
    fn speaks(&self, at: SocketAddr) -> bool {
        let ask = || -> std::io::Result<bool> {
            let mut stream = TcpStream::connect_timeout(&at, PATIENCE)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.write_all(&SSL_REQUEST)?;
            let mut answer = [0; 2];
            let n = stream.read(&mut answer)?;
            Ok(n == 1 && matches!(answer[0], b'S' | b'N'))
        };
        ask().unwrap_or(false)
    }

    fn probe(&self, access: Access) -> Box<dyn Probe> {
        Box::new(SessionProbe::<super::server::Postgres>::new(access))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stores::find::speaking;
    use crate::stores::live::context;
    use model::Peer;
    use std::io::ErrorKind;
    use std::net::TcpListener;
    use std::thread;

    /// A server that answers the first connection with `answer`.
    fn answering(answer: &'static [u8]) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").expect("listen");
        let address = listener.local_addr().expect("address");
        thread::spawn(move || {
            let (mut s, _) = listener.accept().expect("accept");
            let mut request = [0; 8];
            s.read_exact(&mut request).expect("request");
            assert_eq!(request, SSL_REQUEST);
            s.write_all(answer).expect("answer");
        });
        address
    }

    #[test]
    fn a_server_is_told_by_its_one_byte_answer() {
        assert!(STORE.speaks(answering(b"N")));
        assert!(STORE.speaks(answering(b"S")));
        assert!(!STORE.speaks(answering(b"HTTP/1.1 400 Bad Request\r\n\r\n")));
        assert!(!STORE.speaks(answering(b"")));
    }

    #[test]
    fn among_peers_the_one_that_answers_is_found() {
        let (web, postgres) = (answering(b"HTTP/1.1 400 Bad Request\r\n\r\n"), answering(b"N"));
        let peers = [web, postgres].map(|a| Peer::from(a.to_string().as_str()));
        assert_eq!(speaking(STORE, &peers), Some(postgres));
        assert_eq!(speaking(STORE, &[]), None);
    }

    #[test]
    fn a_password_without_a_host_is_refused_and_not_sent_to_whoever_was_found() {
        let hostless =
            ["user=app password=canary", "port=5433 password=canary", "postgres://app:canary@/desk", "postgres:///desk?password=canary"];
        for address in hostless {
            let quiet = TcpListener::bind("127.0.0.1:0").expect("listen");
            quiet.set_nonblocking(true).expect("asked at once");
            let e = STORE.check(address).expect_err(address);
            assert!(e.cause.says("postgres/password-without-host") && e.help.says("postgres/how"), "{address}: {e:?}");
            assert!(!format!("{e} {e:?}").contains("canary"), "{e:?}");
            let access = Access { address: Some(address.to_owned()), found: quiet.local_addr().ok() };
            let (cx, _) = context(&[], None);
            assert_eq!(STORE.probe(access).attach(&cx).expect_err(address).name, "database-address-wrong");
            assert_eq!(quiet.accept().expect_err("nobody comes").kind(), ErrorKind::WouldBlock);
        }
        let good = [
            "host=h password=x",
            "hostaddr=127.0.0.1 password=x",
            "host=/run/postgresql password=x",
            "postgres://app:x@h/desk",
            "user=app",
        ];
        for address in good {
            assert!(STORE.check(address).is_ok(), "{address}");
        }
    }

    #[test]
    fn addresses_of_other_stores_are_not_read() {
        for ours in ["postgres://u:p@h/d", "postgresql://h/d", "user=postgres password=x", "host=h password=a://b"] {
            assert!(STORE.reads(ours), "{ours}");
        }
        for other in ["mysql://u:p@h/d", "redis://h:6379?a=b", "localhost"] {
            assert!(!STORE.reads(other), "{other}");
        }
    }
}
