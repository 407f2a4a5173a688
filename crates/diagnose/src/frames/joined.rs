//! Stacks that were cut, joined to others that have what they lack.
//!
//! A sampler follows compiled code by what the virtual machine tells of it. In a few of its own routines (looking for a text in another, making an object)
//! that does not say where the caller is, and the stack begins anew behind a frame that async-profiler calls `unknown`. Whose work that is stands in whole
//! stacks with the same frames further in: in one service a tenth of the CPU was in such stacks, all of one scan.

use model::{Frame, FrameKind, Run};
use std::collections::{BTreeMap, BTreeSet};

crate::thresholds! {
    /// Frames that a cut stack must share with a whole one, from where it begins. A guess: one method may be called from everywhere.
    SHARED = 2.0;
}

/// Name of a frame of which async-profiler knows nothing.
const UNKNOWN: &str = "unknown";

/// Cut stacks of `run` by id, as they are joined: the outermost frame first, what is native before the cut left out. Of several that a cut stack may be a
/// part of, those count that share most frames with it, of these the one before which most samples were seen.
pub(super) fn joined(run: &Run) -> BTreeMap<u32, Vec<u32>> {
    let all = &run.stacks.stacks;
    let cuts: BTreeMap<usize, usize> =
        all.iter().enumerate().filter_map(|(i, ids)| Some((i, begins_anew(ids, &run.stacks.frames)?))).collect();
    if cuts.is_empty() {
        return BTreeMap::new();
    }
    let methods = methods(&run.stacks.frames);
    let method = |id: &u32| methods.get(*id as usize).copied();
    let heads: BTreeSet<Option<u32>> = cuts.iter().map(|(i, at)| method(&all[*i][*at])).collect();
    let mut places: BTreeMap<Option<u32>, Vec<(usize, usize)>> = BTreeMap::new();
    for (i, ids) in all.iter().enumerate().filter(|(i, _)| !cuts.contains_key(i)) {
        for (at, id) in ids.iter().enumerate().filter(|(_, id)| heads.contains(&method(id))) {
            places.entry(method(id)).or_default().push((i, at));
        }
    }
    let seen = sightings(run);
    let whole = |(i, at): (&usize, &usize)| {
        let rest = &all[*i][*at..];
        let mut before: BTreeMap<(usize, &[u32]), f64> = BTreeMap::new();
        for (other, place) in places.get(&method(&rest[0]))? {
            let shared = rest.iter().zip(&all[*other][*place..]).take_while(|(a, b)| method(a) == method(b)).count();
            *before.entry((shared, &all[*other][..*place])).or_default() += seen.get(other).copied().unwrap_or_default();
        }
        let most = before.into_iter().filter(|((shared, _), _)| *shared as f64 >= SHARED.get());
        let ((_, before), _) = most.max_by(|((x, _), v), ((y, _), w)| x.cmp(y).then(v.total_cmp(w)))?;
        Some((*i as u32, [before, rest].concat()))
    };
    cuts.iter().filter_map(whole).collect()
}

/// Where a stack begins anew behind frames of which nothing is known; `None` for one that is whole, or has nothing behind them.
fn begins_anew(ids: &[u32], frames: &[Frame]) -> Option<usize> {
    let frame = |id: &u32| frames.get(*id as usize);
    let is_native = |f: &Frame| matches!(f.kind, FrameKind::Native | FrameKind::Kernel);
    let at = ids.iter().position(|id| frame(id).is_some_and(|f| !is_native(f)))?;
    let lost = |id: &u32| frame(id).is_some_and(|f| f.class.is_empty() && f.method == UNKNOWN);
    ids[..at].iter().any(lost).then_some(at)
}

/// A number for each method, by frame: lines of one have the same.
fn methods(frames: &[Frame]) -> Vec<u32> {
    let mut known: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    let mut number = |f| {
        let next = known.len() as u32;
        *known.entry(f).or_insert(next)
    };
    frames.iter().map(|f| number((f.class.as_str(), f.method.as_str()))).collect()
}

/// How often each stack was seen.
fn sightings(run: &Run) -> BTreeMap<usize, f64> {
    let mut all = BTreeMap::new();
    for sample in run.wall.values().flat_map(|w| w.samples.iter().chain(&w.cpu)) {
        *all.entry(sample.stack as usize).or_default() += sample.sightings();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Timestamp, WallProfile, WallSample};

    /// Stacks of words, each a frame: `unknown` and what is in capitals are native. Each is seen so often.
    fn run(stacks: &[(&str, u32)]) -> Run {
        let mut run = Run::default();
        let mut wall = WallProfile::default();
        for (i, (line, weight)) in stacks.iter().enumerate() {
            let mut ids = Vec::new();
            for word in line.split(' ') {
                let native = word == UNKNOWN || word.starts_with(char::is_uppercase);
                let (kind, class) = if native { (FrameKind::Native, "") } else { (FrameKind::Compiled, "shop.A") };
                ids.push(run.stacks.frames.len() as u32);
                run.stacks.frames.push(Frame { class: class.into(), method: word.into(), line: i as u32, kind });
            }
            run.stacks.stacks.push(ids);
            wall.samples.push(WallSample { t: Timestamp::default(), tid: 1, weight: *weight, stack: i as u32 });
        }
        run.wall.insert(String::new(), wall);
        run
    }

    fn told(stacks: &[(&str, u32)]) -> Vec<String> {
        let run = run(stacks);
        let words = |ids: &Vec<u32>| ids.iter().map(|id| run.stacks.frames[*id as usize].method.as_str()).collect::<Vec<_>>().join(" ");
        joined(&run).values().map(words).collect()
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
    fn whoever_shares_most_frames_counts_and_then_whoever_is_seen_most() {
        let (one, other) = (("run one scan each has", 1), ("run other scan each", 9));
        assert_eq!(told(&[one, other, ("unknown scan each has", 1)]), ["run one scan each has"]);
        assert_eq!(told(&[one, other, ("unknown scan each", 1)]), ["run other scan each"]);
        assert_eq!(told(&[("run a scan scan each", 1), ("unknown scan each", 1)]), ["run a scan scan each"], "its inner call");
    }
}
