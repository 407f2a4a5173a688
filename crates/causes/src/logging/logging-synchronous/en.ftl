name = logging synchronous
headline = Every request writes its own log lines before it can go on.
expected = waiting in the logging framework grows with load and is most of the growth of the response time
falsifier = with the log sent to /dev/null, throughput stays the same
no-stacks = no level was measured with stacks

## Requests wait in the log

caution = lines that are still queued are lost when the process dies, and a full queue drops lines instead of waiting
fix = write through a bounded asynchronous appender, log less per request, and do not flush each line to the disk
observed = waiting in the log is { $wait } of { $response } at { $rate }
occupied = { $threads } { $threads ->
    [one] thread is
   *[other] threads are
 } inside on average; { $inside }
grows-little = { $waits }, which is not what grows most
cpus-full = { $waits }; but the CPUs are full: whoever writes keeps the lock while it waits for a core
holds = threads wait { $wait } per request { $place ->
    [lock] for the lock of the log
   *[write] for the log to be written
 } (with the queues behind it, { $share } of the growth of the response time); { $occupied }
waits = threads wait { $wait } per request in the logging framework

## Log lines fill the CPU

fix-cpu = log less per request: raise the level, or drop the lines inside loops; an asynchronous appender saves the wait, not this CPU
uses-cpu = log lines use { $share } of the CPU of request threads at { $rate }, { $ms } per request
written = { $bytes } are written to files (of any kind) for each request
few-lines = { $observed }; { $written }, a line or a few
cpu-full = { $observed }, and { $written }: the CPU of the service is full of log lines
cpu-full-unwritten = { $observed }, and the CPU of the service is full: it cannot be seen from outside whether so much log is wanted

## Log lines keep the event loop

fix-blocked = log less per request, write through a bounded asynchronous destination that may drop lines, and do not flush each line to the disk
fix-less = log less per request: raise the level, or drop the lines inside loops
keeps-loop = writing log lines keeps the event loop busy for { $ms } per request, { $share } of its busy time, at { $rate }
blocked = for { $blocked } of the time in the log the loop is blocked: each line waits for the disk, or for whoever reads the pipe
loop-not-blocked = { $observed }; no write blocks, and it cannot be seen from outside whether so many lines are wanted
loop-full = { $observed }; { $why }
