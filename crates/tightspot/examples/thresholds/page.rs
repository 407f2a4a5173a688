//! The table: what moves of each threshold change, and which of them flip too much.

use super::sums::{Changed, MOVES, Sums, TENTHS};
use diagnose::threshold::Threshold;
use std::collections::BTreeMap;

/// Share of the right verdicts that a move of 10 % may flip at most.
const MOST: f64 = 0.01;

/// Thresholds of which a move of 10 % flips too many right verdicts, with the share.
pub(super) fn flips(kept: &Sums, simulated: &Sums) -> Vec<(String, f64)> {
    let ids = kept.changed.keys().chain(simulated.changed.keys()).collect::<std::collections::BTreeSet<_>>();
    let of = |s: &Sums, id: &str| {
        let c = s.changed.get(id).map_or(Changed::default(), |(_, c)| *c);
        TENTHS.map(|i| f64::from(c.right[i]))
    };
    let all = f64::from((kept.right + simulated.right).max(1));
    let share = |id: &str| {
        let (a, b) = (of(kept, id), of(simulated, id));
        (a[0] + b[0]).max(a[1] + b[1]) / all
    };
    ids.into_iter().map(|id| (id.clone(), share(id))).filter(|(_, s)| *s > MOST).collect()
}

pub(super) fn page(kept: &Sums, simulated: &Sums, services: u64, seed: u64) -> String {
    let mut all: BTreeMap<&String, &'static Threshold> = BTreeMap::new();
    for (id, (t, _)) in kept.changed.iter().chain(&simulated.changed) {
        all.extend(t.map(|t| (id, t)));
    }
    let guesses = all.values().filter(|t| t.is_guess()).count();
    let mut page = format!(
        "# Thresholds, and what is decided when they are moved\n\nWritten by `cargo xtask thresholds --services {services} --seed {seed}`. Each of the {} thresholds \
         that {} kept runs and {} simulated services read is moved by 10 and 25 % of itself, a share by as much of its smaller side (0.9 to 0.91 and 0.925);\nthe table counts the verdicts that change, kept runs + simulated services, and in \
         brackets right verdicts that are right no more. Abstaining for another reason is no change.\nRight without a move: {} of the kept, {} of the simulated. {} thresholds \
         say that they are guesses. What each is, and where it comes from, stands beside it in the code.\n\n\
         | threshold | value | source | -25 % | -10 % | +10 % | +25 % |\n| --- | --- | --- | --- | --- | --- | --- |\n",
        all.len(),
        kept.verdicts,
        simulated.verdicts,
        kept.right,
        simulated.right,
        guesses
    );
    let counted = |id: &str, i: usize| {
        let of = |s: &Sums| s.changed.get(id).map_or((0, 0), |(_, c)| (c.any[i], c.right[i]));
        let ((a, ar), (b, br)) = (of(kept), of(simulated));
        match (a + b, ar + br) {
            (0, _) => String::new(),
            (_, 0) => format!("{a} + {b}"),
            _ => format!("{a} + {b} ({ar} + {br})"),
        }
    };
    let mut rows: Vec<(u32, String)> = all
        .into_iter()
        .map(|(id, t)| {
            let moves = (0..MOVES.len()).map(|i| counted(id, i)).collect::<Vec<_>>().join(" | ");
            let weight = [kept, simulated].iter().filter_map(|s| s.changed.get(id)).map(|(_, c)| c.right.iter().sum::<u32>()).sum();
            (weight, format!("| {id} | {} | {} | {moves} |\n", t.value, source(t)))
        })
        .collect();
    rows.sort_by(|x, y| y.0.cmp(&x.0).then(x.1.cmp(&y.1)));
    for (_, row) in rows {
        page.push_str(&row);
    }
    let missed = flips(kept, simulated);
    let list = missed.iter().map(|(id, s)| format!("{id} ({:.1} %)", s * 100.0)).collect::<Vec<_>>().join(", ");
    let list = if list.is_empty() { "none".to_owned() } else { list };
    page.extend(["\nMoved by 10 %, more than 1 % of the right verdicts flip by: ", &list, ".\n"]);
    page
}

/// `CAUSES section 4 point 3`, `guess`, or both. A point within a figure or a name, as in `section 1.3`, ends no sentence.
fn source(t: &Threshold) -> String {
    let sentence = |s: &'static str| s.split(". ").next().unwrap_or_default().split([';', '(']).next().unwrap_or_default();
    let said = t.about.split_once("Source:").map(|(_, s)| sentence(s).trim().trim_end_matches('.').to_owned());
    let said = said.filter(|s| !s.is_empty());
    match (said, t.is_guess()) {
        (Some(s), true) => format!("{s}; a guess in part"),
        (Some(s), false) => s,
        (None, true) => "guess".to_owned(),
        (None, false) => "derived".to_owned(),
    }
}
