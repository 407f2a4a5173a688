//! How load is generated, and how to get to the target.

use crate::flow::Shared;
use crate::generator::duty::Priority;
use crate::protocol::Protocol;
use crate::scenario::Scenario;
use crate::transport::{Address, ConnectTo, TlsOptions};
use std::sync::Arc;
use std::time::Duration;

/// How load is generated.
#[derive(Debug, Clone)]
pub struct EngineConfig {
    /// What to send.
    pub scenario: Arc<Scenario>,
    /// How to get to the target.
    pub way: Way,
    /// What setup left for all users.
    pub shared: Option<Shared>,
    /// Generator threads, at least 1.
    pub threads: u32,
    /// CPUs the generator threads are bound to; empty: wherever the kernel likes.
    pub cpus: Vec<u32>,
    /// Whether to run ahead of all others; [`Engine::is_real_time`](crate::Engine::is_real_time) says whether that was granted.
    pub priority: Priority,
    /// Send on time and read answers as they come, at the price of active waiting and more wake-ups; without it pacing is economical.
    pub precise: bool,
    /// A request is given up after this long.
    pub timeout: Duration,
    /// Share of the requests that get a trace context (`traceparent`), 0 to 1.
    pub trace_share: f64,
    /// Seed of every random choice.
    pub seed: u64,
    /// Place of the scenario's first route among [`model::RunInfo::routes`], behind which its others follow.
    pub first_route: u16,
}

impl EngineConfig {
    /// The defaults: one thread, not bound, normal priority, precise, 30 s time-out, seed 1.
    pub fn new(scenario: Scenario) -> Self {
        Self::of(Arc::new(scenario))
    }

    /// The same for a scenario that others use too.
    pub fn of(scenario: Arc<Scenario>) -> Self {
        let timeout = Duration::from_secs(30);
        Self {
            scenario,
            way: Way::default(),
            shared: None,
            threads: 1,
            cpus: Vec::new(),
            priority: Priority::Usual,
            precise: true,
            timeout,
            trace_share: 0.0,
            seed: 1,
            first_route: 0,
        }
    }
}

/// How to get to a target, apart from its URL.
#[derive(Debug, Clone, Default)]
pub struct Way {
    /// What to make of certificates, where the URL says https.
    pub tls: TlsOptions,
    /// Detours; the first that applies decides.
    pub connect_to: Vec<ConnectTo>,
    /// The path of a Unix socket, in place of host and port.
    pub unix: Option<Address>,
    /// What is spoken there.
    pub protocol: Protocol,
}
