//! The bytes of one connection as the `h2` crate wants to read and write them: the traits of tokio, without its runtime.
//!
//! Nobody is woken here. epoll tells when the socket can be read ([`Gauge::readable`]) or written, and the event loop polls the connection then.

use crate::transport::Stream;
use std::cell::{Cell, RefCell};
use std::io::{self, Read as _, Write as _};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// As many first bytes of the peer are kept, to show what it is when it does not speak HTTP/2.
const FIRST: usize = 40;
/// Room for one read of the socket; all connections of a thread share it.
const ROOM: usize = 64 * 1024;

/// Where bytes lie between the socket and the `h2` crate.
pub(super) type Scratch = Rc<RefCell<Box<[u8]>>>;

/// A new one.
pub(super) fn scratch() -> Scratch {
    Rc::new(RefCell::new(vec![0; ROOM].into_boxed_slice()))
}

/// What the owner of a connection sees of its pipe, and tells it: the connection itself lies within the `h2` crate.
#[derive(Debug, Default)]
pub(super) struct Gauge {
    /// The socket may hold something.
    readable: Cell<bool>,
    /// The peer sends no more: a short read is not the last one.
    closing: Cell<bool>,
    /// Bytes that may still be read before it is somebody else's turn.
    room: Cell<usize>,
    /// The socket takes no more for now.
    blocked: Cell<bool>,
    read: Cell<u64>,
    written: Cell<u64>,
    first: RefCell<Vec<u8>>,
    /// The peer is gone, what is written goes nowhere; what it had to say is still read.
    deaf: Cell<bool>,
    /// Why reading or writing failed: number of the system, or -1, and words.
    failure: RefCell<Option<(i32, String)>>,
}

impl Gauge {
    /// epoll has told that the socket can be read, and whether the peer has closed.
    pub(super) fn readable(&self, closing: bool) {
        self.readable.set(true);
        self.closing.set(self.closing.get() || closing);
    }

    /// So many bytes may be read from here on.
    pub(super) fn give_room(&self, bytes: usize) {
        self.room.set(bytes);
    }

    /// Whether there is something to read that no event will tell of: reading stopped for want of room, or writing has found the peer gone.
    pub(super) fn has_more(&self) -> bool {
        self.readable.get() && (self.room.get() == 0 || self.deaf.get())
    }

    /// Whether something waits to be written until the socket takes it.
    pub(super) fn is_blocked(&self) -> bool {
        self.blocked.get()
    }

    /// Bytes read and written since the last call.
    pub(super) fn traffic(&self) -> (u64, u64) {
        (self.read.take(), self.written.take())
    }

    /// The first bytes of the peer.
    pub(super) fn first(&self) -> Vec<u8> {
        self.first.borrow().clone()
    }

    /// Keeps what are the first bytes of the peer.
    pub(super) fn note(&self, bytes: &[u8]) {
        let mut first = self.first.borrow_mut();
        let more = bytes.len().min(FIRST - first.len());
        first.extend_from_slice(&bytes[..more]);
    }

    /// Why reading or writing failed.
    pub(super) fn failure(&self) -> Option<(i32, String)> {
        self.failure.borrow().clone()
    }

    fn block<T>(&self) -> Poll<T> {
        self.blocked.set(true);
        Poll::Pending
    }

    fn fail(&self, e: io::Error) -> Poll<io::Error> {
        *self.failure.borrow_mut() = Some((e.raw_os_error().unwrap_or(-1), e.to_string()));
        Poll::Ready(e)
    }
}

/// The pipe.
pub(super) struct Pipe {
    stream: Stream,
    gauge: Rc<Gauge>,
    scratch: Scratch,
}

impl Pipe {
    /// Over `stream`, which is ready, with the gauge for its owner. There may be something to read already.
    pub(super) fn new(stream: Stream, scratch: &Scratch) -> (Self, Rc<Gauge>) {
        let gauge = Rc::new(Gauge::default());
        gauge.readable(false);
        (Self { stream, gauge: Rc::clone(&gauge), scratch: Rc::clone(scratch) }, gauge)
    }

    /// A peer that takes no more may have said why: writing goes on into the void, reading finds out.
    fn lost(&self) {
        self.gauge.deaf.set(true);
        self.gauge.readable(true);
    }
}

impl AsyncRead for Pipe {
    fn poll_read(self: Pin<&mut Self>, _: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let Self { stream, gauge, scratch } = self.get_mut();
        if !gauge.readable.get() || gauge.room.get() == 0 {
            return Poll::Pending;
        }
        let mut scratch = scratch.borrow_mut();
        let most = into.remaining().min(scratch.len());
        loop {
            match stream.read(&mut scratch[..most]) {
                Ok(n) => {
                    // What comes next is a new event, unless the end has been announced.
                    gauge.readable.set(gauge.closing.get() || !stream.is_drained(n, most));
                    gauge.room.set(gauge.room.get().saturating_sub(n));
                    gauge.read.set(gauge.read.get() + n as u64);
                    gauge.note(&scratch[..n]);
                    into.put_slice(&scratch[..n]);
                    return Poll::Ready(Ok(()));
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                    gauge.readable.set(false);
                    return Poll::Pending;
                }
                Err(e) => return gauge.fail(e).map(Err),
            }
        }
    }
}

impl AsyncWrite for Pipe {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let pipe = self.get_mut();
        loop {
            if pipe.gauge.deaf.get() {
                return Poll::Ready(Ok(bytes.len()));
            }
            match pipe.stream.write(bytes) {
                Ok(n) => {
                    pipe.gauge.blocked.set(false);
                    pipe.gauge.written.set(pipe.gauge.written.get() + n as u64);
                    return Poll::Ready(Ok(n));
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return pipe.gauge.block(),
                Err(e) if is_gone(&e) => pipe.lost(),
                Err(e) => return pipe.gauge.fail(e).map(Err),
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        let pipe = self.get_mut();
        if pipe.gauge.deaf.get() {
            return Poll::Ready(Ok(()));
        }
        match pipe.stream.flush() {
            Ok(()) => {
                pipe.gauge.blocked.set(false);
                Poll::Ready(Ok(()))
            }
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => pipe.gauge.block(),
            Err(e) if is_gone(&e) => {
                pipe.lost();
                Poll::Ready(Ok(()))
            }
            Err(e) => pipe.gauge.fail(e).map(Err),
        }
    }

    /// Nothing more than a flush: the socket is closed when the pipe is dropped.
    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_flush(context)
    }
}

/// Whether the peer has closed or reset the connection.
fn is_gone(e: &io::Error) -> bool {
    matches!(e.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset) && e.get_ref().is_none()
}
