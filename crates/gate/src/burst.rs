//! Condition 4: at twice the rate responses are not longer; where they are shorter, the rate made them so, and no warm-up.

use crate::coverage::failed;
use crate::steady;
use crate::varies;
use crate::window::{logs_of, work_of};
use crate::{ClassWindow, Reason, Settings, Window};

/// A class beside the windows before the rate was doubled.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Beside {
    class: usize,
    /// How far its level lies from theirs, and how far it may; logarithms.
    by: f64,
    most: f64,
}

impl Beside {
    fn differs(self) -> bool {
        self.by.abs() > self.most
    }
}

/// What was seen at twice the rate.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Seen {
    /// All is as before.
    Same,
    /// Classes with a shorter response, and how much shorter (logarithm): one more window at the rate shows whether it was the rate.
    Faster(Vec<(usize, f64)>),
    /// It is not warm.
    Changed(Vec<Reason>),
}

/// What a window at twice the rate shows, after those at the rate.
pub(crate) fn at_twice(before: &[Window], now: &Window, s: &Settings) -> Seen {
    let (all, mut reasons) = compare(before, now, s);
    if let Some(cores) = now.signals.compiler_cores.filter(|c| *c > s.burst_compiler_cores) {
        reasons.push(Reason::BurstCompiling { cores, asked: s.burst_compiler_cores });
    }
    let (slower, faster): (Vec<Beside>, Vec<Beside>) = all.into_iter().filter(|c| c.differs()).partition(|c| c.by > 0.0);
    reasons.extend(slower.iter().map(|c| Reason::BurstChanged { class: c.class, times: c.by.exp(), asked: s.burst_change }));
    let share = failed(std::slice::from_ref(now));
    if share > s.failed {
        reasons.push(Reason::BurstFailed { share, asked: s.failed });
    }
    match (reasons.is_empty(), faster.is_empty()) {
        (false, _) => Seen::Changed(reasons),
        (true, true) => Seen::Same,
        (true, false) => Seen::Faster(faster.iter().map(|c| (c.class, c.by)).collect()),
    }
}

/// What is not as before in a window at the rate again. A class that was `faster` at twice the rate has to lie nearer to what it was before than to that.
pub(crate) fn at_the_rate_again(before: &[Window], now: &Window, faster: &[(usize, f64)], s: &Settings) -> Vec<Reason> {
    let (all, mut reasons) = compare(before, now, s);
    let stays = |c: &Beside| faster.iter().any(|(class, by)| *class == c.class && c.by < 0.5 * by);
    reasons.extend(all.iter().filter(|c| c.differs() || stays(c)).map(|c| Reason::AfterBurst { class: c.class, times: c.by.exp() }));
    let share = failed(std::slice::from_ref(now));
    if share > s.failed {
        reasons.push(Reason::Failed { share, asked: s.failed });
    }
    reasons
}

/// All classes that answered before, beside the windows that held, and those of which no answer came.
fn compare(before: &[Window], now: &Window, s: &Settings) -> (Vec<Beside>, Vec<Reason>) {
    let varies = varies::spread(&work_of(before), s).is_some();
    let held = &before[before.len().saturating_sub(s.hold)..];
    let (mut all, mut silent) = (Vec::new(), Vec::new());
    for class in 0..now.classes.len() {
        let machine = if varies { varies::reach(&logs_of(before, class)) } else { 0.0 };
        let answers = now.classes.get(class).map(ClassWindow::logs).unwrap_or_default();
        match steady::beside(&logs_of(held, class), &answers) {
            Some((by, noise)) => all.push(Beside { class, by, most: s.burst_change.ln() + machine + noise }),
            None if answers.is_empty() => silent.push(Reason::ClassAnswers { class, seen: 0, asked: 1 }),
            None => {}
        }
    }
    (all, silent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Signals;

    /// A window of five ticks of one class at `ms`, of which none has failed.
    fn window(ms: f64, ticks: usize) -> Window {
        let medians_ms = (0..ticks).map(|i| ms * (1.0 + 0.005 * (i * 3 % 5) as f64)).collect();
        let classes = vec![ClassWindow { ok: 200 * ticks as u64, medians_ms, ..ClassWindow::default() }];
        Window { length_s: 5.0, classes, signals: Signals::default() }
    }

    fn twice(ms: f64) -> Seen {
        at_twice(&[window(10.0, 5), window(10.0, 5), window(10.0, 5)], &window(ms, 5), &Settings::default())
    }

    fn again(ms: f64, faster: f64) -> Vec<Reason> {
        let before = [window(10.0, 5), window(10.0, 5), window(10.0, 5)];
        at_the_rate_again(&before, &window(ms, 5), &[(0, f64::ln(faster))], &Settings::default())
    }

    #[test]
    fn what_is_longer_by_more_than_a_tenth_is_not_warm_and_what_is_shorter_is_to_be_seen() {
        assert_eq!((twice(10.0), twice(10.8), twice(9.3)), (Seen::Same, Seen::Same, Seen::Same));
        assert!(
            matches!(&twice(13.0), Seen::Changed(r) if matches!(r[..], [Reason::BurstChanged { class: 0, times, .. }] if (times - 1.3).abs() < 0.01))
        );
        assert!(matches!(&twice(7.5), Seen::Faster(f) if f.len() == 1 && (f[0].1.exp() - 0.75).abs() < 0.01));
    }

    #[test]
    fn what_is_nearer_to_before_than_to_twice_the_rate_was_made_by_the_rate() {
        for (ms, faster, is_as_before) in
            [(10.0, 0.75, true), (9.3, 0.75, true), (7.5, 0.75, false), (9.2, 0.88, false), (12.5, 0.75, false)]
        {
            let reasons = again(ms, faster);
            assert_eq!(reasons.is_empty(), is_as_before, "{ms} ms after {faster}: {reasons:?}");
            assert!(reasons.iter().all(|r| matches!(r, Reason::AfterBurst { class: 0, .. })));
        }
    }

    #[test]
    fn a_class_of_which_no_answer_comes_is_not_as_before() {
        let silent = [Reason::ClassAnswers { class: 0, seen: 0, asked: 1 }];
        let before = [window(10.0, 5), window(10.0, 5), window(10.0, 5)];
        assert_eq!(at_twice(&before, &window(10.0, 0), &Settings::default()), Seen::Changed(silent.to_vec()));
        assert_eq!(at_the_rate_again(&before, &window(10.0, 0), &[(0, -0.3)], &Settings::default()), silent);
    }

    #[test]
    fn compilers_and_failures_at_twice_the_rate_are_told() {
        let before = [window(10.0, 5), window(10.0, 5), window(10.0, 5)];
        let mut now = window(7.5, 5);
        now.signals.compiler_cores = Some(0.4);
        now.classes[0].failed = 100;
        let Seen::Changed(reasons) = at_twice(&before, &now, &Settings::default()) else { panic!("it is not warm") };
        assert!(matches!(reasons[..], [Reason::BurstCompiling { .. }, Reason::BurstFailed { .. }]), "{reasons:?}");
    }
}
