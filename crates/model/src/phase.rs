//! Phases: the stretches of a run during which the load had one shape.

use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// How requests arrive.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "model", rename_all = "snake_case")]
pub enum Arrival {
    /// `connections` users, each sending the next request as soon as the last is answered.
    Closed {
        /// Connections that are always busy.
        connections: u32,
    },
    /// Requests are planned independently of the answers.
    Open {
        /// Planned requests per second.
        rate_per_s: f64,
        /// Poisson arrivals (true) or constant spacing.
        poisson: bool,
        /// Cap on connections; a request that finds none free waits, and the wait counts as late send.
        max_connections: u32,
    },
    /// Users that each send a request every so often, on a connection of their own that is kept.
    Paced {
        /// Users, each with a connection.
        users: u32,
        /// Period of each user, nanoseconds.
        every_ns: i64,
    },
}

impl Arrival {
    /// Requests planned per second; `None` where the answers decide.
    pub fn rate_per_s(&self) -> Option<f64> {
        match *self {
            Self::Closed { .. } => None,
            Self::Open { rate_per_s, .. } => Some(rate_per_s),
            Self::Paced { users, every_ns } => Some(f64::from(users) * 1e9 / every_ns as f64),
        }
    }
}

/// What a phase is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PhaseKind {
    /// Waiting until the service is warm.
    WarmUp,
    /// Closed load, doubled level by level, to bound the saturated throughput.
    Doubling,
    /// A short open trial that looks for the open knee.
    Knee,
    /// An open level that is measured: ledgers are drawn here.
    Level,
    /// Closed saturation that is measured: ledgers are drawn here too.
    Saturation,
    /// The first seconds after start of the service, judged as they are.
    StartUp,
    /// The load that the user means, judged by its slowest requests.
    Tail,
    /// Load for its own sake: `tightspot load`.
    Load,
    /// One trial of an experiment: no ledger is drawn, the outcome is told by the experiment.
    Trial,
}

/// One stretch of a run with one shape of load.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Phase {
    /// Unique within the run: `warm-up-1`, `doubling-16`, `open-0.6`, `saturation`.
    pub id: String,
    /// What it is for.
    pub kind: PhaseKind,
    /// How requests arrive.
    pub arrival: Arrival,
    /// Share of the open knee that this level offers (0.3, 0.6, 0.8), where it is one.
    pub fraction: Option<f64>,
    /// First planned moment.
    pub start: Timestamp,
    /// Last moment; `None` while it runs or when the run was killed in it.
    pub end: Option<Timestamp>,
}

impl Phase {
    /// Whether ledgers are drawn for this phase.
    pub fn is_measured(&self) -> bool {
        matches!(self.kind, PhaseKind::Level | PhaseKind::Saturation)
    }

    /// Whether load is open, so that a ledger of it is not closed by construction.
    pub fn is_open(&self) -> bool {
        !matches!(self.arrival, Arrival::Closed { .. })
    }
}
