//! `tightspot compare A B [C...]`: what kept runs measured, side by side. It gives no verdict: runs one after the other differ by whatever the
//! machine did meanwhile (two equal systems have looked 38 % apart that way: Abedi & Brecht, ICPE 2017). That is what `verify` is for.

use crate::cli::{Cli, CompareArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use diagnose::Diagnosis;
use model::{PhaseKind, Run};
use record::Store;
use serde_json::{Value, json};

/// Prints the figures.
pub(crate) fn run(cli: &Cli, args: &CompareArgs) -> Result<Exit, Failure> {
    let store = Store::open(cli.store.as_deref())?;
    let mut columns = Vec::new();
    for name in &args.runs {
        let (run, _) = record::read(&store.resolve(name)?)?;
        let diagnosis = diagnose::diagnose(&run, causes::ALL);
        columns.push(figures(&run, &diagnosis));
    }
    let reason = "the runs were made one after the other: a difference may be the machine's; tightspot verify interleaves them";
    if args.json {
        let doc = json!({ "schema_version": "1.0", "comparison": { "baseline": columns[0]["run"], "verdict": "inconclusive", "reason": reason, "runs": columns } });
        output::result(&format!("{doc:#}"));
        return Ok(Exit::Inconclusive);
    }
    for key in [
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
    ] {
        let cells = columns.iter().map(|c| format!("{:>22}", cell(&c[key], &columns[0][key])));
        output::result(&format!("{:<20}{}", key.replace('_', " "), cells.collect::<String>()));
    }
    output::note(&format!("no verdict: {reason}"));
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

/// A figure, with its ratio to the first column.
fn cell(v: &Value, first: &Value) -> String {
    match (v.as_f64(), first.as_f64()) {
        (Some(x), Some(f)) if f > 0.0 && x != f => format!("{x:.1} (x{:.2})", x / f),
        (Some(x), _) => format!("{x:.1}"),
        _ => v.as_str().unwrap_or("-").to_owned(),
    }
}
