//! How much load a scenario file asks for, as written: plain data, which whoever runs it turns into phases.

use crate::job::WhenFull;
use crate::profile::Stage;

/// What load to make. What is not written is `None`; options of a command line stand above it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LoadSpec {
    /// What is looked for.
    pub mode: Option<LoadMode>,
    /// Highest rate that may be tried, requests (iterations) per second.
    pub max_rate_per_s: Option<f64>,
    /// Open load: iterations started per second.
    pub rate_per_s: Option<f64>,
    /// Arrivals at random moments instead of even spacing.
    pub poisson: bool,
    /// Closed load: virtual users, each with its own connection.
    pub users: Option<u32>,
    /// Connections, shared by whatever is sent.
    pub connections: Option<u32>,
    /// End after so many iterations.
    pub requests: Option<u64>,
    /// End after so long.
    pub duration_ns: Option<i64>,
    /// Shape over time, instead of one rate or one number of users.
    pub stages: Vec<Stage>,
    /// What the targets of the stages count.
    pub stages_of: Quantity,
    /// When planning has ended, iterations under way go on for so long.
    pub graceful_stop_ns: Option<i64>,
    /// Most iterations in flight at once.
    pub max_in_flight: Option<u32>,
    /// What happens to one that comes when as many are in flight.
    pub when_full: WhenFull,
}

/// Modes of load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadMode {
    /// Look for the knee.
    FindKnee,
    /// One rate.
    Rate,
    /// A rate that grows.
    Ramp,
    /// Closed load.
    Closed,
}

/// What a height of load counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Quantity {
    /// Iterations started per second.
    #[default]
    RatePerS,
    /// Virtual users.
    Users,
}
