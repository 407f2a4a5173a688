//! A service of several processes. Each is analysed and judged as if it were alone, by the very same code, on the view of the run that is its own
//! ([`model::Run::of_process`]); then their voices become one verdict: what all have in common, or which of them is not like the others.
//!
//! Throughput, hold and CPU are each process's own, by its share of the requests. The client only sees the mix, so the account closes on the whole, and no
//! process has one that closes by itself ([ADR 15](../../../docs/adr/0015-a-target-is-a-set-of-processes.md)).

mod account;
mod combine;
mod gains;
mod voice;

use crate::analysis::Analysis;
use crate::cause::Cause;
use crate::judge::{conclude, judge};
use crate::verdict::Diagnosis;
use model::Run;
use voice::Voice;

/// One of several processes.
#[derive(Debug, Clone)]
pub struct OfProcess {
    /// Its id.
    pub pid: u32,
    /// Port it listens on.
    pub port: u16,
    /// Share of the requests of the measured levels that it served, 0 to 1; `None` where that was not counted.
    pub share: Option<f64>,
    /// Most answers per second at a measured level.
    pub per_s: f64,
    /// Time of a request inside it at the heaviest level, and how far that may be wrong, milliseconds.
    pub inside_ms: Option<(f64, f64)>,
    /// Time a request keeps a connection there, milliseconds.
    pub hold_ms: Option<f64>,
    /// CPU time of the process per request there, milliseconds.
    pub cpu_ms: Option<f64>,
    /// What it would be told by itself.
    pub diagnosis: Diagnosis,
}

/// `pid 421, port 8081`.
pub fn name_of(pid: u32, port: u16) -> String {
    if port == 0 { format!("pid {pid}") } else { format!("pid {pid}, port {port}") }
}

/// Judges each process of the run that `whole` is of, and all of them together.
pub(crate) fn diagnose(mut whole: Analysis, causes: &[&dyn Cause]) -> Diagnosis {
    let views: Vec<Run> = whole.run.environment.processes().filter_map(|t| whole.run.of_process(t.pid)).collect();
    let mut each: Vec<Analysis> = views.iter().map(Analysis::of).collect();
    whole.ledgers = account::settle(&whole.levels, &mut each);
    let voices: Vec<Voice> = each.iter().map(|a| Voice::of(a, judge(a, causes))).collect();
    let (verdict, hypotheses) = combine::combine(&voices, whole.levels.is_empty() && whole.start_up.is_empty());
    let mut all = conclude(whole, verdict, hypotheses);
    all.processes = each.into_iter().zip(voices).map(|(a, v)| of(a, v)).collect();
    all
}

fn of(a: Analysis, v: Voice) -> OfProcess {
    let (pid, port, share, per_s) = (v.pid, v.port, v.share, v.per_s);
    let (inside_ms, hold_ms, cpu_ms) = (v.inside_ms, v.hold_ms, v.cpu_ms);
    OfProcess { pid, port, share, per_s, inside_ms, hold_ms, cpu_ms, diagnosis: conclude(a, v.verdict, v.hypotheses) }
}

#[cfg(test)]
mod tests;
