//! Samples on the CPU of a level, by group of threads: those that serve requests, and others.

use super::account::OPEN;
use super::by_threads::ByThreads;
use super::division::Division;
use super::purpose::Purpose;
use super::sign::Sign;
use super::uses::{Use, Uses};
use crate::frames::{Part, Place, Role, StackClass, Stacks};
use crate::language::{ThreadKind, pool_name};
use crate::level::{FEWEST_SAMPLES, Level, thread_increases};
use model::{FrameKind, Run, WallProfile, WallSample};
use std::collections::{BTreeMap, BTreeSet};

/// Innermost frames of which one gives the core away: what libraries and the kernel put below it is as deep.
const INNERMOST: usize = 6;

/// The divisions of a level.
#[derive(Debug, Clone, Default)]
pub(super) struct Groups {
    /// Threads that serve requests, or the event loop.
    pub(super) serving: Division,
    /// Threads of no known kind.
    pub(super) others: Division,
    /// Time for which a sample of weight 1 stands, milliseconds.
    pub(super) interval_ms: f64,
    /// Whether samples were taken by CPU time, so that those of threads that serve miss nothing and hold no waiting.
    pub(super) by_cpu_time: bool,
    /// Weight of samples of serving threads that wait for a lock, by the part in whose code they do: its purpose, and a package's name.
    pub(super) waiting: BTreeMap<(Purpose, String), f64>,
    /// The same by the sign that the code is.
    pub(super) waiting_signs: BTreeMap<Sign, f64>,
}

impl Groups {
    /// Of `level`; empty where no stacks were seen.
    pub(super) fn of(run: &Run, level: &Level, stacks: &Stacks, uses: &Uses, serving: &BTreeSet<u32>) -> Self {
        let Some(profile) = run.wall.get(&level.phase.id) else { return Self::default() };
        let names: BTreeMap<u32, &str> = profile.thread_names.iter().map(|(t, n)| (*t, n.as_str())).collect();
        let kind = |tid| names.get(&tid).map_or(ThreadKind::Other, |n| stacks.language.thread_kind(n));
        let serves = |class: &StackClass, tid| serving.contains(&tid) || class.place != Place::Elsewhere;
        if run.wall.values().any(|w| !w.cpu.is_empty()) {
            let mut all = Self { interval_ms: profile.cpu_interval_ns as f64 / 1e6, by_cpu_time: true, ..Self::default() };
            let is_other = |class: &StackClass, tid| !serves(class, tid) && kind(tid) == ThreadKind::Other;
            let mut of_others = Vec::new();
            for s in &profile.cpu {
                let (Some(class), Some(u)) = (stacks.class(s.stack), uses.get(s.stack)) else { continue };
                if serves(class, s.tid) {
                    all.serving.add(u, f64::from(s.weight), s.sightings());
                } else if is_other(class, s.tid) {
                    of_others.push((s, u));
                }
            }
            let at_work = profile.samples.iter().filter_map(|s| {
                stacks.class(s.stack).filter(|c| is_other(c, s.tid) && runs(c, stacks, s.stack))?;
                Some((s, uses.get(s.stack)?))
            });
            let name =
                |tid| names.get(&tid).copied().filter(|n| !serving.contains(&tid) && stacks.language.thread_kind(n) == ThreadKind::Other);
            all.divide_others(run, level, &name, &of_others, at_work);
            all.wait_for_locks(profile, stacks, uses);
            return all;
        }
        let (looped, blocked_ms) = level.served.event_loop().map_or((false, 0.0), |l| (true, l.blocked_ms));
        let wall_ms = level.samples.as_ref().map_or(0.0, |s| s.interval_ms);
        let mut all = Self { interval_ms: wall_ms, ..Self::default() };
        let ends_native = |id| run.stacks.frames_of(id).next_back().is_some_and(|f| f.kind == FrameKind::Native);
        let of_loop = |id| looped && ends_native(id);
        let interval_ms = wall_ms / level.requests as f64;
        let on_cpu = || {
            profile.samples.iter().filter_map(|s| {
                let class = stacks.class(s.stack)?;
                let serves = serves(class, s.tid);
                let counts = if serves {
                    computes(class, stacks, s.stack)
                } else {
                    kind(s.tid) == ThreadKind::Other && runs(class, stacks, s.stack)
                };
                counts.then_some((s, serves))
            })
        };
        let yields = |id| gives_way(stacks, id);
        let weight_of = |which: &dyn Fn(u32) -> bool| -> f64 {
            on_cpu().filter(|(s, serves)| *serves && which(s.stack)).map(|(s, _)| f64::from(s.weight)).sum()
        };
        // a loop that blocks stands in native code meanwhile, where it may use no CPU
        let in_native = without(weight_of(&of_loop) * interval_ms, blocked_ms);
        // who gives its core away stands there until it gets one again: it is seen computing, and waits
        let queued_ms = level.scheduler.as_ref().map_or(0.0, |s| s.request_run_queue_ms);
        let in_yield = without(weight_of(&yields) * interval_ms, queued_ms);
        for (s, serves) in on_cpu() {
            let Some(u) = uses.get(s.stack) else { continue };
            let part = match s.stack {
                id if serves && of_loop(id) => in_native,
                id if serves && yields(id) => in_yield,
                _ => 1.0,
            };
            if part > 0.0 {
                let group = if serves { &mut all.serving } else { &mut all.others };
                group.add(u, f64::from(s.weight) * part, s.sightings() * part);
            }
        }
        all.wait_for_locks(profile, stacks, uses);
        all
    }

    /// Divides what other threads use, by `samples` of CPU time. A thread is sampled after each interval of its own, which none of many may
    /// have used. Where samples miss most of it, a pool of which they do is divided by where the wall clock saw its threads `at_work`, if it
    /// did so often enough: as much as the scheduler counted for them. `name` is that of a thread of no known kind.
    fn divide_others<'a>(
        &mut self,
        run: &Run,
        level: &Level,
        name: &dyn Fn(u32) -> Option<&'a str>,
        samples: &[(&'a WallSample, &'a Use)],
        at_work: impl Iterator<Item = (&'a WallSample, &'a Use)>,
    ) {
        let pool = |tid: u32| name(tid).map(|n| pool_name(n).unwrap_or(n));
        let mut seen_ms: BTreeMap<&str, f64> = BTreeMap::new();
        for (s, _) in samples {
            *seen_ms.entry(pool(s.tid).unwrap_or_default()).or_default() += f64::from(s.weight) * self.interval_ms;
        }
        let counted_ms = level.scheduler.as_ref().map_or(0.0, |s| ByThreads::of(level, s).others * level.requests as f64);
        let missed = |seen: f64, counted: f64| seen < (1.0 - OPEN.get()) * counted;
        let used = thread_increases(run, level.window).filter(|_| self.interval_ms > 0.0 && missed(seen_ms.values().sum(), counted_ms));
        let mut used_ms: BTreeMap<&str, f64> = BTreeMap::new();
        for (name, cpu_s) in used.into_iter().flat_map(|(_, all)| all).filter_map(|(tid, cpu_s, _)| Some((pool(tid)?, cpu_s))) {
            *used_ms.entry(name).or_default() += cpu_s * 1e3;
        }
        used_ms.retain(|name, ms| missed(seen_ms.get(name).copied().unwrap_or_default(), *ms));
        let mut by_clock: BTreeMap<&str, Vec<(&WallSample, &Use)>> = BTreeMap::new();
        for (s, u) in at_work {
            if let Some(name) = pool(s.tid).filter(|n| used_ms.contains_key(n)) {
                by_clock.entry(name).or_default().push((s, u));
            }
        }
        by_clock.retain(|_, all| all.iter().map(|(s, _)| s.sightings()).sum::<f64>() >= FEWEST_SAMPLES.get());
        for (s, u) in samples.iter().filter(|(s, _)| pool(s.tid).is_none_or(|n| !by_clock.contains_key(n))) {
            self.others.add(u, f64::from(s.weight), s.sightings());
        }
        for (name, all) in by_clock {
            let each = used_ms[name] / self.interval_ms / all.iter().map(|(s, _)| f64::from(s.weight)).sum::<f64>();
            for (s, u) in all {
                self.others.add(u, f64::from(s.weight) * each, s.sightings() * each.min(1.0));
            }
        }
    }

    /// Takes all threads for such that serve.
    pub(super) fn with_others(&mut self) {
        self.serving.merge(&std::mem::take(&mut self.others));
    }

    /// Adds who waits for locks, by whose code it is.
    fn wait_for_locks(&mut self, profile: &WallProfile, stacks: &Stacks, uses: &Uses) {
        for s in &profile.samples {
            let waits = stacks.class(s.stack).is_some_and(|c| c.place == Place::Request(Part::Lock));
            if let Some(u) = uses.get(s.stack).filter(|_| waits) {
                *self.waiting.entry((u.purpose, u.package.clone())).or_default() += f64::from(s.weight);
                if let Some((sign, _)) = &u.sign {
                    *self.waiting_signs.entry(*sign).or_default() += f64::from(s.weight);
                }
            }
        }
    }
}

/// What is left of `seen_ms` without `waited_ms` that lie in it, as a share.
fn without(seen_ms: f64, waited_ms: f64) -> f64 {
    if seen_ms > 0.0 { ((seen_ms - waited_ms) / seen_ms).max(0.0) } else { 1.0 }
}

/// Whether a thread gives its core away there, by a yield or to one that it wakes: one of the innermost frames says so.
fn gives_way(stacks: &Stacks, id: u32) -> bool {
    let frames = stacks.frames(id);
    frames.iter().rev().take(INNERMOST).any(|(f, _)| matches!(stacks.language.purpose_of(f), Some(Purpose::Yielding | Purpose::Waking)))
}

/// Whether a thread that serves uses the CPU there, as far as its stack tells. Where no table knows the server, it is judged as any other thread.
pub(super) fn computes(class: &StackClass, stacks: &Stacks, id: u32) -> bool {
    match class.place {
        Place::Request(Part::Cpu) => true,
        Place::Request(Part::RequestIo) | Place::OutsideDispatch => !class.waits,
        // a loop that writes its log at once; what it blocks meanwhile is taken off by `Groups::of`
        Place::Request(Part::Logging) => stacks.language.looped().is_some(),
        Place::Elsewhere => runs(class, stacks, id),
        Place::Request(_) => false,
    }
}

/// Whether any other thread does. A stack that is nothing but native code of the runtime tells nothing.
pub(super) fn runs(class: &StackClass, stacks: &Stacks, id: u32) -> bool {
    let frames = stacks.frames(id);
    let waits = class.waits
        || frames
            .iter()
            .rev()
            .take(6)
            .any(|(_, c)| c.is(Role::Blocked) || c.is(Role::Stopped) || c.is(Role::Idle) || c.is(Role::MemoryWait));
    !waits && frames.iter().any(|(f, _)| !matches!(f.kind, FrameKind::Native | FrameKind::Kernel) && !f.class.is_empty())
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn what_waits_is_taken_off_and_never_more_than_was_seen() {
        for (seen, waited, left) in [(10.0, 4.0, 0.6), (3.0, 10.0, 0.0), (2.0, 0.0, 1.0), (0.0, 5.0, 1.0)] {
            assert_eq!(without(seen, waited), left, "{seen} {waited}");
        }
    }
}
