# What is at its limit.
cpu = CPU of the service
cpu-shared = CPU of the service (on { $cpus } cores that it shares)
cpu-quota = CPU quota of the service ({ $quota } of { $cpus } { $cpus ->
    [one] core
   *[other] cores
 })
event-loop = event loop
libuv-pool = thread pool of libuv ({ $threads } { $threads ->
    [one] thread
   *[other] threads
 })
database-cpu = CPU of the database
connection-pool = connection pool "{ $pool }"
worker-threads = worker threads
