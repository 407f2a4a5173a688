//! Condition 1: enough requests of every class were answered, and few fail.

use crate::{Reason, Settings, Window};

/// Good answers so far.
#[derive(Debug, Default)]
pub(crate) struct Coverage {
    classes: Vec<u64>,
}

impl Coverage {
    pub(crate) fn add(&mut self, w: &Window) {
        self.classes.resize(w.classes.len().max(self.classes.len()), 0);
        self.classes.iter_mut().zip(&w.classes).for_each(|(all, c)| *all += c.ok);
    }

    /// What is missing. `held` are the last windows, of which the share of failures is asked; `compiles`: whether compilers are seen.
    pub(crate) fn reasons(&self, held: &[Window], compiles: bool, s: &Settings) -> Vec<Reason> {
        let usual = if compiles { s.compiled_class_answers } else { s.class_answers };
        let asked = |class: usize| s.known_answers.get(class).copied().flatten().unwrap_or(usual);
        let short = self.classes.iter().enumerate().filter(|(class, seen)| **seen < asked(*class));
        let mut reasons: Vec<Reason> =
            short.map(|(class, seen)| Reason::ClassAnswers { class, seen: *seen, asked: asked(class) }).collect();
        let all: u64 = self.classes.iter().sum();
        if all < s.answers || self.classes.is_empty() {
            reasons.push(Reason::Answers { seen: all, asked: s.answers });
        }
        let share = failed(held);
        if share > s.failed {
            reasons.push(Reason::Failed { share, asked: s.failed });
        }
        reasons
    }
}

/// Share of the requests that failed.
pub(crate) fn failed(windows: &[Window]) -> f64 {
    let (ok, failed) = windows.iter().fold((0, 0), |(ok, failed), w| (ok + w.ok(), failed + w.failed()));
    failed as f64 / (ok + failed).max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClassWindow;

    fn window(ok: &[u64], failed: u64) -> Window {
        let class = |ok: &u64| ClassWindow { ok: *ok, failed, ..ClassWindow::default() };
        Window { classes: ok.iter().map(class).collect(), ..Window::default() }
    }

    #[test]
    fn a_rare_class_counts_by_itself() {
        let (mut c, s) = (Coverage::default(), Settings::default());
        c.add(&window(&[9_000, 499], 0));
        assert_eq!(c.reasons(&[], false, &s), [Reason::ClassAnswers { class: 1, seen: 499, asked: 500 }]);
        c.add(&window(&[0, 1], 0));
        assert_eq!(c.reasons(&[], false, &s), []);
        assert_eq!(c.reasons(&[], true, &s), [Reason::ClassAnswers { class: 1, seen: 500, asked: 5_000 }]);
    }

    #[test]
    fn what_a_service_is_known_to_need_is_asked_of_it() {
        let (mut c, s) = (Coverage::default(), Settings { answers: 0, known_answers: vec![Some(40), None], ..Settings::default() });
        c.add(&window(&[39, 499], 0));
        let asked = [Reason::ClassAnswers { class: 0, seen: 39, asked: 40 }, Reason::ClassAnswers { class: 1, seen: 499, asked: 5_000 }];
        assert_eq!(c.reasons(&[], true, &s), asked);
    }

    #[test]
    fn failures_of_the_held_windows_count_and_older_ones_do_not() {
        let (mut c, s) = (Coverage::default(), Settings { answers: 0, class_answers: 0, ..Settings::default() });
        c.add(&window(&[0], 300));
        assert_eq!(c.reasons(&[window(&[1_000], 5)], false, &s), []);
        assert!(matches!(c.reasons(&[window(&[1_000], 6)], false, &s)[..], [Reason::Failed { .. }]));
    }
}
