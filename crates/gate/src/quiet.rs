//! Condition 2: compilers and loaders are quiet, and the service has the CPU that its warm-up needs.

use crate::{Absent, Reason, Settings, Signals};
use std::collections::VecDeque;

/// What was seen so far. A gate may hold for days: of what is over only that remains which is asked for.
#[derive(Debug, Default)]
pub(crate) struct Quiet {
    /// The last windows.
    last: VecDeque<Signals>,
    /// Of each signal the most that was ever seen.
    most: Signals,
}

impl Quiet {
    pub(crate) fn add(&mut self, s: &Signals, settings: &Settings) {
        self.last.push_back(*s);
        while self.last.len() > settings.valid_windows.max(1) {
            self.last.pop_front();
        }
        let m = &mut self.most;
        for (most, now) in [
            (&mut m.compiler_cores, s.compiler_cores),
            (&mut m.loaded_per_s, s.loaded_per_s),
            (&mut m.invalidated, s.invalidated),
            (&mut m.throttled, s.throttled),
        ] {
            *most = most.iter().copied().chain(now).reduce(f64::max);
        }
    }

    /// Whether compilers were ever seen.
    pub(crate) fn sees_compilers(&self) -> bool {
        self.most.compiler_cores.is_some()
    }

    /// What is not quiet in the last window.
    pub(crate) fn reasons(&self, s: &Settings) -> Vec<Reason> {
        let Some(last) = self.last.back() else { return Vec::new() };
        let mut reasons = Vec::new();
        if let Some(cores) = last.compiler_cores {
            let peak = self.most.compiler_cores.unwrap_or(0.0);
            let asked = s.compiler_cores.min((s.compiler_of_peak * peak).max(s.compiler_floor));
            if cores > asked {
                reasons.push(Reason::Compiling { cores, asked });
            }
        }
        if let Some(per_s) = last.loaded_per_s.filter(|r| *r > s.loaded_per_s) {
            reasons.push(Reason::Loading { per_s, asked: s.loaded_per_s });
        }
        let windows = self.last.len().min(s.valid_windows);
        let count: f64 = self.last.iter().rev().take(windows).filter_map(|w| w.invalidated).sum();
        if count > 0.0 {
            reasons.push(Reason::Invalidated { count, windows });
        }
        if let Some(share) = last.throttled.filter(|share| *share > s.throttled) {
            reasons.push(Reason::Throttled { share });
        }
        reasons
    }

    /// What was never seen.
    pub(crate) fn absent(&self) -> Vec<Absent> {
        let all = [
            (Absent::Compilers, self.most.compiler_cores),
            (Absent::Loading, self.most.loaded_per_s),
            (Absent::Invalidation, self.most.invalidated),
            (Absent::Throttling, self.most.throttled),
        ];
        all.into_iter().filter_map(|(absent, most)| most.is_none().then_some(absent)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(all: &[Signals]) -> Vec<Reason> {
        let mut q = Quiet::default();
        for s in all {
            q.add(s, &Settings::default());
        }
        q.reasons(&Settings::default())
    }

    fn compiling(cores: f64) -> Signals {
        Signals { compiler_cores: Some(cores), ..Signals::default() }
    }

    #[test]
    fn compilers_are_quiet_below_a_twentieth_of_a_core_and_a_tenth_of_their_peak() {
        assert_eq!(after(&[compiling(0.8), compiling(0.06)]), [Reason::Compiling { cores: 0.06, asked: 0.05 }]);
        assert_eq!(after(&[compiling(0.8), compiling(0.04)]), []);
        assert_eq!(after(&[compiling(0.3), compiling(0.04)]), [Reason::Compiling { cores: 0.04, asked: 0.3 * 0.1 }]);
    }

    #[test]
    fn a_service_that_was_warm_before_is_not_asked_for_a_tenth_of_nothing() {
        assert_eq!(after(&[compiling(0.01), compiling(0.015)]), []);
    }

    #[test]
    fn what_is_over_is_remembered_by_its_most_alone() {
        let mut q = Quiet::default();
        for cores in std::iter::once(0.8).chain(std::iter::repeat_n(0.04, 10_000)) {
            q.add(&compiling(cores), &Settings::default());
        }
        assert_eq!((q.last.len(), q.most.compiler_cores, q.reasons(&Settings::default())), (2, Some(0.8), vec![]));
    }

    #[test]
    fn code_thrown_away_counts_for_two_windows() {
        let thrown = |n| Signals { invalidated: Some(n), ..Signals::default() };
        assert_eq!(after(&[thrown(3.0), thrown(0.0)]), [Reason::Invalidated { count: 3.0, windows: 2 }]);
        assert_eq!(after(&[thrown(3.0), thrown(0.0), thrown(0.0)]), []);
    }

    #[test]
    fn what_is_never_seen_is_told_and_asked_of_nobody() {
        let mut q = Quiet::default();
        q.add(&Signals { throttled: Some(0.0), ..Signals::default() }, &Settings::default());
        assert_eq!(q.absent(), [Absent::Compilers, Absent::Loading, Absent::Invalidation]);
        assert!(q.reasons(&Settings::default()).is_empty() && !q.sees_compilers());
    }
}
