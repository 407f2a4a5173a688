//! What could be seen and what could not: every lost sensor lowers what can be concluded, and is said.

use serde::{Deserialize, Serialize};

/// Whether a sensor delivers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SensorState {
    /// It delivers.
    On,
    /// It was never on.
    Off,
    /// It was on and stopped delivering during the run.
    Lost,
}

/// One sensor of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sensor {
    /// `wall-stacks`, `pool-gauges`, `worker-gauges`, `sessions`, `thread-schedule`, `host`, `runtime-counters`, `event-loop`, `cgroup`, `generator`.
    pub id: String,
    /// Whether it delivers.
    pub state: SensorState,
    /// Why not, in one line; empty when on.
    pub reason: String,
    /// The command or setting that would unlock it; empty when on or when nothing helps.
    pub unlock: String,
}

/// Sensor id: wall-clock stacks of the target's threads.
pub const WALL_STACKS: &str = "wall-stacks";
/// Sensor id: connection pools of the target.
pub const POOL_GAUGES: &str = "pool-gauges";
/// Sensor id: worker threads of the target's server.
pub const WORKER_GAUGES: &str = "worker-gauges";
/// Sensor id: database sessions.
pub const SESSIONS: &str = "sessions";
/// Sensor id: per-thread scheduling of the target.
pub const THREAD_SCHEDULE: &str = "thread-schedule";
/// Sensor id: host-wide counters.
pub const HOST: &str = "host";
/// Sensor id: what the runtime counts of itself: collections, stops, compilations.
pub const RUNTIME_COUNTERS: &str = "runtime-counters";
/// Sensor id: the event loop of the target, and the asynchronous work that it waits for.
pub const EVENT_LOOP: &str = "event-loop";
/// Sensor id: how many requests each of several processes served.
pub const SERVED: &str = "requests-by-process";
/// Sensor id: the generator's own health.
pub const GENERATOR: &str = "generator";
