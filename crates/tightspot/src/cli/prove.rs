//! Arguments of experiments that test a cause, and of what belongs to them: an edge for delays, and putting back.

use super::WhyArgs;
use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct ProveCommand {
    #[command(flatten)]
    pub(crate) why: WhyArgs,
    /// Start from this run instead of measuring the levels anew: id, `last`, or a .tsr file
    #[arg(long, value_name = "RUN", help_heading = "Experiment")]
    pub(crate) run: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct EdgeArgs {
    /// Address to listen at: the service is started with it in place of the real one
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) listen: String,
    /// Address of what is called
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) to: String,
}

#[derive(Debug, Args)]
pub(crate) struct RestoreArgs {
    /// Take what cannot be restored for restored: it was put back by hand
    #[arg(long)]
    pub(crate) forget: bool,
}

/// For whom a guardian stands by; no user gives these.
#[derive(Debug, Args)]
pub(crate) struct GuardArgs {
    /// Process id of the tool
    #[arg(long)]
    pub(crate) tool: u32,
    /// Its start time, clock ticks since boot
    #[arg(long)]
    pub(crate) started: u64,
    /// Folder of the journal
    pub(crate) state: std::path::PathBuf,
}

/// What to do inside which process; no user gives these.
#[derive(Debug, Args)]
pub(crate) struct EnterArgs {
    /// Name of its runtime
    pub(crate) runtime: String,
    /// The rest, as that runtime wants it
    pub(crate) words: Vec<String>,
}

/// What to test, and by what change.
#[derive(Debug, Args)]
pub(crate) struct ProveArgs {
    /// Test this cause instead of the one that is named
    #[arg(long, value_name = "CAUSE", help_heading = "Experiment")]
    pub(crate) hypothesis: Option<String>,
    /// Change this: pool-size, worker-threads, cpu-share or remote-delay-ms; with =V1,V2 to these values, the last of which decides. For a sweep
    /// also concurrency (requests that are let in at once), and with -- CMD, by restarts, env.NAME (a variable) and heap-mb
    #[arg(long, value_name = "NAME[=V1,V2]", help_heading = "Experiment", conflicts_with = "apply")]
    pub(crate) knob: Option<String>,
    /// Command that makes the change; {value} in it is the dose
    #[arg(long, value_name = "CMD", requires_all = ["restore", "doses"], help_heading = "Experiment")]
    pub(crate) apply: Option<String>,
    /// Command that puts back what was there
    #[arg(long, value_name = "CMD", requires = "apply", help_heading = "Experiment")]
    pub(crate) restore: Option<String>,
    /// Command that succeeds when it is back
    #[arg(long, value_name = "CMD", requires = "apply", help_heading = "Experiment")]
    pub(crate) check: Option<String>,
    /// Doses for --apply: the one that is there, then others, the last of which decides
    #[arg(long, value_name = "V0,V1,V2", requires = "apply", value_delimiter = ',', help_heading = "Experiment")]
    pub(crate) doses: Vec<f64>,
    /// What --apply changes; without it an effect is measured and no cause is proven
    #[arg(long, value_name = "NAME", requires = "apply", value_parser = ["pool-size", "worker-threads", "cpu-share", "remote-delay-ms"], help_heading = "Experiment")]
    pub(crate) means: Option<String>,
    /// Blocks; each measures every dose once
    #[arg(long, value_name = "N", default_value_t = experiment::plan::BLOCKS, value_parser = blocks, help_heading = "Experiment")]
    pub(crate) blocks: usize,
    /// Print the plan of the experiment and change nothing
    #[arg(long, help_heading = "Experiment")]
    pub(crate) dry_run: bool,
}

fn blocks(text: &str) -> Result<usize, String> {
    let least = experiment::plan::FEWEST_BLOCKS;
    text.parse().ok().filter(|n| (least..=60).contains(n)).ok_or_else(|| format!("{least} to 60 blocks"))
}
