//! Which resources are at their limit at the heaviest level of load.

use crate::level::{Database, Level, Machine, Scheduler};
use model::{Message, message};

crate::thresholds! {
    /// Borrowed share from which a pool counts as full while somebody waits. Source: CAUSES section 2 (B about 1), gauge noise of 5 %.
    pub POOL_FULL = 0.95;
    /// Mean number of requests that wait for a connection from which somebody waits. A guess: one for half of the time.
    pub SOMEBODY_WAITS = 0.5;
    /// Busy share from which worker threads count as used up. Source: CAUSES section 2, as for a pool.
    pub WORKERS_FULL = 0.95;
    /// Used share of the allowed cores from which the CPU counts as saturated. Source: LEDGER section 4 (0.96 measured at saturation);
    /// 0.9 leaves room for the sampling of short windows.
    pub CPU_FULL = 0.9;
    /// Share of its CPUs that the target must use itself to be what fills them where others run on them too: without these it could do 20 % more at
    /// most, which is the least gain worth a name. Source: CAUSES S2, as in `cpu-contended-by-neighbour`.
    pub OWN_SHARE = 5.0 / 6.0;
    /// How many times as much of a resource a request must take for its cost to count as changed. Source: CAUSES A1 asks for a constant cost; a quarter is
    /// left for what sampling and the kernel's ticks do to it, a guess.
    pub COSTLIER = 1.25;
    /// Used share of its CPUs from which a database server counts as saturated. A guess: as for the CPU of a service, which was measured (LEDGER section 4).
    pub DATABASE_CPU_FULL = 0.9;
    /// Share of the time in which callbacks run from which an event loop counts as saturated. Source: CAUSES A4.
    pub LOOP_FULL = 0.9;
    /// Used share of an event loop, or of a CPU by all who use it, at the heaviest level below which what a request costs there says little of what it costs where it is full. A guess:
    /// half; a service that answered 67/s with 0.37 cores answered 1,900/s without what held it up.
    pub LITTLE_USED = 0.5;
}

/// A kind of resource with a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ResourceKind {
    /// The target's CPU.
    TargetCpu,
    /// The target's event loop.
    EventLoop,
    /// The database server's CPU.
    DatabaseCpu,
    /// The thread pool of libuv.
    ThreadPool,
    /// A pool of database connections.
    ConnectionPool,
    /// The server's worker threads.
    Workers,
}

/// A resource at one level.
#[derive(Debug, Clone, PartialEq)]
pub struct Resource {
    /// What it is.
    pub kind: ResourceKind,
    /// `pool "HikariPool-1"`, `CPU of the service`.
    pub name: Message,
    /// In use.
    pub used: f64,
    /// At most.
    pub limit: f64,
    /// Time a request keeps one of it, milliseconds.
    pub held_ms: f64,
    /// Whether it is at its limit.
    pub saturated: bool,
    /// Whether a request may well keep it for less at a higher rate than was measured: it cost less the more there were, or the service was not warm, and
    /// less than half of it was used, by whomever.
    pub may_cost_less: bool,
}

impl Resource {
    /// Used share, 0 to 1.
    pub fn utilisation(&self) -> f64 {
        if self.limit > 0.0 { self.used / self.limit } else { 0.0 }
    }

    /// Highest throughput it allows: limit / held, per second.
    pub fn capacity_per_s(&self) -> f64 {
        stats::law::capacity_per_s(self.limit, self.held_ms / 1e3)
    }
}

/// A quota below the CPUs that the service may run on is named: it is a setting that can be changed.
fn cpu_name(s: &Scheduler) -> Message {
    if s.allowed_cores < s.cpus {
        message!("saturation/cpu-quota", quota: Cores(s.allowed_cores), cpus: Count(s.cpus))
    } else {
        message!("saturation/cpu")
    }
}

/// Which of the target and its database has most of CPUs that they fill together, with the load where it shares them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sharing {
    /// The target.
    Target,
    /// Its database.
    Database,
}

/// Whether the target fills its CPUs together with the database that it uses and with this tool, as on a machine that has them all: whoever
/// of the two has most is what is full. `None` where one of them fills its CPUs alone, where so much is taken by others (other services
/// that the target uses among them, whose work nobody looks into) that without these there could be a fifth more, and under a quota.
pub fn sharing(level: &Level) -> Option<Sharing> {
    let (s, m) = level.scheduler.as_ref().zip(level.machine.as_ref())?;
    let served: f64 = m.neighbours.iter().filter(|n| n.serves).map(|n| n.cores).sum();
    let cpu_ms = level.database.as_ref().and_then(|d| d.cpu_ms).unwrap_or(0.0);
    let database = (cpu_ms / 1e3 * level.throughput_per_s).min(served);
    let together = m.own_cores + database + m.tool_cores >= OWN_SHARE.get() * m.cpus && m.taken_cores() >= CPU_FULL.get() * m.cpus;
    let alone = m.own_cores >= OWN_SHARE.get() * m.cpus || database >= OWN_SHARE.get() * m.cpus;
    let most = if m.own_cores >= database { Sharing::Target } else { Sharing::Database };
    (together && !alone && s.allowed_cores >= s.cpus).then_some(most)
}

/// Whether the target fills its CPUs or its quota at `level`, even without `spare_cores` of what it uses there: alone, or nearly so on CPUs of
/// which others have the rest.
pub fn cpu_is_full(level: &Level, spare_cores: f64) -> bool {
    let Some(s) = &level.scheduler else { return false };
    let own = s.process_cores - spare_cores;
    let has_no_quota = s.allowed_cores >= s.cpus;
    let with_others = |m: &Machine| own >= OWN_SHARE.get() * s.cpus && m.taken_cores() - spare_cores >= CPU_FULL.get() * m.cpus;
    let alone = own >= CPU_FULL.get() * s.allowed_cores || (has_no_quota && level.machine.as_ref().is_some_and(with_others));
    alone || (sharing(level) == Some(Sharing::Target) && spare_cores < (1.0 - OWN_SHARE.get()) * s.process_cores)
}

crate::thresholds! {
    /// Cores that the compilers may use, of each core that there is, for the service to count as warm: fewer do not make it slow. Source: LEDGER section 8,
    /// on one core (gate 0.05; 0.50 doubled the response).
    pub COMPILING = 0.05;
    /// Classes loaded per request from which requests have them made, so that compiling them is work for requests and no warm-up. A guess: one for each two
    /// requests; a warm service loads at most one a second (METHODS section 6.2).
    pub MADE_FOR_REQUESTS = 0.5;
    /// Classes loaded per second from which that is so: few requests may each meet code for the first time. A guess: twenty times the most that a warm service
    /// loads.
    pub MADE_PER_S = 20.0;
}

/// Whether hardly any of the target's CPU is that of its compilers, or they compile what requests have made.
pub fn cpu_is_warm(level: &Level) -> bool {
    let makes = |n: f64| n >= MADE_FOR_REQUESTS.get() && n * level.throughput_per_s >= MADE_PER_S.get();
    level.loaded.is_some_and(makes) || level.scheduler.as_ref().is_none_or(|s| s.compiler_cores < COMPILING.get())
}

/// Whether the target fills its CPUs even without its compilers, where these are at work.
pub fn cpu_is_full_when_warm(level: &Level) -> bool {
    let compilers = level.scheduler.as_ref().map_or(0.0, |s| s.compiler_cores);
    cpu_is_full(level, if cpu_is_warm(level) { 0.0 } else { compilers })
}

/// Whether the database server fills its CPUs: alone, or nearly so on CPUs of which others have the rest, as for the target.
pub fn database_is_full(d: &Database) -> bool {
    let used = d.cpu_utilisation.unwrap_or(0.0);
    used >= DATABASE_CPU_FULL.get() || (used >= OWN_SHARE.get() && d.cpus_taken.is_some_and(|t| t >= CPU_FULL.get()))
}

crate::thresholds! {
    /// Share of its CPUs that a database must use to be worth a look where they are full: one that does little there is not what the service waits for.
    /// A guess.
    MUCH = 0.5;
}

/// Share of the database's CPUs that others use, 0 to 1, where these are full and not by the database alone; `None` elsewhere.
pub fn taken_from_database(d: &Database) -> Option<f64> {
    let (used, taken) = d.cpu_utilisation.zip(d.cpus_taken)?;
    (taken >= CPU_FULL.get() && used >= MUCH.get() && !database_is_full(d)).then_some(taken - used)
}

/// All resources with a known limit at `level`.
pub fn resources(level: &Level) -> Vec<Resource> {
    let mut all = Vec::new();
    let sharing = sharing(level);
    if let Some(s) = &level.scheduler {
        let shared = sharing == Some(Sharing::Target);
        all.push(Resource {
            kind: ResourceKind::TargetCpu,
            name: if shared { message!("saturation/cpu-shared", cpus: Count(s.cpus)) } else { cpu_name(s) },
            used: s.process_cores,
            // of shared CPUs it has what it gets
            limit: if shared { s.process_cores } else { s.allowed_cores },
            held_ms: s.process_cpu_ms,
            saturated: cpu_is_full(level, 0.0),
            may_cost_less: false,
        });
    }
    if let Some(l) = level.served.event_loop() {
        all.push(Resource {
            kind: ResourceKind::EventLoop,
            name: message!("saturation/event-loop"),
            used: l.busy_share,
            limit: 1.0,
            held_ms: l.busy_ms,
            saturated: l.busy_share >= LOOP_FULL.get(),
            may_cost_less: false,
        });
        if l.threads > 0.0 && !l.work.is_empty() {
            let limit = if l.threads_are_full() { l.slots } else { l.threads };
            all.push(Resource {
                kind: ResourceKind::ThreadPool,
                name: message!("saturation/libuv-pool", threads: Count(l.threads)),
                used: if l.threads_are_full() { limit } else { (l.thread_work_ms() / 1e3 * level.throughput_per_s).min(limit) },
                limit,
                held_ms: l.thread_work_ms(),
                saturated: l.threads_are_full(),
                may_cost_less: false,
            });
        }
    }
    if let Some(d) = &level.database
        && let (Some(cpu), Some(u)) = (d.cpu_ms, d.cpu_utilisation)
    {
        let used = cpu / 1e3 * level.throughput_per_s;
        all.push(Resource {
            kind: ResourceKind::DatabaseCpu,
            name: message!("saturation/database-cpu"),
            used,
            limit: if u > 0.0 && sharing != Some(Sharing::Database) { used / u } else { used.max(1e-3) },
            held_ms: cpu,
            saturated: database_is_full(d) || sharing == Some(Sharing::Database),
            may_cost_less: false,
        });
    }
    for p in &level.pools {
        all.push(Resource {
            kind: ResourceKind::ConnectionPool,
            name: message!("saturation/connection-pool", pool: name(&p.name)),
            used: p.used,
            limit: p.max,
            held_ms: p.hold_ms,
            saturated: p.utilisation() >= POOL_FULL.get() && p.pending >= SOMEBODY_WAITS.get(),
            may_cost_less: false,
        });
    }
    if let Some(w) = level.served.workers() {
        all.push(Resource {
            kind: ResourceKind::Workers,
            name: message!("saturation/worker-threads"),
            used: w.busy,
            limit: w.max,
            held_ms: w.busy_ms,
            saturated: w.max > 0.0 && w.busy / w.max >= WORKERS_FULL.get(),
            may_cost_less: false,
        });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Analysis;
    use testkit::{HostSpec, LevelSpec, RunBuilder};

    /// Who fills two CPUs of which the service, its database and a backup have so many cores.
    fn shared(service: f64, database: f64, backup: f64) -> Option<Sharing> {
        let run = RunBuilder::new()
            .on_cpus(&[0, 1])
            .usual_levels(100.0, |_, l| LevelSpec {
                process_cpu: service * 1e3 / l.per_s,
                database_cpu: database * 1e3 / l.per_s,
                host: HostSpec { neighbours: vec![("postgres", database), ("backup", backup)], ..HostSpec::default() },
                ..l
            })
            .build();
        sharing(Analysis::of(&run).heavy().unwrap())
    }

    #[test]
    fn cpus_that_a_service_fills_with_its_database_are_full_of_whoever_has_most() {
        for (cores, who) in [
            ((1.2, 0.6, 0.0), Some(Sharing::Target)),
            ((0.6, 1.2, 0.0), Some(Sharing::Database)),
            ((1.1, 0.6, 0.2), Some(Sharing::Target)),
            ((0.9, 0.5, 0.6), None),
            ((1.9, 0.1, 0.0), None),
            ((0.6, 0.5, 0.0), None),
        ] {
            let (service, database, backup) = cores;
            assert_eq!(shared(service, database, backup), who, "{cores:?}");
        }
    }
}
