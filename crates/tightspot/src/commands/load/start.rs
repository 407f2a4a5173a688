//! From scenarios and arguments to engines that stand ready.

use crate::cli::LoadArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::pattern;
use ::load::{AsideFailure, Engine, EngineConfig, Job, Part, Scenario, Shared, Way};
use model::{Phase, PhaseKind, Sink, Timestamp, message};
use std::sync::Arc;
use std::time::Duration;

/// Id of the phase of an only scenario.
const PHASE: &str = "load";
/// Apart from each other, whatever the seed of the run: 2^64 divided by the golden ratio.
const NEXT_SEED: u64 = 0x9E37_79B9_7F4A_7C15;

/// What is about to be run: scenarios, how to get to their target, and what their setup left.
pub(super) struct Cast {
    pub(super) scenarios: Vec<Arc<Scenario>>,
    pub(super) way: Way,
    pub(super) timeout: Duration,
    pub(super) seed: u64,
    pub(super) shared: Vec<Option<Shared>>,
}

impl Cast {
    /// Name of scenario `index` in reports; empty for an only one.
    pub(super) fn name(&self, index: usize) -> &str {
        if self.scenarios.len() > 1 { self.scenarios[index].name() } else { "" }
    }

    /// What a run is named after.
    pub(super) fn url(&self) -> String {
        match self.scenarios.as_slice() {
            [only] => only.url(),
            all => all.first().map_or_else(String::new, |s| format!("{}://{}", s.endpoint().scheme(), s.endpoint().authority())),
        }
    }

    /// Names of all routes for the run; with several scenarios, the scenario's stands before each.
    pub(super) fn routes(&self) -> Vec<String> {
        let of = |i: usize| {
            let name = self.name(i);
            self.scenarios[i].routes().iter().map(move |r| if name.is_empty() { r.clone() } else { format!("{name}/{r}") })
        };
        (0..self.scenarios.len()).flat_map(of).collect()
    }

    /// Where those of scenario `index` begin.
    fn first_route(&self, index: usize) -> u16 {
        self.scenarios[..index].iter().map(|s| s.routes().len() as u16).fold(0, u16::saturating_add)
    }

    /// Choices of different scenarios are not those of each other.
    fn seed_of(&self, index: usize) -> u64 {
        self.seed.wrapping_add(NEXT_SEED.wrapping_mul(index as u64))
    }

    /// Runs the setup of each.
    pub(super) fn set_up(&mut self) -> Result<(), Failure> {
        let failed = |e: AsideFailure| Failure::new(Exit::Target, "setup-failed", e.to_string()).help(message!("commands/not-begun"));
        let set_up = |(i, s): (usize, &Arc<Scenario>)| ::load::set_up(s, &self.way, self.timeout, self.seed_of(i)).map_err(failed);
        self.shared = self.scenarios.iter().enumerate().map(set_up).collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Runs the teardown of each; returns what failed.
    pub(super) fn tear_down(&self) -> Vec<String> {
        let tear_down = |(i, s): (usize, &Arc<Scenario>)| {
            let shared = self.shared.get(i).and_then(Option::as_ref);
            ::load::tear_down(s, &self.way, self.timeout, self.seed_of(i), shared).err().map(|e| e.to_string())
        };
        self.scenarios.iter().enumerate().filter_map(tear_down).collect()
    }

    /// An engine for each scenario, with its job; they tell `sink`.
    pub(super) fn parts(&self, args: &LoadArgs, jobs: &[Job], sink: &Arc<dyn Sink>) -> Result<Vec<Part>, Failure> {
        let part = |(i, job): (usize, &Job)| {
            let config = EngineConfig {
                way: self.way.clone(),
                shared: self.shared.get(i).cloned().flatten(),
                threads: args.threads,
                precise: args.precise,
                timeout: self.timeout,
                trace_share: args.trace_sample.unwrap_or(0.0),
                seed: self.seed_of(i),
                first_route: self.first_route(i),
                ..EngineConfig::of(Arc::clone(&self.scenarios[i]))
            };
            let engine =
                Engine::start(config, Arc::clone(sink)).map_err(|e| Failure::new(Exit::Target, "load-not-started", e.to_string()))?;
            let start = Duration::from_nanos(self.scenarios[i].start_ns().max(0) as u64);
            Ok(Part { engine, phase: self.phase(i, job), job: job.clone(), start })
        };
        jobs.iter().enumerate().map(part).collect()
    }

    fn phase(&self, index: usize, job: &Job) -> Phase {
        let name = self.name(index);
        let id = if name.is_empty() { PHASE } else { name }.to_owned();
        let arrival = pattern::arrival(&job.pattern, self.way.protocol.streams());
        Phase { id, kind: PhaseKind::Load, arrival, fraction: None, start: Timestamp::now(), end: None }
    }
}
