//! The samples of a stretch of a run, each with its CPU time. A sample is worth one interval, of CPU time where it was taken by that. By the wall clock threads that
//! wait for a core are seen computing meanwhile, so where samples say more than the scheduler counted for the threads of a kind, they share what it counted. Where they say less, the rest stands in the
//! list as a stack without frames, so that nothing is lost: it is mostly work of the kernel around waits, in which the sampler sees the wait.

mod asked;
mod threads;
mod used;

pub use asked::{Asked, NoProfile, Span, View};
pub use threads::Threads;

use crate::frames::{Place, Stacks};
use crate::language::{CodeKind, Function};
use crate::level::{may_serve, request_threads, thread_names};
use asked::{Piece, pieces};
use model::{Run, Timestamp, WallProfile, WallSample};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// A frame: a function, and the line at which it was, 0 where that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CodeFrame {
    /// Index into [`Profile::functions`].
    pub function: u32,
    /// Line in its file.
    pub line: u32,
}

/// A thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thread {
    /// Id of its process.
    pub process: u32,
    /// Kernel id, or the number of a virtual thread.
    pub tid: u32,
    /// Its name, or empty.
    pub name: String,
}

/// Equal samples of one thread, one after another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// When the first was taken, seconds since the run began.
    pub t_s: f64,
    /// Index into [`Profile::threads`]; `None` for CPU time that no sample saw.
    pub thread: Option<u32>,
    /// Whose time it is.
    pub group: Threads,
    /// Id of the process.
    pub process: u32,
    /// Index into [`Profile::stacks`].
    pub stack: u32,
    /// How many samples.
    pub count: f64,
    /// Their time, milliseconds.
    pub ms: f64,
}

/// What one stack has of a profile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OfStack {
    /// Id of the process.
    pub process: u32,
    /// Whose time it is.
    pub group: Threads,
    /// Index into [`Profile::stacks`].
    pub stack: u32,
    /// How many samples.
    pub count: f64,
    /// Their time, milliseconds.
    pub ms: f64,
}

/// Stacks of a stretch of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// Id of the run.
    pub run: String,
    /// Wall clock when the run began, nanoseconds since 1970.
    pub started_unix_ns: i64,
    /// Which samples.
    pub view: View,
    /// The phases it is of, in order of time.
    pub phases: Vec<String>,
    /// Seconds since the run began at which it begins and ends.
    pub window_s: (f64, f64),
    /// Whether a window was cut out of the phases.
    pub is_cut: bool,
    /// The processes that it is of.
    pub processes: Vec<u32>,
    /// Functions.
    pub functions: Vec<Function>,
    /// Frames.
    pub frames: Vec<CodeFrame>,
    /// Indexes into `frames`, outermost first.
    pub stacks: Vec<Vec<u32>>,
    /// Threads with samples.
    pub threads: Vec<Thread>,
    /// Samples, in order of time.
    pub samples: Vec<Sample>,
    /// Requests that were answered meanwhile.
    pub requests: f64,
    /// Whether the requests are those of all processes, because nobody counted which of them this one served.
    pub requests_of_all: bool,
    /// Length of the stretch, seconds.
    pub span_s: f64,
    /// Interval between two samples of a thread, milliseconds.
    pub interval_ms: f64,
    /// Whether time is CPU time by the scheduler.
    pub by_scheduler: bool,
}

impl Profile {
    /// What is asked for of `run`.
    pub fn of(run: &Run, asked: &Asked) -> Result<Self, NoProfile> {
        let pids: Vec<u32> = run.environment.processes().map(|t| t.pid).collect();
        if let Some(pid) = asked.process.filter(|pid| !pids.contains(pid)) {
            return Err(NoProfile::UnknownProcess(pid, pids));
        }
        let pieces = pieces(run, asked)?;
        let one_of_several = asked.process.filter(|_| pids.len() > 1);
        let chosen: Vec<u32> = pids.iter().copied().filter(|pid| asked.process.is_none_or(|p| p == *pid)).collect();
        let mut building = Building::of(run, asked, &pieces);
        for piece in &pieces {
            let share = one_of_several.map_or(Some(1.0), |pid| run.share_of(pid, piece.window.0, piece.window.1));
            building.profile.requests_of_all |= share.is_none();
            building.profile.requests += piece.requests * share.unwrap_or(1.0);
        }
        for pid in &chosen {
            let view = if pids.len() > 1 { run.of_process(*pid).map(Cow::Owned) } else { Some(Cow::Borrowed(run)) };
            let Some(view) = view else { continue };
            let stacks = Stacks::of(&view);
            let serving = may_serve(&view, &stacks, request_threads(&view, &stacks));
            let source = Source { run: &view, pid: *pid, stacks: &stacks, serving: &serving };
            for piece in &pieces {
                if let Some(wall) = view.wall.get(&piece.phase) {
                    building.add(&source, piece, wall);
                }
            }
        }
        building.profile.processes = chosen;
        building.finish(run)
    }

    /// All of its time, milliseconds.
    pub fn total_ms(&self) -> f64 {
        self.samples.iter().map(|s| s.ms).sum()
    }

    /// How many samples it has.
    pub fn count(&self) -> f64 {
        self.samples.iter().map(|s| s.count).sum()
    }

    /// Time per request of so much of it, milliseconds; `None` where no request was answered.
    pub fn per_request_ms(&self, ms: f64) -> Option<f64> {
        (self.requests > 0.0).then(|| ms / self.requests)
    }

    /// Answers per second.
    pub fn per_s(&self) -> f64 {
        if self.span_s > 0.0 { self.requests / self.span_s } else { 0.0 }
    }

    /// Its time by stack: that of equal stacks of the threads of one kind is one.
    pub fn by_stack(&self) -> Vec<OfStack> {
        let mut all: BTreeMap<(u32, Threads, u32), (f64, f64)> = BTreeMap::new();
        for s in &self.samples {
            let sum = all.entry((s.process, s.group, s.stack)).or_default();
            *sum = (sum.0 + s.count, sum.1 + s.ms);
        }
        all.into_iter().map(|((process, group, stack), (count, ms))| OfStack { process, group, stack, count, ms }).collect()
    }

    /// By how much a share of it may be wrong, as a share: twice the standard error of so many samples, if they were independent.
    pub fn error_of(&self, share: f64) -> f64 {
        let n = self.count();
        if n > 0.0 { 2.0 * (share * (1.0 - share) / n).max(0.0).sqrt() } else { 1.0 }
    }
}

/// Where samples come from.
struct Source<'a> {
    run: &'a Run,
    pid: u32,
    stacks: &'a Stacks<'a>,
    serving: &'a BTreeSet<u32>,
}

/// A profile that is being built.
struct Building {
    profile: Profile,
    started: Timestamp,
    functions: BTreeMap<Function, u32>,
    frames: BTreeMap<CodeFrame, u32>,
    stacks: BTreeMap<Vec<u32>, u32>,
    threads: BTreeMap<(u32, u32), u32>,
}

impl Building {
    fn of(run: &Run, asked: &Asked, pieces: &[Piece]) -> Self {
        let started = run.info.started;
        let from = pieces.iter().map(|p| p.window.0).min().unwrap_or(started);
        let to = pieces.iter().map(|p| p.window.1).max().unwrap_or(started);
        let profile = Profile {
            run: run.info.id.clone(),
            started_unix_ns: run.info.started_unix_ns,
            view: asked.view,
            phases: pieces.iter().map(|p| p.phase.clone()).collect(),
            window_s: (from.seconds_since(started), to.seconds_since(started)),
            is_cut: pieces.iter().any(|p| !p.is_whole),
            processes: Vec::new(),
            functions: Vec::new(),
            frames: Vec::new(),
            stacks: Vec::new(),
            threads: Vec::new(),
            samples: Vec::new(),
            requests: 0.0,
            requests_of_all: false,
            span_s: pieces.iter().map(|p| p.window.1.seconds_since(p.window.0)).sum(),
            interval_ms: 0.0,
            by_scheduler: asked.view == View::Cpu,
        };
        Self { profile, started, functions: BTreeMap::new(), frames: BTreeMap::new(), stacks: BTreeMap::new(), threads: BTreeMap::new() }
    }

    fn add(&mut self, source: &Source, piece: &Piece, wall: &WallProfile) {
        let by_cpu_time = self.profile.view == View::Cpu && !wall.cpu.is_empty();
        let (samples, interval_ms) = if by_cpu_time {
            (&wall.cpu, wall.cpu_interval_ns as f64 / 1e6)
        } else {
            (&wall.samples, wall.effective_interval_ms().unwrap_or(wall.nominal_interval_ns as f64 / 1e6))
        };
        self.profile.interval_ms = self.profile.interval_ms.max(interval_ms);
        let names = thread_names(source.run);
        let first = self.profile.samples.len();
        let mut weights: BTreeMap<Threads, f64> = BTreeMap::new();
        for sample in samples {
            let Some((t, weight)) = within(sample, interval_ms, piece) else { continue };
            let name = names.get(&sample.tid).copied().unwrap_or("");
            let serves = source.serving.contains(&sample.tid) || sample.is_virtual();
            let group = Threads::of(serves, source.stacks.language.thread_kind(name));
            let in_request = source.stacks.class(sample.stack).is_some_and(|c| c.place != Place::Elsewhere);
            // threads that carry virtual ones are sampled themselves
            let counts = match self.profile.view {
                View::Cpu if by_cpu_time => true,
                View::Cpu => !sample.is_virtual() && group.is_on_cpu(source.stacks, sample.stack),
                View::Wall => in_request || group.is_on_cpu(source.stacks, sample.stack),
            };
            if !counts {
                continue;
            }
            *weights.entry(group).or_default() += weight;
            let thread = self.thread(source.pid, sample.tid, name);
            let stack = self.stack(source.stacks, sample.stack);
            let count = if sample.is_virtual() { 1.0 } else { weight };
            let t_s = t.seconds_since(self.started);
            let ms = weight * interval_ms;
            self.profile.samples.push(Sample { t_s, thread: Some(thread), group, process: source.pid, stack, count, ms });
        }
        if self.profile.view == View::Cpu {
            self.weigh(source, piece, first, interval_ms, &weights);
        }
    }

    /// Holds the samples from `first` on to the CPU time of their threads, and adds what no sample saw.
    fn weigh(&mut self, source: &Source, piece: &Piece, first: usize, interval_ms: f64, weights: &BTreeMap<Threads, f64>) {
        let Some(used) = used::cpu_ms(source.run, piece.window, source.serving) else {
            self.profile.by_scheduler = false;
            return;
        };
        let seen_ms = |group| weights.get(&group).map_or(0.0, |w| w * interval_ms);
        let factor = |group| (used.get(&group).copied().unwrap_or(0.0) / seen_ms(group)).min(1.0);
        for s in &mut self.profile.samples[first..] {
            s.ms *= factor(s.group);
        }
        let t_s = piece.window.0.seconds_since(self.started);
        for (group, used_ms) in used.iter().map(|(g, ms)| (*g, *ms)) {
            if used_ms > seen_ms(group) {
                let stack = intern(&mut self.stacks, &mut self.profile.stacks, Vec::new());
                let ms = used_ms - seen_ms(group);
                self.profile.samples.push(Sample { t_s, thread: None, group, process: source.pid, stack, count: 0.0, ms });
            }
        }
    }

    fn thread(&mut self, process: u32, tid: u32, name: &str) -> u32 {
        let (all, next) = (&mut self.profile.threads, self.threads.len() as u32);
        *self.threads.entry((process, tid)).or_insert_with(|| {
            all.push(Thread { process, tid, name: name.to_owned() });
            next
        })
    }

    fn stack(&mut self, stacks: &Stacks, id: u32) -> u32 {
        let frames = stacks.frames(id).into_iter().map(|(frame, class)| {
            let function = stacks.language.function(frame, class);
            let line = if function.kind == CodeKind::Native { 0 } else { frame.line };
            let function = intern(&mut self.functions, &mut self.profile.functions, function);
            intern(&mut self.frames, &mut self.profile.frames, CodeFrame { function, line })
        });
        let frames = frames.collect();
        intern(&mut self.stacks, &mut self.profile.stacks, frames)
    }

    fn finish(mut self, run: &Run) -> Result<Profile, NoProfile> {
        if self.profile.count() == 0.0 {
            let spans = asked::spans(run);
            return Err(NoProfile::EmptyWindow(spans));
        }
        self.profile.samples.sort_by(|a, b| a.t_s.total_cmp(&b.t_s));
        Ok(self.profile)
    }
}

fn intern<T: Ord + Clone>(known: &mut BTreeMap<T, u32>, all: &mut Vec<T>, new: T) -> u32 {
    if let Some(id) = known.get(&new) {
        return *id;
    }
    let id = all.len() as u32;
    all.push(new.clone());
    known.insert(new, id);
    id
}

/// The part of merged samples that lies in a stretch: when it begins, and how many there are. Of a phase as a whole all count, as in its ledger.
fn within(s: &WallSample, interval_ms: f64, piece: &Piece) -> Option<(Timestamp, f64)> {
    if piece.is_whole {
        return Some((s.t, f64::from(s.weight)));
    }
    let at = |k: u32| s.t.plus_ns((f64::from(k) * interval_ms * 1e6) as i64);
    let inside: Vec<u32> = (0..s.weight).filter(|k| piece.window.0 <= at(*k) && at(*k) < piece.window.1).collect();
    inside.first().map(|first| (at(*first), inside.len() as f64))
}

#[cfg(test)]
mod tests;
