//! A server that answers well, but for one request, whose answer follows a script, byte by byte.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

/// One thing that the server does.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    Send(Vec<u8>),
    /// A byte at a time, so far apart.
    SendSlowly(Vec<u8>, Duration),
    Rest(Duration),
    Close,
    /// Closes with a RST.
    Reset,
    /// Reads what the client has still to send, then closes.
    DrainAndClose,
}

/// What happens to request number `at`, counted over all connections.
pub(crate) struct Script {
    pub(crate) at: usize,
    pub(crate) acts: Vec<Act>,
}

pub(crate) struct Scripted {
    pub(crate) address: SocketAddr,
    accepted: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
}

impl Scripted {
    /// Connections so far.
    pub(crate) fn accepted(&self) -> u64 {
        self.accepted.load(SeqCst)
    }
}

impl Drop for Scripted {
    fn drop(&mut self) {
        self.stop.store(true, SeqCst);
        drop(TcpStream::connect(self.address));
    }
}

pub(crate) fn serve(script: Script) -> Scripted {
    serve_at(([127, 0, 0, 1], 0).into(), script)
}

pub(crate) fn serve_at(address: SocketAddr, script: Script) -> Scripted {
    let listener = TcpListener::bind(address).expect("a free port");
    let address = listener.local_addr().expect("bound");
    let server = Scripted { address, accepted: Arc::default(), stop: Arc::default() };
    let (accepted, stop) = (Arc::clone(&server.accepted), Arc::clone(&server.stop));
    let (script, requests) = (Arc::new(script), Arc::new(AtomicUsize::new(0)));
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            if stop.load(SeqCst) {
                return;
            }
            let Ok(stream) = stream else { continue };
            accepted.fetch_add(1, SeqCst);
            let (script, requests) = (Arc::clone(&script), Arc::clone(&requests));
            std::thread::spawn(move || connection(stream, &script, &requests));
        }
    });
    server
}

fn connection(mut stream: TcpStream, script: &Script, requests: &AtomicUsize) {
    stream.set_nodelay(true).expect("a socket");
    let (mut buffer, mut piece) = (Vec::new(), vec![0; 4096]);
    loop {
        // The head only, and nothing behind it: a request whose body is long is left unread, as by a server that refuses it.
        while !buffer.windows(4).any(|w| w == b"\r\n\r\n") {
            match stream.read(&mut piece) {
                Ok(n) if n > 0 => buffer.extend_from_slice(&piece[..n]),
                _ => return,
            }
        }
        let number = requests.fetch_add(1, SeqCst);
        let head = buffer.windows(4).position(|w| w == b"\r\n\r\n").expect("just found") + 4;
        let body = if number == script.at { 0 } else { length(&buffer[..head]) };
        let mut missing = (head + body).saturating_sub(buffer.len());
        while missing > 0 {
            match stream.read(&mut piece) {
                Ok(n) if n > 0 => missing = missing.saturating_sub(n),
                _ => return,
            }
        }
        let is_head = buffer.starts_with(b"HEAD ");
        buffer.clear();
        if number == script.at {
            if script.acts.iter().any(|act| !perform(&mut stream, act)) {
                return;
            }
            continue;
        }
        let connection = if number + 1 == script.at { "close" } else { "keep-alive" };
        let body = if is_head { "" } else { "ok" };
        let answer = format!("HTTP/1.1 200 OK\r\nConnection: {connection}\r\nContent-Length: 2\r\n\r\n{body}");
        if stream.write_all(answer.as_bytes()).is_err() || connection == "close" {
            return;
        }
    }
}

/// False when the connection is over.
fn perform(stream: &mut TcpStream, act: &Act) -> bool {
    match act {
        Act::Send(bytes) => stream.write_all(bytes).is_ok(),
        Act::SendSlowly(bytes, pause) => bytes.iter().all(|byte| {
            std::thread::sleep(*pause);
            stream.write_all(&[*byte]).is_ok()
        }),
        Act::Rest(time) => {
            std::thread::sleep(*time);
            true
        }
        Act::Close => false,
        Act::Reset => {
            reset_on_close(stream);
            false
        }
        Act::DrainAndClose => {
            let mut piece = vec![0; 64 * 1024];
            while stream.read(&mut piece).is_ok_and(|n| n > 0) {}
            false
        }
    }
}

fn length(head: &[u8]) -> usize {
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    head.lines().find_map(|l| l.strip_prefix("content-length:")?.trim().parse().ok()).unwrap_or(0)
}

/// With a linger of zero a close is a RST.
#[expect(unsafe_code, reason = "std has no stable SO_LINGER")]
fn reset_on_close(stream: &TcpStream) {
    let linger = libc::linger { l_onoff: 1, l_linger: 0 };
    let size = size_of::<libc::linger>() as libc::socklen_t;
    // SAFETY: `linger` lives through the call and is `size` bytes long.
    let rc = unsafe { libc::setsockopt(stream.as_raw_fd(), libc::SOL_SOCKET, libc::SO_LINGER, (&raw const linger).cast(), size) };
    assert_eq!(rc, 0, "SO_LINGER works for TCP");
}
