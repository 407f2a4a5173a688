//! How often each check of a scenario held.

use std::ops::Range;

/// One check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CheckCount {
    /// Answers that passed it.
    pub passed: u64,
    /// Answers that did not.
    pub failed: u64,
}

/// All checks, by their index in the scenario; none where answers need no look beyond their status.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Checks(pub(crate) Vec<CheckCount>);

impl Checks {
    pub(crate) fn new(count: usize) -> Self {
        Self(vec![CheckCount::default(); count])
    }

    /// An answer went through the checks of `range`; those for which `failed` holds did not.
    pub(crate) fn count(&mut self, range: Range<usize>, failed: impl Fn(usize) -> bool) {
        for (index, check) in range.clone().zip(self.0.get_mut(range).into_iter().flatten()) {
            *(if failed(index) { &mut check.failed } else { &mut check.passed }) += 1;
        }
    }

    /// Empties it and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.0.fill(CheckCount::default());
    }

    /// Adds those of another thread, or of another stretch of time.
    pub(crate) fn add(&mut self, from: &Self) {
        for (a, b) in self.0.iter_mut().zip(&from.0) {
            a.passed += b.passed;
            a.failed += b.failed;
        }
    }
}
