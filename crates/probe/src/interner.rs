//! Frames and stacks as numbers, over the whole run: one probe alone emits them, so the numbers are its own count.

use model::{Frame, Observation};
use std::collections::HashMap;

/// Numbers of frames and stacks that were emitted.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    frames: HashMap<Frame, u32>,
    stacks: HashMap<Vec<u32>, u32>,
    new_frames: Vec<Frame>,
    new_stacks: Vec<Vec<u32>>,
}

impl Interner {
    /// New frames and stacks since the last call, to be told before the samples that use them.
    pub(crate) fn take(&mut self) -> Option<Observation> {
        if self.new_frames.is_empty() && self.new_stacks.is_empty() {
            return None;
        }
        Some(Observation::Stacks { frames: std::mem::take(&mut self.new_frames), stacks: std::mem::take(&mut self.new_stacks) })
    }

    /// The number of a frame.
    pub(crate) fn frame(&mut self, frame: Frame) -> u32 {
        let next = self.frames.len() as u32;
        *self.frames.entry(frame).or_insert_with_key(|f| {
            self.new_frames.push(f.clone());
            next
        })
    }

    /// The number of a stack of frame numbers, outermost first.
    pub(crate) fn stack(&mut self, stack: Vec<u32>) -> u32 {
        let next = self.stacks.len() as u32;
        *self.stacks.entry(stack).or_insert_with_key(|s| {
            self.new_stacks.push(s.clone());
            next
        })
    }
}
