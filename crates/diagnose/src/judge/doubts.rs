//! What forbids a clean bill or a name: levels that failed, and a full CPU of which it cannot be said what fills it.

use crate::analysis::Analysis;
use crate::saturation::{CPU_FULL, Resource, ResourceKind};

/// Why it cannot be said that a full CPU is full of the requests' own work; `None` when it can.
pub(super) fn unseen_cpu(a: &Analysis, cpu: &Resource) -> Option<String> {
    if cpu.kind != ResourceKind::TargetCpu {
        return None;
    }
    let heavy = a.heavy()?;
    let s = heavy.scheduler.as_ref()?;
    let requests = s.request_cpu_ms / 1e3 * heavy.throughput_per_s;
    if let Some(why) = used_up_quota(a) {
        return Some(why);
    }
    if heavy.samples.is_none() {
        Some(format!("{} at the limit, and without stacks it cannot be seen what for", cpu.name))
    } else if s.process_cores - s.compiler_cores < CPU_FULL * s.allowed_cores {
        Some(format!(
            "{} is full only because the compilers of the virtual machine use {:.2} cores: warm up first",
            cpu.name, s.compiler_cores
        ))
    } else if requests < 0.5 * (s.process_cores - s.compiler_cores) {
        Some(format!(
            "{} at the limit, but request threads use only {requests:.2} of {:.2} cores (collector {:.2}, compilers {:.2}): what the others do for requests cannot be told",
            cpu.name, s.process_cores, s.collector_cores, s.compiler_cores
        ))
    } else {
        None
    }
}

/// A quota below the cores that is used up, when it cannot be seen how often it stops threads: with the counters of the control group
/// `cpu-throttled` judges it, and a quota that binds at saturation only is a limit like a number of cores. Source: CAUSES L1.
fn used_up_quota(a: &Analysis) -> Option<String> {
    let target = &a.run.environment.target;
    let cores = if target.cpus.is_empty() { f64::from(a.run.environment.host.cpus.max(1)) } else { target.cpus.len() as f64 };
    let quota = target.cpu_quota.filter(|q| *q < cores)?;
    let heavy = a.heavy()?;
    let periods = a.run.increase(model::signal::CGROUP_PERIODS, heavy.window.0, heavy.window.1).unwrap_or(0.0);
    (periods == 0.0).then(|| {
        format!(
            "the CPU quota of {quota:.2} of {cores:.0} cores is used up, and how often it stops threads is not seen: whether it is too small cannot be told"
        )
    })
}

/// ` (of 53.1 ms that a request keeps a worker, 50.0 ms wait for another service)`.
pub(super) fn longest_wait(a: &Analysis) -> String {
    use crate::frames::Part;
    let Some((level, samples)) = a.heavy().and_then(|l| Some((l, l.samples.as_ref()?))) else { return String::new() };
    let names = [
        (Part::Remote, "for another service"),
        (Part::PoolWait, "for a connection"),
        (Part::Database, "for the database"),
        (Part::Lock, "for a lock"),
        (Part::Logging, "in logging"),
    ];
    let longest = names.iter().map(|(p, n)| (samples.part_ms(*p), n)).max_by(|x, y| x.0.total_cmp(&y.0));
    match (longest, &level.workers) {
        (Some((ms, name)), Some(w)) if ms > 0.5 * w.busy_ms => {
            format!(" (of {:.1} ms that a request keeps a worker, {ms:.1} ms wait {name})", w.busy_ms)
        }
        _ => String::new(),
    }
}

/// Share of failed requests of a level from which the answers must be looked at before the load. A guess: the limit at which `why` stops.
const FAILING: f64 = 0.2;

/// The first level at which too many requests failed.
pub(super) fn failing_level(a: &Analysis) -> Option<String> {
    let l = a.levels.iter().find(|l| l.failed as f64 > FAILING * l.requests as f64)?;
    Some(format!(
        "{} of {} requests failed at {:.0}/s: the answers, not the load, must be looked at first",
        l.failed, l.requests, l.throughput_per_s
    ))
}

/// Measured phases in which requests were sent and none was answered.
pub(super) fn silent_level(a: &Analysis) -> Option<String> {
    a.run
        .measured_phases()
        .find(|p| a.run.attempts_of(&p.id).next().is_some() && !a.levels.iter().any(|l| l.phase.id == p.id))
        .map(|p| format!("no request of {} was answered", p.id))
}
