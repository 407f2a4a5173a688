//! The results as a table for people, and in five numbers.

use super::baselines::is_right;
use super::{Baselines, Outcome, Score};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Five numbers. Scores without a verdict count as runs and as nothing else.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// Scores.
    pub runs: usize,
    /// The verdict was the truth.
    pub right: usize,
    /// Another cause was named.
    pub wrong_names: usize,
    /// Nothing was named, or nothing could be said.
    pub abstentions: usize,
    /// A cause was named on a healthy variant.
    pub healthy_accused: usize,
    /// No verdict.
    pub failed: usize,
    /// Of the tool's runs.
    pub median_seconds: Option<f64>,
}

impl Summary {
    /// Counts `scores`.
    pub fn of(scores: &[Score]) -> Self {
        let count = |outcome| scores.iter().filter(|s| s.outcome() == outcome).count();
        let mut seconds: Vec<f64> = scores.iter().filter(|s| s.verdict.is_some()).map(|s| s.seconds).collect();
        seconds.sort_by(f64::total_cmp);
        let middle = seconds.len() / 2;
        Self {
            runs: scores.len(),
            right: count(Outcome::Right),
            wrong_names: count(Outcome::WrongName),
            abstentions: count(Outcome::Abstained),
            healthy_accused: count(Outcome::HealthyAccused),
            failed: count(Outcome::Failed),
            median_seconds: match seconds.len() {
                0 => None,
                n if n % 2 == 1 => Some(seconds[middle]),
                _ => Some(f64::midpoint(seconds[middle - 1], seconds[middle])),
            },
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { runs, right, wrong_names, abstentions, healthy_accused, failed, median_seconds } = self;
        write!(f, "top-1 {right}/{runs}, wrong names {wrong_names}, abstentions {abstentions}, healthy accused {healthy_accused}")?;
        if *failed > 0 {
            write!(f, ", failed {failed}")?;
        }
        median_seconds.map_or(Ok(()), |s| write!(f, ", median {s:.0} s"))
    }
}

/// A row per score, columns aligned, and the summary below.
pub fn table(scores: &[Score]) -> String {
    let head = ["case", "variant", "#", "verdict", "outcome", "rank", "decoys rejected", "seconds"].map(str::to_owned);
    let rows: Vec<[String; 8]> = [head].into_iter().chain(scores.iter().map(row)).collect();
    let widths: Vec<usize> = (0..8).map(|column| rows.iter().map(|r| r[column].chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &rows {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    format!("{text}\n{}\n{}", Summary::of(scores), beside(scores))
}

/// What was said of each truth, the most frequent first: `row-locked: row-locked 3, inconclusive 1`.
pub fn confusion(scores: &[Score]) -> String {
    let mut by_truth: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for s in scores.iter().filter(|s| s.verdict.is_some()) {
        let said = s.cause.as_deref().or(s.verdict.as_deref()).unwrap_or_default();
        let truth = s.truth.first().map_or("", String::as_str);
        *by_truth.entry(truth).or_default().entry(said).or_default() += 1;
    }
    let line = |(truth, said): (&str, BTreeMap<&str, usize>)| {
        let mut said: Vec<(&str, usize)> = said.into_iter().collect();
        said.sort_by(|x, y| y.1.cmp(&x.1).then(x.0.cmp(y.0)));
        let said: Vec<String> = said.into_iter().map(|(what, n)| format!("{what} {n}")).collect();
        format!("{truth}: {}\n", said.join(", "))
    };
    by_truth.into_iter().map(line).collect()
}

/// What simpler ways of looking would have made of the same runs; nothing where no run was scored by them.
fn beside(scores: &[Score]) -> String {
    let scored: Vec<(&Score, &Baselines)> = scores.iter().filter_map(|s| Some((s, s.baselines.as_ref()?))).collect();
    let Some((_, first)) = scored.first() else { return String::new() };
    let lines = first.named().into_iter().enumerate().map(|(i, (name, _))| {
        let right = scored.iter().filter(|(s, b)| is_right(b.named()[i].1, &s.truth)).count();
        format!("{name} {right}/{}", scored.len())
    });
    format!("the same runs by simpler rules: {}\n", lines.collect::<Vec<_>>().join(", "))
}

fn row(s: &Score) -> [String; 8] {
    let said = s.cause.as_deref().or(s.verdict.as_deref()).unwrap_or("-").to_owned();
    let decoys = s.decoys_rejected.len();
    let rejected = s.decoys_rejected.values().filter(|r| **r).count();
    [
        s.case.clone(),
        s.variant.clone(),
        s.repetition.to_string(),
        said,
        s.outcome().to_string(),
        s.rank_of_truth.map_or("-".to_owned(), |r| r.to_string()),
        if decoys == 0 { "-".to_owned() } else { format!("{rejected}/{decoys}") },
        format!("{:.0}", s.seconds),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::Place;
    use crate::case::Truth;

    fn score(truth: &str, verdict: &str, cause: Option<&str>, seconds: f64) -> Score {
        let truth = Truth { causes: vec![truth.to_owned()], also: vec![], decoys: vec!["pool".to_owned()] };
        let place = Place { case: "shop".into(), variant: "a".into(), repetition: 1, seed: 7 };
        let mut score = Score::begin(&place, &truth, "abc");
        if !verdict.is_empty() {
            score.judge(&serde_json::json!({"verdict": {"status": verdict, "cause": cause}}), &truth);
        }
        score.seconds = seconds;
        score
    }

    #[test]
    fn the_table_is_aligned_and_the_summary_counts_each_kind_once() {
        let scores = [
            score("held", "found", Some("held"), 90.0),
            score("held", "found", Some("slow-query"), 100.0),
            score("held", "inconclusive", None, 120.0),
            score("none", "found", Some("held"), 130.0),
            score("none", "", None, 1.0),
        ];
        assert_eq!(
            table(&scores),
            "\
case  variant  #  verdict       outcome          rank  decoys rejected  seconds
shop  a        1  held          right            1     0/1              90
shop  a        1  slow-query    wrong name       -     0/1              100
shop  a        1  inconclusive  abstained        -     0/1              120
shop  a        1  held          healthy accused  -     0/1              130
shop  a        1  -             failed           -     0/1              1

top-1 1/5, wrong names 1, abstentions 1, healthy accused 1, failed 1, median 110 s
the same runs by simpler rules: highest utilisation 1/4, largest change 1/4, top wait 1/4
"
        );
        assert_eq!(confusion(&scores), "held: held 1, inconclusive 1, slow-query 1\nnone: held 1\n");
    }
}
