//! The bytes below HTTP: TCP or a Unix socket, plain or in TLS, behind one type for the event loop.
//!
//! ```text
//!  begin() -> connecting -> (TLS) securing -> ready      advance() after each event, until it says Ready
//!                 connected_at        secured_at         then read(), write(), flush()
//! ```
//! Nothing here waits, and nothing here resolves names. A plain stream costs what its socket costs: one match on the kind, no call through
//! a pointer, no allocation.

pub mod clock;
mod failure;
mod route;
mod settings;
mod stamps;
mod tls;

pub use failure::TlsFailure;
pub use route::{Address, ConnectTo, Target};
pub use settings::{TlsOptions, TlsSettings, TlsSetupError};

use crate::sys;
use model::Timestamp;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, RawFd};
use std::os::unix::net::UnixStream;
use tls::Tls;

/// Whether a stream can carry requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    /// It can.
    Ready,
    /// The next event brings it further.
    Pending,
}

/// How far a stream has come: what to say when its time is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The connect is under way.
    Connecting,
    /// The TLS handshake is under way.
    Securing,
    /// Requests can be sent.
    Ready,
}

/// One connection to a [`Target`].
#[derive(Debug)]
pub struct Stream {
    kind: Kind,
    stage: Stage,
    connected_at: i64,
    secured_at: i64,
}

#[derive(Debug)]
enum Kind {
    Plain(Socket),
    Tls(Box<Tls>),
}

/// A connected or connecting socket.
#[derive(Debug)]
enum Socket {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl Stream {
    /// Begins to connect and returns at once. Register the stream for reading and writing, then call [`Self::advance`] once and after each of
    /// its events. A Unix socket whose queue is full refuses here: no event would tell when there is room.
    pub fn begin(target: &Target) -> io::Result<Self> {
        let socket = match &target.address {
            Address::Tcp(to) => Socket::Tcp(sys::begin_connect(*to)?),
            Address::Unix(path) => Socket::Unix(sys::begin_connect_unix(path)?),
        };
        let kind = match &target.tls {
            None => Kind::Plain(socket),
            Some(settings) => Kind::Tls(Box::new(Tls::new(settings, socket)?)),
        };
        Ok(Self { kind, stage: Stage::Connecting, connected_at: 0, secured_at: 0 })
    }

    /// Takes the connect, then the TLS handshake, as far as they go without waiting.
    pub fn advance(&mut self) -> io::Result<Readiness> {
        if self.stage == Stage::Connecting {
            if !self.socket().is_connected()? {
                return Ok(Readiness::Pending);
            }
            self.connected_at = Timestamp::now().ns();
            self.stage = Stage::Securing;
        }
        if self.stage == Stage::Securing {
            if let Kind::Tls(tls) = &mut self.kind {
                if tls.handshake()? == Readiness::Pending {
                    return Ok(Readiness::Pending);
                }
                self.secured_at = Timestamp::now().ns();
            }
            self.stage = Stage::Ready;
        }
        Ok(Readiness::Ready)
    }

    /// How far it has come.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// When [`Self::advance`] saw the connect succeed, nanoseconds of the run's clock; 0 before.
    pub fn connected_at(&self) -> i64 {
        self.connected_at
    }

    /// When the TLS handshake was complete; 0 before, and for ever without TLS.
    pub fn secured_at(&self) -> i64 {
        self.secured_at
    }

    /// Whether TLS is spoken on it.
    #[inline]
    pub fn is_secured(&self) -> bool {
        matches!(self.kind, Kind::Tls(_))
    }

    /// The protocol that both sides agreed on by ALPN.
    pub fn protocol(&self) -> Option<&[u8]> {
        match &self.kind {
            Kind::Plain(_) => None,
            Kind::Tls(tls) => tls.protocol(),
        }
    }

    /// Whether bytes that [`Write::write`] took still wait in here: call [`Write::flush`] when the socket becomes writable.
    pub fn has_unflushed(&self) -> bool {
        match &self.kind {
            Kind::Plain(_) => false,
            Kind::Tls(tls) => tls.has_unflushed(),
        }
    }

    /// Whether a read of `n` bytes into `room` left nothing behind, so that whatever follows comes with an event of its own. With TLS the end
    /// of the stream may have been read with the last bytes: read again.
    #[inline]
    pub fn is_drained(&self, n: usize, room: usize) -> bool {
        n < room
            && match &self.kind {
                Kind::Plain(_) => true,
                Kind::Tls(tls) => !tls.has_ended(),
            }
    }

    /// Says goodbye as TLS wants it, as far as that goes without waiting; dropping the stream without it is what a hurried client does.
    pub fn close(mut self) {
        if let Kind::Tls(tls) = &mut self.kind {
            tls.close();
        }
    }

    /// Asks the kernel to note when segments arrive, for [`Self::read_stamped`]. Costs a control message per read.
    pub fn enable_stamps(&self) -> io::Result<()> {
        match self.socket() {
            Socket::Tcp(s) => stamps::enable(s),
            Socket::Unix(_) => Ok(()),
        }
    }

    /// Like `read`, with the moment at which the last segment of what was read arrived at this host, nanoseconds of `CLOCK_REALTIME`: add
    /// [`clock::realtime_offset_ns`]. `None` over TLS and Unix sockets, and for segments that came before the kernel began to note.
    pub fn read_stamped(&mut self, buffer: &mut [u8]) -> io::Result<(usize, Option<i64>)> {
        match &mut self.kind {
            Kind::Plain(Socket::Tcp(s)) => stamps::read(s, buffer),
            _ => self.read(buffer).map(|n| (n, None)),
        }
    }

    fn socket(&self) -> &Socket {
        match &self.kind {
            Kind::Plain(socket) => socket,
            Kind::Tls(tls) => tls.socket(),
        }
    }
}

/// `Ok(0)` is the end: of the connection, or with TLS its announced end. A TLS stream that ends unannounced is cut short, an error of kind
/// `UnexpectedEof`. A short read has emptied the socket, see [`Stream::is_drained`].
impl Read for Stream {
    #[inline]
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.kind {
            Kind::Plain(socket) => socket.read(buffer),
            Kind::Tls(tls) => tls.read(buffer),
        }
    }
}

/// With TLS, bytes that were taken may still wait to be sent: [`Stream::has_unflushed`].
impl Write for Stream {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.kind {
            Kind::Plain(socket) => socket.write(bytes),
            Kind::Tls(tls) => tls.write(bytes),
        }
    }

    /// `WouldBlock` while something is left.
    fn flush(&mut self) -> io::Result<()> {
        match &mut self.kind {
            Kind::Plain(_) => Ok(()),
            Kind::Tls(tls) => tls.flush(),
        }
    }
}

impl AsRawFd for Stream {
    fn as_raw_fd(&self) -> RawFd {
        self.socket().as_fd().as_raw_fd()
    }
}

impl Socket {
    /// Whether the connect has ended well; an error when it has ended otherwise.
    fn is_connected(&self) -> io::Result<bool> {
        let (there, error) = match self {
            Self::Tcp(s) => (s.peer_addr().map(drop), s.take_error()),
            Self::Unix(s) => (s.peer_addr().map(drop), s.take_error()),
        };
        match (there, error?) {
            (Ok(()), None) => Ok(true),
            (Err(e), None) if e.kind() == io::ErrorKind::NotConnected => Ok(false),
            (_, Some(e)) | (Err(e), None) => Err(e),
        }
    }
}

impl AsFd for Socket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Tcp(s) => s.as_fd(),
            Self::Unix(s) => s.as_fd(),
        }
    }
}

impl Read for Socket {
    #[inline]
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(s) => s.read(buffer),
            Self::Unix(s) => s.read(buffer),
        }
    }
}

impl Write for Socket {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(s) => s.write(bytes),
            Self::Unix(s) => s.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
