//! Built runs with known truth, for tests. A [`RunBuilder`] takes milliseconds per request for each part of the journey at each level of
//! load and emits the same observations that real load and real probes do: requests, stacks, gauges, scheduler, sessions.

mod cpus;
mod emit;
mod event_loop;
mod host;
mod level;
mod rare;
pub mod sim;
mod stacks;
mod together;

pub use cpus::on_cpus;
pub use event_loop::LoopSpec;
pub use host::HostSpec;
pub use level::LevelSpec;
pub use rare::RareSpec;
pub use together::together;

use model::{Component, ComponentKind, Environment, Observation, Run, RunInfo, RunStatus, Runtime, Sensor, Target, Timestamp};

/// Builds a run level by level.
#[derive(Debug, Clone)]
pub struct RunBuilder {
    observations: Vec<Observation>,
    clock: Timestamp,
    threads: emit::ThreadTotals,
    host_totals: host::HostTotals,
    hidden: Vec<&'static str>,
    environment: Environment,
    /// Totals of a service on an event loop.
    script: Option<event_loop::Totals>,
}

impl Default for RunBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl RunBuilder {
    /// A JVM service on one core of two, all sensors on, nothing measured yet.
    pub fn new() -> Self {
        let target = Target { pid: 4127, runtime: Runtime::named("jvm"), port: 8080, cpus: vec![0], ..Target::default() };
        let mut environment = Environment { target, ..Environment::default() };
        environment.host.cpus = 2;
        environment.generator.cpus = vec![1];
        environment.components =
            vec![Component { id: "hikari:HikariPool-1".into(), kind: ComponentKind::ConnectionPool, limit: None, detail: String::new() }];
        Self {
            observations: Vec::new(),
            clock: Timestamp::from_ns(1_000_000_000_000),
            threads: emit::ThreadTotals::default(),
            host_totals: host::HostTotals::new(),
            hidden: Vec::new(),
            environment,
            script: None,
        }
    }

    /// Turns a sensor off: what it would have seen is not emitted.
    #[must_use]
    pub fn without(mut self, sensor: &'static str) -> Self {
        self.hidden.push(sensor);
        self
    }

    /// Lets generator and target share cores.
    #[must_use]
    pub fn sharing_cores(mut self) -> Self {
        self.environment.generator.shares_cpus = true;
        self
    }

    /// Lets the target run on these CPUs.
    #[must_use]
    pub fn on_cpus(mut self, cpus: &[u32]) -> Self {
        self.environment.target.cpus = cpus.to_vec();
        self
    }

    /// Gives the target's control group a CPU quota, in cores.
    #[must_use]
    pub fn with_quota(mut self, cores: f64) -> Self {
        self.environment.target.cpu_quota = Some(cores);
        self
    }

    /// Adds a level of load.
    #[must_use]
    pub fn level(mut self, spec: &LevelSpec) -> Self {
        self.emit(spec);
        self
    }

    /// The levels of a usual run: open at 0.3, 0.6 and 0.8 of `knee_per_s`, then closed saturation at the knee. `shape` changes each level's
    /// spec, given the fraction (1.0 = saturation).
    #[must_use]
    pub fn usual_levels(mut self, knee_per_s: f64, shape: impl Fn(f64, LevelSpec) -> LevelSpec) -> Self {
        for f in [0.3, 0.6, 0.8, 1.0] {
            let base = if f < 1.0 { LevelSpec::open(f, f * knee_per_s) } else { LevelSpec::saturation(knee_per_s) };
            self.emit(&shape(f, base));
        }
        self
    }

    /// The run.
    pub fn build(self) -> Run {
        let info = RunInfo { id: "test".into(), seed: 1, started: Timestamp::from_ns(1_000_000_000_000), ..RunInfo::default() };
        let mut all = vec![Observation::Info(info), Observation::Environment(self.environment)];
        for id in [
            "wall-stacks",
            "pool-gauges",
            "worker-gauges",
            "sessions",
            "thread-schedule",
            "host",
            "runtime-counters",
            "event-loop",
            "generator",
        ] {
            let off = self.hidden.contains(&id);
            all.push(Observation::Sensor(if off { Sensor::off(id, "hidden by the test", "") } else { Sensor::on(id) }));
        }
        if !self.hidden.contains(&"wall-stacks") {
            all.push(if self.script.is_some() { event_loop::stacks() } else { stacks::observation() });
        }
        all.extend(self.observations);
        all.push(Observation::Ended { status: RunStatus::Complete, at: Timestamp::from_ns(2_000_000_000_000) });
        Run::from_observations(all)
    }
}
