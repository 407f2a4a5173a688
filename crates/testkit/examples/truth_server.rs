//! A server whose latency is known, to judge load generators by: `truth_server PORT (instant | constant:MS | freeze) [LOG]`.
//!
//! `instant` answers at once. `constant:MS` answers so long after receipt, however many requests wait. `freeze` is `constant:1`, except that
//! it answers nobody in the first 200 ms of each period of 2 s: what falls due in a freeze is answered when it ends. The first freeze
//! begins 1 s after the first request, so that a run of a multiple of 2 s sees whole freezes only.
//!
//! ```text
//!  first request                 frozen                                      frozen
//!  |.......... 1 s ..............[200 ms]............. 1.8 s ................[200 ms]....
//! ```
//!
//! It spins, so that its answers are late by microseconds only: give it a core of its own. It stops when its input ends, then prints what it
//! counted, and writes to LOG the moments (ns of `CLOCK_MONOTONIC`) at which it received and answered each request, as pairs of
//! little-endian i64. Left out on purpose: requests with bodies, and everything in a request but its end.
#![expect(clippy::print_stdout, reason = "a program for scripts")]

use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token};
use model::Timestamp;
use std::collections::{HashMap, VecDeque};
use std::io::{ErrorKind, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use std::{env, fs, io, thread};

const MS: i64 = 1_000_000;
const FREEZE: i64 = 200 * MS;
const PERIOD: i64 = 2_000 * MS;
const FIRST_FREEZE: i64 = 1_000 * MS;
const LISTENER: Token = Token(0);
const HEAD_END: [u8; 4] = *b"\r\n\r\n";
const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nok\n";

fn main() -> io::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let (port, manner, log) = match args.as_slice() {
        [port, manner] => (port, manner, None),
        [port, manner, log] => (port, manner, Some(log)),
        _ => return Err(usage()),
    };
    let mut server = Server::new(port.parse().map_err(|_| usage())?, Manner::parse(manner).ok_or_else(usage)?, log.is_some())?;
    println!("listening on {}", server.listener.local_addr()?);
    server.serve(&input_ended())?;
    println!("{{\"requests\":{},\"connections\":{}}}", server.requests, server.accepted);
    log.map_or(Ok(()), |path| fs::write(path, server.moments.concat()))
}

fn usage() -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, "usage: truth_server PORT (instant | constant:MS | freeze) [LOG]")
}

/// Becomes true when whoever started us closes our input, also by dying.
fn input_ended() -> Arc<AtomicBool> {
    let ended = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&ended);
    thread::spawn(move || {
        // An input that cannot be read has ended too.
        drop(io::copy(&mut io::stdin(), &mut io::sink()));
        flag.store(true, Relaxed);
    });
    ended
}

#[derive(Clone, Copy)]
struct Manner {
    service: i64,
    freezes: bool,
}

impl Manner {
    fn parse(text: &str) -> Option<Self> {
        match text.split_once(':') {
            None if text == "instant" => Some(Self { service: 0, freezes: false }),
            None if text == "freeze" => Some(Self { service: MS, freezes: true }),
            Some(("constant", ms)) => Some(Self { service: ms.parse::<i64>().ok()?.checked_mul(MS)?, freezes: false }),
            _ => None,
        }
    }

    fn is_frozen(self, now: Timestamp, first_request: Option<Timestamp>) -> bool {
        let since = first_request.map_or(-1, |first| now.ns_since(first) - FIRST_FREEZE);
        self.freezes && since >= 0 && since % PERIOD < FREEZE
    }
}

struct Connection {
    stream: TcpStream,
    /// How many bytes of the end of a request's head came last.
    matched: usize,
}

struct Waiting {
    connection: Token,
    received: Timestamp,
}

struct Server {
    poll: Poll,
    listener: TcpListener,
    manner: Manner,
    /// By token; tokens are never used twice, so an answer cannot go to a later connection.
    connections: HashMap<Token, Connection>,
    /// In the order of receipt, which is the order of being due.
    waiting: VecDeque<Waiting>,
    first_request: Option<Timestamp>,
    keeps_log: bool,
    moments: Vec<[u8; 16]>,
    requests: u64,
    accepted: usize,
}

impl Server {
    fn new(port: u16, manner: Manner, keeps_log: bool) -> io::Result<Self> {
        let poll = Poll::new()?;
        let mut listener = TcpListener::bind(([127, 0, 0, 1], port).into())?;
        poll.registry().register(&mut listener, LISTENER, Interest::READABLE)?;
        // Room from the start: growing would stop the server for milliseconds.
        let moments = Vec::with_capacity(if keeps_log { 1 << 22 } else { 0 });
        let (connections, waiting) = (HashMap::new(), VecDeque::with_capacity(1 << 16));
        Ok(Self { poll, listener, manner, connections, waiting, first_request: None, keeps_log, moments, requests: 0, accepted: 0 })
    }

    fn serve(&mut self, stop: &AtomicBool) -> io::Result<()> {
        // Few at a time: answers that fall due wait for all that is received before.
        let mut events = Events::with_capacity(64);
        while !stop.load(Relaxed) {
            self.poll.poll(&mut events, Some(Duration::ZERO))?;
            for event in &events {
                if event.token() == LISTENER { self.accept()? } else { self.receive(event.token()) }
            }
            self.answer();
        }
        Ok(())
    }

    fn accept(&mut self) -> io::Result<()> {
        loop {
            let mut stream = match self.listener.accept() {
                Ok((stream, _)) => stream,
                Err(e) if e.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(e) => return Err(e),
            };
            stream.set_nodelay(true)?;
            self.accepted += 1;
            let token = Token(self.accepted);
            self.poll.registry().register(&mut stream, token, Interest::READABLE)?;
            self.connections.insert(token, Connection { stream, matched: 0 });
        }
    }

    fn receive(&mut self, token: Token) {
        let mut buffer = [0; 16 * 1024];
        // Readiness is told once: read until there is no more.
        while let Some(connection) = self.connections.get_mut(&token) {
            match connection.stream.read(&mut buffer) {
                Ok(n) if n > 0 => {
                    let received = Timestamp::now();
                    for _ in 0..heads_ended(&mut connection.matched, &buffer[..n]) {
                        self.first_request.get_or_insert(received);
                        self.requests += 1;
                        self.waiting.push_back(Waiting { connection: token, received });
                    }
                }
                Err(e) if e.kind() == ErrorKind::WouldBlock => return,
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                _ => drop(self.connections.remove(&token)),
            }
        }
    }

    fn answer(&mut self) {
        while let Some(first) = self.waiting.front() {
            let now = Timestamp::now();
            if now < first.received.plus_ns(self.manner.service) || self.manner.is_frozen(now, self.first_request) {
                return;
            }
            let Waiting { connection, received } = self.waiting.pop_front().expect("there is a first");
            // A peer that does not take so little is gone or broken. Writing brings the answer to the peer's socket: only then has it answered.
            let lost = self.connections.get_mut(&connection).is_some_and(|c| c.stream.write_all(ANSWER).is_err());
            if lost {
                self.connections.remove(&connection);
            }
            if self.keeps_log {
                let mut pair = [0; 16];
                pair[..8].copy_from_slice(&received.ns().to_le_bytes());
                pair[8..].copy_from_slice(&Timestamp::now().ns().to_le_bytes());
                self.moments.push(pair);
            }
        }
    }
}

/// How many heads of requests end in `bytes`, continuing from `matched` bytes of an end.
fn heads_ended(matched: &mut usize, bytes: &[u8]) -> usize {
    let mut ended = 0;
    for &byte in bytes {
        *matched = if byte == HEAD_END[*matched] { *matched + 1 } else { usize::from(byte == HEAD_END[0]) };
        if *matched == HEAD_END.len() {
            (ended, *matched) = (ended + 1, 0);
        }
    }
    ended
}
