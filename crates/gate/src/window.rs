//! What the gate is fed: one window of the warm-up load, summed up. A window has ticks (seconds), so that how much a median varies by itself can be told
//! from how it changes.

/// One window.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Window {
    /// How long it was.
    pub length_s: f64,
    /// One for each class of requests, always in the same order.
    pub classes: Vec<ClassWindow>,
    /// What was seen of the service from outside its answers.
    pub signals: Signals,
}

/// The requests of one class (a route, an endpoint) in a window.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ClassWindow {
    /// Answered as they should be.
    pub ok: u64,
    /// Ended otherwise.
    pub failed: u64,
    /// Median response of each tick that had good answers, ms, in their order.
    pub medians_ms: Vec<f64>,
    /// 95th percentile of the window, ms.
    pub p95_ms: Option<f64>,
}

/// What is known beside the answers; `None` where it is not seen.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Signals {
    /// Cores that compiler threads used.
    pub compiler_cores: Option<f64>,
    /// Classes or modules loaded, per second.
    pub loaded_per_s: Option<f64>,
    /// Compiled code that was thrown away.
    pub invalidated: Option<f64>,
    /// Share of the window for which a quota stopped the service.
    pub throttled: Option<f64>,
    /// CPU time of a piece of work that is always the same, on the CPUs of the service, seconds.
    pub work_s: Option<f64>,
}

impl Window {
    /// Requests that were answered as they should be.
    pub fn ok(&self) -> u64 {
        self.classes.iter().map(|c| c.ok).sum()
    }

    /// Requests that ended otherwise.
    pub fn failed(&self) -> u64 {
        self.classes.iter().map(|c| c.failed).sum()
    }
}

impl ClassWindow {
    /// Logarithms of the ticks' medians.
    pub(crate) fn logs(&self) -> Vec<f64> {
        self.medians_ms.iter().filter(|m| **m > 0.0).map(|m| m.ln()).collect()
    }
}

/// Logarithms of the medians of a class, window by window.
pub(crate) fn logs_of(windows: &[Window], class: usize) -> Vec<Vec<f64>> {
    windows.iter().map(|w| w.classes.get(class).map(ClassWindow::logs).unwrap_or_default()).collect()
}

/// Time of the fixed work, window by window.
pub(crate) fn work_of(windows: &[Window]) -> Vec<Option<f64>> {
    windows.iter().map(|w| w.signals.work_s).collect()
}
