//! Judges one run as it is and with thresholds moved, each alone or many at once, and counts what changes.

use diagnose::judge::verdict;
use diagnose::threshold::{Threshold, all_moved, moved, read_by};
use diagnose::{Analysis, VerdictStatus, thresholds};
use model::Run;
use std::collections::BTreeMap;
use testkit::sim::round::Answer;

thresholds! {
    /// None: what is read with it moved is read as it is.
    NONE = 1.0;
}

/// By how much each threshold is moved.
pub(super) const MOVES: [f64; 4] = [-0.25, -0.1, 0.1, 0.25];
/// Places of the moves by 10 % in it.
pub(super) const TENTHS: [usize; 2] = [1, 2];

/// What moves of one threshold changed.
#[derive(Clone, Copy, Default)]
pub(super) struct Changed {
    /// Verdicts, by move.
    pub(super) any: [u32; 4],
    /// Right ones that were not any more.
    pub(super) right: [u32; 4],
    /// Ones that became right.
    pub(super) gained: [u32; 4],
}

#[derive(Clone, Default)]
pub(super) struct Sums {
    pub(super) changed: BTreeMap<String, (Option<&'static Threshold>, Changed)>,
    pub(super) verdicts: u32,
    pub(super) right: u32,
}

impl Sums {
    /// Judges `run` as it is and with each threshold moved. `is_right` says whether an answer is. Near misses are not looked for: they are what this is about.
    pub(super) fn of(run: &Run, is_right: impl Fn(&Answer) -> bool, how: How) -> Self {
        let (a, of_analysis) = moved(&NONE, 1.0, || read_by(|| Analysis::of(run)));
        let (before, of_causes) = moved(&NONE, 1.0, || read_by(|| answer(&a)));
        let was_right = is_right(&before);
        let only_causes: Vec<_> = of_causes.into_iter().filter(|t| !of_analysis.iter().any(|o| std::ptr::eq(*o, *t))).collect();
        let all = of_analysis.iter().chain(&only_causes).map(|t| (t.id(), (Some(*t), Changed::default()))).collect();
        let mut own = Self { verdicts: 1, right: u32::from(was_right), changed: all };
        for (i, by) in MOVES.into_iter().enumerate() {
            let by = |those: &[&'static Threshold]| those.iter().map(|t| (*t, t.factor(by))).collect();
            let anew = |those: &[&'static Threshold]| all_moved(by(those), || answer(&Analysis::of(run)));
            let of_the_same = |those: &[&'static Threshold]| all_moved(by(those), || answer(&a));
            let mut found = changing(&of_analysis, how, &before, &anew);
            found.extend(changing(&only_causes, how, &before, &of_the_same));
            for (t, after) in found {
                let changed = &mut own.changed.entry(t.id()).or_default().1;
                let is_right = is_right(&after);
                changed.any[i] = 1;
                changed.right[i] = u32::from(was_right && !is_right);
                changed.gained[i] = u32::from(!was_right && is_right);
            }
        }
        own
    }

    /// How many verdicts changed, whatever was moved.
    pub(super) fn changes(&self) -> u32 {
        self.changed.values().flat_map(|(_, c)| c.any).sum()
    }

    pub(super) fn add(&mut self, other: Self) {
        self.verdicts += other.verdicts;
        self.right += other.right;
        for (id, (t, c)) in other.changed {
            let sum = &mut self.changed.entry(id).or_insert((t, Changed::default())).1;
            for i in 0..MOVES.len() {
                sum.any[i] += c.any[i];
                sum.right[i] += c.right[i];
                sum.gained[i] += c.gained[i];
            }
        }
    }
}

/// How thresholds are moved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// Each alone.
    Each,
    /// Many at once; where that changes the verdict, halves of them, down to those that do. What two moves undo of each other is not found.
    Groups,
}

/// Thresholds that are moved at once: of two hundred a handful changes a verdict.
pub(super) const AT_ONCE: usize = 16;

/// Of `those` the thresholds that alone change the verdict, with what it is then.
fn changing(
    those: &[&'static Threshold],
    how: How,
    before: &Answer,
    moved: &dyn Fn(&[&'static Threshold]) -> Answer,
) -> Vec<(&'static Threshold, Answer)> {
    let groups = if how == How::Groups { those.len().div_ceil(AT_ONCE) } else { those.len() };
    // neighbours, which are of one rule, are in different groups
    let group = |g: usize| those.iter().skip(g).step_by(groups).copied().collect::<Vec<_>>();
    (0..groups).flat_map(|g| halved(&group(g), before, moved)).collect()
}

fn halved(
    those: &[&'static Threshold],
    before: &Answer,
    moved: &dyn Fn(&[&'static Threshold]) -> Answer,
) -> Vec<(&'static Threshold, Answer)> {
    let after = moved(those);
    match those {
        _ if same(before, &after) => Vec::new(),
        [t] => vec![(*t, after)],
        _ => {
            let (a, b) = those.split_at(those.len() / 2);
            [a, b].into_iter().flat_map(|half| halved(half, before, moved)).collect()
        }
    }
}

/// Abstentions are alike whatever their reason.
fn same(a: &Answer, b: &Answer) -> bool {
    matches!((a, b), (Answer::Abstained(_), Answer::Abstained(_))) || a == b
}

fn answer(a: &Analysis) -> Answer {
    let v = verdict(a, causes::ALL);
    match (v.status, v.cause) {
        (VerdictStatus::Found, Some(c)) => Answer::Named(c.to_owned()),
        (VerdictStatus::None, _) => Answer::Healthy,
        (VerdictStatus::GeneratorLimited, _) => Answer::GeneratorLimited,
        _ => Answer::Abstained(v.reason.id.into_owned()),
    }
}
