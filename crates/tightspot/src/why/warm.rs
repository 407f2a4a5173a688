//! Waits until the service is warm: throughput steady, compilers quiet. A fresh virtual machine is several times slower for half a minute,
//! and a test that does not notice measures the compiler.

use super::{Session, Stop, levels};
use crate::exit::Exit;
use crate::failure::Failure;
use model::{Arrival, Observation, Phase, PhaseKind, Timestamp};
use std::time::Duration;

/// Length of a window.
const WINDOW: Duration = Duration::from_millis(2500);
/// Connections at first, and at most: few, because compilers share the cores with the requests and starve when these take them all; more
/// only while the service uses little CPU and more connections bring more requests. Guesses.
const CONNECTIONS: u32 = 8;
const MOST_CONNECTIONS: u32 = 64;
/// Share of its cores that the service may use for the connections to be doubled, and what a doubling must have gained to be worth another.
const LITTLE_CPU: f64 = 0.5;
const WORTH: f64 = 1.4;
/// Windows whose throughput must agree.
pub(super) const STEADY_WINDOWS: usize = 3;
/// By how much they may differ. A guess.
const STEADY: f64 = 0.10;
/// Cores that compiler threads may use. Source: LEDGER section 8.
pub(super) const COMPILING: f64 = 0.05;
/// Longest wait, seconds: twice what a virtual machine needs that has its core for itself (ADR 0007).
const LONGEST_S: f64 = 120.0;

/// Waits; says so when the service is not warm in the end.
pub(super) fn wait(session: &mut Session, how: &str) -> Result<(), Stop> {
    let longest = longest(how).unwrap_or(LONGEST_S);
    if longest == 0.0 {
        session.watch.warmed(&session.sink, &session.progress);
        return Ok(());
    }
    let began = Timestamp::now();
    let mut rates: Vec<f64> = Vec::new();
    let (mut connections, mut window) = (CONNECTIONS.min(session.max_connections), 0);
    loop {
        window += 1;
        let phase = Phase {
            id: format!("warm-up-{window}"),
            kind: PhaseKind::WarmUp,
            arrival: Arrival::Closed { connections },
            fraction: None,
            start: Timestamp::now(),
            end: None,
        };
        let summary = levels::run_phase(session, &phase, WINDOW, false)?;
        rates.push(summary.achieved_per_s);
        let compilers = compiler_cores(session, &phase.id);
        let more = (connections * 2).min(MOST_CONNECTIONS).min(session.max_connections);
        let gained = rates.len() < 2 || rates[rates.len() - 1] > WORTH * rates[rates.len() - 2];
        if more > connections && gained && cpu_share(session, &phase.id).is_some_and(|c| c < LITTLE_CPU) {
            connections = more;
            rates = vec![summary.achieved_per_s];
            continue;
        }
        let steady = is_steady(&rates);
        if steady && compilers.is_none_or(|c| c < COMPILING) {
            session.progress.say(&format!(
                "warm    {:.0}/s with {connections} connections, steady{}",
                summary.achieved_per_s,
                quiet(compilers)
            ));
            break;
        }
        if Timestamp::now().seconds_since(began) >= longest {
            let text = format!(
                "still warming up after {longest:.0} s: {:.0}/s, {}{}",
                summary.achieved_per_s,
                if steady { "steady" } else { "not steady" },
                compilers.map(|c| format!(", compilers use {c:.2} cores")).unwrap_or_default()
            );
            session.progress.say(&format!("warning {text}"));
            session.sink.observe(Observation::Warning { code: "still-warming-up".to_owned(), text });
            break;
        }
    }
    session.watch.warmed(&session.sink, &session.progress);
    Ok(())
}

fn quiet(compilers: Option<f64>) -> String {
    compilers.map(|c| format!(", compilers quiet ({c:.2} cores)")).unwrap_or_default()
}

pub(super) fn is_steady(rates: &[f64]) -> bool {
    let Some(last) = rates.len().checked_sub(STEADY_WINDOWS).map(|from| &rates[from..]) else { return false };
    let (low, high) = last.iter().fold((f64::INFINITY, 0.0_f64), |(l, h), r| (l.min(*r), h.max(*r)));
    high > 0.0 && (high - low) / high <= STEADY
}

/// Cores used by compiler threads during a phase, when the scheduler is seen.
pub(super) fn compiler_cores(session: &Session, phase: &str) -> Option<f64> {
    session.collector.with(|run| {
        let p = run.phase(phase)?;
        diagnose::level::compiler_cores(run, (p.start, p.end?))
    })
}

/// Share of its cores that the service used during a phase, when the scheduler is seen.
fn cpu_share(session: &Session, phase: &str) -> Option<f64> {
    session.collector.with(|run| {
        let p = run.phase(phase)?;
        diagnose::level::cpu_utilisation(run, (p.start, p.end?))
    })
}

fn longest(how: &str) -> Option<f64> {
    match how {
        "auto" => None,
        "none" => Some(0.0),
        s => s.trim_end_matches('s').parse().ok(),
    }
}

/// Refuses a `--warmup` that means nothing.
pub(super) fn check(how: &str) -> Result<(), Failure> {
    if how == "auto" || longest(how).is_some_and(|s| (0.0..=3600.0).contains(&s)) {
        return Ok(());
    }
    Err(Failure::new(Exit::Usage, "warmup", format!("--warmup {how:?} is neither auto, none nor seconds")).help("--warmup 30s"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_windows_within_a_tenth_are_steady() {
        assert!(is_steady(&[100.0, 900.0, 950.0, 980.0]));
        assert!(!is_steady(&[700.0, 850.0, 980.0]));
        assert!(!is_steady(&[900.0, 950.0]));
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(check("soon").is_err());
        assert!(check("30s").is_ok() && check("auto").is_ok() && check("none").is_ok());
    }
}
