//! How requests arrive, from arguments.

use crate::cli::LoadArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use ::load::profile::{Profile, Stage};
use ::load::{Job, Pattern, WhenFull};
use model::Arrival;
use std::time::Duration;

const DURATION: Duration = Duration::from_secs(10);
/// With a number of requests the time ends only what would never end.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);
const CONNECTIONS: u32 = 50;
const MOST_IN_FLIGHT: u32 = 1000;

/// The job of the arguments.
pub(super) fn job(args: &LoadArgs) -> Result<Job, Failure> {
    let profile = |first: f64| if args.stage.is_empty() { Profile::constant(first) } else { Profile::stages(first, &args.stage) };
    let pattern = match (args.rate, args.users, &args.every) {
        (_, Some(users), Some(every)) => {
            let every_ns = every.as_nanos().min(1 << 62) as i64;
            if every_ns < 1_000_000 {
                return Err(Failure::new(Exit::Usage, "every", format!("a user cannot send every {every}")).help("--every 1ms or more"));
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
        _ => Pattern::Closed { users: profile(f64::from(args.connections.unwrap_or(CONNECTIONS))) },
    };
    let stages = Duration::from_nanos(args.stage.iter().map(|s: &Stage| s.duration_ns as u64).sum());
    let duration = match (&args.duration, args.requests) {
        (Some(d), _) => **d,
        (None, Some(_)) => LONGEST,
        (None, None) if !stages.is_zero() => stages,
        (None, None) => DURATION,
    };
    if duration.is_zero() {
        return Err(Failure::new(Exit::Usage, "duration", "a load of no length sends nothing").help("-z 10s"));
    }
    Ok(Job { pattern, duration, requests: args.requests, keep_attempts: false })
}

/// The same for the record, which knows no stages: at its largest.
pub(super) fn arrival(pattern: &Pattern) -> Arrival {
    match pattern {
        Pattern::Closed { users } => Arrival::Closed { connections: users.peak().ceil() as u32 },
        Pattern::Open { rate, poisson, max_in_flight, .. } => {
            Arrival::Open { rate_per_s: rate.peak(), poisson: *poisson, max_connections: *max_in_flight }
        }
        Pattern::Paced { users, every_ns } => Arrival::Paced { users: users.peak().ceil() as u32, every_ns: *every_ns },
    }
}

/// The same for people.
pub(super) fn in_words(job: &Job) -> String {
    let number =
        |p: &Profile| if p.length_ns() == 0 { format!("{:.0}", p.value_at(0)) } else { format!("{:.0} to {:.0}", p.value_at(0), p.peak()) };
    let what = match &job.pattern {
        Pattern::Closed { users } => format!("{} connections, always busy", number(users)),
        Pattern::Open { rate, poisson, .. } => format!("{}/s, {}", number(rate), if *poisson { "independent arrivals" } else { "even" }),
        Pattern::Paced { users, every_ns } => {
            format!("{} users, each every {}", number(users), humantime::format_duration(Duration::from_nanos(*every_ns as u64)))
        }
    };
    match job.requests {
        Some(n) => format!("{what}, {n} requests"),
        None => format!("{what}, {}", humantime::format_duration(job.duration)),
    }
}
