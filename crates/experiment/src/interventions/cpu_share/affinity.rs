//! Fewer CPUs for the threads of a process, where no quota can be given. Whole CPUs only.

use super::CpuBefore;
use crate::InterventionError;
use crate::interventions::Restored;
use model::Target;
use probe::discover::{allowed_cpus, format_cpus};

/// How the threads are now.
pub(super) fn before(target: &Target, cpus: &[u32]) -> CpuBefore {
    let others = threads(target.pid).into_iter().map(|tid| (tid, allowed_cpus(tid))).filter(|(_, own)| own != cpus && !own.is_empty());
    CpuBefore::Affinity { pid: target.pid, start_ticks: target.start_ticks, cpus: cpus.to_vec(), others: others.collect() }
}

/// Leaves the process the first CPUs of its own: as many as `cores` rounds to, at least one.
pub(super) fn set(pid: u32, cpus: &[u32], cores: f64) -> Result<f64, InterventionError> {
    let kept = &cpus[..(cores.round() as usize).clamp(1, cpus.len().max(1)).min(cpus.len())];
    for tid in threads(pid) {
        pin(pid, tid, kept)?;
    }
    Ok(kept.len() as f64)
}

/// Gives every thread its CPUs back, and looks. A thread that began meanwhile gets those of the process.
pub(super) fn restore(pid: u32, cpus: &[u32], others: &[(u32, Vec<u32>)]) -> Result<Restored, InterventionError> {
    let of = |tid: u32| others.iter().find(|(t, _)| *t == tid).map_or(cpus, |(_, own)| own.as_slice());
    // Twice: a thread may be born of one that was not reached yet.
    for _ in 0..2 {
        for tid in threads(pid) {
            pin(pid, tid, of(tid))?;
        }
    }
    for tid in threads(pid) {
        let now = allowed_cpus(tid);
        if !now.is_empty() && now != of(tid) {
            let what = format!("see that thread {tid} of pid {pid} may run where it could");
            return Err(InterventionError::new(what, format!("cpus {}, it was {}", format_cpus(&now), format_cpus(of(tid)))));
        }
    }
    Ok(Restored::AsBefore)
}

fn pin(pid: u32, tid: u32, cpus: &[u32]) -> Result<(), InterventionError> {
    match probe::host::pin_thread(tid, cpus) {
        // ended in between
        Err(_) if !std::path::Path::new(&format!("/proc/{pid}/task/{tid}")).exists() => Ok(()),
        result => result.map_err(InterventionError::from),
    }
}

fn threads(pid: u32) -> Vec<u32> {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    tasks.filter_map(|t| t.file_name().to_str()?.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn cpus_are_taken_from_a_process_and_given_back() {
        let mut child = Command::new("sleep").arg("600").stdout(Stdio::null()).spawn().expect("sleep is there");
        let target = Target { pid: child.id(), ..Target::default() };
        let cpus = allowed_cpus(child.id());
        let CpuBefore::Affinity { others, .. } = before(&target, &cpus) else { panic!("by CPUs") };
        let kept = set(child.id(), &cpus, 1.0).unwrap();
        let now = allowed_cpus(child.id());
        let back = restore(child.id(), &cpus, &others);
        let after = allowed_cpus(child.id());
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!((kept, now.len(), back, after), (1.0, 1, Ok(Restored::AsBefore), cpus));
    }
}
