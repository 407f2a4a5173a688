//! `why --cost-of-watching PAIRS`: what the probes cost this service. Pairs of saturated load, one watched and one not, in an order drawn
//! anew for each pair; throughput and CPU per request as ratios with their intervals. What it costs to begin and to end watching lies outside
//! the load, once a level however long that is, and is told by itself.

use super::{Session, Stop, levels, warm};
use crate::cli::WhyArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{interrupt, output};
use model::{Observation, PhaseKind, RunStatus};
use stats::paired::{Ratio, ratio};
use std::time::Duration;

/// Length of one arm, and arms on each side of a pair. They are short and alternate, because neighbours on a shared machine change what a
/// request costs by a quarter from one ten seconds to the next, and that must hit both sides alike.
const ARM: Duration = Duration::from_secs(2);
const ARMS: u32 = 6;
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
    /// And while watching began and ended, before and after the load.
    turning_s: f64,
}

impl Side {
    fn per_s(self) -> f64 {
        self.answered as f64 / self.seconds.max(1e-9)
    }

    fn cpu_ms(self) -> f64 {
        self.cpu_s * 1e3 / self.answered.max(1) as f64
    }

    fn add(&mut self, arm: Self) {
        self.answered += arm.answered;
        self.seconds += arm.seconds;
        self.cpu_s += arm.cpu_s;
        self.turning_s += arm.turning_s;
    }
}

/// Measures and prints.
pub(super) fn run(mut session: Session, args: &WhyArgs, pairs: u32) -> Result<Exit, Failure> {
    let measured = warm::wait(&mut session, &args.warmup).and_then(|()| measure(&mut session, args.seed, pairs));
    session.progress.clear();
    session.watch.detach(&session.sink, &session.progress);
    let status = if measured.is_ok() { RunStatus::Complete } else { RunStatus::Partial };
    session.sink.observe(Observation::Event(model::Event::now("cost-of-watching", format!("{pairs} pairs"))));
    if let Err(e) = session.writer.finish(status) {
        output::note(&format!("warning: {e}"));
    }
    let arms = measured.map_err(|stop| match stop {
        Stop::Interrupted => Failure::new(Exit::Interrupted, "interrupted", "stopped before all pairs were measured"),
        Stop::TargetDied => Failure::new(Exit::Target, "target-died", "the service ended while it was loaded"),
        Stop::TooManyErrors(why) => Failure::new(Exit::Target, "too-many-errors", why),
        Stop::Load(why) => Failure::new(Exit::Target, "load-stopped", why),
    })?;
    let throughput = ratio(&arms.iter().map(|(off, on)| (off.per_s(), on.per_s())).collect::<Vec<_>>());
    let cpu = ratio(&arms.iter().map(|(off, on)| (off.cpu_ms(), on.cpu_ms())).collect::<Vec<_>>());
    let turning_ms = arms.iter().map(|(_, on)| on.turning_s).sum::<f64>() * 1e3 / f64::from(pairs * ARMS).max(1.0);
    if args.json {
        let side = |r: Option<Ratio>| r.map(|r| serde_json::json!({ "ratio": r.ratio, "ci95": [r.low, r.high] }));
        let rows: Vec<_> = arms
            .iter()
            .map(|(off, on)| serde_json::json!({ "off_per_s": off.per_s(), "on_per_s": on.per_s(), "off_cpu_ms": off.cpu_ms(), "on_cpu_ms": on.cpu_ms() }))
            .collect();
        let doc = serde_json::json!({ "schema_version": "1.0", "pairs": rows, "throughput": side(throughput), "cpu_per_request": side(cpu), "turning_on_and_off_cpu_ms": turning_ms });
        output::result(&format!("{doc:#}"));
    } else {
        for (n, (off, on)) in arms.iter().enumerate() {
            output::result(&line(n as u32 + 1, *off, *on));
        }
        output::result(&format!("watching changes throughput by {}, CPU per request by {}", percent(throughput), percent(cpu)));
        output::result(&format!(
            "turning it on and off takes {turning_ms:.0} ms of the service's CPU for each level, before and after its load ({:.1} % of a core over the {} s of a level)",
            turning_ms / 10.0 / levels::LEVEL.as_secs_f64(),
            levels::LEVEL.as_secs()
        ));
    }
    Ok(Exit::Done)
}

fn percent(r: Option<Ratio>) -> String {
    let p = |x: f64| (x - 1.0) * 100.0;
    r.map_or_else(
        || "an unknown amount".to_owned(),
        |r| format!("{:+.1} % (95 % interval {:+.1} .. {:+.1} %)", p(r.ratio), p(r.low), p(r.high)),
    )
}

/// Pairs of (not watched, watched).
fn measure(session: &mut Session, seed: u64, pairs: u32) -> Result<Vec<(Side, Side)>, Stop> {
    let connections = CONNECTIONS.min(session.max_connections);
    settle(session, connections)?;
    let mut all = Vec::new();
    for n in 1..=pairs {
        let (mut off, mut on) = (Side::default(), Side::default());
        for m in 1..=ARMS {
            let drawn = seed ^ u64::from(n * ARMS + m).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let watched_first = drawn.count_ones().is_multiple_of(2);
            for (half, watched) in [("a", watched_first), ("b", !watched_first)] {
                let side = arm(session, format!("pair-{n}-{m}{half}"), connections, watched)?;
                if watched { on.add(side) } else { off.add(side) }
            }
        }
        session.progress.say(&line(n, off, on));
        all.push((off, on));
    }
    Ok(all)
}

fn line(n: u32, off: Side, on: Side) -> String {
    format!(
        "pair {n:>2}  {:>8.1}/s -> {:>8.1}/s   {:.3} ms -> {:.3} ms of CPU per request",
        off.per_s(),
        on.per_s(),
        off.cpu_ms(),
        on.cpu_ms()
    )
}

/// Arms that are thrown away, until the service has met this load and its compilers are quiet.
fn settle(session: &mut Session, connections: u32) -> Result<(), Stop> {
    let mut quiet = 0;
    for n in 1..=SETTLE_MOST {
        let id = format!("settle-{n}");
        let side = arm(session, id.clone(), connections, true)?;
        let compilers = warm::compiler_cores(session, &id);
        quiet = if compilers.is_none_or(|c| c < warm::COMPILING) { quiet + 1 } else { 0 };
        let compiling = compilers.map(|c| format!(", compilers use {c:.2} cores")).unwrap_or_default();
        session.progress.say(&format!("settle  {:.1}/s, {:.3} ms of CPU per request{compiling}", side.per_s(), side.cpu_ms()));
        if quiet == QUIET_ARMS {
            return Ok(());
        }
    }
    output::note(&format!("warning: the compilers are still busy after {SETTLE_MOST} arms, and that is in the figures"));
    Ok(())
}

fn arm(session: &mut Session, id: String, connections: u32, watched: bool) -> Result<Side, Stop> {
    if interrupt::requested() {
        return Err(Stop::Interrupted);
    }
    let phase = levels::closed(id, PhaseKind::Saturation, connections);
    let pid = session.watch.pid();
    let at_first = cpu_s(pid);
    if watched {
        session.watch.begin(&phase, &session.sink, &session.progress);
    }
    let before = cpu_s(pid);
    let result = session.engine.run(&phase, ARM, true);
    let after = cpu_s(pid);
    if watched {
        session.watch.end(&phase, &session.sink, &session.progress);
    }
    let at_last = cpu_s(pid);
    if !session.watch.target_alive() {
        return Err(Stop::TargetDied);
    }
    let s = result.map_err(|e| Stop::Load(e.to_string()))?;
    let (answered, turning_s) = (s.answered(), (before - at_first) + (at_last - after));
    Ok(Side { answered, seconds: answered as f64 / s.achieved_per_s.max(1e-9), cpu_s: after - before, turning_s })
}

/// CPU time of a process with all its threads, also those that have ended, seconds; read from outside, so that both arms are measured alike.
pub(super) fn cpu_s(pid: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // after the name in parentheses: state is field 3, utime and stime are 14 and 15, in ticks of 10 ms
    let fields: Vec<&str> = stat.rsplit_once(')').map(|(_, rest)| rest.split_whitespace().collect()).unwrap_or_default();
    let ticks = |i: usize| fields.get(i).and_then(|f| f.parse::<u64>().ok()).unwrap_or(0);
    (ticks(11) + ticks(12)) as f64 / 100.0
}
