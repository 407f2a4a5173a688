//! Taking a sensor away from a finished run: what it saw is gone, and that is said.

use model::{Run, SensorState, sensor, signal};

/// All sensors of a run on a JVM.
pub const ALL: [&str; 8] = [
    sensor::WALL_STACKS,
    sensor::POOL_GAUGES,
    sensor::WORKER_GAUGES,
    sensor::SESSIONS,
    sensor::THREAD_SCHEDULE,
    sensor::HOST,
    sensor::RUNTIME_COUNTERS,
    sensor::GENERATOR,
];

/// The same run as if sensor `id` had been off.
#[must_use]
pub fn without(mut run: Run, id: &str) -> Run {
    if let Some(s) = run.sensors.get_mut(id) {
        s.state = SensorState::Off;
        s.reason = "taken away by the test".into();
    }
    let signals: &[&str] = match id {
        sensor::POOL_GAUGES => &[signal::POOL_USED, signal::POOL_PENDING, signal::POOL_TOTAL, signal::POOL_MAX],
        sensor::WORKER_GAUGES => &[signal::WORKERS_BUSY, signal::WORKERS_ALIVE, signal::WORKERS_MAX, signal::WORKERS_QUEUE],
        sensor::HOST => &[
            signal::DATABASE_CPU_TIME,
            signal::SYSTEM_CPU_TIME,
            signal::NEIGHBOUR_CPU_TIME,
            signal::CGROUP_PERIODS,
            signal::CGROUP_THROTTLED_PERIODS,
            signal::CGROUP_THROTTLED_TIME,
            signal::LISTEN_QUEUE,
            signal::LISTEN_OVERFLOWS,
        ],
        sensor::RUNTIME_COUNTERS => &[signal::GC_COUNT, signal::GC_TIME, signal::STOP_COUNT, signal::STOP_TIME, signal::COMPILATION_TIME],
        sensor::THREAD_SCHEDULE => &[signal::PROCESS_CPU_TIME, signal::PEER_CONNECTIONS_AWAITED],
        sensor::SESSIONS => &[signal::LOCK_WAITERS, signal::LOCK_HOLDER_AGE],
        _ => &[],
    };
    run.series.retain(|(name, _), _| !signals.contains(&name.as_str()));
    match id {
        sensor::WALL_STACKS => run.wall.clear(),
        sensor::SESSIONS => run.sessions.clear(),
        sensor::THREAD_SCHEDULE => {
            run.threads.clear();
            run.thread_comms.clear();
        }
        sensor::GENERATOR => run.load.clear(),
        _ => {}
    }
    run
}
