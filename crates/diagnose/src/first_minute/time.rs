//! What the time of requests went into, by their stacks: work done once, other code, waits for what is outside, waits for each other.

use crate::frames::{FrameClass, Part, Place, Role, StackClass, Stacks};
use crate::level::Level;
use model::{Frame, FrameKind, Run, Timestamp};

/// Time of requests in a window, seconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Time {
    /// With frames of work done once below: loading, linking and initialising classes, making what is made once. Waits in it count.
    pub once_s: f64,
    /// Running or ready to run, any other code.
    pub code_s: f64,
    /// Waiting for the database, another service, a log, the disk, a client; or stopped by a collection.
    pub outside_s: f64,
    /// Of `outside_s`, waiting for a database, a cache or another service.
    pub peers_s: f64,
    /// Of `outside_s`, opening a connection to one of these.
    pub opening_s: f64,
    /// Waiting for another request: a lock, a connection, a thread. What that one does is what this one waits for.
    pub queue_s: f64,
    /// Of `code_s`, in code that no compiler has touched, by the innermost Java frame.
    pub interpreted_s: f64,
    /// In a transaction, without the wait for its connection.
    pub held_s: f64,
    /// Of `held_s`, with frames of work done once below.
    pub held_once_s: f64,
    /// Of `held_s`, in code that no compiler has touched.
    pub held_interpreted_s: f64,
    /// Number of samples.
    pub samples: f64,
}

/// What is known of a stack, whoever has it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kind {
    class: StackClass,
    once: bool,
    opens: bool,
    interpreted: bool,
}

impl Kind {
    /// Whether a request does in it what is done once.
    pub(super) fn is_once_of_a_request(&self) -> bool {
        self.once && self.class.place != Place::Elsewhere
    }
}

/// Of all stacks of a run, by id.
pub(super) fn kinds(stacks: &Stacks) -> Vec<Kind> {
    let managed = |k: FrameKind| !matches!(k, FrameKind::Native | FrameKind::Kernel);
    let kind = |(stack, class): (Vec<(&Frame, FrameClass)>, &StackClass)| Kind {
        class: *class,
        once: stack.iter().any(|(_, c)| c.is(Role::FirstUse)),
        opens: stack.iter().any(|(_, c)| c.is(Role::Connect)),
        interpreted: stack.iter().rev().find(|(f, _)| managed(f.kind)).is_some_and(|(f, _)| f.kind == FrameKind::Interpreted),
    };
    stacks.each().zip(stacks.classes()).map(kind).collect()
}

/// Time of the requests of `levels` in each of the `number` seconds from `from` on.
pub(super) fn by_second(run: &Run, levels: &[Level], kinds: &[Kind], from: Timestamp, number: usize) -> Vec<Time> {
    let mut times = vec![Time::default(); number];
    for level in levels {
        let (Some(profile), Some(samples)) = (run.wall.get(&level.phase.id), &level.samples) else { continue };
        for x in &profile.samples {
            let Some(kind) = kinds.get(x.stack as usize) else { continue };
            // equal samples are merged into the first of them
            for k in 0..x.weight {
                let at = x.t.plus_ns(i64::from(k) * profile.nominal_interval_ns).seconds_since(from);
                if at >= 0.0
                    && let Some(t) = times.get_mut(at as usize)
                {
                    t.add(kind, samples.interval_ms / 1e3);
                }
            }
        }
    }
    times
}

/// All of them together.
pub(super) fn sum(times: &[Time]) -> Time {
    let add = |a: Time, b: &Time| Time {
        once_s: a.once_s + b.once_s,
        code_s: a.code_s + b.code_s,
        outside_s: a.outside_s + b.outside_s,
        peers_s: a.peers_s + b.peers_s,
        opening_s: a.opening_s + b.opening_s,
        queue_s: a.queue_s + b.queue_s,
        interpreted_s: a.interpreted_s + b.interpreted_s,
        held_s: a.held_s + b.held_s,
        held_once_s: a.held_once_s + b.held_once_s,
        held_interpreted_s: a.held_interpreted_s + b.held_interpreted_s,
        samples: a.samples + b.samples,
    };
    times.iter().fold(Time::default(), add)
}

impl Time {
    fn add(&mut self, kind: &Kind, seconds: f64) {
        let part = match kind.class.place {
            Place::Elsewhere => return,
            Place::OutsideDispatch if kind.class.waits => Part::RequestIo,
            Place::OutsideDispatch => Part::Cpu,
            Place::Request(part) => part,
        };
        self.samples += 1.0;
        if kind.once {
            self.once_s += seconds;
        } else {
            match part {
                Part::Cpu => self.code_s += seconds,
                Part::Lock | Part::PoolWait | Part::ClientPoolWait | Part::NoCarrier | Part::Memory | Part::OtherWait => {
                    self.queue_s += seconds;
                }
                Part::Remote | Part::Database | Part::Cache => {
                    self.outside_s += seconds;
                    if kind.opens {
                        self.opening_s += seconds;
                    } else {
                        self.peers_s += seconds;
                    }
                }
                Part::Stopped | Part::Logging | Part::Disk | Part::RequestIo => self.outside_s += seconds,
            }
        }
        let interpreted_s = if part == Part::Cpu && kind.interpreted && !kind.once { seconds } else { 0.0 };
        self.interpreted_s += interpreted_s;
        if kind.class.in_transaction && part != Part::PoolWait {
            self.held_s += seconds;
            self.held_once_s += if kind.once { seconds } else { 0.0 };
            self.held_interpreted_s += interpreted_s;
        }
    }

    /// Without the waits for other requests: what holds up all of them, seconds.
    pub fn at_work_s(&self) -> f64 {
        self.once_s + self.code_s + self.outside_s
    }
}
