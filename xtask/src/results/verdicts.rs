//! Verdicts on specimens as tables: by round, by variant, and each that was wrong.

use super::kept::{Miss, Run};
use super::table::{Table, median, number};
use std::collections::{BTreeMap, BTreeSet};

/// In these words a simpler rule is told; the keys are those of the kept results.
const SIMPLER: [(&str, &str); 3] =
    [("highest_utilisation", "fullest resource"), ("largest_change", "largest change"), ("top_wait", "longest wait")];
/// Of the tool's own reason, where nothing better is known, so much is shown.
const REASON: usize = 140;

/// `n/m` of the runs that `counts`.
fn share<'a>(runs: &[&'a Run], counts: impl Fn(&&&'a Run) -> bool) -> String {
    let of: Vec<&&Run> = runs.iter().filter(counts).collect();
    if of.is_empty() { String::new() } else { format!("{}/{}", of.iter().filter(|r| r.correct).count(), of.len()) }
}

fn decoys(runs: &[&Run]) -> String {
    let all: Vec<bool> = runs.iter().filter(|r| r.correct).flat_map(|r| r.decoys_rejected.values().copied()).collect();
    if all.is_empty() { String::new() } else { format!("{}/{}", all.iter().filter(|r| **r).count(), all.len()) }
}

fn seconds(runs: &[&Run]) -> Vec<f64> {
    runs.iter().filter(|r| r.verdict.is_some()).map(|r| r.seconds).collect()
}

fn longest(runs: &[&Run]) -> f64 {
    seconds(runs).into_iter().fold(0.0, f64::max)
}

/// How many of these a simpler rule would have got right, where it was asked.
fn simpler(runs: &[&Run], rule: &str) -> String {
    let asked: Vec<(&&Run, Option<&str>)> = runs.iter().filter_map(|r| Some((r, r.baselines.as_ref()?.get(rule)?.as_deref()))).collect();
    let right = asked.iter().filter(|(r, said)| said.unwrap_or("none") == r.truth()).count();
    if asked.is_empty() { String::new() } else { format!("{right}/{}", asked.len()) }
}

/// The versions that judged, in order; of many the first and the last.
fn versions(runs: &[&Run]) -> String {
    let mut seen = BTreeSet::new();
    let all: Vec<&str> = runs.iter().map(|r| r.version()).filter(|v| seen.insert(*v)).collect();
    match all.as_slice() {
        [] => String::new(),
        [first, .., last] if all.len() > 2 => format!("{first} to {last} ({})", all.len()),
        few => few.join(", "),
    }
}

/// A row for each specimen and base seed, and one for all.
pub(super) fn rounds(runs: &[Run]) -> Table {
    let mut table =
        Table::new(&["specimen", "base seed", "version", "right", "faults", "healthy", "wrong name", "nothing named", "decoys rejected"]);
    table.columns.extend(SIMPLER.map(|(_, words)| words.to_owned()));
    table.columns.extend(["median s", "longest s"].map(str::to_owned));
    let mut by_round: BTreeMap<(&str, u64), Vec<&Run>> = BTreeMap::new();
    for run in runs {
        by_round.entry((&run.case, run.base_seed())).or_default().push(run);
    }
    for ((case, seed), of) in &by_round {
        table.row([vec![(*case).to_owned(), seed.to_string(), versions(of)], figures(of)].concat());
    }
    let all: Vec<&Run> = runs.iter().collect();
    let bold = figures(&all).into_iter().map(|cell| if cell.is_empty() { cell } else { format!("**{cell}**") });
    table.row(["**all**", "", ""].map(str::to_owned).into_iter().chain(bold).collect());
    table
}

fn figures(runs: &[&Run]) -> Vec<String> {
    let wrong = runs.iter().filter(|r| r.is_wrong_name()).count();
    let silent = runs.iter().filter(|r| !r.correct && !r.is_wrong_name()).count();
    let shares =
        [share(runs, |_| true), share(runs, |r| !r.is_healthy()), share(runs, |r| r.is_healthy()), wrong.to_string(), silent.to_string()];
    let rules = SIMPLER.map(|(rule, _)| simpler(runs, rule));
    let times = [median(seconds(runs)).map_or(String::new(), number), number(longest(runs))];
    [&shares[..], &[decoys(runs)], &rules, &times].concat()
}

/// A row for each variant of `case`: what was said of it, over all rounds.
pub(super) fn variants(runs: &[Run], case: &str) -> Table {
    let mut table = Table::new(&["variant", "truth", "said", "right", "decoys rejected", "median s"]);
    let mut by_variant: BTreeMap<&str, Vec<&Run>> = BTreeMap::new();
    for run in runs.iter().filter(|r| r.case == case) {
        by_variant.entry(&run.variant).or_default().push(run);
    }
    for (variant, of) in by_variant {
        let time = median(seconds(&of)).map_or(String::new(), number);
        table.row(vec![variant.to_owned(), of[0].truth().to_owned(), said(&of), share(&of, |_| true), decoys(&of), time]);
    }
    table
}

/// `row-locked 3, inconclusive 1`.
fn said(runs: &[&Run]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for run in runs {
        *counts.entry(run.said()).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    counts.iter().map(|(what, n)| format!("{what} {n}")).collect::<Vec<_>>().join(", ")
}

/// Each verdict that was not the truth, and what came of it.
pub(super) fn misses(runs: &[Run], known: &[Miss]) -> Table {
    let mut table = Table::new(&["specimen: variant", "base seed, version", "truth", "said", "why, and what came of it"]);
    for run in runs.iter().filter(|r| !r.correct) {
        let told = run.reason.as_ref().or(run.error.as_ref()).map_or("", String::as_str);
        let why = known.iter().find(|m| m.is_about(run)).map_or_else(|| format!("\"{}\"", cut(told)), |m| m.why.clone());
        let place = format!("{}: {}", run.case, run.variant);
        table.row(vec![place, format!("{}, {}", run.base_seed(), run.version()), run.truth().into(), run.said().into(), why]);
    }
    table
}

fn cut(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    if line.chars().count() <= REASON { line.to_owned() } else { line.chars().take(REASON).chain(" ...".chars()).collect() }
}

#[cfg(test)]
mod tests {
    use super::super::kept::tests::run;
    use super::*;

    #[test]
    fn a_round_counts_what_was_right_wrong_and_silent() {
        let runs = [run("row-locked", Some("row-locked")), run("row-locked", None), run("none", Some("row-locked")), run("none", None)];
        let rows = rounds(&runs).to_string();
        assert!(rows.contains("| shop | 7 | 0123456 | 2/4 | 1/2 | 1/2 | 1 | 1 |"), "{rows}");
        assert!(variants(&runs, "shop").to_string().contains("| none 2, row-locked 2 | 2/4 |"));
        assert!(misses(&runs, &[]).to_string().contains("| shop: a | 7, 0123456 | none | row-locked | \"because\" |"));
    }

    #[test]
    fn of_many_versions_the_first_and_the_last_are_told() {
        let runs = ["a", "b", "c"].map(|v| {
            let text = serde_json::json!({"case": "s", "variant": "v", "repetition": 1, "seed": 1, "truth": [], "verdict": null, "cause": null,
                "decoys_rejected": {}, "correct": false, "seconds": 1.0, "reason": null, "error": null, "commit": v.repeat(10)});
            serde_json::from_value::<Run>(text).unwrap()
        });
        assert_eq!(versions(&runs.iter().collect::<Vec<_>>()), "aaaaaaa to ccccccc (3)");
    }
}
