//! What one phase asks of the generator: how requests arrive, for how long, how many.

use crate::profile::Profile;
use model::Arrival;
use std::time::Duration;

/// What happens to a request of open load that finds all connections busy and their number at its cap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WhenFull {
    /// It waits for its turn, and the wait counts as late.
    #[default]
    Queue,
    /// It is not sent, and counted as dropped.
    Drop,
    /// The phase ends early.
    Fail,
}

/// How requests arrive.
#[derive(Debug, Clone, PartialEq)]
pub enum Pattern {
    /// Users without a pause: each sends the next request the moment the last has ended.
    Closed {
        /// Users at each moment, each on a connection of a shared pool.
        users: Profile,
    },
    /// Requests are planned independently of the answers.
    Open {
        /// Requests per second at each moment.
        rate: Profile,
        /// Independent arrivals instead of even spacing.
        poisson: bool,
        /// Cap on requests in flight, which is the cap on connections.
        max_in_flight: u32,
        /// What happens beyond the cap.
        when_full: WhenFull,
    },
    /// Users that send a request every so often, each on a connection of its own that is kept. A user whose answer is late sends the
    /// next one as soon as it is there; the plan does not slip.
    Paced {
        /// Users at each moment.
        users: Profile,
        /// Period of each user, nanoseconds (above 0).
        every_ns: i64,
    },
}

impl Pattern {
    /// Connections needed at most.
    pub fn connections(&self) -> u32 {
        match self {
            Self::Closed { users } | Self::Paced { users, .. } => users.peak().ceil() as u32,
            Self::Open { max_in_flight, .. } => *max_in_flight,
        }
    }

    /// Whether requests are planned at a rate that stays the same (on average, where arrivals are independent).
    pub fn keeps_one_rate(&self) -> bool {
        match self {
            Self::Closed { .. } => false,
            Self::Open { rate: profile, .. } | Self::Paced { users: profile, .. } => profile.length_ns() == 0,
        }
    }

    /// Whether the plan follows the answers, so that latency says nothing about a rate.
    pub fn is_closed(&self) -> bool {
        matches!(self, Self::Closed { .. })
    }
}

impl From<Arrival> for Pattern {
    fn from(arrival: Arrival) -> Self {
        match arrival {
            Arrival::Closed { connections } => Self::Closed { users: Profile::constant(f64::from(connections)) },
            Arrival::Open { rate_per_s, poisson, max_connections } => {
                Self::Open { rate: Profile::constant(rate_per_s), poisson, max_in_flight: max_connections, when_full: WhenFull::Queue }
            }
            Arrival::Paced { users, every_ns } => Self::Paced { users: Profile::constant(f64::from(users)), every_ns },
        }
    }
}

/// One phase, as the engine is asked to run it.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// How requests arrive.
    pub pattern: Pattern,
    /// Planning ends after this long at the latest.
    pub duration: Duration,
    /// Planning ends after this many requests, or iterations of several.
    pub requests: Option<u64>,
    /// When planning has ended, iterations under way may go on with their steps for so long; then their present request is the last.
    pub graceful_stop: Duration,
    /// Tell the sink every single request, in batches of a second.
    pub keep_attempts: bool,
}

impl Job {
    /// `pattern` for `duration`, whatever number of requests that is.
    pub fn new(pattern: Pattern, duration: Duration) -> Self {
        Self { pattern, duration, requests: None, graceful_stop: Duration::ZERO, keep_attempts: false }
    }
}
