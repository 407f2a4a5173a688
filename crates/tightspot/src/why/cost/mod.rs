//! `why --cost-of-watching PAIRS`: what the probes cost this service. Pairs of saturated load, one watched and one not, in an order drawn
//! anew for each pair; throughput and CPU per request as ratios with their intervals, as they are and as they would be if the machine had been
//! alike on both sides. What it costs to begin and to end watching lies outside the load, once a level however long that is: it is told by
//! itself, and all told it is spread over the length of a level.

mod print;
mod yardstick;

use super::{Session, Stop, levels, warm};
use crate::cli::WhyArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{interrupt, output};
use model::{Observation, PhaseKind, RunStatus, message};
use probe::discover::allowed_cpus;
use probe::process::process_cpu_s;
use std::time::Duration;
use yardstick::Yardstick;

/// Length of one arm, that of a level: what watching costs in its first moments counts as it does there.
const ARM: Duration = levels::LEVEL;
/// Length of an arm that is thrown away.
const SETTLING: Duration = Duration::from_secs(2);
/// Connections of the saturated load: enough for the services of the specimens. Raise with care: beyond saturation only the queue grows.
const CONNECTIONS: u32 = 64;

/// The service counts as settled when its compilers were quiet in this many arms in a row: a JVM compiles for a minute after it meets a new
/// load, and what it compiles would be counted for or against the probes.
const QUIET_ARMS: u32 = 6;
/// Arms after which the pairs begin anyway, and that is said.
const SETTLE_MOST: u32 = 80;

/// One side of a pair.
#[derive(Debug, Clone, Copy, Default)]
struct Side {
    answered: u64,
    seconds: f64,
    /// CPU of the service while it was loaded.
    cpu_s: f64,
    /// And while watching began and ended, before and after the load, where a level had been watched just before.
    turning_s: f64,
    /// And where none had.
    starting_s: f64,
    /// CPU of a piece of fixed work meanwhile.
    piece_s: f64,
}

impl Side {
    fn per_s(self) -> f64 {
        self.answered as f64 / self.seconds.max(1e-9)
    }

    /// CPU of the service per request, milliseconds, while it was loaded.
    fn cpu_ms(self) -> f64 {
        self.cpu_s * 1e3 / self.answered.max(1) as f64
    }

    /// The same with what turning watching on and off adds in a level of the usual length.
    fn all_told_ms(self) -> f64 {
        let a_level = self.per_s() * levels::LEVEL.as_secs_f64();
        self.cpu_ms() + self.turning_s * 1e3 / a_level.max(1.0)
    }
}

/// Measures and prints.
pub(super) fn run(mut session: Session, args: &WhyArgs, pairs: u32) -> Result<Exit, Failure> {
    let measured = warm::wait(&mut session, &args.warmup).and_then(|()| measure(&mut session, args.seed, pairs));
    session.progress.clear();
    session.watch.detach(&session.progress);
    let status = if measured.is_ok() { RunStatus::Complete } else { RunStatus::Partial };
    session.sink.observe(Observation::Event(model::Event::now("cost-of-watching", format!("{pairs} pairs"))));
    if let Err(e) = session.writer.finish(status) {
        output::warning(&e.to_string().into());
    }
    let arms = measured.map_err(|stop| match stop {
        Stop::Interrupted => Failure::new(Exit::Interrupted, "interrupted", message!("why/stopped-before-all-pairs")),
        Stop::TargetDied => Failure::new(Exit::Target, "target-died", message!("conduct/target-died")),
        Stop::TooManyErrors(why) => Failure::new(Exit::Target, "too-many-errors", why),
        Stop::Load(why) => Failure::new(Exit::Target, "load-stopped", why),
    })?;
    output::result(&if args.form() == "json" { print::json(&arms) } else { print::text(&arms) });
    Ok(Exit::Done)
}

/// Pairs of (not watched, watched).
fn measure(session: &mut Session, seed: u64, pairs: u32) -> Result<Vec<(Side, Side)>, Stop> {
    let connections = CONNECTIONS.min(session.max_connections);
    let yardstick = Yardstick::start(allowed_cpus(session.watch.pid())).map_err(|e| Stop::Load(e.to_string().into()))?;
    settle(session, &yardstick, connections)?;
    let mut all = Vec::new();
    for n in 1..=pairs {
        let drawn = seed ^ u64::from(n).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let watched_first = drawn.count_ones().is_multiple_of(2);
        let (mut off, mut on) = (Side::default(), Side::default());
        for (half, watched) in [("a", watched_first), ("b", !watched_first)] {
            *(if watched { &mut on } else { &mut off }) = arm(session, &yardstick, format!("pair-{n}{half}"), connections, watched, ARM)?;
        }
        session.progress.say(print::line(n, off, on));
        all.push((off, on));
    }
    Ok(all)
}

/// Arms that are thrown away, until the service has met this load and its compilers are quiet.
fn settle(session: &mut Session, yardstick: &Yardstick, connections: u32) -> Result<(), Stop> {
    let mut quiet = 0;
    for n in 1..=SETTLE_MOST {
        let id = format!("settle-{n}");
        let side = arm(session, yardstick, id.clone(), connections, true, SETTLING)?;
        let compilers = warm::compiler_cores(session, &id);
        quiet = if compilers.is_none_or(|c| c < gate::COMPILER_CORES) { quiet + 1 } else { 0 };
        let compiling = compilers.map(|c| format!(", compilers use {c:.2} cores")).unwrap_or_default();
        session.progress.say(format!("settle  {:.1}/s, {:.3} ms of CPU per request{compiling}", side.per_s(), side.cpu_ms()));
        if quiet == QUIET_ARMS {
            return Ok(());
        }
    }
    output::warning(&message!("why/still-busy", arms: Count(f64::from(SETTLE_MOST))));
    Ok(())
}

fn arm(session: &mut Session, yardstick: &Yardstick, id: String, connections: u32, watched: bool, length: Duration) -> Result<Side, Stop> {
    if interrupt::requested() {
        return Err(Stop::Interrupted);
    }
    let phase = levels::closed(id, PhaseKind::Saturation, connections);
    let pid = session.watch.pid();
    session.watch.rest(&session.progress);
    let at_rest = cpu_s(pid);
    if watched {
        // from here on as if another level had just been watched
        session.watch.begin(&phase, &session.progress);
        session.watch.end(&phase, &session.progress);
    }
    let at_first = cpu_s(pid);
    if watched {
        session.watch.begin(&phase, &session.progress);
    }
    let before = cpu_s(pid);
    yardstick.begin();
    let result = session.engine.run(&phase, length, true);
    let piece_s = yardstick.end().unwrap_or(0.0);
    let after = cpu_s(pid);
    if watched {
        session.watch.end(&phase, &session.progress);
    }
    let at_last = cpu_s(pid);
    if !session.watch.target_alive() {
        return Err(Stop::TargetDied);
    }
    let s = result.map_err(|e| Stop::Load(e.to_string().into()))?;
    if s.error_share() > session.max_error_share {
        return Err(levels::too_many_errors(session, &phase, &s));
    }
    let answered = s.answered();
    Ok(Side {
        answered,
        seconds: answered as f64 / s.achieved_per_s.max(1e-9),
        cpu_s: after - before,
        turning_s: (before - at_first) + (at_last - after),
        starting_s: at_first - at_rest,
        piece_s,
    })
}

/// CPU time of a process with all its threads, also those that have ended, seconds; read from outside, so that both arms are measured alike.
pub(super) fn cpu_s(pid: u32) -> f64 {
    process_cpu_s(pid).unwrap_or(0.0)
}
