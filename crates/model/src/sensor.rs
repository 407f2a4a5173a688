//! What could be seen and what could not: every lost sensor lowers what can be concluded, and is said.

use crate::Message;
use crate::message::kept::{Kept, back, kept};
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Sensor {
    /// `wall-stacks`, `pool-gauges`, `worker-gauges`, `sessions`, `thread-schedule`, `files`, `endpoints`, `host`, `runtime-counters`, `event-loop`, `cgroup`, `generator`.
    pub id: String,
    /// Whether it delivers.
    pub state: SensorState,
    /// Why not, in one line; empty when on.
    pub reason: Message,
    /// The command or setting that would unlock it; empty when on or when nothing helps.
    pub unlock: Message,
}

impl Sensor {
    /// One that delivers.
    pub fn on(id: impl Into<String>) -> Self {
        Self { id: id.into(), state: SensorState::On, reason: Message::default(), unlock: Message::default() }
    }

    /// One that was never on: why not, and what would unlock it.
    pub fn off(id: impl Into<String>, reason: impl Into<Message>, unlock: impl Into<Message>) -> Self {
        Self { id: id.into(), state: SensorState::Off, reason: reason.into(), unlock: unlock.into() }
    }

    /// One that stopped delivering, and why.
    pub fn lost(id: impl Into<String>, reason: impl Into<Message>) -> Self {
        Self { id: id.into(), state: SensorState::Lost, reason: reason.into(), unlock: Message::default() }
    }
}

/// A sensor as it is kept.
#[derive(Serialize, Deserialize)]
struct Written {
    id: String,
    state: SensorState,
    reason: String,
    unlock: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason_message: Kept,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unlock_message: Kept,
}

impl From<Sensor> for Written {
    fn from(s: Sensor) -> Self {
        let ((reason, reason_message), (unlock, unlock_message)) = (kept(s.reason), kept(s.unlock));
        Self { id: s.id, state: s.state, reason, unlock, reason_message, unlock_message }
    }
}

impl From<Written> for Sensor {
    fn from(w: Written) -> Self {
        Self { id: w.id, state: w.state, reason: back(w.reason, w.reason_message), unlock: back(w.unlock, w.unlock_message) }
    }
}

/// Sensor id: wall-clock stacks of the target's threads.
pub const WALL_STACKS: &str = "wall-stacks";
/// Sensor id: connection pools of the target.
pub const POOL_GAUGES: &str = "pool-gauges";
/// Sensor id: worker threads of the target's server.
pub const WORKER_GAUGES: &str = "worker-gauges";
/// Sensor id: database sessions.
pub const SESSIONS: &str = "sessions";
/// Sensor id: what cache servers say of themselves.
pub const CACHE: &str = "cache";
/// Sensor id: per-thread scheduling of the target.
pub const THREAD_SCHEDULE: &str = "thread-schedule";
/// Sensor id: which files the target opens.
pub const FILES: &str = "files";
/// Sensor id: what the target asks of other services, where its runtime does not tell.
pub const ENDPOINTS: &str = "endpoints";
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
