//! `cargo run -p tightspot --example speed RUN.tsr...`: whether what a request takes of the CPU goes with the speed of the CPUs, second by second.
//!
//! Of each second of each measured phase but the first and the last: CPU of the service by answer, and how many times as long as usual work of known length
//! took, both as logarithms from which the mean of their phase is taken. Prints how many seconds, the correlation of the two, the power of
//! the slowness with which CPU per answer goes (least squares), and the standard deviation of CPU per answer, as it is and with that taken out.

#![expect(clippy::print_stdout, reason = "a developer command")]

use diagnose::level::Speed;
use model::{Outcome, Phase, Run, signal};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    for file in std::env::args().skip(1) {
        let (run, _) = record::read(Path::new(&file))?;
        let pairs: Vec<(f64, f64)> = run.measured_phases().flat_map(|p| of_phase(&run, p)).collect();
        let sum = |f: fn(&(f64, f64)) -> f64| pairs.iter().map(f).sum::<f64>();
        let (xx, xy, yy) = (sum(|(x, _)| x * x), sum(|(x, y)| x * y), sum(|(_, y)| y * y));
        let (power, n) = (xy / xx, pairs.len() as f64);
        let left = pairs.iter().map(|(x, y)| (y - power * x).powi(2)).sum::<f64>();
        println!(
            "{file}: {n} seconds, correlation {:.2}, power {power:.2}, CPU per answer varies by {:.1} %, by {:.1} % with it taken out",
            xy / (xx * yy).sqrt(),
            (yy / n).sqrt() * 1e2,
            (left / n).sqrt() * 1e2
        );
    }
    Ok(())
}

fn of_phase(run: &Run, phase: &Phase) -> Vec<(f64, f64)> {
    let (Some(speed), Some(end)) = (Speed::of_phase(run, phase), phase.end) else { return Vec::new() };
    let second = |(middle, times): (model::Timestamp, f64)| {
        let (from, to) = (middle.plus_ns(-500_000_000), middle.plus_ns(500_000_000));
        let answered = run.attempts_of(&phase.id).filter(|a| a.outcome == Outcome::Ok && a.done > from && a.done <= to).count();
        let cpu_s = run.increase(signal::PROCESS_CPU_TIME, from, to)?;
        (from > phase.start && to < end && answered > 0 && cpu_s > 0.0).then(|| (f64::ln(times), f64::ln(cpu_s / answered as f64)))
    };
    let pairs: Vec<(f64, f64)> = speed.seconds().filter_map(second).collect();
    let mean = |f: fn(&(f64, f64)) -> f64| pairs.iter().map(f).sum::<f64>() / pairs.len() as f64;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    pairs.iter().map(|p| (p.0 - x, p.1 - y)).collect()
}
