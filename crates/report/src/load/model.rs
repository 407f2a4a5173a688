//! How requests came.

use model::Message;

/// How requests came.
#[derive(Debug, Clone, PartialEq)]
pub enum LoadModel {
    /// Connections that are always busy.
    Closed {
        /// How many.
        connections: u32,
    },
    /// A planned rate.
    Open {
        /// Requests per second.
        rate_per_s: f64,
        /// Poisson arrivals; otherwise evenly spaced.
        poisson: bool,
    },
    /// Users with a connection each that send one request per period.
    Users {
        /// How many.
        users: u32,
        /// The period, nanoseconds.
        every_ns: u64,
    },
    /// Stretches of different load, one after the other.
    Stages(Vec<Stage>),
    /// Several scenarios at once, each with a model of its own: those of [`super::LoadReport::scenarios`].
    Scenarios,
}

impl Default for LoadModel {
    fn default() -> Self {
        Self::Closed { connections: 1 }
    }
}

/// One stretch of a staged load.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Stage {
    /// Unique within the run.
    pub id: String,
    /// For people: `100/s to 500/s`; empty where there is only one.
    pub text: Message,
    /// Requests planned per second, mean over the stage; `None` for closed load.
    pub offered_per_s: Option<f64>,
    /// Requests answered per second of the stage.
    pub achieved_per_s: Option<f64>,
    /// Start, seconds after the first planned moment.
    pub t0_s: f64,
    /// End, seconds after the first planned moment.
    pub t1_s: f64,
}
