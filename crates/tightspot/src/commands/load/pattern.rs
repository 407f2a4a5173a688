//! How requests arrive, from arguments.

use crate::cli::LoadArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::pattern::{CONNECTIONS, MOST_IN_FLIGHT, keeping_the_period, of_file};
use ::load::profile::{Profile, Stage};
use ::load::{Job, LoadMode, Pattern, Scenario, WhenFull};
use model::{Message, message};
use std::sync::Arc;
use std::time::Duration;

const DURATION: Duration = Duration::from_secs(10);
/// With a number of requests the time ends only what would never end.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// The job of each scenario.
pub(super) fn jobs(args: &LoadArgs, scenarios: &[Arc<Scenario>]) -> Result<Vec<Job>, Failure> {
    if scenarios.len() > 1 && (asks_for_load(args) || args.duration.is_some() || args.requests.is_some()) {
        return Err(Failure::new(Exit::Usage, "load-of-several", message!("commands/load-of-several"))
            .why(message!("commands/for-which-of-them"))
            .help(message!("commands/change-the-file")));
    }
    scenarios.iter().map(|s| job(args, s)).collect()
}

fn asks_for_load(args: &LoadArgs) -> bool {
    args.rate.is_some() || args.users.is_some() || args.connections.is_some() || !args.stage.is_empty()
}

/// The job of the arguments, and of the scenario's `[load]` where the command line says nothing.
fn job(args: &LoadArgs, scenario: &Scenario) -> Result<Job, Failure> {
    let file = scenario.load();
    let asked = asks_for_load(args);
    if file.mode == Some(LoadMode::FindKnee) && !asked {
        return Err(Failure::new(Exit::Usage, "load-mode", message!("commands/mode-find-knee")).help(message!("commands/why-or-own-load")));
    }
    let streams = args.streams.unwrap_or(1);
    let (pattern, stages) = if asked { (of_arguments(args)?, &args.stage) } else { (of_file(file, streams), &file.stages) };
    let pattern = keeping_the_period(pattern, scenario);
    if args.streams.is_some() && matches!(pattern, Pattern::Paced { .. }) {
        return Err(Failure::new(Exit::Usage, "streams", message!("commands/streams-of-users")).help(message!("commands/without-streams")));
    }
    let stages = Duration::from_nanos(stages.iter().map(|s: &Stage| s.duration_ns as u64).sum());
    let requests = args.requests.or(file.requests);
    let duration = match (&args.duration, file.duration_ns) {
        (Some(d), _) => **d,
        (None, Some(ns)) => Duration::from_nanos(ns as u64),
        (None, None) if requests.is_some() => LONGEST,
        (None, None) if !stages.is_zero() => stages,
        (None, None) => DURATION,
    };
    if duration.is_zero() {
        return Err(Failure::new(Exit::Usage, "duration", message!("commands/no-length")).help("-z 10s"));
    }
    let graceful_stop = Duration::from_nanos(file.graceful_stop_ns.unwrap_or(0) as u64);
    Ok(Job { requests, graceful_stop, ..Job::new(pattern, duration) })
}

fn of_arguments(args: &LoadArgs) -> Result<Pattern, Failure> {
    let profile = |first: f64| if args.stage.is_empty() { Profile::constant(first) } else { Profile::stages(first, &args.stage) };
    Ok(match (args.rate, args.users, &args.every) {
        (_, Some(users), Some(every)) => {
            let every_ns = every.as_nanos().min(1 << 62) as i64;
            if every_ns < 1_000_000 {
                let what = message!("commands/too-often", every: name(every.to_string()));
                return Err(Failure::new(Exit::Usage, "every", what).help(message!("commands/every-1ms")));
            }
            Pattern::Paced { users: profile(f64::from(users)), every_ns }
        }
        (Some(rate), ..) => Pattern::Open {
            rate: profile(rate),
            poisson: args.poisson,
            max_in_flight: args.connections.unwrap_or(MOST_IN_FLIGHT),
            when_full: match args.when_full.as_str() {
                "drop" => WhenFull::Drop,
                "fail" => WhenFull::Fail,
                _ => WhenFull::Queue,
            },
        },
        _ => {
            // Each request in flight is a user of its own, and each connection has as many as it has streams.
            let streams = f64::from(args.streams.unwrap_or(1));
            let stages: Vec<Stage> = args.stage.iter().map(|s| Stage { target: s.target * streams, ..*s }).collect();
            let first = f64::from(args.connections.unwrap_or(CONNECTIONS)) * streams;
            Pattern::Closed { users: if stages.is_empty() { Profile::constant(first) } else { Profile::stages(first, &stages) } }
        }
    })
}

/// A job for people.
pub(super) fn in_words(job: &Job, streams: u32) -> Message {
    let what = match &job.pattern {
        Pattern::Closed { users } if streams > 1 => {
            message!("commands/always-in-flight", requests: (number(users)), streams: Count(f64::from(streams)))
        }
        Pattern::Closed { users } => message!("commands/always-busy", connections: (number(users))),
        Pattern::Open { rate, poisson, .. } => {
            message!("commands/rate", rate: (number(rate)), arrivals: kind(if *poisson { "poisson" } else { "even" }))
        }
        Pattern::Paced { users, every_ns } => {
            let every = humantime::format_duration(Duration::from_nanos(*every_ns as u64)).to_string();
            message!("commands/users-every", users: (number(users)), every: name(every))
        }
    };
    match job.requests {
        Some(n) => message!("commands/for-requests", load: (what), requests: Count(n as f64)),
        None => message!("commands/for-time", load: (what), time: name(humantime::format_duration(job.duration).to_string())),
    }
}

/// `10`, or `10 to 100` where it changes.
fn number(p: &Profile) -> Message {
    let first = format!("{:.0}", p.value_at(0));
    match p.length_ns() {
        0 => first.into(),
        _ => message!("commands/from-to", first: name(first), most: name(format!("{:.0}", p.peak()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Cli, Command};
    use clap::Parser as _;
    use model::Arrival;

    /// The job of a command line on a scenario file with these tables.
    fn job_of(arguments: &[&str], tables: &str) -> Job {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("s.toml");
        let text = format!("[target]\nurl = \"http://localhost:1\"\n{tables}\n[[scenario.step]]\nrequest = \"GET /\"\n");
        std::fs::write(&path, text).expect("a file");
        let scenario = Arc::new(Scenario::from_file(&path).unwrap_or_else(|e| panic!("{e}")));
        let cli = Cli::try_parse_from(["tightspot", "load", "http://x"].iter().chain(arguments)).expect("arguments");
        let Command::Load(args) = cli.command else { panic!("load") };
        jobs(&args, &[scenario]).unwrap_or_else(|e| panic!("{e}")).remove(0)
    }

    #[test]
    fn a_ramp_goes_from_its_rate_to_its_maximum() {
        let job = job_of(&[], "[load]\nmode = \"ramp\"\nrate = 10\nmax_rate = 200\nduration = \"1m\"");
        let Pattern::Open { rate, .. } = &job.pattern else { panic!("{job:?}") };
        assert_eq!((rate.value_at(0), rate.value_at(30_000_000_000), rate.value_at(60_000_000_000)), (10.0, 105.0, 200.0));
        assert_eq!(job.duration, Duration::from_secs(60));
        let closed = job_of(&[], "[load]\nclosed = true\nusers = 3\ngraceful_stop = \"5s\"");
        assert_eq!((closed.pattern, closed.graceful_stop), (Pattern::Closed { users: Profile::constant(3.0) }, Duration::from_secs(5)));
    }

    #[test]
    fn the_command_line_stands_above_the_file() {
        let file = "[load]\nrate = \"30/s\"\nduration = \"5m\"";
        let by_file = job_of(&[], file);
        assert!(matches!(&by_file.pattern, Pattern::Open { rate, .. } if rate.value_at(0) == 30.0));
        assert_eq!(by_file.duration, Duration::from_secs(300));
        let by_line = job_of(&["-c", "7", "-z", "2s"], file);
        assert_eq!(by_line.pattern, Pattern::Closed { users: Profile::constant(7.0) });
        assert_eq!(by_line.duration, Duration::from_secs(2));
        assert_eq!(job_of(&[], "").pattern, Pattern::Closed { users: Profile::constant(50.0) });
        assert_eq!(job_of(&["-n", "5"], "").duration, LONGEST);
    }

    #[test]
    fn a_period_of_the_scenario_is_kept() {
        let job = job_of(&[], "[load]\nusers = 2500\n[scenario]\nevery = \"1s\"");
        assert_eq!(job.pattern, Pattern::Paced { users: Profile::constant(2500.0), every_ns: 1_000_000_000 });
    }

    #[test]
    fn every_stream_of_a_connection_has_a_request_in_flight() {
        let closed = |arguments: &[&str], file: &str| match job_of(arguments, file).pattern {
            Pattern::Closed { users } => (users.value_at(0), users.peak()),
            other => panic!("{other:?}"),
        };
        assert_eq!(closed(&["--http2", "-c", "5", "--streams", "10", "--stage", "1s:7"], ""), (50.0, 70.0));
        assert_eq!(closed(&["--http2", "--streams", "2"], ""), (100.0, 100.0));
        assert_eq!(closed(&["--http2", "--streams", "4"], "[load]\nconnections = 3"), (12.0, 12.0));
        assert_eq!(closed(&["--http2", "--streams", "4"], "[load]\nusers = 3"), (3.0, 3.0));
        assert_eq!(crate::pattern::arrival(&Pattern::Closed { users: Profile::constant(50.0) }, 10), Arrival::Closed { connections: 5 });
    }

    #[test]
    fn stages_last_as_long_as_they_are() {
        let job = job_of(&["-q", "10", "--stage", "5s:100", "--stage", "2s=0"], "");
        assert_eq!(job.duration, Duration::from_secs(7));
        let rate = message!("commands/from-to", first: name("10"), most: name("100"));
        let rate = message!("commands/rate", rate: (rate), arrivals: kind("even"));
        assert_eq!(in_words(&job, 1), message!("commands/for-time", load: (rate), time: name("7s")));
    }
}
