//! Arguments of `sweep`, `verify` and `compare`.

use super::{ProfileArgs, WhyArgs, outputs};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct SweepCommand {
    #[command(flatten)]
    pub(crate) why: WhyArgs,
    #[command(flatten)]
    pub(crate) sweep: SweepArgs,
}

/// How a sweep goes; what it changes is `--knob NAME=V1,V2,...` or `--apply`.
#[derive(Debug, Args)]
pub(crate) struct SweepArgs {
    /// Connections of the saturated load [default: doubled until throughput gains nothing]
    #[arg(short = 'c', long, value_name = "N", help_heading = "Sweep")]
    pub(crate) connections: Option<u32>,
    /// Seconds that are measured in a trial
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = super::seconds, help_heading = "Sweep")]
    pub(crate) measure: f64,
    /// Do not measure the recommended setting against the present one in fresh pairs
    #[arg(long, help_heading = "Sweep")]
    pub(crate) no_confirm: bool,
}

#[derive(Debug, Args)]
#[command(mut_arg("format", |a| a.value_parser(outputs::formats(&report::verification::OUTPUTS))), mut_arg("out", |a| a.help(outputs::help(&report::verification::OUTPUTS))))]
pub(crate) struct VerifyCommand {
    #[command(flatten)]
    pub(crate) why: WhyArgs,
    #[command(flatten)]
    pub(crate) verify: VerifyArgs,
}

/// What is compared with what.
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// URL of the state before, which runs at the same time; the URL of the command is the state after
    #[arg(long, value_name = "URL", required_unless_present = "to_a", help_heading = "Verify")]
    pub(crate) against: Option<String>,
    /// Command that switches the service to the state before, which is also its present state; the process stays the same. With --from-start:
    /// command that starts the service as before, in the foreground
    #[arg(long, value_name = "CMD", requires = "to_b", conflicts_with = "against", help_heading = "Verify")]
    pub(crate) to_a: Option<String>,
    /// Command that switches it to the state after, or starts it so
    #[arg(long, value_name = "CMD", requires = "to_a", help_heading = "Verify")]
    pub(crate) to_b: Option<String>,
    /// What decides: throughput of saturated load, or a latency (or CPU per request) at one rate for both [default: throughput, of starts mean]
    #[arg(long, value_name = "METRIC", value_parser = clap::builder::PossibleValuesParser::new(experiment::pairs::Metric::NAMES), help_heading = "Verify")]
    pub(crate) metric: Option<String>,
    /// Connections of the saturated load [default: doubled until throughput gains nothing]
    #[arg(short = 'c', long, value_name = "N", help_heading = "Verify")]
    pub(crate) connections: Option<u32>,
    /// Requests per second for both [default: 70 % of what the state before can do]
    #[arg(long, value_name = "N", help_heading = "Verify")]
    pub(crate) at_rate: Option<f64>,
    /// Seconds that are measured in a trial [default: 10, of starts 60]
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds, help_heading = "Verify")]
    pub(crate) measure: Option<f64>,
    /// Effects smaller than this do not matter, percent [default: by metric]
    #[arg(long, value_name = "PERCENT", help_heading = "Verify")]
    pub(crate) min_effect: Option<f64>,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// Runs: id, `last`, `last~1`, or a .tsr file; the first is what the others are compared with
    #[arg(num_args = 2.., required = true)]
    pub(crate) runs: Vec<String>,
    /// Form of the result
    #[arg(long, default_value = "text", value_parser = outputs::compare_format())]
    pub(crate) format: String,
    #[arg(short = 'o', long, value_name = "PATH", help = outputs::compare_help())]
    pub(crate) out: Vec<PathBuf>,
    /// Short for --format json
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) profile: ProfileArgs,
}
