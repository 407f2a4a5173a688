//! Arguments. Short flags follow hey, oha and curl, so that fingers already know them.

use crate::exit::Exit;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// Why is my service slow under load?
#[derive(Debug, Parser)]
#[command(name = "tightspot", version, about = "Why is my service slow under load?", long_about = None, max_term_width = 110)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Folder of the kept runs [default: ~/.local/state/tightspot/runs]
    #[arg(long, global = true, env = "TIGHTSPOT_STORE", value_name = "DIR")]
    pub(crate) store: Option<PathBuf>,
    /// Nothing on stderr but warnings and errors
    #[arg(long, global = true)]
    pub(crate) quiet: bool,
    /// Only ASCII characters
    #[arg(long, global = true)]
    pub(crate) ascii: bool,
    /// Colour on stdout
    #[arg(long, global = true, default_value = "auto", value_parser = ["auto", "always", "never"])]
    pub(crate) color: String,
}

impl Cli {
    /// Whether the result is JSON.
    pub(crate) fn wants_json(&self) -> bool {
        match &self.command {
            Command::Why(w) => w.json,
            Command::Load(l) => l.json || l.format == report::load::Format::Json,
            Command::Report(r) => r.json || r.format == "json",
            Command::Runs(r) => matches!(&r.what, RunsWhat::List { json } | RunsWhat::Show { json, .. } if *json),
            Command::Doctor(d) => d.json,
            Command::Bench(b) => b.json,
            Command::Explain { .. } => false,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Load a service, watch it, and name the cause
    Why(WhyArgs),
    /// Load a service and report what came back
    Load(LoadArgs),
    /// Print the page of a cause; without an id, list them
    Explain {
        /// Cause id
        id: Option<String>,
    },
    /// What can be seen from here, and how to unlock the rest
    Doctor(DoctorArgs),
    /// Report on a kept run
    Report(ReportArgs),
    /// Kept runs
    Runs(RunsArgs),
    /// Run the specimens: how often is the verdict right?
    Bench(BenchArgs),
}

/// What to send, and where.
#[derive(Debug, Args)]
pub(crate) struct RequestArgs {
    /// URL of a route; {{name}} is filled from the columns of --data
    #[arg(value_name = "URL", required_unless_present = "scenario")]
    pub(crate) url: Option<String>,
    /// Scenario file
    #[arg(short = 's', long, value_name = "FILE", conflicts_with = "url")]
    pub(crate) scenario: Option<PathBuf>,
    /// CSV file with a header line: values for the placeholders of the URL
    #[arg(long, value_name = "FILE")]
    pub(crate) data: Option<PathBuf>,
    /// Method
    #[arg(short = 'm', long)]
    pub(crate) method: Option<String>,
    /// Header `name: value` (repeatable); values env:NAME and file:PATH are looked up
    #[arg(short = 'H', long = "header", value_name = "HEADER")]
    pub(crate) headers: Vec<String>,
    /// Body
    #[arg(short = 'd', long)]
    pub(crate) body: Option<String>,
    /// Time-out of a request, seconds
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS")]
    pub(crate) timeout: f64,
    /// Take any certificate
    #[arg(long)]
    pub(crate) insecure: bool,
    /// Authorities to trust in place of the system's (PEM)
    #[arg(long, value_name = "FILE")]
    pub(crate) cacert: Option<PathBuf>,
    /// Certificate of our own (PEM)
    #[arg(long, value_name = "FILE")]
    pub(crate) cert: Option<PathBuf>,
    /// Its key (PEM), when it is not in the same file
    #[arg(long, value_name = "FILE", requires = "cert")]
    pub(crate) key: Option<PathBuf>,
    /// HOST:PORT:ADDRESS:PORT: connect elsewhere, the name stays (repeatable)
    #[arg(long, value_name = "DETOUR", value_parser = load::transport::ConnectTo::parse)]
    pub(crate) connect_to: Vec<load::transport::ConnectTo>,
    /// Connect to this Unix socket in place of host and port
    #[arg(long, value_name = "PATH", value_parser = load::transport::Address::unix)]
    pub(crate) unix_socket: Option<load::transport::Address>,
    /// Allow load on a host that is not this machine
    #[arg(long, value_name = "HOST")]
    pub(crate) allow_host: Vec<String>,
}

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line are independent switches")]
pub(crate) struct WhyArgs {
    #[command(flatten)]
    pub(crate) request: RequestArgs,
    /// Process to watch, when it is not the one that listens on the port
    #[arg(long)]
    pub(crate) pid: Option<u32>,
    /// Monitoring role of the database: postgres://user:password@host/db
    #[arg(long, env = "TIGHTSPOT_DB", value_name = "URL", hide_env_values = true)]
    pub(crate) db: Option<String>,
    /// Longest wait for the service to be warm, seconds; `none` to measure it as it is
    #[arg(long, default_value = "auto", value_name = "auto|SECONDS|none")]
    pub(crate) warmup: String,
    /// Judge the first 60 s of the service instead of its warm state (usual with -- CMD)
    #[arg(long)]
    pub(crate) from_start: bool,
    /// Most connections
    #[arg(long, default_value_t = 256, value_name = "N")]
    pub(crate) max_connections: u32,
    /// Stop when a larger share of the requests of a level fails, percent
    #[arg(long, default_value_t = 20.0, value_name = "PERCENT")]
    pub(crate) max_error_rate: f64,
    /// Seed of every random choice
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Do not attach probes (for measuring their cost): no verdict about the service
    #[arg(long, hide = true)]
    pub(crate) no_probes: bool,
    /// Measure what watching costs this service instead of diagnosing it: so many interleaved pairs of saturated load, watched and not
    #[arg(long, value_name = "PAIRS", value_parser = clap::value_parser!(u32).range(2..=20), conflicts_with = "no_probes")]
    pub(crate) cost_of_watching: Option<u32>,
    /// Write the report to a file as well (.json or .txt), repeatable
    #[arg(short = 'o', long, value_name = "PATH")]
    pub(crate) out: Vec<PathBuf>,
    /// JSON on stdout
    #[arg(long)]
    pub(crate) json: bool,
    /// Exit with 3 when the verdict is inconclusive
    #[arg(long)]
    pub(crate) strict: bool,
    /// Show the ledger of every level
    #[arg(long)]
    pub(crate) ledger: bool,
    /// Name of the run
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// Command that starts the service; it is stopped at the end
    #[arg(last = true, value_name = "CMD")]
    pub(crate) command: Vec<String>,
}

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
    /// Users, each with a connection of its own, each sending a request --every so often
    #[arg(long, value_name = "N", requires = "every", conflicts_with = "connections", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) users: Option<u32>,
    /// Period of a user
    #[arg(long, value_name = "TIME", requires = "users")]
    pub(crate) every: Option<humantime::Duration>,
    /// After the beginning, TIME:N to get to N (rate, connections or users) in a straight line, TIME=N to be there at once (repeatable)
    #[arg(long, value_name = "TIME:N", value_parser = stage)]
    pub(crate) stage: Vec<load::profile::Stage>,
    /// End after this many requests
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) requests: Option<u64>,
    /// What becomes of a request that finds all connections busy and no more allowed
    #[arg(long, default_value = "queue", value_parser = ["queue", "drop", "fail"], requires = "rate")]
    pub(crate) when_full: String,
    /// Send on time to some microseconds and read every answer as it comes, for more CPU
    #[arg(long)]
    pub(crate) precise: bool,
    /// Generator threads
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: u32,
    /// Seed of every random choice
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Objective, repeatable: 'p99<300ms', 'error_rate<0.1%', 'tps>=500', 'p95<200ms for 10s', 'p99<1s abort'
    #[arg(long, value_name = "OBJECTIVE")]
    pub(crate) slo: Vec<report::load::Slo>,
    /// Write a report to a file as well, by its ending: .json .csv .routes.csv .hlog .xml (JUnit) .txt; repeatable
    #[arg(short = 'o', long, value_name = "PATH")]
    pub(crate) out: Vec<PathBuf>,
    /// Form of the result
    #[arg(long, default_value = "text", value_name = "text|json|csv|csv-routes|hlog|junit")]
    pub(crate) format: report::load::Format,
    /// Short for --format json
    #[arg(long)]
    pub(crate) json: bool,
    /// Name of the run
    #[arg(long)]
    pub(crate) name: Option<String>,
}

/// `200` or `200/s`, `3000/m`.
fn rate(text: &str) -> Result<f64, String> {
    let (number, per_s) = match text.split_once('/') {
        None | Some((_, "s")) => (text.trim_end_matches("/s"), 1.0),
        Some((n, "m")) => (n, 60.0),
        Some(_) => return Err("a rate is 200, 200/s or 3000/m".to_owned()),
    };
    let n: f64 = number.trim().parse().map_err(|_| "a rate is 200, 200/s or 3000/m".to_owned())?;
    if n > 0.0 && n.is_finite() { Ok(n / per_s) } else { Err("a rate is above 0".to_owned()) }
}

/// `30s:200` or `30s=200`.
fn stage(text: &str) -> Result<load::profile::Stage, String> {
    const FORM: &str = "a stage is 30s:200 (in a straight line) or 30s=200 (at once)";
    let (time, target, shape) = match (text.split_once(':'), text.split_once('=')) {
        (Some((a, b)), _) => (a, b, load::profile::Shape::Ramp),
        (None, Some((a, b))) => (a, b, load::profile::Shape::Step),
        (None, None) => return Err(FORM.to_owned()),
    };
    let time: humantime::Duration = time.trim().parse().map_err(|_| FORM.to_owned())?;
    let target: f64 = target.trim().trim_end_matches("/s").parse().map_err(|_| FORM.to_owned())?;
    if time.is_zero() || !(target >= 0.0 && target.is_finite()) {
        return Err(FORM.to_owned());
    }
    Ok(load::profile::Stage { duration_ns: time.as_nanos().min(1 << 62) as i64, target, shape })
}

#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// URL of the service, to check what can be seen of it
    pub(crate) url: Option<String>,
    /// Process to check
    #[arg(long)]
    pub(crate) pid: Option<u32>,
    /// JSON on stdout
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Run: id, `last`, `last~1`, or a .tsr file
    #[arg(default_value = "last")]
    pub(crate) run: String,
    /// Form of the report
    #[arg(long, default_value = "text", value_parser = ["text", "json"])]
    pub(crate) format: String,
    /// Short for --format json
    #[arg(long)]
    pub(crate) json: bool,
    /// Show the ledger of every level
    #[arg(long)]
    pub(crate) ledger: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RunsArgs {
    #[command(subcommand)]
    pub(crate) what: RunsWhat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RunsWhat {
    /// List kept runs, newest first
    List {
        /// JSON on stdout
        #[arg(long)]
        json: bool,
    },
    /// What a run holds
    Show {
        /// Run: id, `last`, `last~1`, or a .tsr file
        #[arg(default_value = "last")]
        run: String,
        /// JSON on stdout
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line are independent switches")]
pub(crate) struct BenchArgs {
    /// Specimens [default: all]
    pub(crate) cases: Vec<String>,
    /// Variants, separated by commas [default: all that are not drafts]
    #[arg(long, value_delimiter = ',')]
    pub(crate) variants: Vec<String>,
    /// Repetitions, each with parameters drawn anew
    #[arg(long, default_value_t = 1)]
    pub(crate) repeat: u32,
    /// Base seed of the parameters
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Append each result to bench/results/CASE.jsonl of this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) results: Option<PathBuf>,
    /// Skip what the results file already has for this commit
    #[arg(long)]
    pub(crate) resume: bool,
    /// Run one variant and print its report instead of scoring it
    #[arg(long)]
    pub(crate) demo: bool,
    /// Start one variant, say where it is, and keep it up until Ctrl-C
    #[arg(long, conflicts_with = "demo")]
    pub(crate) serve: bool,
    /// Measure what each switch of a variant costs instead of diagnosing it: so many rounds of 4 s with it and without it
    #[arg(long, value_name = "ROUNDS", value_parser = clap::value_parser!(u32).range(2..=20), conflicts_with_all = ["demo", "serve"])]
    pub(crate) weigh: Option<u32>,
    /// Requests per second of --weigh, whatever the answers do, in place of busy connections
    #[arg(short = 'q', long, value_name = "RATE", value_parser = rate, requires = "weigh")]
    pub(crate) rate: Option<f64>,
    /// Connections of --weigh, all busy, or with --rate the most in flight
    #[arg(long, default_value_t = 64, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), requires = "weigh")]
    pub(crate) connections: u32,
    /// JSON on stdout
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints help, version or what is wrong with the arguments; usage errors end with 2.
pub(crate) fn refuse(e: &clap::Error) -> ExitCode {
    drop(e.print());
    if e.use_stderr() { Exit::Usage.into() } else { Exit::Done.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn definitions_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn rates_and_stages_are_read_as_written() {
        assert_eq!((rate("200"), rate("200/s"), rate("3000/m")), (Ok(200.0), Ok(200.0), Ok(50.0)));
        assert!(rate("fast").is_err() && rate("0").is_err() && rate("5/h").is_err());
        let s = stage("1m:200").unwrap();
        assert_eq!((s.duration_ns, s.target, s.shape), (60_000_000_000, 200.0, load::profile::Shape::Ramp));
        assert_eq!(stage("500ms=0").unwrap().shape, load::profile::Shape::Step);
        assert!(stage("200").is_err() && stage("0s:5").is_err() && stage("1s:-5").is_err());
    }

    #[test]
    fn a_command_after_two_dashes_starts_the_service() {
        let cli = Cli::try_parse_from(["tightspot", "why", "http://localhost:8080/x", "--", "java", "-jar", "a.jar"]).unwrap();
        let Command::Why(w) = cli.command else { panic!("why") };
        assert_eq!(w.command, ["java", "-jar", "a.jar"]);
    }
}
