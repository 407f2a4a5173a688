//! The first minute of a service, judged as it is (ADR 0011): under the load that the scenario means, or a few busy connections where it names none.

use super::levels::run_job;
use super::{Session, Stop, warm};
use crate::pattern;
use load::profile::Profile;
use load::{Job, Pattern, PhaseSummary};
use model::{Phase, PhaseKind, Timestamp, message};
use std::time::Duration;

/// Length of a slice.
pub(super) const SLICE: Duration = Duration::from_secs(10);
/// Slices of a minute.
pub(super) const SLICES: usize = 6;
/// Id of the first.
pub(super) const FIRST: &str = "start-up-1";
/// Busy connections where the scenario names no load.
const CONNECTIONS: u32 = 16;
/// Longest wait for a warm service after its first minute: connections that take a core leave its compilers little of it (ADR 0004).
pub(super) const AFTER_S: f64 = 60.0;

/// Judges the first minute, and one slice more when the service is warm, so that there is a level to compare it with. `warmup` as given on the
/// command line.
pub(super) fn start_up(session: &mut Session, warmup: &str) -> Result<(), Stop> {
    session.watch.warmed(&session.progress);
    match session.meant.clone() {
        Some(load) => under_its_load(session, &load, warmup),
        None => under_busy_connections(session, warmup),
    }
}

/// One stretch of the scenario's load: users that do not wait for each other do not stop for a slice either. The warm level has the load
/// of the first slice.
fn under_its_load(session: &mut Session, load: &Pattern, warmup: &str) -> Result<(), Stop> {
    slice(session, 1, load, SLICE * SLICES as u32)?;
    let like_first = as_at_first(load);
    if warmup != "none" {
        wait(session, warmup, Some(&like_first))?;
    }
    slice(session, 2, &like_first, SLICE)
}

fn under_busy_connections(session: &mut Session, warmup: &str) -> Result<(), Stop> {
    let load = Pattern::Closed { users: Profile::constant(f64::from(CONNECTIONS.min(session.max_connections))) };
    for number in 1..=SLICES {
        slice(session, number, &load, SLICE)?;
    }
    let compilers = warm::compiler_cores(session, &id(SLICES)).filter(|c| *c >= gate::COMPILER_CORES);
    let Some(cores) = compilers.filter(|_| warmup != "none") else { return Ok(()) };
    session.progress.say(message!("why/start-compiling", cores: Cores(cores)));
    wait(session, warmup, None)?;
    slice(session, SLICES + 1, &load, SLICE)
}

fn wait(session: &mut Session, warmup: &str, load: Option<&Pattern>) -> Result<(), Stop> {
    let after = format!("{AFTER_S}s");
    warm::wait_under(session, if warmup == "auto" { &after } else { warmup }, load)
}

fn id(number: usize) -> String {
    format!("start-up-{number}")
}

fn slice(session: &mut Session, number: usize, load: &Pattern, length: Duration) -> Result<(), Stop> {
    let arrival = pattern::arrival(load, 1);
    let phase = Phase { id: id(number), kind: PhaseKind::StartUp, arrival, fraction: None, start: Timestamp::now(), end: None };
    let s = run_job(session, &phase, Job { keep_attempts: true, ..Job::new(load.clone(), length) })?;
    say(session, &s);
    Ok(())
}

fn say(session: &Session, s: &PhaseSummary) {
    let slice = message!(
        "why/start-slice",
        rate: PerSecond(s.achieved_per_s),
        mean: Ms(s.response.mean_ns / 1e6),
        p99: Ms(s.response.p99_ns as f64 / 1e6)
    );
    let failed = s.error_share();
    session.progress.say(if failed > 0.0 { message!("why/start-slice-failed", slice: (slice), failed: Share(failed)) } else { slice });
}

/// The same load, always as high as it is on average in the first slice.
fn as_at_first(load: &Pattern) -> Pattern {
    let flat = |p: &Profile| Profile::constant(p.area_to(SLICE.as_nanos() as i64) / SLICE.as_secs_f64());
    match load {
        Pattern::Closed { users } => Pattern::Closed { users: flat(users) },
        Pattern::Paced { users, every_ns } => Pattern::Paced { users: flat(users), every_ns: *every_ns },
        Pattern::Open { rate, poisson, max_in_flight, when_full } => {
            Pattern::Open { rate: flat(rate), poisson: *poisson, max_in_flight: *max_in_flight, when_full: *when_full }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use load::profile::{Shape, Stage};

    #[test]
    fn the_warm_level_has_the_load_of_the_first_slice() {
        let minute = Stage { duration_ns: 60_000_000_000, target: 120.0, shape: Shape::Ramp };
        let load = Pattern::Paced { users: Profile::stages(0.0, &[minute]), every_ns: 1 };
        let Pattern::Paced { users, .. } = as_at_first(&load) else { panic!("paced") };
        assert!((users.peak() - 10.0).abs() < 1e-6 && users.length_ns() == 0, "{users:?}");
    }
}
