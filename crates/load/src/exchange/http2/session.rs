//! HTTP/2 on one connection: the `h2` crate, polled by hand.
//!
//! ```text
//!  bytes may be read or written --> poll() --> frames read, streams woken, what is due written
//!  a stream is opened, read, dropped --> the connection is woken --> poll()
//! ```

use super::failure::Http2Failure;
use super::pipe::{Gauge, Pipe, Scratch};
use super::request::Sendable;
use super::talk::Talk;
use crate::transport::Stream;
use bytes::Bytes;
use h2::client::{Builder, Connection, SendRequest};
use h2::{Ping, PingPong};
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// What a server may send on a stream, and on a connection, before we have to say that we took it: nothing is stored here, so these only
/// keep the path full. As Chrome announces them.
const STREAM_WINDOW: u32 = 6 * 1024 * 1024;
const CONNECTION_WINDOW: u32 = 15 * 1024 * 1024;
/// A head of an answer longer than this is refused, as over HTTP/1.1.
const MAX_HEAD: u32 = 64 * 1024;
/// Bytes that are read at once: then answers are timed and it is the turn of others.
const TURN: usize = 256 * 1024;

type Greeting = Pin<Box<dyn Future<Output = Result<(SendRequest<Bytes>, Connection<Pipe, Bytes>), h2::Error>>>>;

/// A connection on which HTTP/2 is spoken, from its first byte.
pub(super) struct Session {
    state: State,
    pub(super) gauge: Rc<Gauge>,
    waker: Waker,
}

enum State {
    Greeting(Greeting),
    Open(Box<Open>),
    Over,
}

struct Open {
    connection: Connection<Pipe, Bytes>,
    sender: SendRequest<Bytes>,
    pings: Option<PingPong>,
}

impl Session {
    /// Over `stream`, which is ready; with TLS the server must have chosen HTTP/2.
    pub(super) fn begin(stream: Stream, host: &str, scratch: &Scratch, waker: Waker) -> io::Result<Self> {
        if stream.is_secured() && stream.protocol() != Some(b"h2") {
            let chosen = stream.protocol().map_or_else(|| "neither".to_owned(), |p| String::from_utf8_lossy(p).into_owned());
            return Err(Http2Failure::NotChosen { host: host.to_owned(), chosen }.into());
        }
        let (pipe, gauge) = Pipe::new(stream, scratch);
        let mut builder = Builder::new();
        builder
            .enable_push(false)
            .initial_window_size(STREAM_WINDOW)
            .initial_connection_window_size(CONNECTION_WINDOW)
            .max_header_list_size(MAX_HEAD)
            // None before the server's SETTINGS: that there are any tells that they have come.
            .initial_max_send_streams(0)
            // These guard a service against its clients. A load generator meets answers to many requests that it gave up, and small frames.
            .max_local_error_reset_streams(None)
            .data_frame_budget(usize::MAX);
        Ok(Self { state: State::Greeting(Box::pin(async move { builder.handshake(pipe).await })), gauge, waker })
    }

    /// Reads and writes as far as that goes without waiting; ready when the connection is over, with its error, if it did not end in order.
    pub(super) fn poll(&mut self) -> Poll<Option<h2::Error>> {
        self.gauge.give_room(TURN);
        let mut context = Context::from_waker(&self.waker);
        if let State::Greeting(greeting) = &mut self.state {
            match greeting.as_mut().poll(&mut context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Err(e)) => return self.over(Some(e)),
                Poll::Ready(Ok((sender, mut connection))) => {
                    let pings = connection.ping_pong();
                    self.state = State::Open(Box::new(Open { connection, sender, pings }));
                }
            }
        }
        let State::Open(open) = &mut self.state else { return Poll::Ready(None) };
        match Pin::new(&mut open.connection).poll(&mut context) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(result) => self.over(result.err()),
        }
    }

    fn over(&mut self, error: Option<h2::Error>) -> Poll<Option<h2::Error>> {
        self.state = State::Over;
        Poll::Ready(error)
    }

    /// How many streams the server allows at a time; 0 before it said so.
    pub(super) fn allows(&self) -> usize {
        if let State::Open(open) = &self.state { open.connection.max_concurrent_send_streams() } else { 0 }
    }

    /// Whether the connection takes another request: not after a GOAWAY, and not when it has run out of numbers for streams.
    pub(super) fn takes_more(&mut self) -> bool {
        let mut context = Context::from_waker(&self.waker);
        let State::Open(open) = &mut self.state else { return false };
        matches!(open.sender.poll_ready(&mut context), Poll::Ready(Ok(())))
    }

    /// Puts a request on a stream.
    pub(super) fn send(&self, request: Sendable, retried: bool) -> Result<Talk, Option<h2::Error>> {
        let State::Open(open) = &self.state else { return Err(None) };
        Talk::open(&open.sender, request, retried).map_err(Some)
    }

    /// Asks the server for a sign of life; false when that was asked before and not answered yet.
    pub(super) fn ping(&mut self) -> bool {
        let State::Open(open) = &mut self.state else { return false };
        open.pings.as_mut().is_some_and(|p| p.send_ping(Ping::opaque()).is_ok())
    }

    /// Whether the sign of life has come.
    pub(super) fn is_ponged(&mut self) -> bool {
        let mut context = Context::from_waker(&self.waker);
        let State::Open(open) = &mut self.state else { return false };
        open.pings.as_mut().is_some_and(|p| p.poll_pong(&mut context).is_ready())
    }

    /// Says goodbye, as far as that goes without waiting: without requests or handles the connection sends a GOAWAY.
    pub(super) fn close(self) {
        let State::Open(open) = self.state else { return };
        let Open { mut connection, sender, pings } = *open;
        drop((sender, pings));
        self.gauge.give_room(0);
        let _closed = Pin::new(&mut connection).poll(&mut Context::from_waker(Waker::noop())).is_ready();
    }
}
