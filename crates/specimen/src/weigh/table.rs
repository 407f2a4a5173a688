//! Weights as a table for people.

use super::{Round, Weight, ends, median};

impl Weight {
    /// In a few words.
    pub(super) fn line(&self) -> String {
        let [.., throughput, p95, cpu, noise, weighs] = row(self);
        format!("{} {}: throughput {throughput}, p95 {p95}, CPU {cpu}, noise {noise}, {weighs}", self.switch, self.change)
    }
}

/// A row per switch, columns aligned.
pub fn table(weights: &[Weight]) -> String {
    let head = ["variant", "switch", "change", "rate with", "without", "p95 with", "without", "rate", "p95", "CPU", "noise", "weighs"];
    let rows: Vec<[String; 12]> = [head.map(str::to_owned)].into_iter().chain(weights.iter().map(row)).collect();
    let widths: Vec<usize> = (0..head.len()).map(|c| rows.iter().map(|r| r[c].chars().count()).max().unwrap_or(0)).collect();
    let line = |row: &[String; 12]| {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        cells.join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

fn row(w: &Weight) -> [String; 12] {
    let times = |ratio: Option<f64>| ratio.map_or("-".to_owned(), |r| format!("x{r:.2}"));
    [
        w.variant.clone(),
        w.switch.clone(),
        w.change.clone(),
        range(&w.with, |r| Some(r.good_per_s), "/s"),
        range(&w.without, |r| Some(r.good_per_s), "/s"),
        range(&w.with, |r| r.p95_ms, " ms"),
        range(&w.without, |r| r.p95_ms, " ms"),
        times(w.throughput()),
        times(w.p95()),
        times(w.cpu()),
        times(w.noise()),
        match &w.error {
            Some(error) => error.lines().next().unwrap_or_default().to_owned(),
            None if w.weighs() => "yes".to_owned(),
            None => "no".to_owned(),
        },
    ]
}

/// `640/s (610 to 655)`
fn range(rounds: &[Round], of: fn(&Round) -> Option<f64>, unit: &str) -> String {
    let values = || rounds.iter().filter_map(of);
    let Some((middle, (low, high))) = median(values()).zip(ends(values())) else { return "-".to_owned() };
    format!("{middle:.0}{unit} ({low:.0} to {high:.0})")
}
