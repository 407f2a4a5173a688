//! Waits until the service is warm, as [`gate::closed`] says it. A fresh virtual machine is several times slower for half a minute,
//! and a test that does not notice measures the compiler.

use super::unloaded::Unloaded;
use super::{Session, Stop, levels, meet};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::pattern;
use gate::COMPILER_CORES;
use gate::closed::{Closed, LONG_STEADY_WINDOWS, STEADY, STEADY_WINDOWS, STILL_COMPILING, Warm};
use load::Pattern;
use model::{Arrival, Message, Observation, Phase, PhaseKind, Timestamp, message};
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
/// Shortest wait, seconds: as many windows as must agree.
pub(super) const SHORTEST_S: f64 = STEADY_WINDOWS as f64 * 2.5;
/// Longest wait, seconds: twice what a virtual machine needs that has its core for itself (ADR 0007).
pub(super) const LONGEST_S: f64 = 120.0;

/// Waits; says so when the service is not warm in the end.
pub(super) fn wait(session: &mut Session, how: &str) -> Result<(), Stop> {
    wait_under(session, how, None)
}

/// The same under a load of the user's own; where that is open, a rate is steady that is held.
pub(super) fn wait_under(session: &mut Session, how: &str, load: Option<&Pattern>) -> Result<(), Stop> {
    let longest = longest(how).unwrap_or(LONGEST_S);
    if longest == 0.0 {
        meet::meet(session);
        session.watch.warmed(&session.progress);
        return Ok(());
    }
    let began = Timestamp::now();
    session.progress.waits(&waits_for(0.0, &Closed::default(), None));
    let done = until_warm(session, began, longest, load);
    session.progress.waits_no_more();
    done?;
    meet::meet(session);
    session.watch.warmed(&session.progress);
    Ok(())
}

/// Loads until the service is warm or `longest` is over.
fn until_warm(session: &mut Session, began: Timestamp, longest: f64, load: Option<&Pattern>) -> Result<(), Stop> {
    let mut rates = Closed::default();
    let (mut connections, mut window) = (CONNECTIONS.min(session.max_connections), 0);
    let mut unloaded = Unloaded::default();
    loop {
        window += 1;
        let arrival = load.map_or(Arrival::Closed { connections }, |load| pattern::arrival(load, 1));
        let phase =
            Phase { id: format!("warm-up-{window}"), kind: PhaseKind::WarmUp, arrival, fraction: None, start: Timestamp::now(), end: None };
        let summary = levels::run_phase(session, &phase, WINDOW, false)?;
        if phase.is_open() && !levels::holds(&summary) {
            rates.forget();
        }
        rates.feed(summary.achieved_per_s);
        let compilers = compiler_cores(session, &phase.id);
        let more = (connections * 2).min(MOST_CONNECTIONS).min(session.max_connections);
        let gained = rates.gained().is_none_or(|times| times > WORTH);
        if load.is_none() && more > connections && gained && cpu_share(session, &phase.id).is_some_and(|c| c < LITTLE_CPU) {
            connections = more;
            rates.keep_last();
            continue;
        }
        session.progress.waits(&waits_for(Timestamp::now().seconds_since(began), &rates, compilers));
        if let Some(by) = rates.warm(compilers, cores(session, &phase.id)) {
            let how = how(by);
            let (rate, connections) = (summary.achieved_per_s, f64::from(connections));
            session.progress.say(match load {
                None => message!("why/warm", rate: PerSecond(rate), connections: Count(connections), how: (how)),
                Some(_) => message!("why/warm-under-its-load", rate: PerSecond(rate), how: (how)),
            });
            return Ok(());
        }
        if Timestamp::now().seconds_since(began) >= longest {
            let (rate, steady) = (summary.achieved_per_s, if rates.steady() { "yes" } else { "no" });
            let text = match compilers {
                Some(cores) => message!(
                    "why/still-warming-up-compiling",
                    longest: Seconds(longest),
                    rate: PerSecond(rate),
                    steady: kind(steady),
                    cores: Cores(cores)
                ),
                None => message!("why/still-warming-up", longest: Seconds(longest), rate: PerSecond(rate), steady: kind(steady)),
            };
            session.progress.say(message!("why/warning", says: (text.clone())));
            session.sink.observe(Observation::warning("still-warming-up", text));
            return Ok(());
        }
        if load.is_none() && unloaded.helps(compilers, cpu_share(session, &phase.id)) {
            let elapsed_s = Timestamp::now().seconds_since(began);
            unloaded.wait(session, elapsed_s, longest - elapsed_s);
        }
    }
}

/// `warm-up 14 s: waits for quiet compilers (0.80 cores, 0.05 asked for) and a steady rate (differs by 22 % in 8 s, 10 % asked for)`.
fn waits_for(elapsed_s: f64, rates: &Closed, compilers: Option<f64>) -> Message {
    let compilers = compilers.filter(|c| *c >= COMPILER_CORES);
    let compiling = compilers.map(|c| message!("why/quiet-compilers", cores: Cores(c), asked: Cores(COMPILER_CORES)));
    let seconds = STEADY_WINDOWS as f64 * WINDOW.as_secs_f64();
    let unsteady = match rates.differs() {
        None => Some(message!("why/steady-rate", seconds: Seconds(seconds))),
        Some(s) if s > STEADY => {
            Some(message!("why/steady-rate-differs", share: Share(s), seconds: Seconds(seconds), asked: Share(STEADY)))
        }
        Some(_) => None,
    };
    let what = match (compiling, unsteady) {
        (Some(compilers), Some(rate)) => message!("why/both", compilers: (compilers), rate: (rate)),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => message!("why/nothing-more"),
    };
    message!("why/waits-for", elapsed: Seconds(elapsed_s.round()), what: (what))
}

/// By what the service is warm, in words.
fn how(by: Warm) -> Message {
    let seconds = LONG_STEADY_WINDOWS as f64 * WINDOW.as_secs_f64();
    match by {
        Warm::Steady => message!("why/steady"),
        Warm::SteadyAndQuiet { compilers } => message!("why/steady-and-quiet", cores: Cores(compilers)),
        Warm::SteadyForLong { compilers } => {
            message!("why/steady-for-long", seconds: Seconds(seconds), share: Share(STILL_COMPILING), cores: Cores(compilers))
        }
    }
}

/// Cores used by compiler threads during a phase, when the scheduler is seen.
pub(super) fn compiler_cores(session: &Session, phase: &str) -> Option<f64> {
    session.collector.with(|run| {
        let p = run.phase(phase)?;
        diagnose::level::compiler_cores(run, (p.start, p.end?))
    })
}

/// Cores that the service used during a phase, when the scheduler is seen.
fn cores(session: &Session, phase: &str) -> Option<f64> {
    session.collector.with(|run| {
        let p = run.phase(phase)?;
        diagnose::level::process_cores(run, (p.start, p.end?))
    })
}

/// Share of its cores that the service used during a phase, when the scheduler is seen.
fn cpu_share(session: &Session, phase: &str) -> Option<f64> {
    session.collector.with(|run| {
        let p = run.phase(phase)?;
        diagnose::level::cpu_utilisation(run, (p.start, p.end?))
    })
}

/// The longest wait that was asked for, seconds; `None` for the usual one.
pub(super) fn longest(how: &str) -> Option<f64> {
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
    Err(Failure::new(Exit::Usage, "warmup", message!("why/no-warmup", how: name(how))).help("--warmup 30s"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::said;

    #[test]
    fn what_warm_up_waits_for_is_told_with_what_is_asked_for() {
        let told = |elapsed_s: f64, per_s: &[f64], compilers| {
            let mut rates = Closed::default();
            for rate in per_s {
                rates.feed(*rate);
            }
            said(&waits_for(elapsed_s, &rates, compilers))
        };
        let waits = |elapsed: f64, what: Message| said(&message!("why/waits-for", elapsed: Seconds(elapsed), what: (what)));
        let compilers = |cores: f64| message!("why/quiet-compilers", cores: Cores(cores), asked: Cores(0.05));
        let differs = message!("why/steady-rate-differs", share: Share(0.29), seconds: Seconds(7.5), asked: Share(0.1));
        let both = message!("why/both", compilers: (compilers(0.8)), rate: (differs));
        assert_eq!(told(14.2, &[100.0, 700.0, 850.0, 980.0], Some(0.8)), waits(14.0, both));
        assert_eq!(told(20.0, &[900.0, 950.0, 980.0], Some(0.2)), waits(20.0, compilers(0.2)));
        assert_eq!(told(2.4, &[900.0], None), waits(2.0, message!("why/steady-rate", seconds: Seconds(7.5))));
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(check("soon").is_err());
        assert!(check("30s").is_ok() && check("auto").is_ok() && check("none").is_ok());
    }
}
