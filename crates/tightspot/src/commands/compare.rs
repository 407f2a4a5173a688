//! `tightspot compare A B [C...]`: what kept runs measured, side by side. It gives no verdict: runs one after the other differ by whatever the
//! machine did meanwhile (two equal systems have looked 38 % apart that way: Abedi & Brecht, ICPE 2017). That is what `verify` is for. With `--cpu`: what the
//! CPU does for a request in one run against the other.

mod alike;
mod cpu;

use super::load::recorded;
use crate::cli::{Cli, CompareArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use alike::Asked;
use diagnose::Diagnosis;
use model::{PhaseKind, Run};
use record::Store;
use serde_json::{Value, json};

const REASON: &str = "the runs were made one after the other: a difference may be the machine's; tightspot verify interleaves them";
/// The rows; those of the last four are figures of `load`.
const ROWS: [&str; 14] = [
    "run",
    "verdict",
    "cause",
    "saturated_per_s",
    "knee_per_s",
    "rate_at_0_8_per_s",
    "mean_ms_at_0_8",
    "p95_ms_at_0_8",
    "p99_ms_at_0_8",
    "errors",
    "achieved_per_s",
    "mean_ms",
    "p95_ms",
    "p99_ms",
];

/// Prints the figures, and in what the runs are not alike.
pub(crate) fn run(cli: &Cli, args: &CompareArgs) -> Result<Exit, Failure> {
    let store = Store::open(cli.store.as_deref())?;
    if cpu::is_asked(args) {
        return cpu::run(cli, args, &store);
    }
    let (mut columns, mut asked) = (Vec::new(), Vec::new());
    for name in &args.runs {
        let (run, _) = record::read(&store.resolve(name)?)?;
        columns.push(
            recorded::report(&run).map_or_else(|| figures(&run, &diagnose::diagnose(&run, causes::ALL)), |load| figures_of_load(&load)),
        );
        asked.push(Asked::of(&run));
    }
    let differences = alike::differences(&asked);
    if args.json {
        let doc = json!({
            "schema_version": "1.0",
            "comparison": { "baseline": columns[0]["run"], "verdict": "inconclusive", "reason": REASON, "differences": differences, "runs": columns },
        });
        output::result(&format!("{doc:#}"));
    } else {
        for line in table(&columns) {
            output::result(&line);
        }
    }
    for d in &differences {
        output::note(&format!("warning: {d}: the figures are of different things"));
    }
    output::note(&format!("no verdict: {REASON}"));
    Ok(Exit::Inconclusive)
}

fn figures(run: &Run, d: &Diagnosis) -> Value {
    let saturated = d.levels.iter().find(|l| l.phase.kind == PhaseKind::Saturation);
    let heavy = d.levels.iter().rev().find(|l| l.phase.is_open());
    json!({
        "run": run.info.id, "name": run.info.name, "verdict": d.verdict.status.name(), "cause": d.verdict.cause,
        "saturated_per_s": saturated.map(|l| l.throughput_per_s), "knee_per_s": d.knee.map(|k| k.per_s),
        "rate_at_0_8_per_s": heavy.map(|l| l.throughput_per_s), "mean_ms_at_0_8": heavy.map(|l| l.response_ms),
        "p95_ms_at_0_8": heavy.map(|l| l.latency.p95_ns / 1e6), "p99_ms_at_0_8": heavy.map(|l| l.latency.p99_ns / 1e6),
        "errors": d.levels.iter().map(|l| l.failed).sum::<u64>(),
    })
}

fn figures_of_load(load: &::report::load::LoadReport) -> Value {
    let l = &load.latency.response;
    let ms = |ns: f64| (l.count > 0).then_some(ns / 1e6);
    json!({
        "run": load.id, "name": load.scenario, "achieved_per_s": load.achieved_per_s, "mean_ms": ms(l.mean_ns), "p95_ms": ms(l.p95_ns as f64),
        "p99_ms": ms(l.p99_ns as f64), "errors": load.totals.errors(),
    })
}

/// A row a figure that some run has, a column a run, apart by two blanks at least.
fn table(columns: &[Value]) -> Vec<String> {
    let rows = ROWS.iter().filter(|key| columns.iter().any(|c| !c[**key].is_null()));
    let rows: Vec<(String, Vec<String>)> =
        rows.map(|key| (key.replace('_', " "), columns.iter().map(|c| cell(&c[*key], &columns[0][*key])).collect())).collect();
    let width = |i: usize| rows.iter().map(|(_, cells)| cells[i].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let line = |(key, cells): &(String, Vec<String>)| {
        let cells = cells.iter().zip(&widths).map(|(cell, w)| format!("  {cell:>w$}"));
        format!("{key:<18}{}", cells.collect::<String>())
    };
    rows.iter().map(line).collect()
}

/// A figure, with its ratio to the first column.
fn cell(v: &Value, first: &Value) -> String {
    match (v.as_f64(), first.as_f64()) {
        (Some(x), Some(f)) if f > 0.0 && x != f => format!("{x:.1} (x{:.2})", x / f),
        (Some(x), _) => format!("{x:.1}"),
        _ => v.as_str().unwrap_or("-").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_causes_stay_apart_and_rows_that_no_run_has_are_left_out() {
        let run = |id: &str| json!({ "run": id, "verdict": "found", "cause": "connection-held-across-remote-call", "errors": 0 });
        let said = table(&[run("7f3a"), run("1c2d")]);
        let cause = said.iter().find(|l| l.starts_with("cause")).expect("a row of causes");
        assert_eq!(cause.split_whitespace().count(), 3, "{cause}");
        assert!(said.iter().all(|l| !l.starts_with("knee") && !l.starts_with("mean")), "{said:?}");
    }
}
