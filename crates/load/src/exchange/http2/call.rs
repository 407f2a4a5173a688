//! One request at a time over HTTP/2, for what comes before and after the load. Whoever owns it waits; here nothing does.

use super::Heard;
use super::failure::{Broken, Http2Failure};
use super::pipe;
use super::request::translate;
use super::session::Session;
use super::talk::Talk;
use crate::transport::Stream;
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::task::{Context, Poll, Waker};

/// A connection for one request at a time.
pub(crate) struct Caller {
    session: Session,
    talk: Option<Talk>,
    fd: RawFd,
}

impl Caller {
    /// Over `stream`, which is ready.
    pub(crate) fn begin(stream: Stream, host: &str) -> io::Result<Self> {
        let fd = stream.as_raw_fd();
        Ok(Self { session: Session::begin(stream, host, &pipe::scratch(), Waker::noop().clone())?, talk: None, fd })
    }

    /// Takes the greeting as far as it goes without waiting; ready when requests can be sent.
    pub(crate) fn greet(&mut self) -> Poll<io::Result<()>> {
        self.session.gauge.readable(true);
        match self.session.poll() {
            Poll::Ready(e) => Poll::Ready(Err(Http2Failure::of_greeting(e.as_ref(), &self.session.gauge))),
            Poll::Pending if self.session.allows() == 0 => Poll::Pending,
            Poll::Pending => Poll::Ready(Ok(())),
        }
    }

    /// How many requests the server allows at a time.
    pub(crate) fn allows(&self) -> usize {
        self.session.allows()
    }

    /// Whether another request can be sent.
    pub(crate) fn takes_more(&mut self) -> bool {
        self.session.takes_more()
    }

    /// Begins a request, given as the bytes of HTTP/1.1.
    pub(crate) fn send(&mut self, request: &[u8], tls: bool) -> io::Result<()> {
        let failed = |e: Option<h2::Error>| io::Error::other(e.map_or_else(|| "not connected".to_owned(), |e| e.to_string()));
        let request = translate(request, tls).map_err(|text| io::Error::new(io::ErrorKind::InvalidInput, text))?;
        self.talk = Some(self.session.send(request, false).map_err(failed)?);
        Ok(())
    }

    /// Takes the answer as far as it has come.
    pub(crate) fn receive(&mut self, heard: &mut Heard) -> Poll<io::Result<()>> {
        self.session.gauge.readable(true);
        loop {
            let (before, over) = (heard.body, self.session.poll());
            let Some(talk) = &mut self.talk else { return Poll::Pending };
            let heard_of = talk.poll(&mut Context::from_waker(Waker::noop()), heard);
            let error = match (heard_of, over) {
                (Poll::Ready(Ok(())), _) => {
                    self.talk = None;
                    return Poll::Ready(Ok(()));
                }
                // What was taken off the stream may be news to the server, and there may be more.
                (Poll::Pending, Poll::Pending) if heard.body > before => continue,
                (Poll::Pending, Poll::Pending) => return Poll::Pending,
                (Poll::Ready(Err(e)), _) => Some(e),
                (Poll::Pending, Poll::Ready(e)) => e,
            };
            let broken = Broken::of_connection(error.as_ref(), &self.session.gauge);
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::ConnectionAborted, broken.text)));
        }
    }

    /// Whether something waits to be written until the socket takes it.
    pub(crate) fn is_blocked(&self) -> bool {
        self.session.gauge.is_blocked()
    }
}

impl AsRawFd for Caller {
    fn as_raw_fd(&self) -> RawFd {
        self.fd
    }
}
