//! Profiles of built runs, for the tests of the outputs.

use super::Profiled;
use diagnose::cpu::{Asked, Detail, Profile, View};
use testkit::{LevelSpec, RunBuilder};

pub(crate) const DETAIL: Detail = Detail { depth: 8, least_share: 0.01 };

/// 3 ms of CPU a request at 160/s, and 4 ms at 200/s, where threads wait for a core; other threads use 0.5 ms.
fn run() -> model::Run {
    let spec = |f: f64, spec: LevelSpec| LevelSpec {
        cpu_site: if f < 1.0 { 1.0 } else { 8.0 },
        cpu_framework: if f < 1.0 { 2.0 } else { 8.0 },
        request_cpu: Some(if f < 1.0 { 3.0 } else { 4.0 }),
        process_cpu: if f < 1.0 { 3.5 } else { 4.5 },
        remote: 20.0,
        ..spec
    };
    RunBuilder::new().usual_levels(200.0, spec).build()
}

/// A view of a phase of it.
pub(crate) fn profile(view: View, phase: &str) -> Profile {
    let asked = Asked { view, phase: Some(phase.to_owned()), ..Asked::default() };
    Profile::of(&run(), &asked).expect("it has stacks")
}

/// CPU at saturation.
pub(crate) fn one() -> Profiled {
    Profiled::of(profile(View::Cpu, "saturation"), DETAIL)
}

/// CPU at 0.8 against saturation.
pub(crate) fn two() -> Profiled {
    Profiled::between(profile(View::Cpu, "open-0.8"), profile(View::Cpu, "saturation"), true, DETAIL)
}

/// One of each kind.
pub(crate) fn all() -> Vec<Profiled> {
    vec![one(), two(), Profiled::of(profile(View::Wall, "open-0.3"), DETAIL)]
}
