//! A CPU, an event loop or a database at its limit: whether it is known to be full of what the requests ask for.

use super::waits::names_of_full;
use crate::analysis::Analysis;
use crate::growth::LEAST_GROWTH_SHARE;
use crate::judge::facts::Facts;
use crate::judge::rule::Holding;
use crate::level::{Level, Scheduler};
use crate::margin::Margin;
use crate::saturation::{COMPILING, COSTLIER, OWN_SHARE, Resource, ResourceKind, cpu_is_full_when_warm, cpu_is_warm, resources};
use model::message;

crate::thresholds! {
    /// Share of the service's CPU that the collector uses from which a full CPU is not full of what the requests need. Source: CAUSES section 4
    /// point 2, the share from which a place on the CPU is a cause.
    COLLECTED = 0.3;
    /// Share of the time of an event loop in synchronous calls that block, from which a full loop is not full of work. Source: CAUSES section 4 point 2, the
    /// share from which a place is a cause.
    BLOCKED = 0.3;
    /// Share of the service's CPU, its compilers apart, that request threads must use for it to be full of requests. A guess: half.
    OF_REQUESTS = 0.5;
    /// Share of the time inside a request, without the wait for a connection, that is waiting for a core where that is what fills connections and
    /// workers. A guess: half.
    FOR_THE_CORE = 0.5;
}

/// The service's CPU where it is full, and what the scheduler says of it.
fn full_cpu<'a>(f: &'a Facts) -> Option<(&'a Resource, &'a Level, &'a Scheduler)> {
    let cpu = f.full_by_work().filter(|r| r.kind == ResourceKind::TargetCpu)?;
    let heavy = f.a.heavy()?;
    Some((cpu, heavy, heavy.scheduler.as_ref()?))
}

/// A quota below the cores that is used up, when it cannot be seen how often it stops threads: with the counters of the control group
/// `cpu-throttled` judges it, and a quota that binds at saturation only is a limit like a number of cores. Source: CAUSES L1.
pub(super) fn quota_used_up(f: &Facts) -> Option<Holding> {
    let (_, heavy, _) = full_cpu(f)?;
    let target = &f.a.run.environment.target;
    let cores = if target.cpus.is_empty() { f64::from(f.a.run.environment.host.cpus.max(1)) } else { target.cpus.len() as f64 };
    let quota = target.cpu_quota.filter(|q| *q < cores)?;
    let periods = f.a.run.increase(model::signal::CGROUP_PERIODS, heavy.window.0, heavy.window.1).unwrap_or(0.0);
    (periods == 0.0).then(|| Holding::of(message!("judge/quota-used-up", quota: Cores(quota), cores: Count(cores))))
}

pub(super) fn without_stacks(f: &Facts) -> Option<Holding> {
    let (cpu, heavy, _) = full_cpu(f)?;
    heavy.samples.is_none().then(|| Holding::of(message!("judge/full-cpu-without-stacks", cpu: (cpu.name.clone()))))
}

/// The compilers are at work, and without them it would not be full.
pub(super) fn compiles(f: &Facts) -> Option<Holding> {
    let (cpu, heavy, s) = full_cpu(f)?;
    (!cpu_is_warm(heavy) && !cpu_is_full_when_warm(heavy)).then(|| {
        Holding::of(message!("judge/full-cpu-compiles", cpu: (cpu.name.clone()), cores: Cores(s.compiler_cores)))
            .by(Margin::new(s.compiler_cores, COMPILING.get()))
    })
}

/// Threads that serve no request use most of it.
pub(super) fn of_other_threads(f: &Facts) -> Option<Holding> {
    let (cpu, heavy, s) = full_cpu(f)?;
    // by the account also other threads may work for requests
    let serving_ms = f.a.heavy_cpu().filter(|c| c.others_serve).map_or(s.request_cpu_ms, |c| c.serving_ms);
    let requests = (serving_ms + heavy.served.given_away_cpu_ms(s)) / 1e3 * heavy.throughput_per_s;
    let warm = s.process_cores - s.compiler_cores;
    (requests < OF_REQUESTS.get() * warm).then(|| {
        let says = message!(
            "judge/full-cpu-of-other-threads",
            cpu: (cpu.name.clone()),
            requests: Cores(requests),
            all: Cores(s.process_cores),
            collector: Cores(s.collector_cores),
            compilers: Cores(s.compiler_cores)
        );
        Holding::of(says).by(Margin::new(requests / warm, OF_REQUESTS.get()))
    })
}

/// The collector uses much of it. An event loop collects garbage itself, beside its helpers.
pub(super) fn collects(f: &Facts) -> Option<Holding> {
    let (cpu, heavy, s) = full_cpu(f)?;
    let collected = s.collector_cores + heavy.served.collected_ms() / 1e3 * heavy.throughput_per_s;
    let share = collected / (s.process_cores - s.compiler_cores);
    // own code that makes few of the objects wins no fifth by making fewer
    let own_wins = share * f.a.made_by_own() >= 1.0 - OWN_SHARE.get();
    (share >= COLLECTED.get() && own_wins).then(|| {
        Holding::of(message!("judge/full-cpu-collects", cpu: (cpu.name.clone()), share: Share(share)))
            .by(Margin::new(share, COLLECTED.get()))
    })
}

/// A full database into which nobody looked.
pub(super) fn database_unseen(f: &Facts) -> Option<Holding> {
    let full = f.busy_database()?;
    let looked = f.a.heavy()?.database.as_ref().is_some_and(|d| d.sessions_seen);
    (!looked).then(|| Holding::of(message!("judge/full-database-unseen", database: (full.name.clone()))))
}

/// A full database that does not count how its tables are read: that a statement reads far more than it answers would not be seen.
pub(super) fn database_tables_uncounted(f: &Facts) -> Option<Holding> {
    let full = f.busy_database()?;
    (!f.a.counts_tables()).then(|| Holding::of(message!("judge/full-database-tables-uncounted", database: (full.name.clone()))))
}

/// An event loop that has no time left because it is blocked: nothing computes meanwhile.
pub(super) fn loop_blocked(f: &Facts) -> Option<Holding> {
    let full = f.full_by_work().filter(|r| r.kind == ResourceKind::EventLoop)?;
    let l = f.a.heavy()?.served.event_loop()?;
    (l.blocked_ms >= BLOCKED.get() * l.busy_ms).then(|| {
        let says = message!("judge/full-loop-blocked", event_loop: (full.name.clone()), blocked: Ms(l.blocked_ms), busy: Ms(l.busy_ms));
        Holding::of(says).by(Margin::new(l.blocked_ms / l.busy_ms, BLOCKED.get()))
    })
}

/// Compilers that were busy at every open level: the service was cold all along, and what is needed when warm was not seen.
pub(super) fn never_warm(f: &Facts) -> Option<Holding> {
    let cpu = f.full_by_work()?;
    let least = least_compiling(f.a, cpu)?;
    let most = most_compiling(cpu);
    (least >= most)
        .then(|| Holding::of(message!("judge/never-warm", cpu: (cpu.name.clone()), cores: Cores(least))).by(Margin::new(least, most)))
}

/// Cores that compilers may use beside a service that is warm: of each core so much.
fn most_compiling(cpu: &Resource) -> f64 {
    COMPILING.get() * cpu.limit.max(1.0)
}

/// Cores that the compilers used at every open level at least; `None` where that is not asked.
fn least_compiling(a: &Analysis, cpu: &Resource) -> Option<f64> {
    let open = || a.levels.iter().filter(|l| l.phase.is_open()).filter_map(|l| l.scheduler.as_ref()).map(|s| s.compiler_cores);
    (cpu.kind == ResourceKind::TargetCpu).then(|| open().min_by(f64::total_cmp)).flatten()
}

pub(super) fn costs_more(f: &Facts) -> Option<Holding> {
    let full = f.full_by_work()?;
    let light_ms = f.a.costs_more(full)?;
    let says = message!("judge/costs-more-under-load", full: (full.name.clone()), heavy: Ms(full.held_ms), light: Ms(light_ms));
    Some(Holding::of(says).by(Margin::new(full.held_ms / light_ms, COSTLIER.get())))
}

pub(super) fn reached(f: &Facts) -> Option<Holding> {
    f.full_by_work().map(|full| Holding::of(message!("judge/limit-reached", full: (full.name.clone()))))
}

/// CPU of the service at the heaviest level that the requests need, of which so little is left that no cure of anything else gives a fifth more; with
/// how much more there could be, as a share. `None` where there is more, or it is not known to be needed.
fn nearly_full_cpu(a: &Analysis) -> Option<(Resource, f64)> {
    let (light, heavy) = (a.light()?, a.heavy()?);
    let s = heavy.scheduler.as_ref().filter(|s| s.allowed_cores >= s.cpus && s.compiler_cores <= COMPILING.get())?;
    heavy.samples.as_ref()?;
    let needed = s.request_cpu_ms >= OF_REQUESTS.get() * s.process_cpu_ms && s.collector_cores < COLLECTED.get() * s.process_cores;
    let cpu = |l: &Level| resources(l).into_iter().find(|r| r.kind == ResourceKind::TargetCpu);
    let (cpu, cheapest_ms) = (cpu(heavy)?, cpu(heavy)?.held_ms.min(cpu(light)?.held_ms));
    let more = stats::law::capacity_per_s(cpu.limit, cheapest_ms / 1e3) / heavy.throughput_per_s - 1.0;
    let warm = least_compiling(a, &cpu).is_none_or(|least| least < most_compiling(&cpu));
    (needed && more <= 1.0 / OWN_SHARE.get() - 1.0 && warm && a.costs_more(&cpu).is_none()).then(|| (cpu, more.max(0.0)))
}

/// Nothing is at its limit, but hardly any CPU is left.
pub(super) fn nearly_full(f: &Facts) -> Option<Holding> {
    let (cpu, more) = nearly_full_cpu(f.a).filter(|_| f.is_slower())?;
    let says = message!("judge/hardly-more-cpu", cpu: (cpu.name.clone()), used: Share(cpu.utilisation()), more: Share(more));
    Some(Holding::of(says).by(Margin::new(1.0 + more, 1.0 / OWN_SHARE.get())))
}

/// Connections or workers are full, no cause that may be named fills them, and hardly any CPU is left, so that no cure of anything else gives a fifth more;
/// requests wait for a connection for no other reason than the core.
pub(super) fn hardly_more(f: &Facts) -> Option<Holding> {
    let full = names_of_full(f)?;
    let only_workers = f.full().all(|r| r.kind == ResourceKind::Workers);
    if let Some((cpu, more)) = nearly_full_cpu(f.a).filter(|_| only_workers) {
        let says = message!(
            "judge/full-and-hardly-more-cpu",
            full: List(full),
            cpu: (cpu.name.clone()),
            used: Share(cpu.utilisation()),
            more: Share(more)
        );
        return Some(Holding::of(says).by(Margin::new(1.0 + more, 1.0 / OWN_SHARE.get())));
    }
    let (light, heavy) = (f.a.light()?, f.a.heavy()?);
    let inside = |l: &Level| Some(l.served.workers()?.busy_ms - l.busiest_pool().map_or(0.0, |p| p.wait_ms));
    let queue = |l: &Level| l.scheduler.as_ref().map_or(0.0, |s| s.request_run_queue_ms);
    // a bound that overlaps waits: what does not grow with it is not the core
    let (now, grown, waiting) = (inside(heavy)?, inside(heavy)? - inside(light)?, queue(heavy) - queue(light));
    let fills = now > 0.0 && queue(heavy) >= FOR_THE_CORE.get() * now && grown > 0.0 && waiting >= LEAST_GROWTH_SHARE.get() * grown;
    let (cpu, more) = nearly_full_cpu(f.a).filter(|_| fills)?;
    let says = message!(
        "judge/full-for-want-of-a-core",
        full: List(full),
        queue: Ms(queue(heavy)),
        inside: Ms(now),
        cpu: (cpu.name.clone()),
        used: Share(cpu.utilisation()),
        more: Share(more)
    );
    Some(Holding::of(says).by(Margin::new(1.0 + more, 1.0 / OWN_SHARE.get())))
}
