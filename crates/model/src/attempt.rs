//! Requests as the generator saw them: planned, sent, first byte, done. Latency starts at the plan.

use crate::time::Timestamp;
use crate::traffic::{Carried, Traffic};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How an attempt ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u8)]
pub enum Outcome {
    /// An answer with a status below 400.
    Ok = 0,
    /// An answer with a status of 400 to 499.
    ClientError = 1,
    /// An answer with a status of 500 or more.
    ServerError = 2,
    /// Connection refused, reset or closed before the answer was complete.
    ConnectionError = 3,
    /// No complete answer within the time-out.
    Timeout = 4,
    /// An answer that is not HTTP.
    ProtocolError = 5,
    /// Still unanswered when the phase ended: its times are lower bounds.
    Censored = 6,
    /// An answer with a good status that is not what the scenario expects.
    CheckFailed = 7,
}

impl Outcome {
    /// How many there are.
    pub const COUNT: usize = 8;

    /// Whether there was a complete answer, good or not.
    pub fn is_answered(self) -> bool {
        matches!(self, Self::Ok | Self::ClientError | Self::ServerError | Self::CheckFailed)
    }

    /// From the number kept in columns.
    pub fn from_u8(n: u8) -> Option<Self> {
        Some(match n {
            0 => Self::Ok,
            1 => Self::ClientError,
            2 => Self::ServerError,
            3 => Self::ConnectionError,
            4 => Self::Timeout,
            5 => Self::ProtocolError,
            6 => Self::Censored,
            7 => Self::CheckFailed,
            _ => return None,
        })
    }

    /// A stable kebab-case name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::ClientError => "client-error",
            Self::ServerError => "server-error",
            Self::ConnectionError => "connection-error",
            Self::Timeout => "timeout",
            Self::ProtocolError => "protocol-error",
            Self::Censored => "censored",
            Self::CheckFailed => "check-failed",
        }
    }
}

/// One request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attempt {
    /// When it was to be sent.
    pub planned: Timestamp,
    /// When its first byte was written.
    pub sent: Timestamp,
    /// When the first byte of the answer was read.
    pub first_byte: Timestamp,
    /// When the answer was complete (or given up).
    pub done: Timestamp,
    /// How it ended.
    pub outcome: Outcome,
}

impl Attempt {
    /// Planned to done, in nanoseconds: the headline latency.
    pub fn response_ns(&self) -> i64 {
        self.done.ns_since(self.planned)
    }

    /// Planned to sent, in nanoseconds: time lost in the generator.
    pub fn late_ns(&self) -> i64 {
        self.sent.ns_since(self.planned)
    }

    /// Sent to done, in nanoseconds: the uncorrected latency.
    pub fn service_ns(&self) -> i64 {
        self.done.ns_since(self.sent)
    }
}

/// A batch of attempts of one phase, in columns (small on disk), in order of completion.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Attempts {
    /// Phase id.
    pub phase: String,
    /// What `planned_us` counts from.
    pub base: Timestamp,
    /// Planned moment, microseconds after `base` (may be negative).
    pub planned_us: Vec<i64>,
    /// Planned to sent, microseconds.
    pub late_us: Vec<u32>,
    /// Sent to first byte, microseconds.
    pub wait_us: Vec<u32>,
    /// First byte to done, microseconds.
    pub receive_us: Vec<u32>,
    /// [`Outcome`] as a number.
    pub outcome: Vec<u8>,
    /// [`Carried::route`], [`NO_ROUTE`] for none. This and the columns below have a value for each request, or say nothing of any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub route: Vec<u16>,
    /// [`Carried::status`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub status: Vec<u16>,
    /// [`Carried::bytes_in`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bytes_in: Vec<u64>,
    /// [`Carried::bytes_out`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bytes_out: Vec<u32>,
}

/// Stands for no route in columns.
pub const NO_ROUTE: u16 = u16::MAX;

impl Attempts {
    /// An empty batch.
    pub fn new(phase: &str, base: Timestamp) -> Self {
        Self { phase: phase.to_owned(), base, ..Self::default() }
    }

    /// Appends one attempt of which it is not known what it carried, rounding to microseconds. Nothing is known of the whole batch then.
    pub fn push(&mut self, a: &Attempt) {
        let us = |ns: i64| (ns.max(0) + 500) / 1000;
        let clamp = |ns: i64| u32::try_from(us(ns)).unwrap_or(u32::MAX);
        self.planned_us.push((a.planned.ns_since(self.base) + 500).div_euclid(1000));
        self.late_us.push(clamp(a.late_ns()));
        self.wait_us.push(clamp(a.first_byte.ns_since(a.sent)));
        self.receive_us.push(clamp(a.done.ns_since(a.first_byte)));
        self.outcome.push(a.outcome as u8);
    }

    /// Appends one attempt and what it carried.
    pub fn push_carried(&mut self, a: &Attempt, c: &Carried) {
        self.push(a);
        self.route.push(c.route.unwrap_or(NO_ROUTE));
        self.status.push(c.status);
        self.bytes_in.push(c.bytes_in);
        self.bytes_out.extend(c.bytes_out);
    }

    /// Number of attempts.
    pub fn len(&self) -> usize {
        self.planned_us.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.planned_us.is_empty()
    }

    /// The attempts, one by one.
    pub fn iter(&self) -> impl Iterator<Item = Attempt> + '_ {
        (0..self.len()).map(|i| {
            let planned = self.base.plus_ns(self.planned_us[i] * 1000);
            let sent = planned.plus_ns(i64::from(self.late_us[i]) * 1000);
            let first_byte = sent.plus_ns(i64::from(self.wait_us[i]) * 1000);
            let done = first_byte.plus_ns(i64::from(self.receive_us[i]) * 1000);
            let outcome = Outcome::from_u8(self.outcome[i]).unwrap_or(Outcome::ProtocolError);
            Attempt { planned, sent, first_byte, done, outcome }
        })
    }

    /// What the attempts carried, one by one in the same order; `None` where it is not known.
    pub fn carried(&self) -> impl Iterator<Item = Option<Carried>> + '_ {
        let full = |len: usize| len == self.len();
        let known = full(self.route.len()) && full(self.status.len()) && full(self.bytes_in.len());
        let counts_sent = full(self.bytes_out.len());
        (0..self.len()).map(move |i| {
            known.then(|| Carried {
                route: Some(self.route[i]).filter(|r| *r != NO_ROUTE),
                status: self.status[i],
                bytes_in: self.bytes_in[i],
                bytes_out: counts_sent.then(|| self.bytes_out[i]),
            })
        })
    }
}

/// One second of one phase, as the generator sums it up while running.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LoadSecond {
    /// Phase id.
    pub phase: String,
    /// Start of the window; the window is one second or the rest of the phase.
    pub start: Timestamp,
    /// End of the window.
    pub end: Timestamp,
    /// Whether this belongs to the time in which requests are planned, not to the wait for the last answers; not kept by old versions.
    #[serde(default)]
    pub steady: Option<bool>,
    /// Requests planned in the window.
    pub planned: u64,
    /// Requests sent in the window.
    pub sent: u64,
    /// Requests answered in the window with [`Outcome::Ok`].
    pub ok: u64,
    /// Requests that ended otherwise in the window, by [`Outcome::name`].
    pub errors: BTreeMap<String, u64>,
    /// Requests in flight (or waiting for a connection) at the end of the window.
    pub in_flight: u64,
    /// Planned to done, HdrHistogram V2 serialisation, nanoseconds; answered requests only.
    pub response_hdr: Vec<u8>,
    /// Sent to done, HdrHistogram V2 serialisation, nanoseconds.
    pub service_hdr: Vec<u8>,
    /// Planned to sent, HdrHistogram V2 serialisation, nanoseconds.
    pub late_hdr: Vec<u8>,
    /// The generator's own part of that, from the moment plan and free connection were both there: same serialisation.
    #[serde(default)]
    pub lag_hdr: Vec<u8>,
    /// CPU time of the generator's threads in the window, active waiting included, nanoseconds.
    pub generator_cpu_ns: u64,
    /// Of that, active waiting for planned moments, nanoseconds.
    #[serde(default)]
    pub generator_spin_ns: u64,
    /// Time the generator's threads waited for a core in the window, nanoseconds.
    pub generator_run_queue_ns: u64,
    /// A sample of what failed (status line or error text, no bodies), the first of the window.
    pub error_sample: Option<String>,
    /// What was carried in the window; not kept by old versions.
    #[serde(default)]
    pub traffic: Option<Traffic>,
}

impl LoadSecond {
    /// Whether requests were being planned, as far as that is kept: without it, whether there were any.
    pub fn is_steady(&self) -> bool {
        self.steady.unwrap_or(self.planned > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(us: i64) -> Timestamp {
        Timestamp::from_ns(us * 1000)
    }

    fn attempt(us: i64) -> Attempt {
        Attempt { planned: at(us), sent: at(us), first_byte: at(us + 5), done: at(us + 9), outcome: Outcome::Ok }
    }

    #[test]
    fn what_a_request_carried_comes_back_as_it_was() {
        let all = [
            Carried { route: Some(3), status: 200, bytes_in: 5_000_000_000, bytes_out: Some(120) },
            Carried { route: None, status: 0, bytes_in: 0, bytes_out: Some(0) },
        ];
        let mut batch = Attempts::new("p", at(0));
        for c in &all {
            batch.push_carried(&attempt(7), c);
        }
        assert_eq!(batch.carried().collect::<Vec<_>>(), all.map(Some));
        assert_eq!(batch.iter().collect::<Vec<_>>(), [attempt(7); 2]);
    }

    #[test]
    fn what_is_not_known_of_one_is_not_known_of_the_batch() {
        let mut batch = Attempts::new("p", at(0));
        batch.push_carried(&attempt(1), &Carried { status: 200, bytes_out: Some(1), ..Carried::default() });
        batch.push_carried(&attempt(2), &Carried { status: 200, ..Carried::default() });
        assert!(batch.carried().all(|c| c.is_some_and(|c| c.bytes_out.is_none() && c.status == 200)));
        batch.push(&attempt(3));
        assert_eq!(batch.carried().collect::<Vec<_>>(), [None; 3]);
    }
}
