//! What forbids a clean bill or a name: levels that failed, and a full CPU of which it cannot be said what fills it.

use crate::analysis::Analysis;
use crate::judge::LEAST_GROWTH_SHARE;
use crate::level::Level;
use crate::saturation::{COMPILING, COSTLIER, OWN_SHARE, Resource, ResourceKind, cpu_is_full_when_warm, resources, taken_from_database};

/// Share of the service's CPU that the collector uses from which a full CPU is not full of what the requests need. Source: CAUSES section 4
/// point 2, the share from which a place on the CPU is a cause.
const COLLECTED: f64 = 0.3;

/// What is known where the database's CPUs are full and others have a part of them, often the generator of a test on one machine.
pub(super) fn crowded_database(a: &Analysis) -> Option<String> {
    let d = a.heavy()?.database.as_ref()?;
    let others = taken_from_database(d)?;
    Some(format!(
        "the CPUs of the database are full: it uses {:.0} % of them, others {:.0} %; with these to itself it could do more, and what limits the service then is not known: let the load come from somewhere else",
        d.cpu_utilisation? * 100.0,
        others * 100.0
    ))
}

/// Why a CPU that is at its limit is not known to be full of work that the requests need; `None` when it is.
pub(super) fn doubted_limit(a: &Analysis, cpu: &Resource) -> Option<String> {
    unseen_cpu(a, cpu)
        .or_else(|| unseen_database(a, cpu))
        .or_else(|| blocked_loop(a, cpu))
        .or_else(|| never_warm(a, cpu))
        .or_else(|| costlier(a, cpu))
}

/// A full database into which nobody looked.
fn unseen_database(a: &Analysis, database: &Resource) -> Option<String> {
    let looked = a.heavy()?.database.as_ref().is_some_and(|d| d.sessions_seen);
    (database.kind == ResourceKind::DatabaseCpu && !looked).then(|| {
        format!(
            "{} at the limit, and its sessions were not seen: whether its statements need that much cannot be told (PostgreSQL: --db)",
            database.name
        )
    })
}

/// Share of the time of an event loop in synchronous calls that block, from which a full loop is not full of work. Source: CAUSES section 4 point 2, the
/// share from which a place is a cause.
const BLOCKED: f64 = 0.3;

/// An event loop that has no time left because it is blocked: nothing computes meanwhile.
fn blocked_loop(a: &Analysis, event_loop: &Resource) -> Option<String> {
    let l = a.heavy()?.served.event_loop().filter(|_| event_loop.kind == ResourceKind::EventLoop)?;
    (l.blocked_ms >= BLOCKED * l.busy_ms).then(|| {
        format!(
            "{} at the limit, but {:.1} of the {:.1} ms that a request keeps it are synchronous calls that block: whether they are needed cannot be told",
            event_loop.name, l.blocked_ms, l.busy_ms
        )
    })
}

/// Share of the time inside a request, without the wait for a connection, that is waiting for a core where that is what fills connections and
/// workers. A guess: half.
const FOR_THE_CORE: f64 = 0.5;

/// CPU of the service at the heaviest level that the requests need, of which so little is left that no cure of anything else gives a fifth more; with
/// how much more there could be, as a share. `None` where there is more, or it is not known to be needed.
fn nearly_full_cpu(a: &Analysis) -> Option<(Resource, f64)> {
    let (light, heavy) = (a.light()?, a.heavy()?);
    let s = heavy.scheduler.as_ref().filter(|s| s.allowed_cores >= s.cpus && s.compiler_cores <= COMPILING)?;
    heavy.samples.as_ref()?;
    let needed = s.request_cpu_ms >= 0.5 * s.process_cpu_ms && s.collector_cores < COLLECTED * s.process_cores;
    let cpu = |l: &Level| resources(l).into_iter().find(|r| r.kind == ResourceKind::TargetCpu);
    let (cpu, cheapest_ms) = (cpu(heavy)?, cpu(heavy)?.held_ms.min(cpu(light)?.held_ms));
    let more = stats::law::capacity_per_s(cpu.limit, cheapest_ms / 1e3) / heavy.throughput_per_s - 1.0;
    let is_full = needed && more <= 1.0 / OWN_SHARE - 1.0 && never_warm(a, &cpu).is_none() && costlier(a, &cpu).is_none();
    is_full.then(|| (cpu, more.max(0.0)))
}

/// What is said where nothing is at its limit, but hardly any CPU is left; `None` where there is more of it.
pub(super) fn nearly_full(a: &Analysis) -> Option<String> {
    let (cpu, more) = nearly_full_cpu(a)?;
    Some(format!(
        "{} is {:.0} % used: {:.0} % more could be done at most, and nothing else is full",
        cpu.name,
        cpu.used / cpu.limit * 100.0,
        more * 100.0
    ))
}

/// What is said where connections or workers are full, and no cause that may be named fills them: that hardly any CPU is left, so that no cure of anything
/// else gives a fifth more. `None` where there is more of it, or where requests wait for a connection for another reason than the core.
pub(super) fn hardly_more(a: &Analysis) -> Option<String> {
    let only_workers = a.resources.iter().filter(|r| r.saturated).all(|r| r.kind == ResourceKind::Workers);
    if let Some((cpu, more)) = nearly_full_cpu(a).filter(|_| only_workers) {
        let used = cpu.used / cpu.limit * 100.0;
        return Some(format!("but {} is {used:.0} % used: {:.0} % more could be done at most", cpu.name, more * 100.0));
    }
    let (light, heavy) = (a.light()?, a.heavy()?);
    let inside = |l: &Level| Some(l.served.workers()?.busy_ms - l.busiest_pool().map_or(0.0, |p| p.wait_ms));
    let queue = |l: &Level| l.scheduler.as_ref().map_or(0.0, |s| s.request_run_queue_ms);
    // a bound that overlaps waits: what does not grow with it is not the core
    let (now, grown, waiting) = (inside(heavy)?, inside(heavy)? - inside(light)?, queue(heavy) - queue(light));
    let fills = now > 0.0 && queue(heavy) >= FOR_THE_CORE * now && grown > 0.0 && waiting >= LEAST_GROWTH_SHARE * grown;
    let (cpu, more) = nearly_full_cpu(a).filter(|_| fills)?;
    Some(format!(
        "but requests wait for a core ({:.1} of the {now:.1} ms inside), and {} is {:.0} % used: {:.0} % more could be done at most",
        queue(heavy),
        cpu.name,
        cpu.used / cpu.limit * 100.0,
        more * 100.0
    ))
}

/// By how much the first seconds of a start may be slower than the last before it counts as slow. A guess: half as slow again, the growth
/// from which queueing is looked at under load.
const SLOW_START: f64 = 1.5;

/// Why the first minute of a service that was started for the run cannot be called good.
pub(super) fn slow_start(a: &Analysis) -> Option<String> {
    let (first, last) = (a.start_up.first()?, a.start_up.last()?);
    let compiling = last.scheduler.as_ref().map_or(0.0, |s| s.compiler_cores);
    let ratio = first.response_ms / last.response_ms.max(1e-3);
    if ratio >= SLOW_START {
        return Some(format!(
            "the first seconds after the start are {ratio:.1} times as slow as the last that were measured ({:.1} and {:.1} ms), and no cause that may be named explains it",
            first.response_ms, last.response_ms
        ));
    }
    (compiling >= COMPILING)
        .then(|| format!("the compilers of the virtual machine still use {compiling:.2} cores at the end of what was measured: how slow the service is when warm is not known"))
}

/// What is said of a first minute that is good, when nothing else was measured.
pub(super) fn quick_start(a: &Analysis) -> Option<String> {
    let minute = a.first_minute.as_ref().filter(|_| a.levels.is_empty())?;
    let first = minute.seconds.iter().find_map(crate::first_minute::Second::response_ms)?;
    Some(format!(
        "the service is quick from its start: {first:.1} ms in the first second, {:.1} ms at the end of the first minute; what limits it then was not asked (that is `why` without a command)",
        minute.warm_ms
    ))
}

/// Compilers that were busy at every open level: the service was cold all along, and what is needed when warm was not seen.
fn never_warm(a: &Analysis, cpu: &Resource) -> Option<String> {
    if cpu.kind != ResourceKind::TargetCpu {
        return None;
    }
    let open = || a.levels.iter().filter(|l| l.phase.is_open()).filter_map(|l| l.scheduler.as_ref()).map(|s| s.compiler_cores);
    let least = open().min_by(f64::total_cmp)?;
    (least >= COMPILING).then(|| {
        format!(
            "{} at the limit, but the compilers of the virtual machine use {least:.2} cores or more at every open level: warm up first",
            cpu.name
        )
    })
}

/// A request costs more at saturation than under light load: then it is not the requests alone that need it. What contends (too many threads
/// or statements at once) costs more the more there are.
pub(super) fn costlier(a: &Analysis, cpu: &Resource) -> Option<String> {
    let light = resources(a.light()?).into_iter().find(|r| r.kind == cpu.kind)?;
    (light.held_ms > 0.0 && cpu.held_ms > COSTLIER * light.held_ms).then(|| {
        format!(
            "{} at the limit, but a request costs {:.2} ms of it instead of {:.2} ms under light load: something contends, and no cause that is known explains it",
            cpu.name, cpu.held_ms, light.held_ms
        )
    })
}

/// Why it cannot be said that a full CPU is full of the requests' own work; `None` when it can.
fn unseen_cpu(a: &Analysis, cpu: &Resource) -> Option<String> {
    if cpu.kind != ResourceKind::TargetCpu {
        return None;
    }
    let heavy = a.heavy()?;
    let s = heavy.scheduler.as_ref()?;
    let requests = (s.request_cpu_ms + heavy.served.given_away_cpu_ms(s)) / 1e3 * heavy.throughput_per_s;
    // an event loop collects garbage itself, beside its helpers
    let collected = s.collector_cores + heavy.served.collected_ms() / 1e3 * heavy.throughput_per_s;
    if let Some(why) = used_up_quota(a) {
        return Some(why);
    }
    if heavy.samples.is_none() {
        Some(format!("{} at the limit, and without stacks it cannot be seen what for", cpu.name))
    } else if !cpu_is_full_when_warm(heavy) {
        Some(format!(
            "{} is full only because the compilers of the virtual machine use {:.2} cores: warm up first",
            cpu.name, s.compiler_cores
        ))
    } else if requests < 0.5 * (s.process_cores - s.compiler_cores) {
        Some(format!(
            "{} at the limit, but request threads use only {requests:.2} of {:.2} cores (collector {:.2}, compilers {:.2}): what the others do for requests cannot be told",
            cpu.name, s.process_cores, s.collector_cores, s.compiler_cores
        ))
    } else if collected >= COLLECTED * (s.process_cores - s.compiler_cores) {
        Some(format!(
            "{} at the limit, and the collector uses {:.0} % of it: what is allocated, and what the heap leaves room for, must be looked at first",
            cpu.name,
            collected / (s.process_cores - s.compiler_cores) * 100.0
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
    match (longest, level.served.workers()) {
        (Some((ms, name)), Some(w)) if ms > 0.5 * w.busy_ms => {
            format!(" (of {:.1} ms that a request keeps a worker, {ms:.1} ms wait {name})", w.busy_ms)
        }
        _ => String::new(),
    }
}

/// Measured phases in which requests were sent and none was answered.
pub(super) fn silent_level(a: &Analysis) -> Option<String> {
    a.run
        .measured_phases()
        .filter(|p| a.left_out.as_deref() != Some(&p.id))
        .find(|p| a.run.attempts_of(&p.id).next().is_some() && !a.levels.iter().any(|l| l.phase.id == p.id))
        .map(|p| match a.run.only {
            None => format!("no request of {} was answered", p.id),
            Some(_) => format!("how many requests of {} the process served is not known", p.id),
        })
}
