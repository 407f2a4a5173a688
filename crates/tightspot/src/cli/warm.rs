//! Arguments of `warm`.

use super::RequestArgs;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct WarmArgs {
    #[command(subcommand)]
    pub(crate) what: WarmCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum WarmCommand {
    /// Send warm-up load until the service is warm, and end: 0 when it may be opened
    Wait(Box<WarmWaitArgs>),
    /// Ask a gate that runs: 0 when the service may be opened, 1 when not yet
    Check(WarmCheckArgs),
    /// Send warm-up load, and answer a startup probe: 503 until the service may be opened, then 200; again at each start of the service
    Serve(Box<WarmServeArgs>),
    /// Measure how warm is warm enough for this service, and write a recipe that `wait` and `serve` read
    Calibrate(Box<WarmCalibrateArgs>),
}

#[derive(Debug, Args)]
pub(crate) struct WarmWaitArgs {
    #[command(flatten)]
    pub(crate) request: RequestArgs,
    #[command(flatten)]
    pub(crate) mix: MixArgs,
    #[command(flatten)]
    pub(crate) gate: GateArgs,
    /// JSON on stdout
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct WarmServeArgs {
    #[command(flatten)]
    pub(crate) request: RequestArgs,
    #[command(flatten)]
    pub(crate) mix: MixArgs,
    #[command(flatten)]
    pub(crate) gate: GateArgs,
    /// Where to answer GET /startupz; `:7718` for every address of this machine
    #[arg(long, default_value = "127.0.0.1:7718", value_name = "HOST:PORT")]
    pub(crate) listen: String,
}

#[derive(Debug, Args)]
pub(crate) struct WarmCheckArgs {
    /// Where the gate answers
    #[arg(long, default_value = "127.0.0.1:7718", value_name = "HOST:PORT", conflicts_with = "ready_file")]
    pub(crate) gate: String,
    /// The file that the gate writes when the service may be opened, in place of asking it
    #[arg(long, value_name = "FILE")]
    pub(crate) ready_file: Option<PathBuf>,
    /// JSON on stdout
    #[arg(long)]
    pub(crate) json: bool,
}

/// Where the mix of requests comes from, when it is more than the URL; of the URL only host and port count then.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct MixArgs {
    /// Send what an access log shows (common, combined, or JSON): its GET, HEAD and OPTIONS that did not fail, by their share
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "data", "method", "body", "body_file", "run"])]
    pub(crate) access_log: Option<PathBuf>,
    /// Send the routes of a kept run by their share: id, `last`, `last~1`, or a .tsr file
    #[arg(long, value_name = "RUN", conflicts_with_all = ["scenario", "data", "method", "body", "body_file"])]
    pub(crate) run: Option<String>,
}

/// How the gate waits.
#[derive(Debug, Clone, Args)]
pub(crate) struct GateArgs {
    #[command(flatten)]
    pub(crate) load: WarmLoadArgs,
    /// Longest wait for the service to be warm [default: that of the recipe, or 120s]
    #[arg(long, visible_alias = "cap", value_name = "TIME")]
    pub(crate) max_wait: Option<humantime::Duration>,
    /// What then: open it with a warning, hold it closed until it is warm, or fail
    #[arg(long, visible_alias = "policy", default_value = "open", value_name = "POLICY")]
    pub(crate) on_timeout: OnTimeout,
    /// Good answers of each route (and of all of them) that are asked for [default: those of the recipe, or 500 a route, 5000 a route where compilers are seen,
    /// 5000 in all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) answers: Option<u64>,
    /// What `warm calibrate` has written of this service: answers, warm response times, longest wait
    #[arg(long, value_name = "FILE")]
    pub(crate) recipe: Option<PathBuf>,
    /// Write the result to this file when the service may be opened; it is removed at the beginning
    #[arg(long, value_name = "FILE")]
    pub(crate) ready_file: Option<PathBuf>,
}

/// How the service is loaded and watched.
#[derive(Debug, Clone, Args)]
pub(crate) struct WarmLoadArgs {
    /// Requests per second once the rate has risen, for 10 s: half of what the service can do, or this
    #[arg(short = 'q', long, default_value = "200", value_name = "RATE", value_parser = super::load::rate)]
    pub(crate) rate: f64,
    /// Requests in flight at most
    #[arg(short = 'c', long, default_value_t = 16, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) connections: u32,
    /// Length of a window, whole seconds
    #[arg(long, default_value = "5s", value_name = "TIME")]
    pub(crate) window: humantime::Duration,
    /// Send methods that change something, too (all but GET, HEAD and OPTIONS)
    #[arg(long)]
    pub(crate) allow_unsafe: bool,
    /// Longest wait for the first answer of a service that is starting, seconds
    #[arg(long, default_value = "60", value_name = "SECONDS", value_parser = super::seconds)]
    pub(crate) start_timeout: f64,
    /// Process to watch, when it is not the one that listens on the port
    #[arg(long)]
    pub(crate) pid: Option<u32>,
    /// Seed of every random choice
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct WarmCalibrateArgs {
    #[command(flatten)]
    pub(crate) request: RequestArgs,
    #[command(flatten)]
    pub(crate) mix: MixArgs,
    #[command(flatten)]
    pub(crate) load: WarmLoadArgs,
    /// Starts of the service that are measured, with -- CMD
    #[arg(long, default_value_t = 3, value_name = "N", requires = "command", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) starts: u32,
    /// For how long each start is loaded, opened or not: long enough for its last level to show
    #[arg(long, default_value = "4m", value_name = "TIME")]
    pub(crate) length: humantime::Duration,
    /// A warm service on the same machine, of the same kind: it is sent a quarter of the same at the same time, and what makes both slower is the machine's doing and
    /// counts to no start
    #[arg(long, value_name = "HOST:PORT", value_parser = crate::warm::place)]
    pub(crate) beside: Option<load::transport::ConnectTo>,
    /// Write the recipe to this file; without it, it is printed
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// JSON on stdout
    #[arg(long)]
    pub(crate) json: bool,
    /// With -- CMD: the load begins when this URL (or path) answers 2xx, and not when the port opens
    #[arg(long, value_name = "URL|/PATH", requires = "command")]
    pub(crate) ready: Option<String>,
    /// Command that starts the service; it is stopped after each start
    #[arg(last = true, value_name = "CMD")]
    pub(crate) command: Vec<String>,
}

/// What becomes of a service that is not warm in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnTimeout {
    /// It is opened.
    Open,
    /// It is held closed.
    Hold,
    /// The gate fails.
    Fail,
}
