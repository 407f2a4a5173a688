//! The catalogue of signals: one constant a name, with unit and kind. OpenTelemetry semantic-convention names where one exists.
//! `(counter)` = running total, `(gauge)` = reading.

/// Process CPU time, seconds (counter).
pub const PROCESS_CPU_TIME: &str = "process.cpu.time";
/// Of that: in the kernel, seconds (counter).
pub const PROCESS_SYSTEM_CPU_TIME: &str = "process.cpu.system.time";
/// Resident memory, bytes (gauge).
pub const PROCESS_MEMORY: &str = "process.memory.usage";
/// Open descriptors (gauge).
pub const PROCESS_DESCRIPTORS: &str = "process.unix.file_descriptor.count";
/// Context switches by `type` = voluntary | involuntary (counter).
pub const PROCESS_CONTEXT_SWITCHES: &str = "process.context_switches";
/// CPU time that the other processes of the same service used on the target's CPUs, seconds (counter). Only in the view of one process of several
/// ([`crate::Run::of_process`]): what one of them uses is the service's own, and none of its own.
pub const BROTHERS_CPU_TIME: &str = "process.brothers.cpu.time";
/// Segments with data that came to the listening port of a `process` (counter), where several are watched: one or more for each request, alike for all
/// of them, so that the shares of the processes are their shares of the requests.
pub const SERVED_SEGMENTS: &str = "server.segments.received";
/// Bytes that the target wrote to files of a disk (counter). Sockets, pipes and files in memory do not count.
pub const PROCESS_FILE_WRITES: &str = "process.disk.io.write";
/// Opens of a `file` by the target in the windows in which it was looked for them (counter), at least; of files that are opened again and again. Names begin at the
/// target's working folder.
pub const PROCESS_FILES_OPENED: &str = "process.files.opened";
/// How long these windows were, seconds (counter).
pub const PROCESS_FILES_WATCHED: &str = "process.files.watched";
/// Size of a `file` when it was opened, bytes (gauge, told once).
pub const PROCESS_FILE_SIZE: &str = "process.file.size";
/// Major page faults (counter).
pub const PROCESS_MAJOR_FAULTS: &str = "process.paging.faults.major";

/// CPU time per `cpu` and `state` = busy | idle | iowait | steal | softirq, seconds (counter).
pub const SYSTEM_CPU_TIME: &str = "system.cpu.time";
/// Pressure stall time by `resource` = cpu | io | memory, kind `some`, seconds (counter).
pub const SYSTEM_PRESSURE: &str = "system.pressure.some";
/// CPU time that a piece of work of known length took just now, by `cpu` of the target, seconds (gauge): how fast that CPU is.
pub const FIXED_WORK_TIME: &str = "system.cpu.fixed_work.time";
/// Connections waiting in the target's listen queue by `port` (gauge).
pub const LISTEN_QUEUE: &str = "tcp.listen.queue.length";
/// Connections to the target's port with bytes that it has not read, at random moments (gauge). Those that wait to be accepted are among them.
pub const UNREAD_CONNECTIONS: &str = "tcp.connections.unread";
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

/// CPUs that the runtime counts for itself (gauge).
pub const RUNTIME_CPU_COUNT: &str = "runtime.cpu.count";
/// Collections by `collector`: on the threads that run the code, or while these stand still (counter).
pub const GC_COUNT: &str = "runtime.gc.count";
/// Time in them by `collector`, seconds (counter).
pub const GC_TIME: &str = "runtime.gc.time";
/// Those among them that memory outside of the heap asked for, where the runtime says so (counter).
pub const GC_OUTSIDE_COUNT: &str = "runtime.gc.outside.count";
/// Bytes that objects of the heap hold outside of it (gauge).
pub const MEMORY_OUTSIDE: &str = "runtime.memory.outside";
/// Bytes in the old part of the heap, as of the last collection (gauge).
pub const HEAP_OLD_USED: &str = "runtime.heap.old.used";
/// Bytes that this part may have (gauge).
pub const HEAP_OLD_MAX: &str = "runtime.heap.old.max";
/// Bytes that new objects may take until the next collection of young ones (gauge).
pub const HEAP_EDEN_SIZE: &str = "runtime.heap.eden.size";
/// Stops of all threads by the runtime (counter).
pub const STOP_COUNT: &str = "runtime.stop.count";
/// Time in them, seconds (counter).
pub const STOP_TIME: &str = "runtime.stop.time";
/// Units of code loaded: classes, modules (counter).
pub const CODE_LOADED: &str = "runtime.code.loaded";
/// Compilations finished (counter).
pub const COMPILATIONS: &str = "runtime.compilation.count";
/// Time in compilations, seconds (counter).
pub const COMPILATION_TIME: &str = "runtime.compilation.time";
/// Compiled methods that the runtime threw away (counter).
pub const CODE_INVALIDATED: &str = "runtime.code.invalidated";
/// Live threads (gauge).
pub const RUNTIME_THREADS: &str = "runtime.thread.count";

/// Time of the target's event loop by `state` = active | idle, seconds (counter): active is running callbacks, idle is having none to run.
pub const EVENT_LOOP_TIME: &str = "runtime.eventloop.time";
/// How long a message that reached the target at a random moment waited for its event loop, seconds (gauge).
pub const EVENT_LOOP_DELAY: &str = "runtime.eventloop.delay";
/// How long a piece of work that takes no time waited for a thread of libuv's pool and then for the loop, seconds (gauge), at random moments
/// while the pool is used; by `queue` = any | names: look-ups of names may have half of the threads.
pub const THREAD_POOL_DELAY: &str = "runtime.threadpool.delay";
/// Threads of libuv's pool (gauge).
pub const THREAD_POOL_SIZE: &str = "runtime.threadpool.size";
/// Time from the creation of asynchronous work to its callback, work that ended, by `type` as the runtime names it and `kind` = fs | dns | crypto |
/// zlib | native, seconds (counter). All of these are done by threads of libuv's pool.
pub const ASYNC_WORK_TIME: &str = "runtime.async.time";
/// Asynchronous work that ended, same labels (counter).
pub const ASYNC_WORK_COUNT: &str = "runtime.async.count";
/// The same time of the few that were looked at closer, by `type` and `site` = the innermost frame of the application, seconds (counter).
pub const ASYNC_WORK_SITE_TIME: &str = "runtime.async.site.time";
/// Time in which writes of answers of the target's HTTP server waited for their sockets, which did not take them at once, seconds (counter): the client reads
/// slowly, the answer is larger than the socket's room, or it is in more pieces than one call of the kernel takes.
pub const ANSWER_WRITE_TIME: &str = "http.server.response.write.time";
/// Requests inside the target's HTTP server (gauge).
pub const ACTIVE_REQUESTS: &str = "http.server.active_requests";
/// Number of requests inside the target's HTTP server, integrated over time, seconds (counter).
pub const SERVER_REQUEST_TIME: &str = "http.server.request.time";
/// Requests that left the target's HTTP server (counter).
pub const SERVER_REQUEST_COUNT: &str = "http.server.request.count";
/// Number of calls to other services in flight by `client` = http | undici, integrated over time, seconds (counter). Of http until the
/// answer is complete, of undici with the queue of a single connection.
pub const REMOTE_CALL_TIME: &str = "http.client.call.time";
/// Calls to other services that ended, same label (counter).
pub const REMOTE_CALL_COUNT: &str = "http.client.call.count";
/// Time of calls to other services that ended, from when they were sent to the end of the answer, by `endpoint` = method, host and the words of the path
/// (`GET stock:8081/items/{id}`), seconds (counter).
pub const ENDPOINT_TIME: &str = "http.client.endpoint.time";
/// Calls that ended, by `endpoint` and `status`, 0 where there was no answer (counter).
pub const ENDPOINT_COUNT: &str = "http.client.endpoint.count";
/// How long it was watched for such calls, seconds (counter), where that was done in windows: the other two count what was seen in these. Absent where all calls are counted.
pub const ENDPOINT_WATCHED: &str = "http.client.endpoint.watched";
/// How many calls had one to the same `endpoint` before them to be compared with (counter): in the same window of a second or less, where calls were watched in
/// windows.
pub const ENDPOINT_COMPARED: &str = "http.client.endpoint.compared";
/// How many of these said what the one before them said, word for word but for ids of traces and the time (counter). On Node those with a body, of which that
/// is not known, count as ones that did not.
pub const ENDPOINT_REPEATED: &str = "http.client.endpoint.repeated";
/// Number of calls that wait in the client's own queue, integrated over time, by `client`, seconds (counter). Those of `undici` wait for a single
/// connection and count as in flight as well; those of `http-agent` and `undici-pool` wait for any, and do not.
pub const REMOTE_QUEUE_TIME: &str = "http.client.queue.time";
/// Number of calls on their way to other services, integrated over time, seconds (counter). Those that wait in a client's own queue are not among them.
pub const CALLS_IN_FLIGHT_TIME: &str = "http.client.in_flight.time";
/// The most calls that were on their way at once since the last reading (gauge).
pub const CALLS_IN_FLIGHT_MOST: &str = "http.client.in_flight.most";
/// Statements in flight on the connections of a `pool` (gauge).
pub const POOL_STATEMENTS: &str = "db.client.connection.statements";
/// Commands in flight of another `client` (gauge).
pub const CLIENT_COMMANDS: &str = "store.client.commands";
/// Round trip of a command that does nothing to a cache server, over a connection of the tool's own, seconds (gauge), without the time that the tool itself
/// lacked a core; one in flight, so that what is longer than the interval stands for all that would have been sent meanwhile. This and all that follow up to
/// the settings have the label `store`, the component of the server, and are of all its clients.
pub const CACHE_ROUND_TRIP: &str = "cache.server.round_trip";
/// Commands that a cache server has executed by `command` (counter). The tool's own are among them.
pub const CACHE_COMMAND_CALLS: &str = "cache.server.command.calls";
/// Time that they took on its thread, without waiting for their turn, seconds, same labels (counter).
pub const CACHE_COMMAND_TIME: &str = "cache.server.command.time";
/// Entries of its log of slow commands by `command`, `keys` = pattern of their keys and `whose` = target | name or address of another client
/// (counter). When an entry came is known to a second.
pub const CACHE_SLOW_COUNT: &str = "cache.server.slow.count";
/// Time that these commands took, seconds, same labels (counter).
pub const CACHE_SLOW_TIME: &str = "cache.server.slow.time";
/// Entries that its log of slow commands holds (gauge).
pub const CACHE_SLOW_LENGTH: &str = "cache.server.slow.length";
/// CPU time of its main thread; of its process where it does not tell threads apart, seconds (counter).
pub const CACHE_CPU_TIME: &str = "cache.server.cpu.time";
/// Clients connected to it (gauge).
pub const CACHE_CLIENTS: &str = "cache.server.clients";
/// Clients that wait in a command which waits on purpose (gauge).
pub const CACHE_CLIENTS_BLOCKED: &str = "cache.server.clients.blocked";
/// Keys that were asked for and found (counter).
pub const CACHE_HITS: &str = "cache.server.hits";
/// Keys that were asked for and not found (counter).
pub const CACHE_MISSES: &str = "cache.server.misses";
/// Keys that went because memory was full (counter).
pub const CACHE_EVICTED: &str = "cache.server.evicted";
/// Keys whose time had come (counter).
pub const CACHE_EXPIRED: &str = "cache.server.expired";
/// Bytes that it has allocated (gauge).
pub const CACHE_MEMORY: &str = "cache.server.memory";
/// Bytes of it that are in memory (gauge): fewer than allocated where some are swapped out.
pub const CACHE_MEMORY_RESIDENT: &str = "cache.server.memory.resident";
/// Writes that waited because the file was still being synchronised (counter).
pub const CACHE_FSYNC_DELAYED: &str = "cache.server.fsync.delayed";
/// Bytes of the file that commands are appended to (gauge).
pub const CACHE_APPENDED: &str = "cache.server.appended";
/// Copies of the process that were made to save its data (counter).
pub const CACHE_FORKS: &str = "cache.server.forks";
/// How long the last of these stopped it, seconds (gauge).
pub const CACHE_FORK_TIME: &str = "cache.server.fork.time";
/// Whether a copy is saving data, 0 or 1 (gauge).
pub const CACHE_SAVING: &str = "cache.server.saving";
/// Delays that it noted by itself by `event` as it names them, seconds (gauge), where it watches for them.
pub const CACHE_DELAY: &str = "cache.server.delay";
/// Settings that decide what the others mean by `setting` (gauge): `appendfsync-always` 0 or 1, `slowlog-threshold` and `latency-threshold` in
/// seconds, below zero where off.
pub const CACHE_SETTING: &str = "cache.server.setting";
/// CPU time of the database server's processes on this host, seconds (counter).
pub const DATABASE_CPU_TIME: &str = "db.server.cpu.time";
/// Transactions committed in the target's database, by all its clients (counter); like all that follow up to the locks with the label `store`, the
/// component of the server. Tables of the server's statistics lag by up to a second, and by ten while a session is idle: rates over less than that
/// mean nothing.
pub const DATABASE_COMMITS: &str = "db.server.transaction.commits";
/// Rows inserted, updated and deleted in the target's database, by all its clients (counter).
pub const DATABASE_ROWS_WRITTEN: &str = "db.server.rows.written";
/// Sessions opened to the target's database, by all its clients (counter); PostgreSQL 14 and later.
pub const DATABASE_SESSIONS_OPENED: &str = "db.server.sessions.opened";
/// The label `table` where a server counts all its tables together only.
pub const ALL_TABLES: &str = "*";
/// Scans of a `table` from its beginning to its end, by all clients (counter).
pub const TABLE_SEQUENTIAL_SCANS: &str = "db.table.scans.sequential";
/// Rows of a `table` read by such scans (counter).
pub const TABLE_SEQUENTIAL_ROWS: &str = "db.table.rows.sequential";
/// Scans of the indexes of a `table` (counter).
pub const TABLE_INDEX_SCANS: &str = "db.table.scans.index";
/// Rows of a `table` read by such scans (counter), those that the rest of the condition turns down among them.
pub const TABLE_INDEX_ROWS: &str = "db.table.rows.index";
/// Different values of a `column` of a `table`, as the server estimates (gauge, told once), of large tables (PostgreSQL: of which some were read from end to
/// end; MySQL: of columns with which an index begins); `index` = first where an index begins with the column, else none.
pub const TABLE_COLUMN_VALUES: &str = "db.table.column.values";
/// Sessions of the target that wait for a lock which somebody at the root of the queue holds (gauge, read only while some wait): by the
/// `store`, the holder's `state`, `holder` = its statement, `whose` = target | name of another program, and `victim` = the statement that waits.
pub const LOCK_WAITERS: &str = "db.lock.waiters";
/// How long that holder has been in its state, seconds (gauge), same labels.
pub const LOCK_HOLDER_AGE: &str = "db.lock.holder.age";
/// Segments with data that the target sent to a `peer` (counter): one or more for each statement or call that waits for its answer. Of connections that end between
/// two readings only where the kernel tells of ends (see `PEER_CONNECTIONS_OPENED`).
pub const PEER_SEGMENTS_SENT: &str = "net.peer.segments.sent";
/// Segments with data that came from a `peer` over the same connections (counter): one or more for each answer.
pub const PEER_SEGMENTS_RECEIVED: &str = "net.peer.segments.received";
/// Bytes in these (counter).
pub const PEER_BYTES_RECEIVED: &str = "net.peer.bytes.received";
/// Connections of the target to a `peer` (gauge).
pub const PEER_CONNECTIONS: &str = "net.peer.connections";
/// Connections that it opened to a `peer` (counter), also those that ended soon. Told only where the kernel tells of each connection that ends
/// (`CAP_NET_ADMIN`); of a peer that others on this machine have connections to, those that were there at a reading alone.
pub const PEER_CONNECTIONS_OPENED: &str = "net.peer.connections.opened";
/// Of the connections to a `peer`, those on which the target sent data no earlier than it received any, so that an answer is awaited (gauge). Says
/// nothing of calls that are shorter than two ticks of the kernel.
pub const PEER_CONNECTIONS_AWAITED: &str = "net.peer.connections.awaited";
/// Of the connections to a `peer`, those on which less than a full segment waits in the kernel to be sent, though the window has room: for the acknowledgement of what
/// was sent before (Nagle's algorithm) (gauge).
pub const PEER_CONNECTIONS_HELD: &str = "net.peer.connections.held";
/// Time one sampling of the sessions took, seconds (gauge).
pub const SESSION_COST: &str = "tightspot.sessions.cost";
/// CPU time of the tool's own threads outside the generator, seconds (counter).
pub const OBSERVER_CPU_TIME: &str = "tightspot.observer.cpu.time";
/// CPU time of the generator's threads, seconds (counter).
pub const GENERATOR_CPU_TIME: &str = "tightspot.generator.cpu.time";
/// Time the generator's threads waited for a core, seconds (counter).
pub const GENERATOR_RUN_QUEUE_TIME: &str = "tightspot.generator.run_queue.time";
