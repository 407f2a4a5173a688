//! V8's CPU profile of the main thread as stacks in the model's own shape. V8's clock is CLOCK_MONOTONIC in microseconds.
//!
//! A frame's class is where its code is: `npm:pg/lib/client.js` for a package, `node:internal/fs` for Node itself, the path below the
//! service's working directory for its own code, nothing for what is native. Functions that V8 shows no frame for are added where the line tells
//! them ([`BuiltIn`]).

use super::built_in::{BuiltIn, Within};
use crate::interner::Interner;
use model::{Frame, FrameKind, Timestamp, WallSample};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

/// Name of the root, which every stack has.
const ROOT: &str = "(root)";

/// What `Profiler.stop` gives.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Profile {
    nodes: Vec<Node>,
    start_time: i64,
    end_time: i64,
    #[serde(default)]
    samples: Vec<u64>,
    #[serde(default)]
    time_deltas: Vec<i64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Node {
    id: u64,
    call_frame: CallFrame,
    #[serde(default)]
    children: Vec<u64>,
    /// How many samples found each line of the function innermost.
    #[serde(default)]
    position_ticks: Vec<Ticks>,
}

#[derive(Debug, Deserialize)]
struct Ticks {
    line: u32,
    ticks: u32,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CallFrame {
    function_name: String,
    url: String,
    line_number: i64,
    #[serde(default)]
    column_number: i64,
}

impl CallFrame {
    fn within(&self) -> Within<'_> {
        let line = u32::try_from(self.line_number + 1).unwrap_or(0);
        Within { url: &self.url, line, column: usize::try_from(self.column_number).unwrap_or(0) }
    }
}

impl Profile {
    /// When sampling was on.
    pub(super) fn span(&self) -> (Timestamp, Timestamp) {
        (Timestamp::from_ns(self.start_time * 1000), Timestamp::from_ns(self.end_time * 1000))
    }

    /// Samples of thread `tid`, weighted in intervals of `interval_us`: V8 samples late when it lacks a core, and then one sample stands for
    /// more. Rounding is carried on, so that the weights add up to the time.
    pub(super) fn samples(
        &self,
        tid: u32,
        interval_us: i64,
        folder: &str,
        built_in: &mut BuiltIn,
        interner: &mut Interner,
    ) -> Vec<WallSample> {
        let mut stacks = self.stacks(folder, built_in, interner);
        let mut out = Vec::new();
        let (mut t, mut carried) = (self.start_time, 0);
        for (i, node) in self.samples.iter().enumerate() {
            t += self.time_deltas.get(i).copied().unwrap_or(interval_us);
            // a sample stands for the time until the next
            let until_next = self.time_deltas.get(i + 1).copied().unwrap_or(interval_us).max(0);
            carried += until_next;
            let weight = carried / interval_us;
            carried -= weight * interval_us;
            let stack = stacks.get_mut(node).and_then(Shares::next);
            if let (Some(stack), 1..) = (stack, weight) {
                out.push(WallSample { t: Timestamp::from_ns(t * 1000), tid, weight: weight as u32, stack });
            }
        }
        // deltas may be negative where V8 sorted samples late
        out.sort_by_key(|s| s.t);
        out
    }

    /// Stacks by node: a node is the innermost frame of its stack, or the caller of what its lines call of the engine.
    fn stacks(&self, folder: &str, built_in: &mut BuiltIn, interner: &mut Interner) -> HashMap<u64, Shares> {
        let parents: HashMap<u64, u64> = self.nodes.iter().flat_map(|n| n.children.iter().map(|c| (*c, n.id))).collect();
        let frames: HashMap<u64, Option<u32>> = (self.nodes.iter())
            .map(|n| (n.id, (n.call_frame.function_name != ROOT).then(|| interner.frame(frame(&n.call_frame, folder)))))
            .collect();
        let used: std::collections::BTreeSet<u64> = self.samples.iter().copied().collect();
        let mut out = HashMap::new();
        for node in self.nodes.iter().filter(|n| used.contains(&n.id)) {
            let mut stack = Vec::new();
            let mut at = Some(node.id);
            while let Some(n) = at {
                stack.extend(frames.get(&n).copied().flatten());
                at = parents.get(&n).copied();
            }
            stack.reverse();
            let mut shares = Shares::default();
            for (called, ticks) in node.called(built_in) {
                let mut stack = stack.clone();
                stack.extend(called.map(|name| interner.frame(native(name))));
                shares.add(interner.stack(stack), ticks);
            }
            out.insert(node.id, shares);
        }
        out
    }
}

impl Node {
    /// What the function's own lines call of the engine, with the samples of each; `None` is the function itself.
    fn called(&self, built_in: &mut BuiltIn) -> BTreeMap<Option<&'static str>, u32> {
        let mut out = BTreeMap::new();
        if makes_an_error(&self.call_frame.function_name) {
            out.insert(Some(CAPTURE), 1);
            return out;
        }
        for at in &self.position_ticks {
            *out.entry(built_in.at(self.call_frame.within(), at.line)).or_insert(0) += at.ticks;
        }
        if out.is_empty() {
            out.insert(None, 1);
        }
        out
    }
}

/// What the engine does in the constructor of an error: it writes down the stack.
const CAPTURE: &str = "captureStackTrace";

/// Whether a function is the constructor of an error, as these are named everywhere: what it does by itself is little but [`CAPTURE`].
fn makes_an_error(function: &str) -> bool {
    let named = function.ends_with("Error") || function.ends_with("Exception");
    named && function.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Stacks of one node, dealt to its samples in turns: V8 tells how many samples found a line, not which ones.
#[derive(Debug, Default)]
struct Shares {
    /// Stack, its samples, and how many were dealt so far.
    stacks: Vec<(u32, u32, u32)>,
}

impl Shares {
    fn add(&mut self, stack: u32, ticks: u32) {
        self.stacks.push((stack, ticks, 0));
    }

    /// The stack that is furthest behind its share.
    fn next(&mut self) -> Option<u32> {
        let behind = |(_, ticks, dealt): &(u32, u32, u32)| f64::from(*dealt + 1) / f64::from((*ticks).max(1));
        let next = self.stacks.iter_mut().min_by(|a, b| behind(a).total_cmp(&behind(b)))?;
        next.2 += 1;
        Some(next.0)
    }
}

fn native(name: &str) -> Frame {
    Frame { class: String::new(), method: name.to_owned(), line: 0, kind: FrameKind::Native }
}

fn frame(f: &CallFrame, folder: &str) -> Frame {
    let method = if f.function_name.is_empty() { "(anonymous)" } else { &f.function_name };
    let kind = if f.url.is_empty() { FrameKind::Native } else { FrameKind::Compiled };
    Frame { class: module(&f.url, folder), method: method.to_owned(), line: (f.line_number + 1).max(0) as u32, kind }
}

/// Where code is, without what differs from machine to machine.
pub(super) fn module(url: &str, folder: &str) -> String {
    let path = url.strip_prefix("file://").unwrap_or(url);
    if let Some((_, package)) = path.rsplit_once("/node_modules/") {
        return format!("npm:{package}");
    }
    if let Some(below) = path.strip_prefix(folder).and_then(|p| p.strip_prefix('/')).filter(|_| !folder.is_empty()) {
        return below.to_owned();
    }
    path.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    // Shape of the answer of Node 20.20.2 to Profiler.stop; names and times by hand.
    const PROFILE: &str = r#"{"startTime":1000000,"endTime":1010000,"nodes":[
        {"id":1,"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"hitCount":0,"children":[2,3,5]},
        {"id":2,"callFrame":{"functionName":"(idle)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"hitCount":2},
        {"id":3,"callFrame":{"functionName":"","scriptId":"7","url":"file:///app/src/users.js","lineNumber":9,"columnNumber":3},"hitCount":0,"children":[4]},
        {"id":4,"callFrame":{"functionName":"pbkdf2Sync","scriptId":"8","url":"node:internal/crypto/pbkdf2","lineNumber":60,"columnNumber":3},"hitCount":2},
        {"id":5,"callFrame":{"functionName":"query","scriptId":"9","url":"/app/node_modules/pg/lib/client.js","lineNumber":1,"columnNumber":3},"hitCount":1}],
        "samples":[2,4,4,5,2],"timeDeltas":[0,2000,2500,1500,2000]}"#;

    #[test]
    fn a_profile_becomes_weighted_stacks_from_the_outermost_frame_on() {
        let profile: Profile = serde_json::from_str(PROFILE).expect("it parses");
        let mut interner = Interner::default();
        let samples = profile.samples(7, 2000, "/app", &mut BuiltIn::default(), &mut interner);
        let Some(model::Observation::Stacks { frames, stacks }) = interner.take() else { panic!("stacks are told") };
        let name = |s: &WallSample| {
            stacks[s.stack as usize]
                .iter()
                .map(|f| format!("{} {}:{}", frames[*f as usize].class, frames[*f as usize].method, frames[*f as usize].line))
                .collect::<Vec<_>>()
        };
        assert_eq!(name(&samples[0]), [" (idle):0"]);
        assert_eq!(name(&samples[1]), ["src/users.js (anonymous):10", "node:internal/crypto/pbkdf2 pbkdf2Sync:61"]);
        assert_eq!(name(&samples[3]), ["npm:pg/lib/client.js query:2"]);
        assert_eq!(samples.iter().map(|s| s.weight).sum::<u32>(), 5, "10 ms in all");
        assert_eq!(samples[1].t, Timestamp::from_ns(1_002_000_000));
        assert_eq!(profile.span().1, Timestamp::from_ns(1_010_000_000));
    }

    #[test]
    fn the_constructor_of_an_error_is_told_from_what_handles_one() {
        for (name, makes) in
            [("NotFoundError", true), ("TimeoutException", true), ("handleError", false), ("ErrorPage", false), ("", false)]
        {
            assert_eq!(makes_an_error(name), makes, "{name}");
        }
    }

    #[test]
    fn samples_of_a_function_are_shared_among_what_its_lines_call() {
        let mut shares = Shares::default();
        shares.add(1, 3);
        shares.add(2, 1);
        let dealt: Vec<u32> = (0..8).filter_map(|_| shares.next()).collect();
        assert_eq!(dealt.iter().filter(|s| **s == 2).count(), 2, "{dealt:?}");
        assert_eq!(dealt[..4].iter().filter(|s| **s == 2).count(), 1, "{dealt:?}");
        assert_eq!(Shares::default().next(), None);
    }

    #[test]
    fn code_is_placed_the_same_on_every_machine() {
        assert_eq!(module("file:///app/node_modules/a/node_modules/pg/lib/client.js", "/app"), "npm:pg/lib/client.js");
        assert_eq!(module("/srv/app/dist/main.js", "/srv/app"), "dist/main.js");
        assert_eq!(module("/srv/application/main.js", "/srv/app"), "/srv/application/main.js");
        assert_eq!(module("node:fs", "/app"), "node:fs");
        assert_eq!(module("", ""), "");
    }
}
