//! All stacks of a run, with what their frames are: computed once, asked by everybody.

use super::{FrameClass, Place, StackClass};
use crate::language::Language;
use model::{Frame, Run, StackTable};

/// A stack, outermost frame first, with what its frames are.
pub type Stack<'a> = [(&'a Frame, FrameClass)];

/// The stacks of a run.
#[derive(Debug, Clone)]
pub struct Stacks<'a> {
    /// The language of their frames.
    pub language: &'static Language,
    table: &'a StackTable,
    frames: Vec<FrameClass>,
    classes: Vec<StackClass>,
    in_pieces: bool,
}

impl<'a> Stacks<'a> {
    /// Of `run`.
    pub fn of(run: &'a Run) -> Self {
        let language = Language::of(run);
        let frames = run.stacks.frames.iter().map(|f| language.class_of(f)).collect();
        let mut stacks = Self { language, table: &run.stacks, frames, classes: Vec::new(), in_pieces: false };
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

    /// Stack `id`; empty for an unknown id.
    pub fn frames(&self, id: u32) -> Vec<(&'a Frame, FrameClass)> {
        self.table.stacks.get(id as usize).map_or_else(Vec::new, |ids| self.with_classes(ids))
    }

    /// All stacks, by id.
    pub fn each(&self) -> impl Iterator<Item = Vec<(&'a Frame, FrameClass)>> + '_ {
        self.table.stacks.iter().map(|ids| self.with_classes(ids))
    }

    fn with_classes(&self, ids: &[u32]) -> Vec<(&'a Frame, FrameClass)> {
        ids.iter().filter_map(|f| Some((self.table.frames.get(*f as usize)?, *self.frames.get(*f as usize)?))).collect()
    }
}
