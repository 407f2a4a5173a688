//! Arguments. Short flags follow hey, oha and curl, so that fingers already know them.

mod bench;
mod lang;
mod load;
mod outputs;
mod profile;
mod prove;
mod refuse;
mod request;
pub(crate) mod shown;
mod sweep;
mod warm;

pub(crate) use bench::BenchArgs;
pub(crate) use load::LoadArgs;
pub(crate) use profile::{ProfileArgs, StretchArgs};
pub(crate) use prove::{EdgeArgs, EnterArgs, GuardArgs, ProveArgs, ProveCommand, RestoreArgs};
pub(crate) use refuse::refuse;
pub(crate) use request::RequestArgs;
pub(crate) use sweep::{CompareArgs, SweepArgs, SweepCommand, VerifyArgs, VerifyCommand};
pub(crate) use warm::{
    GateArgs, MixArgs, OnTimeout, WarmArgs, WarmCalibrateArgs, WarmCheckArgs, WarmCommand, WarmLoadArgs, WarmServeArgs, WarmWaitArgs,
};

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use words::Lang;

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
    /// Language of the report; `auto` is that of the locale. With --ascii it is English
    #[arg(long, global = true, env = "TIGHTSPOT_LANG", default_value = "auto", value_parser = ["auto", "en", "ko"])]
    pub(crate) lang: String,
}

impl Cli {
    /// The language of what is printed on stdout.
    pub(crate) fn lang(&self) -> Lang {
        if self.ascii { Lang::En } else { lang::chosen(&self.lang, |name| std::env::var(name).ok()) }
    }

    /// Whether the result is JSON.
    pub(crate) fn wants_json(&self) -> bool {
        match &self.command {
            Command::Why(w) => w.form() == "json",
            Command::Prove(p) => p.why.form() == "json",
            Command::Sweep(s) => s.why.form() == "json",
            Command::Verify(v) => v.why.form() == "json",
            Command::Compare(c) => c.json || c.format == "json",
            Command::Load(l) => l.json || l.format == "json",
            Command::Report(r) => r.json || r.format == "json",
            Command::Runs(r) => {
                matches!(&r.what, RunsWhat::List { json } | RunsWhat::Show { json, .. } | RunsWhat::Predictions { json } if *json)
            }
            Command::Doctor(d) => d.json,
            Command::Bench(b) => b.json,
            Command::Explain(e) => e.json,
            Command::Warm(w) => match &w.what {
                WarmCommand::Wait(w) => w.json,
                WarmCommand::Check(c) => c.json,
                WarmCommand::Calibrate(c) => c.json,
                WarmCommand::Serve(_) => false,
            },
            Command::Restore(_) | Command::Edge(_) | Command::Guard(_) | Command::Enter(_) => false,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Load a service, watch it, and name the cause
    Why(Box<WhyArgs>),
    /// Test the cause of a slowness by an experiment: change one thing, measure, put it back
    Prove(Box<ProveCommand>),
    /// Find the best setting of a knob: rounds in random order, fewest threads or connections among the best
    Sweep(Box<SweepCommand>),
    /// Is one state of a service better than another? Interleaved pairs, with the noise of this machine measured first
    Verify(Box<VerifyCommand>),
    /// What changed between kept runs, with their figures side by side
    Compare(CompareArgs),
    /// Load a service and report what came back
    Load(Box<LoadArgs>),
    /// Open a service to traffic when it is warm: load on this machine until nothing gets faster by itself
    Warm(WarmArgs),
    /// Print the page of a cause, what a warning means, or when a rule of the judge holds; without an id, list the causes. With --log,
    /// say what the lines of a log prove
    Explain(ExplainArgs),
    /// What can be seen from here, and how to unlock the rest
    Doctor(DoctorArgs),
    /// Report on a kept run
    Report(ReportArgs),
    /// Kept runs
    Runs(RunsArgs),
    /// Stand between a service and what it calls, so that an experiment can delay the calls
    Edge(EdgeArgs),
    /// Put back what an experiment that was killed has left changed (every command does so by itself)
    Restore(RestoreArgs),
    /// Put back what the tool that started this leaves changed, when it is gone
    #[command(hide = true)]
    Guard(GuardArgs),
    /// Do the part of attaching that comes to its end whatever becomes of the tool that started this
    #[command(hide = true)]
    Enter(EnterArgs),
    /// Run the specimens: how often is the verdict right?
    Bench(BenchArgs),
}

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line are independent switches")]
pub(crate) struct WhyArgs {
    #[command(flatten)]
    pub(crate) request: RequestArgs,
    /// Process to watch, when it is not the one that listens on the port; again for each further one that serves the same requests
    #[arg(long)]
    pub(crate) pid: Vec<u32>,
    /// Monitoring role of a database: postgres://user:password@host/db; may be given again for another
    #[arg(long, env = "TIGHTSPOT_DB", value_name = "URL", hide_env_values = true)]
    pub(crate) db: Vec<String>,
    /// Longest wait for the service to be warm, seconds; `none` to measure it as it is
    #[arg(long, default_value = "auto", value_name = "auto|SECONDS|none")]
    pub(crate) warmup: String,
    /// Judge the first 60 s of a service that was just started, against its warm state (goes without saying with -- CMD)
    #[arg(long)]
    pub(crate) from_start: bool,
    /// Ask about the slowest requests instead of the limit: so long under the load that is meant (the scenario's [load], or --rate), once it is warm
    #[arg(long, value_name = "5m", conflicts_with_all = ["from_start", "find_knee", "cost_of_watching", "command"])]
    pub(crate) tail: Option<humantime::Duration>,
    /// Requests per second while a start or the slowest requests are judged, whatever the answers do [default: the scenario's [load]; of a start,
    /// where it has none, 16 busy connections]
    #[arg(short = 'q', long, value_name = "RATE", value_parser = load::rate)]
    pub(crate) rate: Option<f64>,
    /// Find the rate that the service just carries by a search that is confirmed: 5 to 8 minutes more
    #[arg(long)]
    pub(crate) find_knee: bool,
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
    #[arg(long, value_name = "PAIRS", value_parser = clap::value_parser!(u32).range(2..=100), conflicts_with = "no_probes")]
    pub(crate) cost_of_watching: Option<u32>,
    /// Objective, repeatable: 'p99<300ms', 'error_rate<0.1%', 'tps>=500'. One that fails at a planned level ends with 1, one that cannot be
    /// judged with 3
    #[arg(long, value_name = "OBJECTIVE")]
    pub(crate) slo: Vec<report::load::Slo>,
    #[arg(short = 'o', long, value_name = "PATH", help = outputs::help(&report::OUTPUTS))]
    pub(crate) out: Vec<PathBuf>,
    /// Form of the result
    #[arg(long, default_value = "text", value_parser = outputs::formats(&report::OUTPUTS))]
    pub(crate) format: String,
    /// Short for --format json
    #[arg(long)]
    pub(crate) json: bool,
    /// Exit with 3 when the verdict is inconclusive
    #[arg(long)]
    pub(crate) strict: bool,
    /// Show the ledger of every level
    #[arg(long)]
    pub(crate) ledger: bool,
    /// Test the cause that is named by an experiment on the service, which is put back as it was: some 4 minutes more
    #[arg(long, help_heading = "Experiment")]
    pub(crate) prove: bool,
    #[command(flatten)]
    pub(crate) experiment: ProveArgs,
    /// Name of the run
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// With -- CMD: load begins when this URL (or path) answers 2xx, as a readiness probe would have it, and not when the port opens
    #[arg(long, value_name = "URL|/PATH")]
    pub(crate) ready: Option<String>,
    /// With -- CMD: longest wait until the service takes requests, seconds [default: 120]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) start_timeout: Option<f64>,
    /// Command that starts the service, whose first 60 s are judged; it is stopped at the end
    #[arg(last = true, value_name = "CMD")]
    pub(crate) command: Vec<String>,
}

impl WhyArgs {
    /// In which form the result is asked for.
    pub(crate) fn form(&self) -> &str {
        if self.json { "json" } else { &self.format }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// Cause, code of a warning, or rule; `rules` lists the rules in their order
    pub(crate) id: Option<String>,
    /// Only the examples of the cause's fix: a diff for each framework
    #[arg(long, requires = "id")]
    pub(crate) fix: bool,
    /// A log, a line of one or a stack trace: what the messages in it prove, what they do not, and the command that finds out. `-` reads
    /// what is pasted or piped
    #[arg(long, value_name = "FILE|-", conflicts_with = "id")]
    pub(crate) log: Option<PathBuf>,
    /// JSON on stdout
    #[arg(long, requires = "log")]
    pub(crate) json: bool,
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
    #[arg(long, default_value = "text", value_parser = outputs::any_format())]
    pub(crate) format: String,
    #[arg(short = 'o', long, value_name = "PATH", help = outputs::any_help())]
    pub(crate) out: Vec<PathBuf>,
    /// Short for --format json
    #[arg(long)]
    pub(crate) json: bool,
    /// Objective to judge the run by in place of those it was made with, repeatable: 'p99<300ms'. One that fails ends with 1
    #[arg(long, value_name = "OBJECTIVE")]
    pub(crate) slo: Vec<report::load::Slo>,
    /// Show the ledger of every level
    #[arg(long)]
    pub(crate) ledger: bool,
    #[command(flatten)]
    pub(crate) profile: ProfileArgs,
    #[command(flatten)]
    pub(crate) stretch: StretchArgs,
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
    /// What experiments in kept runs predicted, and what came
    Predictions {
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

/// A number of seconds above 0, at most 600.
fn seconds(text: &str) -> Result<f64, String> {
    text.trim_end_matches('s').parse().ok().filter(|s| *s > 0.0 && *s <= 600.0).ok_or_else(|| "seconds above 0, at most 600".to_owned())
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
    fn streams_are_for_connections_of_http_2_that_are_shared() {
        let read = |more: &[&str]| Cli::try_parse_from(["tightspot", "load", "http://localhost:1/"].iter().chain(more));
        assert!(read(&["--http2", "--streams", "10"]).is_ok());
        assert!(read(&["--streams", "10"]).is_err() && read(&["--http2", "--streams", "0"]).is_err());
        assert!(read(&["--http2", "--no-keepalive"]).is_err());
        assert!(read(&["--http2", "--streams", "2", "--users", "5", "--every", "1s"]).is_err());
    }

    #[test]
    fn a_command_after_two_dashes_starts_the_service() {
        let read = |words: &[&str]| Cli::try_parse_from(["tightspot", "why", "http://localhost:8080/x"].iter().chain(words));
        let Command::Why(w) = read(&["--ready", "/health", "--", "java", "-jar", "a.jar"]).unwrap().command else { panic!("why") };
        assert_eq!((w.command.join(" "), w.ready.as_deref()), ("java -jar a.jar".to_owned(), Some("/health")));
    }
}
