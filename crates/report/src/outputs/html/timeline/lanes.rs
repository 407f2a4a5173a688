//! Which lanes there are, and in which order: from what a user feels to what may be behind it.

use super::super::chart::Reading;
use super::super::signals::{Grid, Unit, name};
use super::super::view::View;
use super::lane::{Lane, line};
use super::requests::{holds, latency, limit, rates};
use diagnose::level::{LoopSample, Speed};
use model::{Series, SessionSample, SessionState, Timestamp, signal};
use std::collections::BTreeMap;

/// Most pools and executors that have lanes of their own.
const MOST_OF_A_KIND: usize = 4;

/// Lanes of signals alone.
const OF_SIGNALS: [(&str, &[&str]); 9] = [
    ("loop-delay", &[signal::EVENT_LOOP_DELAY, signal::THREAD_POOL_DELAY]),
    ("cpu", &[signal::PROCESS_CPU_TIME, signal::DATABASE_CPU_TIME, signal::NEIGHBOUR_CPU_TIME, signal::GENERATOR_CPU_TIME]),
    ("throttling", &[signal::CGROUP_THROTTLED_PERIODS]),
    ("accept", &[signal::LISTEN_QUEUE, signal::UNREAD_CONNECTIONS]),
    ("remote", &[signal::REMOTE_CALL_TIME, signal::REMOTE_QUEUE_TIME, signal::CLIENT_COMMANDS]),
    ("cache", &[signal::CACHE_ROUND_TRIP]),
    ("memory", &[signal::PROCESS_MEMORY]),
    ("pauses", &[signal::GC_TIME, signal::STOP_TIME]),
    ("first-use", &[signal::CODE_LOADED, signal::COMPILATIONS]),
];
/// Those of a pool and of workers.
const POOL: &[&str] = &[signal::POOL_USED, signal::POOL_STATEMENTS];
const POOL_WAITING: &[&str] = &[signal::POOL_PENDING];
const WORKERS: &[&str] = &[signal::WORKERS_BUSY, signal::WORKERS_QUEUE];

/// The lane in which a signal is drawn; `source` where there is none.
pub(crate) fn subject(of: &str) -> &'static str {
    let others = [("pool", POOL), ("pool-waiting", POOL_WAITING), ("workers", WORKERS)];
    OF_SIGNALS.into_iter().chain(others).find(|(_, signals)| signals.contains(&of)).map_or("source", |(what, _)| what)
}

/// All lanes that the run has something for.
pub(super) fn all(view: &View, grid: &Grid) -> Vec<Lane> {
    let any = |_: &Series| true;
    let lane = |what| {
        let (_, signals) = OF_SIGNALS.into_iter().find(|(subject, _)| *subject == what)?;
        Lane::of_signals(view, grid, what, "", signals, any)
    };
    let mut all: Vec<Option<Lane>> = vec![rates(view, grid), latency(view, grid)];
    all.extend(pools(view, grid));
    all.extend(workers(view, grid));
    all.push(event_loop(view, grid));
    all.push(lane("loop-delay"));
    all.push(lane("cpu").map(|l| l.limited(limits(view, signal::PROCESS_CPU_TIME, &any))));
    all.push(cpu_speed(view, grid));
    all.push(lane("throttling"));
    all.push(lane("accept"));
    all.push(lane("remote"));
    all.push(lane("cache"));
    all.push(sessions(view, grid));
    all.push(lane("memory"));
    all.push(lane("pauses"));
    all.push(lane("first-use"));
    all.into_iter().flatten().collect()
}

/// A pool for each set of labels: its connections, and how long a request holds one.
fn pools(view: &View, grid: &Grid) -> Vec<Option<Lane>> {
    each(view, signal::POOL_USED)
        .flat_map(|s| {
            let of = s.labels.values().cloned().collect::<Vec<_>>().join(", ");
            let same = |other: &Series| other.labels == s.labels;
            let lane = Lane::of_signals(view, grid, "pool", &of, POOL, same);
            let waiting = Lane::of_signals(view, grid, "pool-waiting", &of, POOL_WAITING, same);
            [lane.map(|l| l.limited(limits(view, signal::POOL_USED, &same))), waiting, holds(view, grid, &of, same)]
        })
        .collect()
}

fn workers(view: &View, grid: &Grid) -> Vec<Option<Lane>> {
    each(view, signal::WORKERS_BUSY)
        .map(|s| {
            let of = s.labels.values().cloned().collect::<Vec<_>>().join(", ");
            let same = |other: &Series| other.labels == s.labels;
            let lane = Lane::of_signals(view, grid, "workers", &of, WORKERS, same);
            lane.map(|l| l.limited(limits(view, signal::WORKERS_BUSY, &same)))
        })
        .collect()
}

/// Series of a signal that were ever above zero.
fn each<'a>(view: &View<'a>, signal: &'a str) -> impl Iterator<Item = &'a Series> + use<'a> {
    view.run.series_of(signal).filter(|s| s.v.iter().any(|v| *v > 0.0)).take(MOST_OF_A_KIND)
}

/// What a signal may be at most, where that is known: the size of a pool, the cores of the service.
pub(crate) fn limits(view: &View, of: &str, pick: &dyn Fn(&Series) -> bool) -> Vec<(f64, String)> {
    let e = &view.doc.environment;
    let most = match of {
        signal::POOL_USED => largest(view, signal::POOL_MAX, pick),
        signal::WORKERS_BUSY => largest(view, signal::WORKERS_MAX, pick),
        signal::PROCESS_CPU_TIME if e.replicas.is_empty() => {
            Some(e.cgroup.cpu_quota.unwrap_or(f64::INFINITY).min(e.target.cpus.len() as f64))
        }
        _ => None,
    };
    most.map(|most| limit(view, most)).into_iter().collect()
}

fn largest(view: &View, signal: &str, pick: &dyn Fn(&Series) -> bool) -> Option<f64> {
    view.run.series_of(signal).filter(|s| pick(s)).flat_map(|s| s.v.iter().copied()).reduce(f64::max)
}

/// The share of the time in which callbacks run: by the samples of the loop where there are some, else by its own count.
pub(crate) fn event_loop(view: &View, grid: &Grid) -> Option<Lane> {
    let of_phase = |id: &String| diagnose::level::loop_samples(view.run, id).unwrap_or_default();
    let samples: Vec<LoopSample> = view.run.wall.keys().flat_map(of_phase).collect();
    if samples.is_empty() {
        return Lane::of_signals(view, grid, "loop", "", &[signal::EVENT_LOOP_TIME], |s| s.label("state") == "active");
    }
    let readings = means(view, grid, samples.iter().map(|s| (s.t, f64::from(u8::from(s.is_active)))));
    Lane::of(view, "loop", "", Unit::Share, vec![line(view.say(name("loop-active")), 0, readings, grid)], Vec::new())
}

/// CPU time of the same work on the CPUs of the service, microseconds.
fn cpu_speed(view: &View, grid: &Grid) -> Option<Lane> {
    let speeds: Vec<Speed> = view.run.phases.iter().filter_map(|p| Speed::of_phase(view.run, p)).collect();
    let readings = means(view, grid, speeds.iter().flat_map(Speed::work_s).map(|(t, work_s)| (t, work_s * 1e6)));
    Lane::of(view, "cpu-speed", "", Unit::Number, vec![line(view.say(name("cpu-speed")), 0, readings, grid)], Vec::new())
}

/// The mean of each stretch in which there is something.
fn means(view: &View, grid: &Grid, points: impl Iterator<Item = (Timestamp, f64)>) -> Vec<Reading> {
    let mut by_stretch: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for (i, v) in points.filter_map(|(t, v)| Some((grid.place(view.seconds(t))?, v))) {
        let (sum, n) = by_stretch.entry(i).or_default();
        *sum += v;
        *n += 1.0;
    }
    by_stretch.into_iter().map(|(i, (sum, n))| Reading::at(grid.middle(i), sum / n)).collect()
}

type Pick = fn(&SessionSample) -> u32;

/// Sessions of the database by what they do, means over the samples of a stretch.
const DOING: [(&str, Pick); 3] = [
    ("sessions-executing", |s| s.count(|g| g.state == SessionState::Active && !g.wait.is_lock())),
    ("sessions-locked", |s| s.count(|g| g.wait.is_lock())),
    ("sessions-idle", |s| s.in_state(SessionState::IdleInTransaction)),
];

/// What the sessions of the service do at its databases.
pub(crate) fn sessions(view: &View, grid: &Grid) -> Option<Lane> {
    let of = |(look, (what, pick)): (usize, &(&'static str, Pick))| {
        let mut by_store: BTreeMap<(usize, &str), (u32, u32)> = BTreeMap::new();
        for s in &view.run.sessions {
            if let Some(i) = grid.place(view.seconds(s.t)) {
                let (samples, sum) = by_store.entry((i, s.store.as_str())).or_default();
                *samples += 1;
                *sum += pick(s);
            }
        }
        let mut by_stretch: BTreeMap<usize, f64> = BTreeMap::new();
        for ((i, _), (samples, sum)) in by_store {
            *by_stretch.entry(i).or_default() += f64::from(sum) / f64::from(samples);
        }
        let readings: Vec<Reading> = by_stretch.into_iter().map(|(i, y)| Reading::at(grid.middle(i), y)).collect();
        line(view.say(name(what)), look, readings, grid)
    };
    let lines = DOING.iter().enumerate().map(of).filter(|l| l.readings.iter().any(|r| r.y > 0.0)).collect();
    Lane::of(view, "sessions", "", Unit::Number, lines, Vec::new())
}
