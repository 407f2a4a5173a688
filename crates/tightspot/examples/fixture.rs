//! `cargo run -p tightspot --example fixture IN.tsr OUT.tsr`: a small copy of a recorded run for tests.
//!
//! Kept is what a diagnosis looks at: thread snapshots only around measured levels, no folders in command
//! lines, no name of the machine. Everything else is as it was recorded.

use model::{Observation, PhaseKind, Timestamp};
use std::error::Error;
use std::path::Path;

/// Snapshots this long before and after a measured level are kept, seconds: rates are differences of neighbours.
const AROUND_S: f64 = 2.0;

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [from, to] = paths.as_slice() else { return Err("usage: fixture IN.tsr OUT.tsr".into()) };
    let (all, report) = record::observations(Path::new(from))?;
    if !report.is_whole() {
        return Err(format!("{from} is damaged: {:?}", report.damage).into());
    }
    let run = record::read(Path::new(from))?.0;
    let measured: Vec<(Timestamp, Timestamp)> = run
        .phases
        .iter()
        .filter(|p| !matches!(p.kind, PhaseKind::WarmUp | PhaseKind::Doubling | PhaseKind::Knee))
        .filter_map(|p| Some((p.start, p.end?)))
        .collect();
    let is_near =
        |at: Timestamp| measured.iter().any(|(start, end)| start.seconds_since(at) < AROUND_S && at.seconds_since(*end) < AROUND_S);
    let mut kept = Vec::new();
    for observation in all {
        let observation = match observation {
            Observation::Info(mut info) => {
                info.command = without_folders(&info.command);
                Observation::Info(info)
            }
            Observation::Environment(mut e) => {
                "host".clone_into(&mut e.host.name);
                e.target.command = without_folders(&e.target.command);
                Observation::Environment(e)
            }
            Observation::Threads(t) if t.new_names.is_empty() && !is_near(t.t) => continue,
            other => other,
        };
        kept.push(observation);
    }
    Ok(record::write_small(Path::new(to), &kept)?)
}

/// Absolute paths without their folders: they are somebody's.
fn without_folders(command: &str) -> String {
    let word = |w: &str| if w.starts_with('/') { w.rsplit('/').next().unwrap_or(w).to_owned() } else { w.to_owned() };
    command.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
