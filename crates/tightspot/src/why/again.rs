//! Another look at what decides: where the verdict would be inconclusive and hangs on one or two levels, they are measured once more, for longer. One look
//! more and no second: who asks until an answer pleases gets that answer.

use super::levels::{LEVEL, LONGEST_LEVEL, run_phase};
use super::{Session, Stop};
use model::{Phase, Timestamp, message};
use std::time::Duration;

/// How much longer than the first time. Twice the time has seven tenths of the error: a choice.
const LONGER: u32 = 2;

/// Measures again what [`diagnose::judge::deciding`] names.
pub(super) fn again(session: &mut Session) -> Result<(), Stop> {
    let phases: Vec<Phase> = session.collector.with(|run| {
        let ids = diagnose::judge::deciding(run, causes::ALL);
        run.phases.iter().filter(|p| ids.contains(&p.id)).cloned().collect()
    });
    for first in phases {
        let length = (measured(&first) * LONGER).clamp(LEVEL, LONGEST_LEVEL);
        session.progress.say(message!("why/again", phase: name(&first.id), longer: Seconds(length.as_secs_f64())));
        let phase = Phase { id: format!("{}-again", first.id), start: Timestamp::now(), end: None, ..first };
        let s = run_phase(session, &phase, length, true)?;
        session.progress.say(message!("why/again-seen", rate: PerSecond(s.achieved_per_s), mean: Ms(s.response.mean_ns / 1e6)));
    }
    Ok(())
}

/// How long it was the first time.
fn measured(phase: &Phase) -> Duration {
    phase.end.map_or(LEVEL, |end| Duration::from_secs_f64(end.seconds_since(phase.start).max(0.0)))
}
