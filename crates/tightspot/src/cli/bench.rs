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
    /// Run one variant and print its report instead of scoring it
    #[arg(long)]
    pub(crate) demo: bool,
    /// Start one variant, say where it is, and keep it up until Ctrl-C
    #[arg(long, conflicts_with = "demo")]
    pub(crate) serve: bool,
    /// JSON on stdout
    #[arg(long)]
    pub(crate) json: bool,
}
