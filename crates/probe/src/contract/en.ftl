# What every probe says when it cannot do something.

failed = { $operation }: { $cause }
process = pid { $pid }
of-process = pid { $pid }: { $says }

## What was tried

attach = attach to pid { $pid }
start-thread = start the thread that { $what ->
    [threads] reads the target's threads
    [host] reads the host's counters
    [files] counts which files are opened
    [calls] sees calls to other services
    [counters] reads the counters of the JVM
    [dumps] dumps virtual threads
    [sessions] samples the database's sessions
    [cache] asks the cache server
    [pulse] asks the event loop how late it is
    [inspector] waits until the inspector of Node is open and closed again
   *[gauges] reads the gauges
 }

## What was seen

watched-by-another = another tightspot (pid { $pid }) is watching it
no-such-process = there is no such process
left-and-off = an earlier run was killed while it watched pid { $pid }: sampling there is off now
left-and-ends = an earlier run was killed while it watched pid { $pid }; sampling there ends by itself within two minutes ({ $why })

## What helps

wait-for-that-run = wait for that run to end
see-ulimit = see `ulimit -u`
as-root = run the tool as root (sudo)
as-user-or-root = run the tool as the user of the service, or as root (sudo)
