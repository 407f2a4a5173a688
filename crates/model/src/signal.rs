//! The catalogue of signals: one constant a name, with unit and kind. OpenTelemetry semantic-convention names where one exists.
//! `(counter)` = running total, `(gauge)` = reading.

/// Process CPU time, seconds (counter).
pub const PROCESS_CPU_TIME: &str = "process.cpu.time";
/// Resident memory, bytes (gauge).
pub const PROCESS_MEMORY: &str = "process.memory.usage";
/// Open descriptors (gauge).
pub const PROCESS_DESCRIPTORS: &str = "process.unix.file_descriptor.count";
/// Context switches by `type` = voluntary | involuntary (counter).
pub const PROCESS_CONTEXT_SWITCHES: &str = "process.context_switches";
/// Major page faults (counter).
pub const PROCESS_MAJOR_FAULTS: &str = "process.paging.faults.major";

/// CPU time per `cpu` and `state` = busy | idle | iowait | steal | softirq, seconds (counter).
pub const SYSTEM_CPU_TIME: &str = "system.cpu.time";
/// Pressure stall time by `resource` = cpu | io | memory, kind `some`, seconds (counter).
pub const SYSTEM_PRESSURE: &str = "system.pressure.some";
/// Connections waiting in the target's listen queue by `port` (gauge).
pub const LISTEN_QUEUE: &str = "tcp.listen.queue.length";
/// Listen queue overflows of the host's network namespace (counter).
pub const LISTEN_OVERFLOWS: &str = "tcp.listen.overflows";
/// CPU time by processes other than target and generator on the target's cores, seconds (counter), label `who` = name of the process;
/// label `serves` = target where the target itself uses it.
pub const NEIGHBOUR_CPU_TIME: &str = "system.neighbour.cpu.time";
/// CFS periods in which the target's cgroup was throttled (counter).
pub const CGROUP_THROTTLED_PERIODS: &str = "container.cpu.throttling.throttled_periods";
/// CFS periods of the target's cgroup (counter).
pub const CGROUP_PERIODS: &str = "container.cpu.throttling.periods";
/// Time the target's cgroup was throttled, seconds (counter).
pub const CGROUP_THROTTLED_TIME: &str = "container.cpu.throttling.throttled_time";

/// Borrowed connections of a `pool` (gauge).
pub const POOL_USED: &str = "db.client.connection.count.used";
/// Threads waiting for a connection of a `pool` (gauge).
pub const POOL_PENDING: &str = "db.client.connection.pending_requests";
/// Open connections of a `pool` (gauge).
pub const POOL_TOTAL: &str = "db.client.connection.count";
/// Largest size of a `pool` (gauge).
pub const POOL_MAX: &str = "db.client.connection.max";
/// Busy worker threads of a server `executor` (gauge).
pub const WORKERS_BUSY: &str = "server.workers.busy";
/// Worker threads alive of a server `executor` (gauge).
pub const WORKERS_ALIVE: &str = "server.workers.count";
/// Largest number of worker threads of a server `executor` (gauge).
pub const WORKERS_MAX: &str = "server.workers.max";
/// Tasks waiting in the queue of a server `executor` (gauge).
pub const WORKERS_QUEUE: &str = "server.workers.queue.length";
/// Time one reading of the gauges took inside the target, seconds (gauge): part of the cost of watching.
pub const GAUGE_COST: &str = "tightspot.gauge.cost";

/// Collections by `collector` (counter).
pub const GC_COUNT: &str = "jvm.gc.count";
/// Time in collections by `collector`, seconds (counter).
pub const GC_TIME: &str = "jvm.gc.duration";
/// Safepoints reached (counter).
pub const SAFEPOINT_COUNT: &str = "jvm.safepoint.count";
/// Time stopped at safepoints, seconds (counter).
pub const SAFEPOINT_TIME: &str = "jvm.safepoint.time";
/// Classes loaded (counter).
pub const CLASSES_LOADED: &str = "jvm.class.loaded";
/// Compilations finished (counter).
pub const COMPILATIONS: &str = "jvm.jit.compilations";
/// Time in compilations, seconds (counter).
pub const COMPILATION_TIME: &str = "jvm.jit.time";
/// Live threads (gauge).
pub const JVM_THREADS: &str = "jvm.thread.count";

/// CPU time of the database server's processes on this host, seconds (counter).
pub const DATABASE_CPU_TIME: &str = "db.server.cpu.time";
/// Time one sampling of the sessions took, seconds (gauge).
pub const SESSION_COST: &str = "tightspot.sessions.cost";
/// CPU time of the tool's own threads outside the generator, seconds (counter).
pub const OBSERVER_CPU_TIME: &str = "tightspot.observer.cpu.time";
/// CPU time of the generator's threads, seconds (counter).
pub const GENERATOR_CPU_TIME: &str = "tightspot.generator.cpu.time";
/// Time the generator's threads waited for a core, seconds (counter).
pub const GENERATOR_RUN_QUEUE_TIME: &str = "tightspot.generator.run_queue.time";
