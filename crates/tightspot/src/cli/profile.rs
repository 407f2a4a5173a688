//! Arguments of what the CPU does: `report --cpu` and `compare --cpu`.

use clap::Args;
use diagnose::cpu::{Asked, Detail, View};

/// What of a run is shown, and how much of it.
#[derive(Debug, Args)]
#[command(next_help_heading = "CPU")]
pub(crate) struct ProfileArgs {
    /// What the CPU does, as a tree of calls from the outermost down: samples on the CPU, weighted by the CPU time of the scheduler
    #[arg(long)]
    pub(crate) cpu: bool,
    /// Where requests spend their time, waits among it: samples of whatever is in a request or runs, not those on the CPU only
    #[arg(long)]
    pub(crate) wall: bool,
    /// Only of this phase, by its name in `runs show` [default: saturation, else the heaviest level]
    #[arg(long, value_name = "ID")]
    pub(crate) phase: Option<String>,
    /// Longest way down: rows of the text below one another
    #[arg(long, default_value_t = 12, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: u32,
    /// Smallest share of all that has a row in the text, percent
    #[arg(long, default_value_t = 1.0, value_name = "PERCENT", value_parser = percent)]
    pub(crate) min_share: f64,
}

/// What only makes sense for one run.
#[derive(Debug, Args)]
#[command(next_help_heading = "CPU")]
pub(crate) struct StretchArgs {
    /// Only from here, seconds since the run began
    #[arg(long = "from", value_name = "SECONDS")]
    pub(crate) from_s: Option<f64>,
    /// Only to here, seconds since the run began
    #[arg(long = "to", value_name = "SECONDS")]
    pub(crate) to_s: Option<f64>,
    /// Only of this process, where several were watched
    #[arg(long = "pid", value_name = "PID")]
    pub(crate) process: Option<u32>,
    /// Compare with this phase of the same run, which counts as before: milliseconds per request of both, and the difference
    #[arg(long = "against", value_name = "PHASE")]
    pub(crate) against_phase: Option<String>,
}

impl ProfileArgs {
    /// Whether anything of it is asked for.
    pub(crate) fn is_asked(&self) -> bool {
        self.cpu || self.wall || self.phase.is_some()
    }

    /// What is asked of a run.
    pub(crate) fn asked(&self) -> Asked {
        let view = if self.wall { View::Wall } else { View::Cpu };
        Asked { view, phase: self.phase.clone(), ..Asked::default() }
    }

    /// How much of it is told.
    pub(crate) fn detail(&self) -> Detail {
        Detail { depth: self.depth as usize, least_share: self.min_share / 100.0 }
    }
}

impl StretchArgs {
    /// Whether anything of it is asked for.
    pub(crate) fn is_asked(&self) -> bool {
        self.from_s.is_some() || self.to_s.is_some() || self.process.is_some() || self.against_phase.is_some()
    }

    /// What is asked, with this stretch of it.
    pub(crate) fn of(&self, asked: Asked) -> Asked {
        Asked { from_s: self.from_s, to_s: self.to_s, process: self.process, ..asked }
    }
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').parse().ok();
    number.filter(|p| *p >= 0.0 && *p <= 100.0).ok_or_else(|| "a percentage from 0 to 100".to_owned())
}
