name = executor starved
# Requests wait for tasks in an executor that has no thread left.
headline = Requests wait for tasks in an executor that has no thread left.
expected = requests wait for futures more and more, and an executor of the application has no thread left
falsifier = with twice the threads, throughput stays the same
fix = give that executor more threads (its core size: with an unbounded queue it never grows beyond that) and a bounded queue, and let no task wait for another
no-stacks = no level was measured with stacks
observed = waiting for futures is { $waited } of { $response } at { $rate }
none-full = { $observed }, but no executor of the application is full
holds = { $says }
capacity = { $threads } { $threads ->
    [one] thread
   *[other] threads
 } { $executor } / { $task } at tasks = { $capacity }, and { $seen } was seen
doing = { $share } of the time at tasks is spent { $what ->
    [remote] waiting for another service
    [cache] waiting for the cache
    [database] waiting for the database
    [connection] waiting for a database connection
    [lock] waiting for a lock
    [disk] waiting for the disk
    [cpu] on the CPU
   *[other] waiting for something else
 }
growth = waiting for tasks is { $share } of the growth of the response time
does-not-limit = { $holds }; { $why }
not-what-grows = but it is not what grows most
cpus-full = but the CPUs are full: tasks wait for a core
behind-pool = but its tasks wait behind a full connection pool
behind-client = but its tasks wait for a connection of an HTTP client
behind-lock = but its tasks wait for a lock: more of them at once would wait as well
slower-tasks = but its tasks take { $now } per request instead of { $light } under light load
busy = { $threads } { $threads ->
    [one] thread
   *[other] threads
 } { $executor }: at tasks for { $share } of the time, { $task } per request
future-wait = requests wait { $ms } for futures
callers-run = at { $rate }, a request spends { $ran } of its { $inside } inside the service on tasks that an executor without room handed back to it
callers-run-for = { $observed }; { $threads } threads of { $executor } are all busy, { $task } of their time per request
fix-callers-run = give that executor enough threads for what its tasks wait for, and decide what happens when it is full: refuse or drop the task rather than run it in the request
observed-rest = { $waited } of { $response } at { $rate } are in no callback and in no task
rest = { $ms } of a request are in no callback and in no task
expected-rest = threads of an executor are at tasks all the time, and what of the response is in no callback and in no task grows
growth-rest = what is in no piece of a request is { $share } of the growth of the response time
behind-database = but the CPUs of the database are full
