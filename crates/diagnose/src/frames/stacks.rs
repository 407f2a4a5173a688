//! All stacks of a run, with what their frames are: computed once, asked by everybody.

use super::joined::joined;
use super::{FrameClass, Place, Role, StackClass};
use crate::language::Language;
use model::{Frame, Run, StackTable};
use std::collections::BTreeMap;

/// A stack, outermost frame first, with what its frames are.
pub type Stack<'a> = [(&'a Frame, FrameClass)];

/// The stacks of a run.
#[derive(Debug, Clone)]
pub struct Stacks<'a> {
    /// The language of their frames.
    pub language: &'static Language,
    table: &'a StackTable,
    /// Stacks that were cut, by id, with what they lacked.
    joined: BTreeMap<u32, Vec<u32>>,
    frames: Vec<FrameClass>,
    classes: Vec<StackClass>,
    in_pieces: bool,
}

impl<'a> Stacks<'a> {
    /// Of `run`.
    pub fn of(run: &'a Run) -> Self {
        let language = Language::of(run);
        let frames: Vec<FrameClass> = run.stacks.frames.iter().map(|f| language.class_of(f)).collect();
        let waits =
            |id: &u32| frames.get(*id as usize).is_some_and(|c| [Role::Blocked, Role::Idle, Role::DiskSync].iter().any(|r| c.is(*r)));
        let joined = joined(run, |ids| ids.iter().any(waits));
        let mut stacks = Self { language, table: &run.stacks, joined, frames, classes: Vec::new(), in_pieces: false };
        stacks.classes = stacks.each().map(|s| language.classify(&s)).collect();
        if stacks.classes.iter().all(|c| c.place == Place::Elsewhere) {
            let pieces: Vec<_> = stacks.each().map(|s| language.classify_piece(&s)).collect();
            stacks.in_pieces = pieces.iter().any(Option::is_some);
            for (class, piece) in stacks.classes.iter_mut().zip(pieces) {
                *class = piece.unwrap_or(*class);
            }
        }
        stacks
    }

    /// Whether no thread was seen with a request from beginning to end, and what counts as in a request are pieces of some: callbacks of event loops and tasks
    /// of executors. What requests wait for between two pieces is in no stack.
    pub fn in_pieces(&self) -> bool {
        self.in_pieces
    }

    /// What stack `id` says; `None` for an unknown id.
    pub fn class(&self, id: u32) -> Option<&StackClass> {
        self.classes.get(id as usize)
    }

    /// What all of them say, by id.
    pub fn classes(&self) -> &[StackClass] {
        &self.classes
    }

    /// Stack `id`, joined to what it lacked where it was cut; empty for an unknown id.
    pub fn frames(&self, id: u32) -> Vec<(&'a Frame, FrameClass)> {
        self.with_classes(self.ids(id))
    }

    /// The ids of its frames.
    pub(crate) fn ids(&self, id: u32) -> &[u32] {
        let whole = || self.table.stacks.get(id as usize).map(Vec::as_slice);
        self.joined.get(&id).map(Vec::as_slice).or_else(whole).unwrap_or_default()
    }

    /// All stacks, by id.
    pub fn each(&self) -> impl Iterator<Item = Vec<(&'a Frame, FrameClass)>> + '_ {
        (0..self.table.stacks.len() as u32).map(|id| self.frames(id))
    }

    fn with_classes(&self, ids: &[u32]) -> Vec<(&'a Frame, FrameClass)> {
        ids.iter().filter_map(|f| Some((self.table.frames.get(*f as usize)?, *self.frames.get(*f as usize)?))).collect()
    }
}
