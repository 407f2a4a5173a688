//! A TLS connection over a non-blocking socket: what rustls wants written and read, when the socket allows it.

use super::settings::TlsSettings;
use super::{Readiness, Socket, TlsFailure};
use rustls::ClientConnection;
use std::io::{self, Read, Write};
use std::sync::Arc;

/// As many first bytes of the peer are kept, to show what it is when it does not speak TLS.
const FIRST: usize = 32;
/// Plain bytes that wait encrypted at most: past that, a write takes nothing.
const UNFLUSHED: usize = 64 * 1024;

/// Socket and session.
#[derive(Debug)]
pub(super) struct Tls {
    socket: Socket,
    session: ClientConnection,
    settings: Arc<TlsSettings>,
    first: ([u8; FIRST], usize),
    /// How the stream ended, when that was seen behind bytes that were handed out first.
    end: Option<End>,
}

#[derive(Debug)]
enum End {
    /// The socket is at its end; the session knows whether that was announced.
    Closed,
    Failed(io::Error),
}

impl Tls {
    pub(super) fn new(settings: &Arc<TlsSettings>, socket: Socket) -> io::Result<Self> {
        let mut session = ClientConnection::new(Arc::clone(&settings.config), settings.name.clone())
            .map_err(|e| TlsFailure::from_rustls(e, settings, None))?;
        session.set_buffer_limit(Some(UNFLUSHED));
        Ok(Self { socket, session, settings: Arc::clone(settings), first: ([0; FIRST], 0), end: None })
    }

    pub(super) fn socket(&self) -> &Socket {
        &self.socket
    }

    pub(super) fn protocol(&self) -> Option<&[u8]> {
        self.session.alpn_protocol()
    }

    pub(super) fn has_unflushed(&self) -> bool {
        self.session.wants_write()
    }

    pub(super) fn has_ended(&self) -> bool {
        self.end.is_some()
    }

    /// Takes the handshake as far as it goes.
    pub(super) fn handshake(&mut self) -> io::Result<Readiness> {
        loop {
            match self.flush() {
                Ok(()) if !self.session.is_handshaking() => return Ok(Readiness::Ready),
                Ok(()) => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return Ok(Readiness::Pending),
                // What the peer said before it closed tells more than that it closed.
                Err(e) if is_gone(&e) => {}
                Err(e) => return Err(e),
            }
            match self.receive() {
                Ok(0) => return Err(self.closed_early()),
                Ok(_) => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return Ok(Readiness::Pending),
                Err(e) if is_gone(&e) => return Err(self.closed_early()),
                Err(e) => return Err(e),
            }
        }
    }

    /// Fills `buffer` as far as the socket has bytes: a short read has emptied it.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.session.reader().read(&mut buffer[filled..]) {
                // The announced end.
                Ok(0) => {
                    self.end = Some(End::Closed);
                    return Ok(filled);
                }
                Ok(n) => {
                    filled += n;
                    continue;
                }
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {}
                Err(_) => return self.ended(filled, TlsFailure::CutShort { host: self.settings.host.clone() }.into()),
            }
            match self.end.take() {
                Some(End::Failed(e)) => return self.ended(filled, e),
                other => self.end = other,
            }
            match self.receive() {
                Ok(_) => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock && filled > 0 => return Ok(filled),
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return Err(e),
                Err(e) => self.end = Some(End::Failed(e)),
            }
        }
        Ok(filled)
    }

    /// An end behind `filled` bytes waits for the next read.
    fn ended(&mut self, filled: usize, error: io::Error) -> io::Result<usize> {
        if filled == 0 {
            return Err(error);
        }
        self.end = Some(End::Failed(error));
        Ok(filled)
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.flush() {
            Err(e) if e.kind() != io::ErrorKind::WouldBlock => return Err(self.explain(e)),
            _ => {}
        }
        let n = self.session.writer().write(bytes)?;
        if n == 0 && !bytes.is_empty() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        match self.flush() {
            Err(e) if e.kind() != io::ErrorKind::WouldBlock => Err(self.explain(e)),
            _ => Ok(n),
        }
    }

    /// A peer that is gone may have said why: a missing client certificate is told by an alert after our side of the handshake is done.
    fn explain(&mut self, error: io::Error) -> io::Error {
        if !is_gone(&error) {
            return error;
        }
        loop {
            match self.receive() {
                Ok(n) if n > 0 => {}
                Err(told) if TlsFailure::of(&told).is_some() => return told,
                _ => return error,
            }
        }
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        while self.session.wants_write() {
            match self.session.write_tls(&mut self.socket) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(_) => {}
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }

    pub(super) fn close(&mut self) {
        self.session.send_close_notify();
        drop(self.flush());
    }

    /// One read of the socket, understood; 0 is its end.
    fn receive(&mut self) -> io::Result<usize> {
        let Self { socket, session, first, .. } = self;
        let n = loop {
            match session.read_tls(&mut Noting { socket: &mut *socket, first: &mut *first }) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        let understood_before = !self.session.is_handshaking();
        if let Err(e) = self.session.process_new_packets() {
            // The alert that tells the peer why.
            drop(self.flush());
            let first = (!understood_before && !looks_like_tls(self.first())).then(|| self.first());
            return Err(TlsFailure::from_rustls(e, &self.settings, first).into());
        }
        Ok(n)
    }

    fn first(&self) -> &[u8] {
        &self.first.0[..self.first.1]
    }

    fn closed_early(&self) -> io::Error {
        let host = self.settings.host.clone();
        if self.first.1 > 0 && !looks_like_tls(self.first()) {
            return TlsFailure::NotTls { host, first: self.first().escape_ascii().to_string() }.into();
        }
        if self.settings.identity.was_asked_for() && !self.settings.identity.is_given() {
            return TlsFailure::IdentityMissing { host }.into();
        }
        TlsFailure::Closed { host }.into()
    }
}

/// Notes the first bytes that pass.
struct Noting<'a> {
    socket: &'a mut Socket,
    first: &'a mut ([u8; FIRST], usize),
}

impl Read for Noting<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.socket.read(buffer)?;
        let (first, have) = &mut *self.first;
        let more = n.min(FIRST - *have);
        first[*have..*have + more].copy_from_slice(&buffer[..more]);
        *have += more;
        Ok(n)
    }
}

/// A record of TLS begins with a type from 20 to 24 and version 3.x.
fn looks_like_tls(bytes: &[u8]) -> bool {
    matches!(bytes, [20..=24] | [20..=24, 3, ..])
}

fn is_gone(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionAborted)
        && error.get_ref().is_none()
}
