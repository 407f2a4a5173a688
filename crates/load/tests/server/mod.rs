//! A small real server on its own threads: one thread a connection, one behaviour a server.
#![allow(dead_code, reason = "each test file uses its part")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, RwLock};
use std::time::Duration;

/// What is done with each request.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Manner {
    /// 200 with a short body after so many milliseconds.
    Answer(u64),
    /// 200 with a chunked body in two writes.
    Chunked,
    /// 204.
    NoContent,
    /// `Connection: close`, then closed.
    CloseEach,
    /// Closed without a word after every third answer.
    CloseSilently,
    /// 503.
    Unavailable,
    /// No answer.
    Silent,
    /// Not HTTP.
    Babble,
    /// A TLS alert.
    Tls,
}

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) accepted: Arc<AtomicU64>,
    pub(crate) requests: Arc<AtomicU64>,
    /// Held for writing, all answers wait.
    pub(crate) gate: Arc<RwLock<()>>,
    stop: Arc<AtomicBool>,
}

impl Server {
    pub(crate) fn start(manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("bound");
        let server = Self { address, accepted: Arc::default(), requests: Arc::default(), gate: Arc::default(), stop: Arc::default() };
        let (accepted, requests, gate, stop) =
            (Arc::clone(&server.accepted), Arc::clone(&server.requests), Arc::clone(&server.gate), Arc::clone(&server.stop));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if stop.load(SeqCst) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                accepted.fetch_add(1, SeqCst);
                let (requests, gate) = (Arc::clone(&requests), Arc::clone(&gate));
                std::thread::spawn(move || serve(stream, manner, &requests, &gate));
            }
        });
        server
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// All answers wait for so long, from here on.
    pub(crate) fn freeze(&self, length: Duration) {
        let _held = self.gate.write().expect("no server thread panics");
        std::thread::sleep(length);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, SeqCst);
        drop(TcpStream::connect(self.address));
    }
}

fn serve(mut stream: TcpStream, manner: Manner, requests: &AtomicU64, gate: &RwLock<()>) {
    stream.set_nodelay(true).expect("a socket");
    let mut buffer = Vec::new();
    let mut piece = [0; 4096];
    let mut served = 0;
    loop {
        while !buffer.windows(4).any(|w| w == b"\r\n\r\n") {
            match stream.read(&mut piece) {
                Ok(n) if n > 0 => buffer.extend_from_slice(&piece[..n]),
                _ => return,
            }
        }
        buffer.clear();
        requests.fetch_add(1, SeqCst);
        served += 1;
        drop(gate.read());
        let ok: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
        let sent = match manner {
            Manner::Answer(ms) => {
                std::thread::sleep(Duration::from_millis(ms));
                stream.write_all(ok)
            }
            Manner::Chunked => stream.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel").and_then(|()| {
                std::thread::sleep(Duration::from_millis(1));
                stream.write_all(b"lo\r\n0\r\n\r\n")
            }),
            Manner::NoContent => stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n"),
            Manner::CloseEach => {
                drop(stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"));
                return;
            }
            Manner::CloseSilently => {
                let r = stream.write_all(ok);
                if served == 3 {
                    return;
                }
                r
            }
            Manner::Unavailable => stream.write_all(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"),
            Manner::Silent => Ok(()),
            Manner::Babble => stream.write_all(b"-ERR unknown command 'GET'\r\n"),
            Manner::Tls => stream.write_all(b"\x15\x03\x01\x00\x02\x02\x46"),
        };
        if sent.is_err() {
            return;
        }
    }
}
