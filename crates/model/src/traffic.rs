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
#[serde(default)]
pub struct Traffic {
    /// Bytes read, heads included.
    pub bytes_in: u64,
    /// Bytes written, heads included.
    pub bytes_out: u64,
    /// Answers by status.
    pub statuses: BTreeMap<u16, u64>,
    /// Requests planned and not sent, because all connections were busy and that was the policy.
    #[serde(skip_serializing_if = "is_zero")]
    pub dropped: u64,
    /// Requests sent again because a kept connection turned out to be closed.
    #[serde(skip_serializing_if = "is_zero")]
    pub retries: u64,
    /// Redirects followed.
    #[serde(skip_serializing_if = "is_zero")]
    pub redirects: u64,
    /// Connections opened.
    #[serde(skip_serializing_if = "is_zero")]
    pub connections_opened: u64,
    /// Attempts to open a connection that failed.
    #[serde(skip_serializing_if = "is_zero")]
    pub connects_failed: u64,
    /// Routes on which a request ended in this second.
    pub routes: Vec<RouteTraffic>,
}

/// One route in one second.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RouteTraffic {
    /// Its place in [`RunInfo::routes`](crate::RunInfo::routes).
    pub route: u16,
    /// Requests that ended well.
    pub ok: u64,
    /// Requests that ended otherwise, by [`Outcome::name`](crate::Outcome::name).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub errors: BTreeMap<String, u64>,
    /// Sum of the response times that the histogram holds, nanoseconds.
    pub response_sum_ns: u64,
    /// Planned to done, HdrHistogram V2 serialisation, nanoseconds, two digits. Empty for the only route of a phase: that of the second is its.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub response_hdr: Vec<u8>,
}

/// What is zero in most seconds is left out of them.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(n: &u64) -> bool {
    *n == 0
}
