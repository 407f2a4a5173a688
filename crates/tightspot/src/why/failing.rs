//! Requests that fail before any level was measured: warm-up and search are watched by the scheduler alone, so what fails there is loaded
//! once more with all probes, or nobody could say why.

use super::levels::{closed, run_phase};
use super::{Session, Stop};
use model::{Arrival, PhaseKind, message};
use std::time::Duration;

/// Length of the look. A choice: that of a level, which holds several of the usual waits for a connection to be given up.
const LOOK: Duration = Duration::from_secs(8);

/// One closed phase with the connections at which too many requests failed, when that is why the load ended and nothing was measured yet.
/// Returns why the load ends, which stays as it was unless something worse happens meanwhile.
pub(super) fn look(session: &mut Session, stop: Stop) -> Stop {
    let Some((kind, connections)) = failed_unseen(session, &stop) else { return stop };
    if kind == PhaseKind::WarmUp {
        session.watch.warmed(&session.progress);
    }
    session.progress.say(message!("why/failing", connections: Count(f64::from(connections))));
    match run_phase(session, &closed("failing".to_owned(), PhaseKind::Saturation, connections), LOOK, true) {
        Ok(_) | Err(Stop::TooManyErrors(_)) => stop,
        Err(worse) => worse,
    }
}

/// The kind of the phase that failed and its connections.
fn failed_unseen(session: &Session, stop: &Stop) -> Option<(PhaseKind, u32)> {
    let Stop::TooManyErrors(_) = stop else { return None };
    session.collector.with(|run| {
        let last = run.phases.last().filter(|_| run.measured_phases().next().is_none())?;
        match last.arrival {
            Arrival::Closed { connections } if last.kind != PhaseKind::StartUp => Some((last.kind, connections)),
            _ => None,
        }
    })
}
