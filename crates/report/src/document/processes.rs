//! `processes`: each process by itself, where several serve the same requests. Empty where there is one: then everything else is about it.

use super::ledgers::{self, Ledger};
use super::resources::{self, Resource};
use super::{Words, some};
use diagnose::{Diagnosis, OfProcess};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(crate) struct Process {
    pub pid: u32,
    pub port: u16,
    /// Of the requests of the measured levels, 0 to 1.
    pub share_of_requests: Option<f64>,
    pub highest_per_s: f64,
    /// Time of a request inside it at the heaviest level, and how far that may be wrong.
    pub inside_ms: Option<f64>,
    pub inside_error_ms: Option<f64>,
    /// Time a request keeps a connection there.
    pub hold_ms: Option<f64>,
    /// CPU time of the process per request there.
    pub cpu_ms: Option<f64>,
    /// What it would be told by itself.
    pub status: &'static str,
    pub cause: Option<&'static str>,
    pub site: Option<String>,
    pub reason: Words,
    pub resources: Vec<Resource>,
    /// Its account: the response time is that of the whole, moved by what is inside this process more or less than inside all.
    pub ledger: Vec<Ledger>,
}

/// All of them, in the order in which they were found.
pub(super) fn all(d: &Diagnosis) -> Vec<Process> {
    d.processes.iter().map(process).collect()
}

fn process(p: &OfProcess) -> Process {
    let v = &p.diagnosis.verdict;
    Process {
        pid: p.pid,
        port: p.port,
        share_of_requests: p.share,
        highest_per_s: p.per_s,
        inside_ms: p.inside_ms.map(|(ms, _)| ms),
        inside_error_ms: p.inside_ms.map(|(_, error)| error),
        hold_ms: p.hold_ms,
        cpu_ms: p.cpu_ms,
        status: v.status.name(),
        cause: v.cause,
        site: some(&v.site),
        reason: Words::of(&v.reason),
        resources: resources::all(&p.diagnosis),
        ledger: ledgers::ledgers(&p.diagnosis),
    }
}
