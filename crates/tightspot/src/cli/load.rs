//! Arguments of `load`.

use super::RequestArgs;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct LoadArgs {
    #[command(flatten)]
    pub(crate) request: RequestArgs,
    /// How long requests are planned [default: 10s, or until --requests are done]
    #[arg(short = 'z', long, value_name = "TIME")]
    pub(crate) duration: Option<humantime::Duration>,
    /// Requests per second, whatever the answers do: `200` or `200/s`
    #[arg(short = 'q', long, value_name = "RATE", value_parser = rate, conflicts_with = "users")]
    pub(crate) rate: Option<f64>,
    /// Independent arrivals (Poisson) instead of even spacing
    #[arg(long, requires = "rate")]
    pub(crate) poisson: bool,
    /// Connections: all busy all the time [default: 50], or with --rate the most in flight [default: 1000]
    #[arg(short = 'c', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) connections: Option<u32>,
    /// HTTP/2: requests in flight at a time on each connection, so that -c 50 --streams 10 keeps 500 in flight [default: 1]
    #[arg(long, value_name = "N", requires = "http2", conflicts_with = "users", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) streams: Option<u32>,
    /// Users, each with a connection of its own, each sending a request --every so often
    #[arg(long, value_name = "N", requires = "every", conflicts_with = "connections", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) users: Option<u32>,
    /// Period of a user
    #[arg(long, value_name = "TIME", requires = "users")]
    pub(crate) every: Option<humantime::Duration>,
    /// After the beginning, TIME:N to get to N (rate, connections or users) in a straight line, TIME=N to be there at once (repeatable)
    #[arg(long, value_name = "TIME:N", value_parser = stage)]
    pub(crate) stage: Vec<::load::profile::Stage>,
    /// End after this many requests
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) requests: Option<u64>,
    /// What becomes of a request that finds all connections busy and no more allowed
    #[arg(long, default_value = "queue", value_parser = ["queue", "drop", "fail"], requires = "rate")]
    pub(crate) when_full: String,
    /// Send on time to some microseconds and read every answer as it comes, for more CPU
    #[arg(long)]
    pub(crate) precise: bool,
    /// Generator threads; with several scenarios, of each
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: u32,
    /// Share of the requests that get a trace context (W3C traceparent), so that slow ones can be looked up in a tracing tool: `1%`
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub(crate) trace_sample: Option<f64>,
    /// Seed of every random choice
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Objective, repeatable: 'p99<300ms', 'error_rate<0.1%', 'tps>=500', 'p95<200ms for 10s', 'p99<1s abort'
    #[arg(long, value_name = "OBJECTIVE")]
    pub(crate) slo: Vec<report::load::Slo>,
    #[arg(short = 'o', long, value_name = "PATH", help = super::outputs::help(&report::load::OUTPUTS))]
    pub(crate) out: Vec<PathBuf>,
    /// Form of the result
    #[arg(long, default_value = "text", value_parser = super::outputs::formats(&report::load::OUTPUTS))]
    pub(crate) format: String,
    /// Short for --format json
    #[arg(long)]
    pub(crate) json: bool,
    /// Name of the run
    #[arg(long)]
    pub(crate) name: Option<String>,
}

/// `200` or `200/s`, `3000/m`.
pub(super) fn rate(text: &str) -> Result<f64, String> {
    let (number, per_s) = match text.split_once('/') {
        None | Some((_, "s")) => (text.trim_end_matches("/s"), 1.0),
        Some((n, "m")) => (n, 60.0),
        Some(_) => return Err("a rate is 200, 200/s or 3000/m".to_owned()),
    };
    let n: f64 = number.trim().parse().map_err(|_| "a rate is 200, 200/s or 3000/m".to_owned())?;
    if n > 0.0 && n.is_finite() { Ok(n / per_s) } else { Err("a rate is above 0".to_owned()) }
}

/// `30s:200` or `30s=200`.
fn stage(text: &str) -> Result<::load::profile::Stage, String> {
    const FORM: &str = "a stage is 30s:200 (in a straight line) or 30s=200 (at once)";
    let (time, target, shape) = match (text.split_once(':'), text.split_once('=')) {
        (Some((a, b)), _) => (a, b, ::load::profile::Shape::Ramp),
        (None, Some((a, b))) => (a, b, ::load::profile::Shape::Step),
        (None, None) => return Err(FORM.to_owned()),
    };
    let time: humantime::Duration = time.trim().parse().map_err(|_| FORM.to_owned())?;
    let target: f64 = target.trim().trim_end_matches("/s").parse().map_err(|_| FORM.to_owned())?;
    if time.is_zero() || !(target >= 0.0 && target.is_finite()) {
        return Err(FORM.to_owned());
    }
    Ok(::load::profile::Stage { duration_ns: time.as_nanos().min(1 << 62) as i64, target, shape })
}

/// `1%` or `0.01`, above 0.
fn share(text: &str) -> Result<f64, String> {
    const FORM: &str = "a share is above 0 and at most 100 %: 1% or 0.01";
    let (number, whole) = text.strip_suffix('%').map_or((text, 1.0), |n| (n, 100.0));
    let share = number.trim().parse::<f64>().map_err(|_| FORM.to_owned())? / whole;
    if share > 0.0 && share <= 1.0 { Ok(share) } else { Err(FORM.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_and_stages_are_read_as_written() {
        assert_eq!((rate("200"), rate("200/s"), rate("3000/m")), (Ok(200.0), Ok(200.0), Ok(50.0)));
        assert!(rate("fast").is_err() && rate("0").is_err() && rate("5/h").is_err());
        let s = stage("1m:200").unwrap();
        assert_eq!((s.duration_ns, s.target, s.shape), (60_000_000_000, 200.0, ::load::profile::Shape::Ramp));
        assert_eq!(stage("500ms=0").unwrap().shape, ::load::profile::Shape::Step);
        assert!(stage("200").is_err() && stage("0s:5").is_err() && stage("1s:-5").is_err());
    }

    #[test]
    fn a_share_is_a_percentage_or_a_fraction() {
        assert_eq!((share("1%"), share("0.5 %"), share("0.25"), share("1")), (Ok(0.01), Ok(0.005), Ok(0.25), Ok(1.0)));
        assert!(["0", "-1%", "101%", "2", "x%", "", "nan"].iter().all(|text| share(text).is_err()));
    }
}
