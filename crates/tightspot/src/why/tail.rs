//! The slowest requests of the load that the user means: one long stretch of it, watched in full.

use super::levels::run_job;
use super::{Purpose, Session, Stop, warm};
use crate::cli::WhyArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::pattern;
use load::{Job, Pattern};
use model::{Phase, PhaseKind, Timestamp, message};
use std::time::Duration;

/// Shortest stretch: METHODS section 5.2 asks for three minutes of stationary load; with less there are seldom enough events, which the verdict says.
const SHORTEST: Duration = Duration::from_secs(10);

/// Refuses what no tail can be asked of, before anything is loaded.
pub(super) fn check(args: &WhyArgs, purpose: &Purpose, meant: Option<&Pattern>) -> Result<(), Failure> {
    let Some(length) = args.tail else { return Ok(()) };
    let fail = |what| Failure::new(Exit::Usage, "tail", what);
    if !matches!(purpose, Purpose::Why) {
        return Err(fail(message!("why/tail-of-why", option: name("--tail"), command: name("why"))));
    }
    if meant.is_none() {
        return Err(fail(message!("why/tail-of-what")).help(message!("why/mean-a-load", rate: name("--rate 100"))));
    }
    if *length < SHORTEST {
        return Err(fail(message!("why/tail-too-short", length: Seconds(length.as_secs_f64()), least: Seconds(SHORTEST.as_secs_f64()))));
    }
    Ok(())
}

/// Warms up under the load and measures it.
pub(super) fn tail(session: &mut Session, length: Duration, warmup: &str) -> Result<(), Stop> {
    let Some(load) = session.meant.clone() else { return Ok(()) };
    warm::wait_under(session, warmup, Some(&load))?;
    let arrival = pattern::arrival(&load, 1);
    let phase = Phase { id: "tail".into(), kind: PhaseKind::Tail, arrival, fraction: None, start: Timestamp::now(), end: None };
    let s = run_job(session, &phase, Job { keep_attempts: true, ..Job::new(load, length) })?;
    session.progress.say(message!(
        "why/tail",
        rate: PerSecond(s.achieved_per_s),
        median: Ms(s.response.p50_ns as f64 / 1e6),
        p99: Ms(s.response.p99_ns as f64 / 1e6)
    ));
    Ok(())
}
