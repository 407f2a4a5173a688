//! More requests at once than the service needs to be busy: what a rush does to it. The doubling ends where throughput is flat, which may be
//! long before all workers and connections of a big pool are at work; a service that does less with more of them shows it only here.

use super::levels::{closed, run_phase};
use super::{Session, Stop};
use model::{PhaseKind, Run, message, signal, view};
use std::collections::BTreeMap;
use std::time::Duration;

/// Connections for each worker thread: all of them are at work, and some requests wait. A choice.
const PER_WORKER: f64 = 1.25;
/// Shortest and longest length; within, so long that each connection has three answers.
const SHORTEST: Duration = Duration::from_secs(3);
const LONGEST: Duration = Duration::from_secs(10);
const ANSWERS_EACH: f64 = 3.0;

/// One closed phase with a connection for each worker and more, unless `connections`, with which `per_s` were reached, kept all of them busy
/// already. It is told as a part of the doubling.
pub(super) fn crowd(session: &mut Session, per_s: f64, connections: u32) -> Result<(), Stop> {
    let workers = session.collector.with(workers);
    let crowd = ((workers * PER_WORKER) as u32).min(session.max_connections);
    if f64::from(connections) >= workers || crowd <= connections || per_s <= 0.0 {
        return Ok(());
    }
    let length = Duration::from_secs_f64(ANSWERS_EACH * f64::from(crowd) / per_s).clamp(SHORTEST, LONGEST);
    let phase = closed(format!("doubling-{crowd}"), PhaseKind::Doubling, crowd);
    let s = run_phase(session, &phase, length, false)?;
    let (rate, connections, mean) = (s.achieved_per_s, f64::from(crowd), s.response.mean_ns / 1e6);
    let says = message!("why/crowd", rate: PerSecond(rate), connections: Count(connections), mean: Ms(mean));
    session.progress.say(match s.error_share() {
        failed if failed > 0.0 => message!("why/of-which-failed", says: (says), failed: Share(failed)),
        _ => says,
    });
    Ok(())
}

/// Worker threads of the service: of each process those of its largest server.
fn workers(run: &Run) -> f64 {
    let mut each: BTreeMap<&str, f64> = BTreeMap::new();
    for s in run.series_of(signal::WORKERS_MAX) {
        let most = each.entry(s.label(view::PROCESS)).or_default();
        *most = most.max(s.v.last().copied().unwrap_or(0.0));
    }
    each.values().sum()
}
