name = lock contended
headline = Requests wait for one lock, and whoever has it keeps it too long.
expected = waiting for one lock grows with load and is most of the growth, and somebody is inside all the time
falsifier = with a shorter time inside the lock, throughput stays the same
fix = make the section in { $place } shorter, split it by key, or give each thread its own object
fix-wait = do not hold the lock of { $place } while waiting { $what ->
    [waiting-remote] for another service
    [waiting-database] for the database
    [waiting-connection] for a database connection
    [waiting-disk] for the disk
    [waiting-lock] for another lock
    [waiting-carrier] for a carrier
   *[waiting-other] for something else
 }
no-stacks = no level was measured with stacks
observed = waiting for locks is { $wait } of { $response } at { $rate }
occupied = { $threads } { $threads ->
    [one] thread is
   *[other] threads are
 } inside this lock on average; { $inside }
grows-little = { $waits }, which is not what grows most
in-a-full-core = { $waits }; that is inside { $part }, which takes { $share } of a full core: less work there ends the wait
cpus-full = { $waits }; but the CPUs are full: whoever has the lock keeps it while it waits for a core
several-locks = { $observed }; it is not one lock: { $share } of the waiting threads wait for { $place }
holds = threads wait { $wait } per request before { $place } (with the queues behind it, { $share } of the growth of the response time); { $occupied }
closes = { $waits }; 1 / { $inside } = { $capacity }, and { $seen } was seen
waits = threads wait { $wait } per request for the lock that { $place } takes
