//! A server of HTTP/2 that sends frames as a test lays them down, good or not. No compression: the one head that it needs is a single byte.
#![allow(dead_code, reason = "each test file uses its part")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};

pub(crate) const DATA: u8 = 0;
pub(crate) const HEADERS: u8 = 1;
pub(crate) const RST_STREAM: u8 = 3;
pub(crate) const SETTINGS: u8 = 4;
pub(crate) const PING: u8 = 6;
pub(crate) const GOAWAY: u8 = 7;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;
const ACK: u8 = 1;

/// A frame: type, flags, stream, payload.
pub(crate) type Frame = (u8, u8, u32, Vec<u8>);

/// One connection from the server's side, behind the greeting.
pub(crate) struct Wire(TcpStream);

impl Wire {
    pub(crate) fn send(&mut self, kind: u8, flags: u8, stream: u32, payload: &[u8]) {
        let length = (payload.len() as u32).to_be_bytes();
        let head = [&length[1..], &[kind, flags], &stream.to_be_bytes()].concat();
        // The client may be gone: then there is nobody to tell.
        drop(self.0.write_all(&[&head, payload].concat()));
    }

    /// `:status: 200` and nothing else.
    pub(crate) fn answer(&mut self, stream: u32) {
        self.send(HEADERS, END_STREAM | END_HEADERS, stream, &[0x88]);
    }

    /// The head, a body follows.
    pub(crate) fn head(&mut self, stream: u32) {
        self.send(HEADERS, END_HEADERS, stream, &[0x88]);
    }

    /// `last`: the last stream that was looked at.
    pub(crate) fn go_away(&mut self, last: u32, reason: u32) {
        self.send(GOAWAY, 0, 0, &[last.to_be_bytes(), reason.to_be_bytes()].concat());
    }

    /// The next frame; `None` at the end of the connection.
    pub(crate) fn next(&mut self) -> Option<Frame> {
        let mut head = [0; 9];
        self.0.read_exact(&mut head).ok()?;
        let mut payload = vec![0; u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize];
        self.0.read_exact(&mut payload).ok()?;
        Some((head[3], head[4], u32::from_be_bytes([head[5], head[6], head[7], head[8]]), payload))
    }

    /// The stream of the next request; settings are acknowledged and pings answered meanwhile.
    pub(crate) fn next_request(&mut self) -> Option<u32> {
        loop {
            match self.next()? {
                (HEADERS, _, stream, _) => return Some(stream),
                (SETTINGS, 0, ..) => self.send(SETTINGS, ACK, 0, &[]),
                (PING, 0, _, payload) => self.send(PING, ACK, 0, &payload),
                _ => {}
            }
        }
    }

    /// Reads on until the client closes, and answers nothing.
    pub(crate) fn ignore(&mut self) {
        while self.next().is_some() {}
    }

    /// Reads on until the client closes, answering requests.
    pub(crate) fn serve(&mut self) {
        while let Some(stream) = self.next_request() {
            self.answer(stream);
        }
    }
}

pub(crate) struct Scripted {
    pub(crate) address: SocketAddr,
    accepted: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
}

impl Scripted {
    /// Greets each client with `settings` (the payload of that frame) and leaves the rest to `script`, which gets the number of the
    /// connection, from 0.
    pub(crate) fn start(settings: &'static [u8], script: impl Fn(u64, Wire) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("bound");
        let server = Self { address, accepted: Arc::default(), stop: Arc::default() };
        let (accepted, stop, script) = (Arc::clone(&server.accepted), Arc::clone(&server.stop), Arc::new(script));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if stop.load(SeqCst) {
                    return;
                }
                let Ok(mut stream) = stream else { continue };
                let script = Arc::clone(&script);
                let accepted = Arc::clone(&accepted);
                std::thread::spawn(move || {
                    stream.set_nodelay(true).expect("a socket");
                    let mut preface = [0; 24];
                    // A probe of the port that says nothing is no connection.
                    if stream.read_exact(&mut preface).is_err() {
                        return;
                    }
                    let number = accepted.fetch_add(1, SeqCst);
                    let mut wire = Wire(stream);
                    wire.send(SETTINGS, 0, 0, settings);
                    script(number, wire);
                });
            }
        });
        server
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

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
