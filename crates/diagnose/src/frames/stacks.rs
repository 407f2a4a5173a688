//! All stacks of a run, with what their frames are: computed once, asked by everybody.

use super::{FrameClass, StackClass};
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
}

impl<'a> Stacks<'a> {
    /// Of `run`.
    pub fn of(run: &'a Run) -> Self {
        let language = Language::of(run);
        let frames = run.stacks.frames.iter().map(|f| language.class_of(f)).collect();
        let mut stacks = Self { language, table: &run.stacks, frames, classes: Vec::new() };
        stacks.classes = stacks.each().map(|s| language.classify(&s)).collect();
        stacks
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
