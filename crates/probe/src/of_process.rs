//! Several processes of one service, each watched by probes of its own that do not know of the others: what they say is told apart here, by the process it
//! is of, before it meets in one run. [`model::view`] takes it apart again.
//!
//! A service of one process needs none of this.

use crate::interner::Interner;
use model::{
    Component, ComponentKind, Event, Message, Observation, Sensor, SensorState, Series, Sink, Target, WallProfile, message, signal, view,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the processes of a run share: the one table of stacks, and what each of them says of a sensor.
pub struct Processes {
    inner: Arc<dyn Sink>,
    /// Whose probe also tells of the tool itself.
    first: u32,
    stacks: Mutex<Interner>,
    sensors: Mutex<BTreeMap<String, BTreeMap<u32, Sensor>>>,
}

impl Processes {
    /// All observations go to `inner` in the end; `first` is the first of the processes.
    pub fn new(first: &Target, inner: Arc<dyn Sink>) -> Arc<Self> {
        Arc::new(Self { inner, first: first.pid, stacks: Mutex::default(), sensors: Mutex::default() })
    }

    /// Where the probes of one process tell what they see.
    pub fn sink_of(self: &Arc<Self>, target: &Target) -> Arc<dyn Sink> {
        Arc::new(OfProcess { all: Arc::clone(self), pid: target.pid, numbers: Mutex::default() })
    }

    /// Tells what process `pid` says of a sensor, and what that makes of it for the run as a whole: it is on when all have it.
    fn sensor(&self, pid: u32, s: Sensor) {
        let mut all = lock(&self.sensors);
        let of = all.entry(s.id.clone()).or_default();
        of.insert(pid, s.clone());
        let bad = of.iter().find(|(_, s)| s.state != SensorState::On);
        let whole = bad.map_or_else(|| s.clone(), |(pid, s)| Sensor { reason: named(*pid, &s.reason), ..s.clone() });
        self.inner.observe(Observation::Sensor(Sensor { id: view::of(&s.id, pid), ..s }));
        self.inner.observe(Observation::Sensor(whole));
    }
}

/// The sink of one process.
struct OfProcess {
    all: Arc<Processes>,
    pid: u32,
    numbers: Mutex<Numbers>,
}

/// Numbers of frames and stacks in the table of the run, by the numbers that the probes of this process gave them.
#[derive(Default)]
struct Numbers {
    frames: Vec<u32>,
    stacks: Vec<u32>,
}

/// What every process probe tells of the tool itself: once is enough.
fn is_of_the_tool(s: &Series) -> bool {
    match s.signal.as_str() {
        signal::GENERATOR_CPU_TIME | signal::GENERATOR_RUN_QUEUE_TIME => true,
        signal::OBSERVER_CPU_TIME => s.label("where") == "tool",
        _ => false,
    }
}

/// `says` of process `pid`.
pub(crate) fn named(pid: u32, says: &Message) -> Message {
    let pid = pid.to_string();
    if says.is_empty() {
        return message!("contract/process", pid: name(pid));
    }
    message!("contract/of-process", pid: name(pid), says: name(says))
}

/// Details of events are for programs.
fn detail(pid: u32, text: &str) -> String {
    if text.is_empty() { format!("pid {pid}") } else { format!("pid {pid}: {text}") }
}

impl OfProcess {
    fn stacks(&self, frames: Vec<model::Frame>, stacks: Vec<Vec<u32>>) {
        let (mut table, mut numbers) = (lock(&self.all.stacks), lock(&self.numbers));
        numbers.frames.extend(frames.into_iter().map(|f| table.frame(f)));
        for stack in stacks {
            let own = stack.iter().filter_map(|f| numbers.frames.get(*f as usize).copied()).collect();
            numbers.stacks.push(table.stack(own));
        }
        // told while the table is held: its numbers are the order in which they reach the run
        if let Some(new) = table.take() {
            self.all.inner.observe(new);
        }
    }

    fn wall(&self, w: WallProfile) -> Observation {
        let numbers = lock(&self.numbers);
        let of_all = |s: &model::WallSample| Some(model::WallSample { stack: *numbers.stacks.get(s.stack as usize)?, ..*s });
        let samples = w.samples.iter().filter_map(of_all).collect();
        let cpu = w.cpu.iter().filter_map(of_all).collect();
        let made = |a: &model::Allocated| Some(model::Allocated { stack: *numbers.stacks.get(a.stack as usize)?, ..a.clone() });
        let allocated = w.allocated.iter().filter_map(made).collect();
        Observation::Wall(WallProfile { samples, cpu, allocated, process: self.pid, ..w })
    }
}

impl Sink for OfProcess {
    fn observe(&self, observation: Observation) {
        let pid = self.pid;
        let told = match observation {
            Observation::Series(s) if is_of_the_tool(&s) => {
                if pid != self.all.first {
                    return;
                }
                Observation::Series(s)
            }
            Observation::Series(mut s) => {
                s.labels.insert(view::PROCESS.to_owned(), pid.to_string());
                Observation::Series(s)
            }
            Observation::Stacks { frames, stacks } => return self.stacks(frames, stacks),
            Observation::Sensor(s) => return self.all.sensor(pid, s),
            Observation::Wall(w) => self.wall(w),
            Observation::Threads(t) => Observation::Threads(model::ThreadSnapshot { process: pid, ..t }),
            Observation::Component(c) if matches!(c.kind, ComponentKind::ConnectionPool | ComponentKind::Workers) => {
                Observation::Component(Component { id: view::of(&c.id, pid), ..c })
            }
            Observation::Event(e) => Observation::Event(Event { detail: detail(pid, &e.detail), ..e }),
            Observation::Warning(w) => Observation::warning(w.code, named(pid, &w.text)),
            other => other,
        };
        self.all.inner.observe(told);
    }
}

fn lock<T>(m: &Mutex<T>) -> MutexGuard<'_, T> {
    m.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Environment, Frame, FrameKind, Labels, Run, Timestamp, WallSample};

    fn process(pid: u32) -> Target {
        Target { pid, ..Target::default() }
    }

    fn frame(method: &str) -> Frame {
        Frame { class: String::new(), method: method.to_owned(), line: 0, kind: FrameKind::Native }
    }

    fn profile(stack: u32) -> Observation {
        let samples = vec![WallSample { t: Timestamp::from_ns(1), tid: 1, weight: 1, stack }];
        Observation::Wall(WallProfile { phase: "open-0.3".into(), samples, ..WallProfile::default() })
    }

    fn series(signal: &str, labels: Labels, v: f64) -> Observation {
        let mut s = Series::new(signal, labels);
        s.push(Timestamp::from_ns(1), v);
        Observation::Series(s)
    }

    /// The run that comes of what `tell` tells to the sinks of processes 7 and 8.
    fn told(tell: impl Fn(&dyn Sink, &dyn Sink)) -> Run {
        let seen: Arc<Mutex<Vec<Observation>>> = Arc::default();
        let all = Processes::new(&process(7), Arc::<Mutex<Vec<Observation>>>::clone(&seen));
        tell(&*all.sink_of(&process(7)), &*all.sink_of(&process(8)));
        let environment = Environment { target: process(7), replicas: vec![process(8)], ..Environment::default() };
        let seen = lock(&seen).clone();
        Run::from_observations(std::iter::once(Observation::Environment(environment)).chain(seen))
    }

    #[test]
    fn stacks_that_each_process_numbers_from_nought_are_one_table() {
        let run = told(|seven, eight| {
            seven.observe(Observation::Stacks { frames: vec![frame("main"), frame("read")], stacks: vec![vec![0, 1]] });
            eight.observe(Observation::Stacks { frames: vec![frame("read"), frame("main")], stacks: vec![vec![1], vec![1, 0]] });
            seven.observe(Observation::Stacks { frames: vec![frame("write")], stacks: vec![vec![0, 2]] });
            for (sink, stack) in [(seven, 0), (seven, 1), (eight, 0), (eight, 1)] {
                sink.observe(profile(stack));
            }
        });
        assert_eq!((run.stacks.frames.len(), run.stacks.stacks.len()), (3, 3), "what both have stands there once");
        let methods = |pid| {
            let view = run.of_process(pid).expect("is watched");
            let of = |s: &WallSample| view.stacks.frames_of(s.stack).map(|f| f.method.clone()).collect::<Vec<_>>().join(" ");
            view.wall["open-0.3"].samples.iter().map(of).collect::<Vec<_>>()
        };
        assert_eq!((methods(7), methods(8)), (vec!["main read".into(), "main write".into()], vec!["main".to_owned(), "main read".into()]));
    }

    #[test]
    fn series_belong_to_their_process_and_the_tool_is_counted_once() {
        let tool = || model::series::labels([("where", "tool")]);
        let run = told(|seven, eight| {
            for (sink, v) in [(seven, 3.0), (eight, 4.0)] {
                sink.observe(series(signal::PROCESS_MEMORY, Labels::new(), v));
                sink.observe(series(signal::OBSERVER_CPU_TIME, tool(), v));
                sink.observe(series(signal::GENERATOR_CPU_TIME, Labels::new(), v));
            }
        });
        let one = |pid, signal| run.of_process(pid).expect("is watched").one(signal).map(|s| s.v.clone());
        assert_eq!((one(7, signal::PROCESS_MEMORY), one(8, signal::PROCESS_MEMORY)), (Some(vec![3.0]), Some(vec![4.0])));
        assert_eq!(run.series_of(signal::OBSERVER_CPU_TIME).map(|s| s.v.clone()).collect::<Vec<_>>(), [vec![3.0]]);
        assert_eq!(one(8, signal::GENERATOR_CPU_TIME), Some(vec![3.0]));
    }

    #[test]
    fn a_sensor_is_on_when_all_have_it_and_says_who_has_not() {
        let run = told(|seven, eight| {
            eight.observe(Observation::Sensor(Sensor::off("wall-stacks", "refused", "")));
            seven.observe(Observation::Sensor(Sensor::on("wall-stacks")));
            seven.observe(Observation::Sensor(Sensor::on("host")));
        });
        let why = message!("contract/of-process", pid: name("8"), says: name("refused"));
        assert_eq!(run.sensors["wall-stacks"], Sensor::off("wall-stacks", why, ""));
        assert!(run.sees("host") && run.sees("wall-stacks@7") && !run.sees("wall-stacks@8"));
    }
}
