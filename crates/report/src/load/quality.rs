//! Whether the generator was up to its plan, and what it cost: shares are of one core over the run, as measured by itself.

pub use diagnose::quality::Validity;
use model::Message;

/// Quality of a run of `load`.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadQuality {
    /// Whether the figures are about the service. An invalid run says nothing about it.
    pub validity: Validity,
    /// Why it is not better, the gravest first, a sentence each.
    pub reasons: Vec<Message>,
    /// CPU time of the generator, active waiting included, in cores (1.0 is a whole core; several threads may exceed it).
    pub cpu_share: f64,
    /// The part of it spent in active waiting for planned moments, in cores.
    pub spin_share: f64,
    /// Time that generator threads waited for a core, as a share of the run and of one thread.
    pub run_queue_share: f64,
    /// The generator's own delay, from the moment plan and free connection were both there until the request left: median, nanoseconds.
    pub send_lag_p50_ns: u64,
    /// 99th percentile of the same.
    pub send_lag_p99_ns: u64,
    /// Largest of the same.
    pub send_lag_max_ns: u64,
    /// Largest resident memory of the tool, bytes; 0 when not measured.
    pub memory_bytes: u64,
    /// CPUs that the generator is pinned to; empty: none.
    pub cpus: Vec<u32>,
    /// Whether generator and service may run on the same CPU.
    pub shares_cpus: bool,
    /// Whether the generator ran with real-time priority.
    pub real_time: bool,
    /// How sending was timed.
    pub pacing: Pacing,
}

impl Default for LoadQuality {
    fn default() -> Self {
        Self {
            validity: Validity::Valid,
            reasons: Vec::new(),
            cpu_share: 0.0,
            spin_share: 0.0,
            run_queue_share: 0.0,
            send_lag_p50_ns: 0,
            send_lag_p99_ns: 0,
            send_lag_max_ns: 0,
            memory_bytes: 0,
            cpus: Vec::new(),
            shares_cpus: false,
            real_time: false,
            pacing: Pacing::default(),
        }
    }
}

/// How sending was timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pacing {
    /// By the kernel's timer: fewest wake-ups.
    #[default]
    Economical,
    /// By active waiting: on time at the price of CPU.
    Precise,
}

impl Pacing {
    /// The word for reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Economical => "economical",
            Self::Precise => "precise",
        }
    }
}

/// Time between one request leaving and the next, over all connections of a generator thread, while the plan kept one rate.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SendSpacing {
    /// Generator threads: with several of them the time is that between two requests of the same one.
    pub threads: u32,
    /// Mean, nanoseconds.
    pub mean_ns: f64,
    /// Standard deviation, nanoseconds. Poisson arrivals have one as large as the mean.
    pub sd_ns: f64,
    /// 99th percentile, nanoseconds.
    pub p99_ns: u64,
}
