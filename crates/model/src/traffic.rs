//! What requests carried there and back: route, status, bytes. Of each request where requests are kept, and summed up of every second.
//!
//! Routes are numbers: places in [`RunInfo::routes`](crate::RunInfo::routes). A run that does not know what was carried says so by
//! leaving it out, never by a zero.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What one request carried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Carried {
    /// Its route; `None` for a request that ended before one was chosen for it.
    pub route: Option<u16>,
    /// Status of the answer; 0 where there was none.
    pub status: u16,
    /// Bytes of the answer, head and body; over HTTP/2, whose heads are the connection's, the body only.
    pub bytes_in: u64,
    /// Bytes of the request, head and body; `None` over HTTP/2.
    pub bytes_out: Option<u32>,
}

/// What one second of a phase carried.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Traffic {
    /// Bytes read, heads included.
    pub bytes_in: u64,
    /// Bytes written, heads included.
    pub bytes_out: u64,
    /// Answers by status.
    pub statuses: BTreeMap<u16, u64>,
    /// Requests planned and not sent, because all connections were busy and that was the policy.
    pub dropped: u64,
    /// Requests sent again because a kept connection turned out to be closed.
    pub retries: u64,
    /// Redirects followed.
    pub redirects: u64,
    /// Connections opened.
    pub connections_opened: u64,
    /// Attempts to open a connection that failed.
    pub connects_failed: u64,
    /// Routes on which a request ended in this second.
    pub routes: Vec<RouteTraffic>,
}

/// One route in one second.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct RouteTraffic {
    /// Its place in [`RunInfo::routes`](crate::RunInfo::routes).
    pub route: u16,
    /// Requests that ended well.
    pub ok: u64,
    /// Requests that ended otherwise, by [`Outcome::name`](crate::Outcome::name).
    pub errors: BTreeMap<String, u64>,
    /// Sum of the response times that the histogram holds, nanoseconds.
    pub response_sum_ns: u64,
    /// Planned to done, HdrHistogram V2 serialisation, nanoseconds, two digits. Empty for the only route of a phase: that of the second is its.
    pub response_hdr: Vec<u8>,
}
