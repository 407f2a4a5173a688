//! V8's CPU profile of the main thread as samples in the model's own shape. V8's clock is CLOCK_MONOTONIC in microseconds.

use super::sources::Sources;
use super::stacks::{Shares, Stacks};
use crate::interner::Interner;
use model::{Timestamp, WallSample};
use serde::Deserialize;

/// What `Profiler.stop` gives.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Profile {
    pub(super) nodes: Vec<Node>,
    start_time: i64,
    end_time: i64,
    /// The innermost node of each sample.
    #[serde(default)]
    pub(super) samples: Vec<u64>,
    #[serde(default)]
    time_deltas: Vec<i64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Node {
    pub(super) id: u64,
    pub(super) call_frame: CallFrame,
    #[serde(default)]
    pub(super) children: Vec<u64>,
    /// How many samples found each line of the function innermost.
    #[serde(default)]
    pub(super) position_ticks: Vec<Ticks>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Ticks {
    pub(super) line: u32,
    pub(super) ticks: u32,
}

/// A function, as V8 names it.
#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CallFrame {
    pub(super) function_name: String,
    pub(super) url: String,
    pub(super) line_number: i64,
    #[serde(default)]
    pub(super) column_number: i64,
}

impl CallFrame {
    /// The line (from 1 on) and column (from 0 on) where it begins.
    pub(super) fn begin(&self) -> (u32, usize) {
        (u32::try_from(self.line_number.saturating_add(1)).unwrap_or(0), usize::try_from(self.column_number).unwrap_or(0))
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
        sources: &mut Sources,
        interner: &mut Interner,
    ) -> Vec<WallSample> {
        let mut stacks = Stacks { folder, sources, interner }.of(self);
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
        let samples = profile.samples(7, 2000, "/app", &mut Sources::default(), &mut interner);
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
}
