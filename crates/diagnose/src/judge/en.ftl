# What the rules of the judge say. KEY-rule says when the rule KEY holds; `tightspot explain rules` prints these.

## What refuses a verdict, and what forbids a name

never-served = the service took no requests: { $seen }
nothing-measured = no level of load was measured to its end
nothing-measured-rule = No level of load was measured to its end.
generator-limited = { $reasons }
generator-limited-rule = The load generator could not keep to its plan, or used too much of its core.
requests-failed = { $failed } of { $sent } requests failed at { $rate }: look at the answers first, not at the load
service-ended = a process of the service ended while it was loaded, and { $failed } of { $sent } requests of that level failed (at { $rate }): look at its own log first
requests-failed-rule = Too many requests failed at a level, and the cause does not explain these failures.
level-unanswered = no request of { $level } was answered
level-uncounted = it is not known how many requests of { $level } the process served
level-unanswered-rule = No request of a measured level was answered.
account-open = { $open } of { $response } at { $rate } are spent outside what is seen of the service (the times add up at { $closed } of { $levels } levels): look between client and service
account-open-inside = { $open } of { $response } at { $rate } are in no part that is seen. The server itself counts { $inside } of them: look inside the service for timers, for its own queues, and for answers that are written in many pieces
account-open-rule = The times do not add up to the response time at most of the open levels. Where threads lacked a core, a cause that takes it may be named.
requests-unseen = no thread is seen with a request from beginning to end (event loops, or a server that is not known): where the { $response } of a request at { $rate } go is not seen
requests-unseen-for = no thread is seen with a request from beginning to end (event loops, or a server that is not known): where { $open } of { $response } at { $rate } go is not seen
requests-unseen-rule = No thread is seen with a request from beginning to end. Only what fills the CPU may be named, or what takes it away; and where the pieces of requests that are seen add up, a call that blocks an event loop, or an executor without a free thread.
account-too-long = the parts add up to { $over } more than the response of { $response } at { $rate }
account-without-stacks = without stacks of the service its time cannot be accounted for
account-in-no-stack = { $open } of { $response } at { $rate } appear in no stack; perhaps the threads, and the sampler, had no core: { $why }
account-too-long-by-bounds = at { $rate } the parts exceed the response of { $response } by { $over }; waiting for a core is counted at its upper bound: { $why }
no-whole-level = no level was measured to its end
quota-stops = the CPU quota stops the service in { $share } of its periods

## What forbids a clean bill

cpus-taken-by-others = the service's CPUs are full, but not because of the service: { $used }
cpus-taken-by-unseen = threads wait for a core for longer than the service's own use of its CPUs explains, and what has them was not seen
cpus-taken-by-others-rule = The service's CPUs are full, and others use a good part of them.
database-cpus-taken-by-others = the CPUs of the database are full: the database uses { $own } of them, others { $others }. It is not known what would limit the service without the others: send load from another machine
database-cpus-taken-by-others-rule = The CPUs of the database are full, and others use a good part of them.
wait-grows-unexplained = waiting for { $what ->
    [locks] locks
    [logging] logging
    [cache] the cache
   *[remote] other services
 } grows by { $grown } per request with load, and no known cause explains it
wait-grows-unexplained-rule = Waiting for locks, logging, other services or the cache is most of the growth of the response time, and no cause holds.
memory-unfreed = requests wait { $waited } of { $response } at { $rate } for memory that the collector has not freed yet, and no known cause explains it
memory-unfreed-rule = Requests wait for memory that the collector has not freed yet, and no cause holds.
wait-before-sending = at { $rate } requests wait { $waited } of { $response } for a connection before they can be sent, and no known cause explains it
wait-before-sending-rule = Below saturation, requests spend most of their time waiting for a connection before they are sent.
quota-used-up = the CPU quota of { $quota } of { $cores } { $cores ->
    [one] core
   *[other] cores
 } is used up, and it was not seen how often it stops threads: it is not clear whether it is too small
quota-used-up-rule = A CPU quota is used up, and the counters that say how often it stops threads were not read.
full-cpu-without-stacks = { $cpu } is at its limit, and without stacks it cannot be seen what for
full-cpu-without-stacks-rule = The CPU is full, and no stack says what it does.
full-cpu-compiles = { $cpu } is full only because the compilers of the virtual machine use { $cores } cores: measure again with a longer warm-up (such as --warmup 300s)
full-cpu-compiles-rule = The CPU would not be full without the compilers of the virtual machine.
full-cpu-of-other-threads = { $cpu } is at its limit, but request threads use only { $requests } of { $all } cores (collector { $collector }, compilers { $compilers }): it is not clear what the other threads do for requests
full-cpu-of-other-threads-rule = The CPU is full, and threads that serve no request use most of it.
full-cpu-collects = { $cpu } is at its limit, and the collector uses { $share } of it: look first at what is allocated and at the room in the heap
full-cpu-collects-rule = The CPU is full, and the collector uses much of it.
full-database-unseen = { $database } is at its limit, and its sessions were not seen (--db shows them): it is not clear whether its statements need that much
full-database-unseen-rule = The database's CPU is full, and nobody looked into the database.
full-database-tables-uncounted = { $database } is at its limit, and the server does not count how its tables are read: it is not clear whether its statements need that much
full-database-tables-uncounted-rule = The database's CPU is full, and the server does not count how its tables are read.
full-loop-blocked = { $event-loop } is at its limit, but { $blocked } of the { $busy } that a request keeps it busy are synchronous calls that block: it is not clear whether they are needed
full-loop-blocked-rule = The event loop is full, and blocking calls take much of its time.
never-warm = { $cpu } is at its limit, but the compilers of the virtual machine use { $cores } cores or more at every open level: measure again with a longer warm-up (such as --warmup 300s)
never-warm-rule = The CPU is full, and the compilers were busy at every open level.
costs-more-under-load = { $full } is at its limit, but a request costs { $heavy } of it instead of { $light } under light load: there is contention, and no known cause explains it
costs-more-under-load-rule = What is full costs clearly more per request than under light load.
full-database-undecided = { $full } is at its limit, and { $cause } is possible: { $reason }
full-database-undecided-rule = The database's CPU is full, and a cause that would explain it was neither shown nor rejected.
full-unexplained = full: { $full }; no known cause explains what fills it
full-unexplained-with-wait = { $says } (of { $kept } that a request keeps a worker, it waits { $waited } { $what ->
    [remote] for another service
    [cache] for the cache
    [connection] for a connection
    [client] for a connection of the HTTP client
    [database] for the database
    [lock] for a lock
    [memory] for memory that the collector has not freed yet
   *[logging] in logging
 })
full-unexplained-rule = Connections, workers or another limited resource are full, and no cause holds.
bends-without-stacks = requests get slower with load, and without stacks the reason cannot be seen
bends-without-stacks-rule = Requests get slower with load, and no stack says why.
bends-unexplained = requests get slower with load, by { $by } over { $from }, and no resource that is seen is at its limit
bends-unexplained-with-wait = { $says }; { $waited } of that is waiting { $what ->
    [remote] for another service
    [cache] for the cache
    [connection] for a connection
    [client] for a connection of the HTTP client
    [database] for the database
    [lock] for a lock
    [memory] for memory that the collector has not freed yet
   *[logging] in logging
 }
bends-unexplained-rule = Requests get slower with load, and nothing that is seen is at its limit.
cut-short = the run was cut short at { $rate }, before the service slowed down
start-cut-short = the start was watched for { $seconds }, in which { $good } of { $of } requests were served; the run ended before there was a warm level to compare it with
cut-short-rule = The run was cut short before the service slowed down.
start-lost = { $lost } of the work of the first { $of } after the start was lost, and no known cause explains it
start-slow-by-preview-rule = The first seconds after a start are much slower than the last, and a cause that may not be named yet explains it.
start-slow = the first seconds after the start are { $times } times as slow as the last that were measured ({ $first } and { $last }), and no known cause explains it
start-slow-rule = The first seconds after a start are much slower than the last, and no cause holds.
start-compiles = the compilers of the virtual machine still use { $cores } cores at the end of what was measured: how slow the service is when warm is not known
start-compiles-rule = The compilers are still busy at the end of a start.
tail-by-preview-rule = The slowest requests take much longer than usual ones, and a cause that may not be named yet explains it.
tail-unexplained = one request in a hundred takes longer than { $limit }, { $times } times the median, and no event that was seen explains { $share } of these
tail-slow-cpus = one request in a hundred takes longer than { $limit }, { $times } times the median, and { $share } of these arrive in or just before seconds in which the CPUs of the service were slower than usual: others may be using the same machine, or its clock is slowed down. Measure again on a quieter machine to see whether slow requests remain
tail-unexplained-rule = The slowest requests take much longer than usual ones, and no cause holds.

## What gives one

limit-reached = { $full } is at its limit
limit-reached-rule = The service's CPU, its event loop or the database's CPU is at its limit, and none of the rules above doubts it. This does not say that its work is needed.
full-and-hardly-more-cpu = full: { $full }; but { $cpu } is { $used } used, so at most { $more } more could be done
full-for-want-of-a-core = full: { $full }; but requests wait for a core ({ $queue } of the { $inside } inside), and { $cpu } is { $used } used, so at most { $more } more could be done
full-and-hardly-more-cpu-rule = Workers or connections are full for lack of a core, and so little CPU is left that no fix of anything else gives a fifth more.
hardly-more-cpu = { $cpu } is { $used } used: at most { $more } more could be done, and nothing else is full
hardly-more-cpu-rule = Nothing is at its limit, and so little CPU is left that no fix of anything else gives a fifth more.
start-quick = a request took { $first } in the first second, { $last } at the end of the first minute; what limits it then was not asked (`why` without a command asks that)
start-quick-rule = Only the start was measured, and it was quick.
tail-short = one request in a hundred takes longer than { $limit }, { $times } times the median: no more than queueing explains
tail-short-rule = The slowest requests take no longer than queueing explains.
no-bend = requests did not get much slower up to the load that was tried
no-bend-rule = Requests did not get much slower up to the load that was tried.

## What forbids one where it would be given

cpu-account-open = { $share } of the { $ms } of CPU that a request takes at { $rate } is in no sample: it is not clear what the core does
cpu-account-open-rule = At some level too much of the CPU of a request is in no sample.
some-seconds-slow = at { $levels } of { $of } levels a few seconds are far slower than the others (at { $rate } they add { $share } to the time of its requests): something comes now and then; why with { $option } tells what
some-seconds-slow-rule = At several levels a few seconds are far slower than the others, and add much to the time of requests.
preview-explains = { $cause } would explain it, but this cause is not named until it has been seen on a live service: { $reason }
preview-explains-rule = A cause that may not be named yet explains the growth.
candidate-undecided = it may be { $cause }: { $reason }
candidate-undecided-rule = A cause would explain the growth, and too little was seen to show or to reject it.
cure-pays = fixing { $cause } would allow up to { $most }: { $reason }
cure-pays-rule = Fixing a cause beside the limit would give at least a fifth more throughput.
decoy-of-undecided = it may be { $cause }: { $reason }
decoy-of-undecided-rule = One cause fits in all but a point that cannot be seen from outside; its look-alikes are not named.
name-nearly-falls = { $reason }; it is close: with the threshold { $threshold } moved by what it or the figure may be wrong, it would not hold
name-nearly-falls-rule = The cause that is named would not hold if one threshold were moved by as much as it or the figure may be wrong.
candidate-nearly-holds = { $cause } nearly holds: { $reason }
candidate-nearly-holds-rule = A cause would hold if one threshold were moved by as much as it may be wrong.
rule-nearly-holds = this is near: { $says }
rule-nearly-holds-rule = A rule that forbids a name or a clean bill would hold if one threshold were moved by as much as it may be wrong.

## What becomes of hypotheses

no-more-than-a-hint = { $reason } (no more than a hint: { $why })
not-observable = could not look: { $sensors }
sensor-lost = { $sensor }: { $why }
sensor-not-seen = { $sensor }: not seen
contradicted = contradicted by experiment: { $experiment }
suspect-contradicted = { $cause } was suspected, and an experiment contradicts it: { $experiment }
