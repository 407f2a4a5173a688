//! Gauges and running totals as the series that probes emit.

use super::emit::{EXECUTOR, POOL, downstream};
use super::emit_host::host;
use super::engine::Sim;
use super::watch::{COLLECTOR, COMPILER, FIRST_WORKER, POLLER, stamp};
use model::series::labels;
use model::{Labels, Observation, Series, ThreadSnapshot, signal};

pub(super) fn gauges(sim: &Sim) -> Vec<Observation> {
    type Value = fn(&super::watch::Gauges) -> u32;
    let of_pool: [(&str, Value); 3] =
        [(signal::POOL_USED, |g| g.used), (signal::POOL_PENDING, |g| g.pending), (signal::POOL_TOTAL, |g| g.total)];
    let of_workers: [(&str, Value); 3] =
        [(signal::WORKERS_BUSY, |g| g.busy), (signal::WORKERS_ALIVE, |g| g.alive), (signal::WORKERS_QUEUE, |g| g.queue)];
    let series = |name: &str, l: Labels, value: &dyn Fn(&super::watch::Gauges) -> f64| {
        let mut s = Series::new(name, l);
        for g in &sim.watch.gauges {
            s.push(stamp(g.t), value(g));
        }
        Observation::Series(s)
    };
    let pool = || labels([("pool", POOL)]);
    let workers = || labels([("executor", EXECUTOR)]);
    let mut out: Vec<Observation> = of_pool.iter().map(|(n, v)| series(n, pool(), &|g| f64::from(v(g)))).collect();
    out.extend(of_workers.iter().map(|(n, v)| series(n, workers(), &|g| f64::from(v(g)))));
    out.push(series(signal::POOL_MAX, pool(), &|_| f64::from(sim.service.pool)));
    out.push(series(signal::WORKERS_MAX, workers(), &|_| f64::from(sim.service.workers)));
    out
}

/// Running totals: scheduler always, the rest in measured phases.
pub(super) fn totals(sim: &Sim, measured: bool) -> Vec<Observation> {
    let mut out = Vec::new();
    let mut point = |name: &str, l: Labels, t: f64, v: f64| {
        let mut s = Series::new(name, l);
        s.push(stamp(t), v);
        out.push(Observation::Series(s));
    };
    for t in &sim.watch.totals {
        point(signal::PROCESS_CPU_TIME, Labels::new(), t.t, t.process_ms / 1e3);
        if !measured {
            continue;
        }
        host(&sim.service, t, &mut point);
        let young = || labels([("collector", "young")]);
        point(signal::GC_COUNT, young(), t.t, t.pauses as f64);
        point(signal::GC_TIME, young(), t.t, t.stopped_ms / 1e3);
        point(signal::STOP_COUNT, Labels::new(), t.t, t.pauses as f64);
        point(signal::STOP_TIME, Labels::new(), t.t, t.stopped_ms / 1e3);
        point(signal::COMPILATION_TIME, Labels::new(), t.t, t.compiler_ms / 1e3);
        for (k, n) in t.awaited.iter().enumerate() {
            point(signal::PEER_CONNECTIONS_AWAITED, labels([("peer", downstream(k).as_str())]), t.t, f64::from(*n));
        }
    }
    let names = [(POLLER, "http-nio-8080-P"), (COMPILER, "C2 CompilerThre"), (COLLECTOR, "GC Thread#0")];
    for (i, t) in sim.watch.totals.iter().enumerate() {
        let last = i + 1 == sim.watch.totals.len();
        let names = if last { &names[..] } else { &[] };
        let mut new_names: Vec<(u32, String)> = names.iter().map(|(tid, n)| (*tid, (*n).to_owned())).collect();
        let workers = if last { t.threads.len().saturating_sub(3) as u32 } else { 0 };
        new_names.extend((0..workers).map(|i| (FIRST_WORKER + i, "http-nio-8080-e".to_owned())));
        out.push(Observation::Threads(ThreadSnapshot {
            t: stamp(t.t),
            threads: t.threads.clone(),
            new_names,
            ..ThreadSnapshot::default()
        }));
    }
    out
}
