//! One request before the load begins, so that a target that cannot be loaded is told apart while it is still one line of text.

use crate::call::Call;
use crate::engine::Way;
use crate::error::LoadError;
use crate::exchange::http2::Http2Failure;
use crate::scenario::Scenario;
use crate::transport::{Address, TlsFailure};
use std::io;
use std::time::{Duration, Instant};

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probed {
    /// Its status.
    pub status: u16,
    /// Whether the scenario counts that as good.
    pub accepted: bool,
    /// Sent to done.
    pub latency: Duration,
    /// Who answered.
    pub address: Address,
    /// Whether the connection may be kept.
    pub keep_alive: bool,
    /// Requests at a time on one connection that the server allows; 1 over HTTP/1.1.
    pub streams: usize,
}

/// Why there was no answer.
#[derive(Debug, thiserror::Error)]
pub enum ProbeFailure {
    /// The host has no address, or one that nobody allowed.
    #[error(transparent)]
    Resolve(#[from] LoadError),
    /// Nobody listens there.
    #[error("connect to {address}: refused, nothing listens there")]
    Refused {
        /// Where.
        address: Address,
    },
    /// Connecting or waiting took too long.
    #[error("{operation} {address}: nothing within {waited:?}")]
    Timeout {
        /// `connect to` or `answer from`.
        operation: &'static str,
        /// Where.
        address: Address,
        /// The time-out.
        waited: Duration,
    },
    /// The port speaks TLS.
    #[error("{address} speaks TLS, and the URL says http")]
    TlsSeen {
        /// Where.
        address: Address,
    },
    /// TLS was asked for, and it came to nothing.
    #[error("{0}")]
    Tls(TlsFailure),
    /// HTTP/2 was asked for, and it came to nothing.
    #[error("{address}: {failure}")]
    Http2 {
        /// Where.
        address: Address,
        /// What was seen.
        failure: Http2Failure,
    },
    /// The port speaks something else.
    #[error("{address} does not speak HTTP; its answer begins \"{first}\"")]
    NotHttp {
        /// Where.
        address: Address,
        /// The first bytes, escaped.
        first: String,
    },
    /// Accepted, then closed without a complete answer.
    #[error("{address} closed the connection before the answer was complete")]
    Closed {
        /// Where.
        address: Address,
    },
    /// Something else went wrong.
    #[error("{operation} {address}: {cause}")]
    Io {
        /// What was tried.
        operation: &'static str,
        /// Where.
        address: Address,
        /// What the system said.
        cause: io::Error,
    },
}

/// Sends the first step of the scenario once, to the first address of the target that accepts.
pub fn probe_once(scenario: &Scenario, way: &Way, timeout: Duration) -> Result<Probed, ProbeFailure> {
    let step = &scenario.steps()[0];
    let (mut call, latest) = (Call::first(scenario, way, timeout)?, Instant::now());
    let answer = call.fetch(step.template.request(0), step.is_head())?;
    let (address, status, keep_alive, streams) = (call.address.clone(), answer.status, answer.keep_alive, answer.streams);
    Ok(Probed { status, accepted: step.accepts(status), latency: latest.elapsed(), address, keep_alive, streams })
}
