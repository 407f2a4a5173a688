//! What is asked of a service before it is called warm. The numbers are those of METHODS section 6.2 unless another source is named.

/// Cores that compilers may use on a warm service. Source: LEDGER section 8.
pub const COMPILER_CORES: f64 = 0.05;

/// What becomes of a service that is not warm when the longest wait is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Policy {
    /// It is opened, with a warning that names what is missing: a gate must not keep a deployment down.
    #[default]
    Open,
    /// The gate goes on waiting.
    Hold,
    /// The gate gives up.
    Fail,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Windows for which the conditions must hold without a break.
    pub hold: usize,
    /// Good answers of each class.
    pub class_answers: u64,
    /// The same where compilers are seen at work: a method that is called once a request is compiled for good after this many calls at the latest
    /// (HotSpot's Tier4InvocationThreshold).
    pub compiled_class_answers: u64,
    /// Good answers of all classes together.
    pub answers: u64,
    /// Good answers of each class where it is known what this service needs: in place of the numbers above.
    pub known_answers: Vec<Option<u64>>,
    /// Share of the requests of the held windows that may fail.
    pub failed: f64,
    /// Cores that compilers may use.
    pub compiler_cores: f64,
    /// The same as a share of the window in which they used most.
    pub compiler_of_peak: f64,
    /// Cores below which that share is not asked for: what compiler threads use on a warm service. A guess.
    pub compiler_floor: f64,
    /// Classes or modules loaded per second.
    pub loaded_per_s: f64,
    /// Windows without code thrown away.
    pub valid_windows: usize,
    /// Share of a window for which a quota may stop the service. A guess: one stop of 50 ms.
    pub throttled: f64,
    /// By which share response times may change over the held windows.
    pub change: f64,
    /// The same where they vary so much by themselves that the other cannot be shown in [`Self::noisy_windows`]. A guess: what 30 values that vary by 8 % can show.
    pub noisy_change: f64,
    /// Windows from which on [`Self::noisy_change`] is enough.
    pub noisy_windows: usize,
    /// Most windows that are looked back over.
    pub most_windows: usize,
    /// Cores that compilers may use while the rate is doubled.
    pub burst_compiler_cores: f64,
    /// By which factor response times may be longer while the rate is doubled.
    pub burst_change: f64,
    /// What the p95 of a window of each class reaches when it is warm, ms, where that is known.
    pub warm_p95_ms: Vec<Option<f64>>,
    /// By which factor p95 may lie above it.
    pub p95_over: f64,
    /// Longest wait, seconds.
    pub longest_s: f64,
    /// What then.
    pub policy: Policy,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hold: 3,
            class_answers: 500,
            compiled_class_answers: 5_000,
            answers: 5_000,
            known_answers: Vec::new(),
            failed: 0.005,
            compiler_cores: COMPILER_CORES,
            compiler_of_peak: 0.10,
            compiler_floor: 0.02,
            loaded_per_s: 1.0,
            valid_windows: 2,
            throttled: 0.01,
            change: 0.05,
            noisy_change: 0.10,
            noisy_windows: 6,
            most_windows: 12,
            burst_compiler_cores: 0.15,
            burst_change: 1.10,
            warm_p95_ms: Vec::new(),
            p95_over: 1.15,
            longest_s: 120.0,
            policy: Policy::default(),
        }
    }
}
