//! Stacks that were cut, joined to others that have what they lack.
//!
//! A sampler follows compiled code by what the virtual machine tells of it. In a few of its own routines (looking for a text in another, making an object)
//! that does not say where the caller is, and the stack begins anew behind a frame that async-profiler calls `unknown`. Whose work that is stands in whole
//! stacks with the same frames further in: in one service a tenth of the CPU was in such stacks, all of one scan.

use model::{Frame, FrameKind, Run};
use std::collections::BTreeMap;

crate::thresholds! {
    /// Frames that a cut stack must share with a whole one, from where it begins. A guess: one method may be called from everywhere.
    SHARED = 2.0;
    /// Share of the samples of whole stacks like it that must have come there the same way. A guess: three quarters.
    SAME_WAY = 0.75;
}

/// Name of a frame of which async-profiler knows nothing.
const UNKNOWN: &str = "unknown";

/// Cut stacks of `run` by id, as they are joined: the outermost frame first, what is native before the cut left out. A cut stack may be a part of whole
/// stacks that were seen on threads of its kind; those count that share most methods with it, and of these nearly all must have come there the same way.
/// Stacks that wait, by `waits`, are left as they are and speak for nobody: many threads wait in the same place.
pub(super) fn joined(run: &Run, waits: impl Fn(&[u32]) -> bool) -> BTreeMap<u32, Vec<u32>> {
    let all = &run.stacks.stacks;
    let cut = |(i, ids): (usize, &Vec<u32>)| Some((i, begins_anew(ids, &run.stacks.frames).filter(|_| !waits(ids))?));
    let cuts: BTreeMap<usize, usize> = all.iter().enumerate().filter_map(cut).collect();
    if cuts.is_empty() {
        return BTreeMap::new();
    }
    let whole = Whole::of(run, |ids| begins_anew(ids, &run.stacks.frames).is_some() || waits(ids));
    cuts.iter().filter_map(|(i, at)| Some((*i as u32, whole.before(*i, *at)?))).collect()
}

/// Whole stacks of threads that do something.
struct Whole<'a> {
    stacks: &'a [Vec<u32>],
    /// A number for each method, by frame: lines of one have the same.
    methods: Vec<u32>,
    /// Where each method stands in them.
    places: BTreeMap<u32, Vec<(usize, usize)>>,
    /// How often each stack was seen on threads of each kind.
    seen: BTreeMap<usize, BTreeMap<String, f64>>,
}

impl<'a> Whole<'a> {
    fn of(run: &'a Run, is_none: impl Fn(&[u32]) -> bool) -> Self {
        let (stacks, methods) = (run.stacks.stacks.as_slice(), methods(&run.stacks.frames));
        let mut places: BTreeMap<u32, Vec<(usize, usize)>> = BTreeMap::new();
        for (i, ids) in stacks.iter().enumerate().filter(|(_, ids)| !is_none(ids)) {
            for (at, method) in ids.iter().enumerate().filter_map(|(at, id)| Some((at, *methods.get(*id as usize)?))) {
                places.entry(method).or_default().push((i, at));
            }
        }
        Self { stacks, methods, places, seen: sightings(run) }
    }

    /// Stack `i`, which was cut before frame `at`, with what stands before that elsewhere.
    fn before(&self, i: usize, at: usize) -> Option<Vec<u32>> {
        let rest = &self.stacks[i][at..];
        let [kind] = self.seen.get(&i)?.keys().collect::<Vec<_>>()[..] else { return None };
        let shares = |&(other, place): &(usize, usize)| {
            let frames = rest.iter().zip(&self.stacks[other][place..]);
            let shared = frames.take_while(|(a, b)| self.method(**a) == self.method(**b)).count();
            let samples = self.seen.get(&other)?.get(kind)?;
            (shared as f64 >= SHARED.get()).then_some((shared, *samples, &self.stacks[other][..place]))
        };
        let alike: Vec<(usize, f64, &[u32])> = self.places.get(&self.method(rest[0])?)?.iter().filter_map(shares).collect();
        let most = alike.iter().map(|(shared, ..)| *shared).max()?;
        // by their methods: lines and how far they were compiled make no other way
        let mut ways: BTreeMap<Vec<Option<u32>>, (f64, &[u32])> = BTreeMap::new();
        for (_, samples, before) in alike.iter().filter(|(shared, ..)| *shared == most) {
            ways.entry(before.iter().map(|id| self.method(*id)).collect()).or_insert((0.0, before)).0 += samples;
        }
        let in_all: f64 = ways.values().map(|(samples, _)| samples).sum();
        let (samples, before) = ways.into_values().max_by(|x, y| x.0.total_cmp(&y.0))?;
        (samples >= SAME_WAY.get() * in_all).then(|| [before, rest].concat())
    }

    fn method(&self, frame: u32) -> Option<u32> {
        self.methods.get(frame as usize).copied()
    }
}

/// Where a stack begins anew behind frames of which nothing is known; `None` for one that is whole, or has nothing behind them.
fn begins_anew(ids: &[u32], frames: &[Frame]) -> Option<usize> {
    let frame = |id: &u32| frames.get(*id as usize);
    let is_native = |f: &Frame| matches!(f.kind, FrameKind::Native | FrameKind::Kernel);
    let at = ids.iter().position(|id| frame(id).is_some_and(|f| !is_native(f)))?;
    let lost = |id: &u32| frame(id).is_some_and(|f| f.class.is_empty() && f.method == UNKNOWN);
    ids[..at].iter().any(lost).then_some(at)
}

fn methods(frames: &[Frame]) -> Vec<u32> {
    let mut known: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    let mut number = |f| {
        let next = known.len() as u32;
        *known.entry(f).or_insert(next)
    };
    frames.iter().map(|f| number((f.class.as_str(), f.method.as_str()))).collect()
}

/// How often each stack was seen on threads of each kind: those whose names differ in their numbers alone.
fn sightings(run: &Run) -> BTreeMap<usize, BTreeMap<String, f64>> {
    let names: BTreeMap<u32, &str> = run.wall.values().flat_map(|w| &w.thread_names).map(|(tid, name)| (*tid, name.as_str())).collect();
    let kind = |name: &str| name.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    let kinds: BTreeMap<u32, String> = names.into_iter().map(|(tid, name)| (tid, kind(name))).collect();
    let mut all: BTreeMap<usize, BTreeMap<String, f64>> = BTreeMap::new();
    for sample in run.wall.values().flat_map(|w| w.samples.iter().chain(&w.cpu)) {
        let kind = kinds.get(&sample.tid).cloned().unwrap_or_default();
        *all.entry(sample.stack as usize).or_default().entry(kind).or_default() += sample.sightings();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Timestamp, WallProfile, WallSample};

    /// Stacks of words, each a frame of a line of its own: `unknown` and what is in capitals are native. Each is seen so often on a worker, and where it begins
    /// with `job` on another thread.
    fn told(stacks: &[(&str, u32)]) -> Vec<String> {
        let mut run = Run::default();
        let mut wall =
            WallProfile { thread_names: vec![(1, "exec-1".into()), (2, "exec-2".into()), (3, "job".into())], ..WallProfile::default() };
        for (i, (line, weight)) in stacks.iter().enumerate() {
            let tid = if line.contains("job") { 3 } else { 1 + i as u32 % 2 };
            let mut ids = Vec::new();
            for word in line.split(' ').filter(|w| *w != "job") {
                let native = word == UNKNOWN || word.starts_with(char::is_uppercase);
                let (kind, class) = if native { (FrameKind::Native, "") } else { (FrameKind::Compiled, "shop.A") };
                ids.push(run.stacks.frames.len() as u32);
                run.stacks.frames.push(Frame { class: class.into(), method: word.into(), line: i as u32, kind });
            }
            run.stacks.stacks.push(ids);
            wall.samples.push(WallSample { t: Timestamp::default(), tid, weight: *weight, stack: i as u32 });
        }
        run.wall.insert(String::new(), wall);
        let frames = run.stacks.frames.clone();
        let word = |id: &u32| frames[*id as usize].method.as_str();
        let waits = |ids: &[u32]| ids.last().is_some_and(|id| word(id) == "park");
        joined(&run, waits).values().map(|ids| ids.iter().map(word).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn a_cut_stack_has_what_stands_before_its_frames_elsewhere() {
        let whole = ("run serve find scan each has index", 3);
        assert_eq!(told(&[whole, ("Routine unknown scan each has other", 1)]), ["run serve find scan each has other"]);
        assert_eq!(told(&[whole, ("unknown scan each", 1)]), ["run serve find scan each"]);
        assert!(told(&[whole, ("unknown each", 1)]).is_empty(), "one frame may be anybody's");
        assert!(told(&[whole, ("unknown scan other", 1)]).is_empty());
        assert!(told(&[whole, ("Routine unknown", 1), ("scan each", 1), ("Clone scan each", 1)]).is_empty(), "nothing, or nothing lost");
    }

    #[test]
    fn whoever_shares_most_methods_counts_and_nearly_all_must_have_come_the_same_way() {
        let (one, other) = (("run one scan each has", 1), ("run other scan each", 9));
        assert_eq!(told(&[one, other, ("unknown scan each has", 1)]), ["run one scan each has"]);
        assert_eq!(told(&[one, other, ("unknown scan each", 1)]), ["run other scan each"]);
        let halves = [("run one scan each", 5), ("run one scan each", 5)];
        assert_eq!(told(&[&halves[..], &[("run other scan each", 3), ("unknown scan each", 1)]].concat()), ["run one scan each"]);
        assert!(told(&[&halves[..], &[("run other scan each", 9), ("unknown scan each", 1)]].concat()).is_empty(), "two ways");
    }

    #[test]
    fn threads_of_another_kind_and_those_that_wait_speak_for_nobody() {
        assert!(told(&[("run serve scan each", 9), ("job unknown scan each", 1)]).is_empty());
        assert_eq!(told(&[("run serve scan each", 1), ("job run scan each", 99), ("unknown scan each", 1)]), ["run serve scan each"]);
        assert_eq!(told(&[("run serve scan each", 1), ("run idle scan each park", 99), ("unknown scan each", 1)]), ["run serve scan each"]);
        assert!(told(&[("run serve take park", 9), ("unknown take park", 1)]).is_empty());
    }
}
