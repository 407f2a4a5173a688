//! What load and probes emit. The run file is a list of these; a [`crate::Run`] is the fold of them.

use crate::Message;
use crate::answer::AnswerSample;
use crate::attempt::{Attempts, LoadSecond};
use crate::environment::{Component, Environment};
use crate::event::Event;
use crate::message::kept::{Kept, back, kept};
use crate::phase::Phase;
use crate::run::{RunInfo, RunStatus};
use crate::sensor::Sensor;
use crate::series::Series;
use crate::session::SessionSample;
use crate::stack::{Frame, WallProfile};
use crate::thread::ThreadSnapshot;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// One thing that was seen. Order matters only within a phase, a series and the stack table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "is", rename_all = "kebab-case")]
pub enum Observation {
    /// What this run is; first of all.
    Info(RunInfo),
    /// Where it takes place.
    Environment(Environment),
    /// A part of the service that was found later.
    Component(Component),
    /// A phase begins.
    PhaseStarted(Phase),
    /// A phase ended.
    PhaseEnded {
        /// Its id.
        id: String,
        /// When.
        end: Timestamp,
    },
    /// The generator's summary of a second.
    LoadSecond(LoadSecond),
    /// Requests, in columns.
    Attempts(Attempts),
    /// How a few answers are packed (the last word counts).
    Answers(AnswerSample),
    /// Readings to append to a series.
    Series(Series),
    /// The target's threads.
    Threads(ThreadSnapshot),
    /// Database sessions.
    Sessions(Vec<SessionSample>),
    /// Frames and stacks to append to the table, numbered from its present lengths.
    Stacks {
        /// New frames.
        frames: Vec<Frame>,
        /// New stacks, of frame ids.
        stacks: Vec<Vec<u32>>,
    },
    /// The wall profile of a phase (part of one, or all).
    Wall(WallProfile),
    /// Something happened.
    Event(Event),
    /// A sensor came or went (the last word per id counts).
    Sensor(Sensor),
    /// Something the reader must know.
    Warning(Warning),
    /// The run ended.
    Ended {
        /// How.
        status: RunStatus,
        /// When.
        at: Timestamp,
    },
}

/// Something the reader must know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Warning {
    /// Stable kebab-case name.
    pub code: String,
    /// One line.
    pub text: Message,
}

/// A warning as it is kept.
#[derive(Serialize, Deserialize)]
struct Written {
    code: String,
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text_message: Kept,
}

impl From<Warning> for Written {
    fn from(w: Warning) -> Self {
        let (text, text_message) = kept(w.text);
        Self { code: w.code, text, text_message }
    }
}

impl From<Written> for Warning {
    fn from(w: Written) -> Self {
        Self { code: w.code, text: back(w.text, w.text_message) }
    }
}

impl Observation {
    /// A warning of the name `code`.
    pub fn warning(code: impl Into<String>, text: impl Into<Message>) -> Self {
        Self::Warning(Warning { code: code.into(), text: text.into() })
    }
}

/// Where observations go. Implementations must not block the caller for longer than a write into memory.
pub trait Sink: Send + Sync {
    /// Takes one observation.
    fn observe(&self, observation: Observation);
}

impl<T: Sink + ?Sized> Sink for std::sync::Arc<T> {
    fn observe(&self, observation: Observation) {
        (**self).observe(observation);
    }
}

/// Collects in memory: for tests and for callers that want the list.
impl Sink for std::sync::Mutex<Vec<Observation>> {
    fn observe(&self, observation: Observation) {
        self.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(observation);
    }
}
