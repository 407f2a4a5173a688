//! The counters of the machine as the host probe emits them (`probe::host`): CPUs by state, neighbours, quota, listen queue, database.

use super::emit::DATABASE;
use super::service::Service;
use super::watch::Totals;
use model::series::labels;
use model::{Labels, signal};

/// Tick of the kernel's CPU accounts, seconds.
const TICK_S: f64 = 0.01;
/// Number of the first CPU of the database server: none of the service's.
const FIRST_DATABASE_CPU: u32 = 8;

/// One reading. The service has the first CPUs of the host, the generator the one after them.
pub(super) fn host(service: &Service, t: &Totals, point: &mut impl FnMut(&str, Labels, f64, f64)) {
    let ticks = |ms: f64| (ms / 1e3 / TICK_S).floor() * TICK_S;
    let cpus = service.cpu.cores.ceil().max(1.0);
    let busy = std::iter::repeat_n(t.busy_ms / cpus, cpus as usize).chain([t.generator_ms]);
    for (cpu, busy_ms) in busy.enumerate() {
        let cpu = cpu.to_string();
        let free_ms = (t.t - busy_ms).max(0.0);
        for (state, ms) in [("busy", busy_ms), ("idle", free_ms), ("iowait", 0.0), ("steal", 0.0), ("softirq", 0.0)] {
            point(signal::SYSTEM_CPU_TIME, labels([("cpu", cpu.as_str()), ("state", state)]), t.t, ticks(ms));
        }
    }
    point(signal::LISTEN_QUEUE, labels([("port", "8080")]), t.t, 0.0);
    point(signal::LISTEN_OVERFLOWS, Labels::new(), t.t, t.overflows as f64);
    if service.cpu.quota.is_some() {
        let (periods, throttled, stopped_ms) = t.throttled;
        point(signal::CGROUP_PERIODS, Labels::new(), t.t, periods as f64);
        point(signal::CGROUP_THROTTLED_PERIODS, Labels::new(), t.t, throttled as f64);
        point(signal::CGROUP_THROTTLED_TIME, Labels::new(), t.t, stopped_ms / 1e3);
    }
    if service.cpu.neighbours > 0.0 {
        point(signal::NEIGHBOUR_CPU_TIME, labels([("who", "backup")]), t.t, ticks(t.neighbours_ms));
    }
    let on = (0..service.database.cores.ceil() as u32).map(|c| (c + FIRST_DATABASE_CPU).to_string()).collect::<Vec<_>>().join(",");
    point(signal::DATABASE_CPU_TIME, labels([("cpus", &on), ("name", "postgres"), ("server", DATABASE)]), t.t, ticks(t.database_ms));
}
