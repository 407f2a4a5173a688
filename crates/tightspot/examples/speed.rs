//! `cargo run -p tightspot --example speed RUN.tsr...`: whether what a request takes of the CPU goes with the speed of the CPUs, second by second, and how
//! long work of known length took at each measured phase. Of each phase with an open load also by how much the median response of a second varies.

#![expect(clippy::print_stdout, reason = "a developer command")]

use diagnose::level::{Sensitivity, Speed};
use model::{Outcome, Phase, Run};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    for file in std::env::args().skip(1) {
        let (run, _) = record::read(Path::new(&file))?;
        let work: Vec<String> =
            run.measured_phases().filter_map(|p| Some(format!("{} {:.1} us", p.id, Speed::of_phase(&run, p)?.usual_s * 1e6))).collect();
        println!("{file}: {}", work.join(", "));
        match Sensitivity::of(&run) {
            None => println!("  too few seconds"),
            Some(s) => println!(
                "  {} seconds, correlation {:.2}, power {:.2}, CPU per answer varies by {:.1} %, by {:.1} % with it taken out",
                s.seconds,
                s.correlation,
                s.power,
                s.spread * 1e2,
                s.left * 1e2
            ),
        }
        for phase in run.phases.iter().filter(|p| p.is_open()) {
            let medians = medians(&run, phase);
            if medians.len() > 2 {
                let spread = stats::describe::standard_deviation(&medians);
                println!("  {}: the median response of {} seconds varies by {:.1} %", phase.id, medians.len(), spread * 1e2);
            }
        }
    }
    Ok(())
}

/// Logarithms of the median response of each second of a phase with a good answer.
fn medians(run: &Run, phase: &Phase) -> Vec<f64> {
    let mut seconds: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
    for a in run.attempts_of(&phase.id).filter(|a| a.outcome == Outcome::Ok) {
        seconds.entry(a.done.ns_since(phase.start) / 1_000_000_000).or_default().push(a.response_ns() as f64);
    }
    seconds.values().map(|s| stats::describe::median(s).ln()).collect()
}
