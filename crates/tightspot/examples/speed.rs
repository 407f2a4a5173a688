//! `cargo run -p tightspot --example speed RUN.tsr...`: whether what a request takes of the CPU goes with the speed of the CPUs, second by second, and how
//! long work of known length took at each measured phase.

#![expect(clippy::print_stdout, reason = "a developer command")]

use diagnose::level::{Sensitivity, Speed};
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
    }
    Ok(())
}
