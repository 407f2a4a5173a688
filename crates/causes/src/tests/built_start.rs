//! Runs of a service that was just started, with known truth.

use model::series::Labels;
use model::{Arrival, Observation, PhaseKind, Run, Series, signal};
use testkit::{LevelSpec, RunBuilder};

/// Sixteen users from the start of the service.
///
/// ```text
/// |-- first, slow_s --|---- warm, the rest of 10 s ----|---- warm, 10 s ----|
/// ```
#[derive(Debug, Clone)]
pub(crate) struct Start {
    /// What a request of the first seconds is made of.
    pub(crate) first: LevelSpec,
    /// How many seconds these are.
    pub(crate) slow_s: u32,
    /// Classes loaded in them.
    pub(crate) classes: f64,
}

impl Default for Start {
    fn default() -> Self {
        Self { first: Self::cold(), slow_s: 5, classes: 100.0 }
    }
}

impl Start {
    /// A request to which a reason for its slowness is to be added: fifty a second.
    pub(crate) fn cold() -> LevelSpec {
        LevelSpec::open(0.1, 50.0)
    }
}

/// The run.
pub(crate) fn start(spec: &Start) -> Run {
    let warm = |fraction, seconds| LevelSpec { seconds, ..LevelSpec::open(fraction, 600.0) };
    let slow_s = f64::from(spec.slow_s);
    let mut builder = RunBuilder::new();
    if spec.slow_s > 0 {
        builder = builder.level(&LevelSpec { seconds: slow_s, ..spec.first.clone() });
    }
    let mut run = builder.level(&warm(0.2, 10.0 - slow_s)).level(&warm(0.3, 10.0)).build();
    for p in &mut run.phases {
        p.kind = PhaseKind::StartUp;
        p.arrival = Arrival::Closed { connections: 16 };
    }
    let from = run.phases[0].start;
    let mut classes = Series::new(signal::CODE_LOADED, Labels::new());
    classes.push(from, 9000.0);
    classes.push(from.plus_ns(i64::from(spec.slow_s.max(1)) * 1_000_000_000), 9000.0 + spec.classes);
    run.apply(Observation::Series(classes));
    run
}
