//! `why --cost-of-watching PAIRS`: what the probes cost this service. Pairs of saturated load, one watched and one not, in an order drawn
//! anew for each pair; throughput and CPU per request as ratios with their intervals.

use super::{Session, Stop, levels, warm};
use crate::cli::WhyArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::{interrupt, output};
use model::{Observation, PhaseKind, RunStatus, Timestamp};
use stats::paired::{Ratio, ratio};
use std::time::Duration;

/// Length of one arm.
const ARM: Duration = Duration::from_secs(8);
/// Connections of the saturated load: enough for the services of the specimens. Raise with care: beyond saturation only the queue grows.
const CONNECTIONS: u32 = 64;

/// One arm of a pair.
#[derive(Debug, Clone, Copy)]
struct Arm {
    per_s: f64,
    cpu_ms: f64,
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
    let throughput = ratio(&arms.iter().map(|(off, on)| (off.per_s, on.per_s)).collect::<Vec<_>>());
    let cpu = ratio(&arms.iter().map(|(off, on)| (off.cpu_ms, on.cpu_ms)).collect::<Vec<_>>());
    if args.json {
        let side = |r: Option<Ratio>| r.map(|r| serde_json::json!({ "ratio": r.ratio, "ci95": [r.low, r.high] }));
        let rows: Vec<_> = arms
            .iter()
            .map(|(off, on)| serde_json::json!({ "off_per_s": off.per_s, "on_per_s": on.per_s, "off_cpu_ms": off.cpu_ms, "on_cpu_ms": on.cpu_ms }))
            .collect();
        let doc =
            serde_json::json!({ "schema_version": "1.0", "pairs": rows, "throughput": side(throughput), "cpu_per_request": side(cpu) });
        output::result(&format!("{doc:#}"));
    } else {
        for (n, (off, on)) in arms.iter().enumerate() {
            output::result(&format!(
                "pair {:>2}  {:>8.1}/s -> {:>8.1}/s   {:.3} ms -> {:.3} ms of CPU per request",
                n + 1,
                off.per_s,
                on.per_s,
                off.cpu_ms,
                on.cpu_ms
            ));
        }
        output::result(&format!("watching changes throughput by {}, CPU per request by {}", percent(throughput), percent(cpu)));
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
fn measure(session: &mut Session, seed: u64, pairs: u32) -> Result<Vec<(Arm, Arm)>, Stop> {
    let connections = CONNECTIONS.min(session.max_connections);
    // one arm that is thrown away: the service meets this load for the first time
    arm(session, "settle".to_owned(), connections, false)?;
    let mut all = Vec::new();
    for n in 1..=pairs {
        let watched_first = (seed ^ u64::from(n).wrapping_mul(0x9E37_79B9_7F4A_7C15)).count_ones().is_multiple_of(2);
        let first = arm(session, format!("pair-{n}-a"), connections, watched_first)?;
        let second = arm(session, format!("pair-{n}-b"), connections, !watched_first)?;
        all.push(if watched_first { (second, first) } else { (first, second) });
    }
    Ok(all)
}

fn arm(session: &mut Session, id: String, connections: u32, watched: bool) -> Result<Arm, Stop> {
    let phase = levels::closed(id, PhaseKind::Saturation, connections);
    let before = cpu_s(session.watch.pid());
    let began = Timestamp::now();
    let summary = if watched {
        levels::run_phase(session, &phase, ARM, true)?
    } else {
        if interrupt::requested() {
            return Err(Stop::Interrupted);
        }
        let s = session.engine.run(&phase, ARM, true).map_err(|e| Stop::Load(e.to_string()))?;
        if !session.watch.target_alive() {
            return Err(Stop::TargetDied);
        }
        s
    };
    let cpu = cpu_s(session.watch.pid()) - before;
    let arm = Arm { per_s: summary.achieved_per_s, cpu_ms: cpu * 1e3 / summary.answered().max(1) as f64 };
    session.progress.say(&format!(
        "{:<8} {:>8.1}/s, {:.3} ms of CPU per request, {:.1} s",
        if watched { "watched" } else { "alone" },
        arm.per_s,
        arm.cpu_ms,
        Timestamp::now().seconds_since(began)
    ));
    Ok(arm)
}

/// CPU time of a process with all its threads, also those that have ended, seconds; read from outside, so that both arms are measured alike.
fn cpu_s(pid: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // after the name in parentheses: state is field 3, utime and stime are 14 and 15, in ticks of 10 ms
    let fields: Vec<&str> = stat.rsplit_once(')').map(|(_, rest)| rest.split_whitespace().collect()).unwrap_or_default();
    let ticks = |i: usize| fields.get(i).and_then(|f| f.parse::<u64>().ok()).unwrap_or(0);
    (ticks(11) + ticks(12)) as f64 / 100.0
}
