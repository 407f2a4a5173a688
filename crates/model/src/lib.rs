//! The vocabulary of Tightspot: what was seen, when, and in which unit. Everything else speaks in these words.
//!
//! Load and probes emit [`Observation`]s; a [`Run`] is the fold of them, live or replayed from a file. This crate
//! deliberately knows no file format, no runtime, no cause and no arithmetic beyond reading a series.

pub mod answer;
pub mod attempt;
pub mod environment;
pub mod event;
mod forget;
pub mod harmless;
pub mod message;
pub mod observation;
pub mod peer;
pub mod phase;
pub mod run;
pub mod sensor;
pub mod series;
pub mod session;
pub mod signal;
pub mod stack;
pub mod thread;
pub mod time;
pub mod traffic;
pub mod view;

pub use answer::{AnswerSample, Packed, RepeatedField, SampledAnswer, Surplus};
pub use attempt::{Attempt, Attempts, LoadSecond, Outcome};
pub use environment::{Component, ComponentKind, Environment, Generator, Host, Runtime, Target};
pub use event::Event;
pub use message::{Message, Value};
pub use observation::{Observation, Sink, Warning};
pub use peer::{Peer, Role};
pub use phase::{Arrival, Phase, PhaseKind};
pub use run::{Run, RunInfo, RunStatus};
pub use sensor::{Sensor, SensorState};
pub use series::{Labels, Series};
pub use session::{SessionGroup, SessionSample, SessionState, Wait};
pub use stack::{Allocated, Frame, FrameKind, StackTable, WallProfile, WallSample};
pub use thread::{ThreadSnapshot, ThreadStat};
pub use time::Timestamp;
pub use traffic::{Carried, RouteTraffic, Traffic};
