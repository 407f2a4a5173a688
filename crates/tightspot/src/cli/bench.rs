//! Arguments of `bench`.

use clap::Args;
use std::path::PathBuf;

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
    /// Run nothing: print what the results file has, and what was said of each truth
    #[arg(long, requires = "results", conflicts_with_all = ["demo", "serve", "weigh", "resume"])]
    pub(crate) kept: bool,
    /// Run one variant and print its report instead of scoring it
    #[arg(long)]
    pub(crate) demo: bool,
    /// Start one variant, say where it is, and keep it up until Ctrl-C
    #[arg(long, conflicts_with = "demo")]
    pub(crate) serve: bool,
    /// Measure what each switch of a variant costs instead of diagnosing it: so many rounds of 4 s with it and without it
    #[arg(long, value_name = "ROUNDS", value_parser = clap::value_parser!(u32).range(2..=20), conflicts_with_all = ["demo", "serve"])]
    pub(crate) weigh: Option<u32>,
    /// Switches to weigh, separated by commas [default: all in which the variant differs from its case]
    #[arg(long, value_name = "SWITCHES", value_delimiter = ',', requires_all = ["weigh", "variants"])]
    pub(crate) switches: Vec<String>,
    /// Requests per second of --weigh, whatever the answers do, in place of busy connections
    #[arg(short = 'q', long, value_name = "RATE", value_parser = super::load::rate, requires = "weigh")]
    pub(crate) rate: Option<f64>,
    /// Connections of --weigh, all busy, or with --rate the most in flight
    #[arg(long, default_value_t = 64, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), requires = "weigh")]
    pub(crate) connections: u32,
    /// Let the tool test what it names by an experiment; services call through edges, so that calls can be delayed
    #[arg(long, conflicts_with = "weigh")]
    pub(crate) prove: bool,
    /// Bind nothing to CPUs: service, database, peers and tool share them, as on most machines; results go to bench/results/unpinned
    #[arg(long)]
    pub(crate) unpinned: bool,
    /// JSON on stdout
    #[arg(long)]
    pub(crate) json: bool,
}
