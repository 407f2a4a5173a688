//! Calibration that leaves one service out: each threshold is moved to where it is right most often on the kept runs of all other services, and is then asked
//! about the one that was left out. What is gained on the others and not there was fitted to them.

use super::sums::{MOVES, Sums};
use std::collections::{BTreeMap, BTreeSet};

/// What became of one threshold.
#[derive(Debug, Default, PartialEq, Eq)]
struct Calibrated {
    /// For how many left-out services the others ask for a move.
    moved: u32,
    /// Verdicts of left-out services that became right by it.
    gained: u32,
    /// Those that were right no more.
    lost: u32,
}

/// The section of the page: `by_service` has what moves changed on the runs of each service.
pub(super) fn section(by_service: &BTreeMap<String, Sums>) -> String {
    let ids: BTreeSet<&String> = by_service.values().flat_map(|s| s.changed.keys()).collect();
    let (runs, right) = by_service.values().fold((0, 0), |(n, r), s| (n + s.verdicts, r + s.right));
    let all: Vec<(&String, Calibrated)> = ids.into_iter().map(|id| (id, calibrated(by_service, id))).filter(|(_, c)| c.moved > 0).collect();
    let mut page = format!(
        "\n## Calibrated leaving one service out\n\nEach threshold alone is moved to where most of the kept runs of all other services are right (a tie keeps it), and then asked about the \
         service that was left out:\n{} services, {runs} runs, {right} right without a move.\n",
        by_service.len()
    );
    if all.is_empty() {
        page.push_str("No threshold would be moved.\n");
        return page;
    }
    page.push_str("\n| threshold | services for which the others move it | right there by the move | wrong there by the move |\n| --- | --- | --- | --- |\n");
    page.extend(all.iter().map(|(id, c)| format!("| {id} | {} | {} | {} |\n", c.moved, c.gained, c.lost)));
    page
}

fn calibrated(by_service: &BTreeMap<String, Sums>, id: &str) -> Calibrated {
    let of = |s: &Sums, i: usize| s.changed.get(id).map_or((0, 0), |(_, c)| (i64::from(c.gained[i]), i64::from(c.right[i])));
    let mut sum = Calibrated::default();
    for left_out in by_service.keys() {
        let others = || by_service.iter().filter(|(name, _)| *name != left_out).map(|(_, s)| s);
        let net = |i: &usize| others().map(|s| of(s, *i)).map(|(gained, lost)| gained - lost).sum::<i64>();
        // of equal moves the smaller one
        let best = (0..MOVES.len()).max_by(|a, b| net(a).cmp(&net(b)).then(MOVES[*b].abs().total_cmp(&MOVES[*a].abs())));
        let Some(best) = best.filter(|i| net(i) > 0) else { continue };
        let (gained, lost) = of(&by_service[left_out], best);
        sum.moved += 1;
        sum.gained += gained as u32;
        sum.lost += lost as u32;
    }
    sum
}
