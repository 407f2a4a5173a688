//! A run: everything that was seen, folded from observations. The only thing a cause sees.

use crate::answer::AnswerSample;
use crate::attempt::{Attempt, Attempts, LoadSecond};
use crate::environment::Environment;
use crate::event::Event;
use crate::message::Message;
use crate::observation::Observation;
use crate::phase::Phase;
use crate::sensor::{Sensor, SensorState};
use crate::series::{Labels, Series};
use crate::session::SessionSample;
use crate::stack::{StackTable, WallProfile};
use crate::thread::ThreadSnapshot;
use crate::time::Timestamp;
use crate::traffic::Carried;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunStatus {
    /// All phases were done.
    Complete,
    /// Stopped early (by the user, or killed): what is there is whole up to its last second.
    #[default]
    Partial,
    /// The target died or a safety limit tripped.
    Aborted,
}

/// What a run is.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct RunInfo {
    /// Short id, also the file's name.
    pub id: String,
    /// Name given by the user, or empty.
    pub name: String,
    /// Wall clock at the start, nanoseconds since 1970.
    pub started_unix_ns: i64,
    /// The same moment on the run's clock.
    pub started: Timestamp,
    /// Version of the tool.
    pub tool_version: String,
    /// Command line, as far as it is harmless (see [`crate::harmless`]).
    pub command: String,
    /// URL template of the main route, as far as it is harmless.
    pub url: String,
    /// Seed of every random choice.
    pub seed: u64,
    /// Names of routes, to which requests and seconds refer by number; a name may stand here twice. Empty in files of old versions.
    #[serde(default)]
    pub routes: Vec<String>,
    /// Objectives that were asked for, as written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<String>,
}

/// Everything that was seen.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Run {
    /// What this run is.
    pub info: RunInfo,
    /// How it ended.
    pub status: RunStatus,
    /// When it ended.
    pub ended: Option<Timestamp>,
    /// Where it took place.
    pub environment: Environment,
    /// Its phases, in order.
    pub phases: Vec<Phase>,
    /// The generator's seconds, in order.
    pub load: Vec<LoadSecond>,
    /// Requests by phase id.
    pub attempts: BTreeMap<String, Vec<Attempts>>,
    /// How a few answers are packed; `None` where none was asked for.
    pub answers: Option<AnswerSample>,
    /// Series by signal and labels.
    pub series: BTreeMap<(String, Labels), Series>,
    /// The target's threads over time.
    pub threads: Vec<ThreadSnapshot>,
    /// Kernel names of the target's threads.
    pub thread_comms: BTreeMap<u32, String>,
    /// Database sessions over time.
    pub sessions: Vec<SessionSample>,
    /// Frames and stacks.
    pub stacks: StackTable,
    /// Wall profiles by phase id; where several processes are watched, by phase and process ([`WallProfile::key`]).
    pub wall: BTreeMap<String, WallProfile>,
    /// What happened.
    pub events: Vec<Event>,
    /// What could be seen, by sensor id.
    pub sensors: BTreeMap<String, Sensor>,
    /// What the reader must know: `(code, text)`.
    pub warnings: Vec<(String, Message)>,
    /// The process of which this is a view ([`Run::of_process`]); `None` of a run as it was seen.
    pub only: Option<u32>,
}

impl Run {
    /// A run from its observations.
    pub fn from_observations(all: impl IntoIterator<Item = Observation>) -> Self {
        let mut run = Self::default();
        for o in all {
            run.apply(o);
        }
        run
    }

    /// Adds one observation.
    pub fn apply(&mut self, observation: Observation) {
        match observation {
            Observation::Info(info) => self.info = info,
            Observation::Environment(e) => self.environment = e,
            Observation::Component(c) => {
                // who only knows that it is there does not take back what another has said of it
                let known = self.environment.components.iter().any(|x| x.id == c.id && x.kind == c.kind);
                if !known || c.limit.is_some() || !c.detail.is_empty() {
                    self.environment.components.retain(|x| x.id != c.id);
                    self.environment.components.push(c);
                }
            }
            Observation::PhaseStarted(p) => self.phases.push(p),
            Observation::PhaseEnded { id, end } => {
                if let Some(p) = self.phases.iter_mut().rev().find(|p| p.id == id) {
                    p.end = Some(end);
                }
            }
            Observation::LoadSecond(s) => self.load.push(s),
            Observation::Attempts(a) => self.attempts.entry(a.phase.clone()).or_default().push(a),
            Observation::Answers(a) => self.answers = Some(a),
            Observation::Series(s) => self.append(s),
            Observation::Threads(mut t) => {
                self.thread_comms.extend(t.new_names.drain(..));
                self.threads.push(t);
            }
            Observation::Sessions(s) => self.sessions.extend(s),
            Observation::Stacks { frames, stacks } => {
                self.stacks.frames.extend(frames);
                self.stacks.stacks.extend(stacks);
            }
            Observation::Wall(w) => self.append_wall(w),
            Observation::Event(e) => self.events.push(e),
            Observation::Sensor(s) => {
                self.sensors.insert(s.id.clone(), s);
            }
            Observation::Warning(w) => self.warnings.push((w.code, w.text)),
            Observation::Ended { status, at } => {
                self.status = status;
                self.ended = Some(at);
            }
        }
    }

    fn append(&mut self, s: Series) {
        let key = (s.signal.clone(), s.labels.clone());
        match self.series.get_mut(&key) {
            Some(old) => {
                old.t.extend(s.t);
                old.v.extend(s.v);
            }
            None => {
                self.series.insert(key, s);
            }
        }
    }

    fn append_wall(&mut self, w: WallProfile) {
        match self.wall.get_mut(&w.key()) {
            Some(old) => {
                old.start = old.start.min(w.start);
                old.end = old.end.max(w.end);
                old.samples.extend(w.samples);
                old.cpu.extend(w.cpu);
                old.allocated.extend(w.allocated);
                old.cpu_interval_ns = old.cpu_interval_ns.max(w.cpu_interval_ns);
                old.thread_names.extend(w.thread_names);
            }
            None => {
                self.wall.insert(w.key(), w);
            }
        }
    }

    /// The phase `id`: the latest, where a run goes on from an earlier one and has begun some anew.
    pub fn phase(&self, id: &str) -> Option<&Phase> {
        self.phases.iter().rev().find(|p| p.id == id)
    }

    /// Phases for which ledgers are drawn, in order of time, finished ones only.
    pub fn measured_phases(&self) -> impl Iterator<Item = &Phase> + '_ {
        self.phases.iter().filter(|p| p.is_measured() && p.end.is_some())
    }

    /// Requests of phase `id`.
    pub fn attempts_of<'a>(&'a self, id: &str) -> impl Iterator<Item = Attempt> + 'a {
        self.attempts.get(id).into_iter().flatten().flat_map(Attempts::iter)
    }

    /// The same with what they carried, where it is known.
    pub fn carried_of<'a>(&'a self, id: &str) -> impl Iterator<Item = (Attempt, Option<Carried>)> + 'a {
        self.attempts.get(id).into_iter().flatten().flat_map(|b| b.iter().zip(b.carried()))
    }

    /// Seconds of phase `id`.
    pub fn seconds_of<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a LoadSecond> + 'a {
        self.load.iter().filter(move |s| s.phase == id)
    }

    /// All series of a signal.
    pub fn series_of<'a>(&'a self, signal: &'a str) -> impl Iterator<Item = &'a Series> + 'a {
        self.series.range((signal.to_owned(), Labels::new())..).take_while(move |((s, _), _)| s == signal).map(|(_, v)| v)
    }

    /// The only (or first) series of a signal.
    pub fn one<'a>(&'a self, signal: &'a str) -> Option<&'a Series> {
        self.series_of(signal).next()
    }

    /// Sum over all label sets of the increase of a counter within `[from, to]`; `None` when there is no such series.
    pub fn increase(&self, signal: &str, from: Timestamp, to: Timestamp) -> Option<f64> {
        self.series_of(signal).filter_map(|s| s.increase(from, to)).reduce(|a, b| a + b)
    }

    /// Whether sensor `id` delivered.
    pub fn sees(&self, id: &str) -> bool {
        self.sensors.get(id).is_some_and(|s| s.state == SensorState::On)
    }
}
