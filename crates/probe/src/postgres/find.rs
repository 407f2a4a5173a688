//! Which of the target's peers is a PostgreSQL server.

use crate::host::database_processes;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// The port that PostgreSQL has unless told otherwise.
const USUAL_PORT: u16 = 5432;
/// `SSLRequest` of the protocol: length 8, code 80877103.
const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f];
/// How long a peer may take to say that it is none.
const PATIENCE: Duration = Duration::from_millis(500);

/// The PostgreSQL server among `peers` (`ip:port`): first one whose processes run here, then one on the usual port, then one that
/// answers as such. Only in the last case is anything sent, and eight bytes at most.
pub(super) fn server_among(peers: &[String]) -> Option<SocketAddr> {
    let local = database_processes(peers).into_iter().find(|s| s.name.starts_with("post"));
    if let Some(address) = local.and_then(|s| s.address.parse().ok()) {
        return Some(address);
    }
    let all: Vec<SocketAddr> = peers.iter().filter_map(|p| p.parse().ok()).collect();
    let usual = all.iter().find(|a| a.port() == USUAL_PORT);
    usual.or_else(|| all.iter().find(|a| speaks_postgres(**a))).copied()
}

/// The relay or pooler among `peers` behind which a server lies: the first that answers as PostgreSQL does. Eight bytes are sent at most.
pub(super) fn relay_among(peers: &[String]) -> Option<SocketAddr> {
    peers.iter().filter_map(|p| p.parse().ok()).find(|a| speaks_postgres(*a))
}

/// Whether the server answers a request for TLS with the one byte that PostgreSQL answers.
fn speaks_postgres(address: SocketAddr) -> bool {
    let ask = || -> std::io::Result<bool> {
        let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.write_all(&SSL_REQUEST)?;
        let mut answer = [0; 2];
        let n = stream.read(&mut answer)?;
        Ok(n == 1 && matches!(answer[0], b'S' | b'N'))
    };
    ask().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;
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
        assert!(speaks_postgres(answering(b"N")));
        assert!(speaks_postgres(answering(b"S")));
        assert!(!speaks_postgres(answering(b"HTTP/1.1 400 Bad Request\r\n\r\n")));
        assert!(!speaks_postgres(answering(b"")));
    }

    #[test]
    fn among_peers_the_one_that_answers_is_found() {
        let (web, postgres) = (answering(b"HTTP/1.1 400 Bad Request\r\n\r\n"), answering(b"N"));
        assert_eq!(server_among(&[web.to_string(), postgres.to_string()]), Some(postgres));
        assert_eq!(server_among(&[]), None);
        let (web, relay) = (answering(b"HTTP/1.1 400 Bad Request\r\n\r\n"), answering(b"S"));
        assert_eq!(relay_among(&[web.to_string(), relay.to_string()]), Some(relay));
    }
}
