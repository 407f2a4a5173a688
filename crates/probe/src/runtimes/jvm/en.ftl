# What is said of the inside of a Java virtual machine.

## What was tried

send = send { $command } to the JVM of pid { $pid }
load = load { $file } into pid { $pid }
install = put { $file } where pid { $pid } can load it
common-folder = create a folder that pid { $pid } can write
sample = sample stacks of pid { $pid }
read-recording = read the recording of { $phase }
dump = dump the threads of pid { $pid }
read-counters = read the JVM counters of pid { $pid }
read-pools = read pools of pid { $pid }
find-pools = find the pools of pid { $pid }
stop-agent = stop the agent in pid { $pid }

## Attaching

map-not-readable = its memory map cannot be read: { $error }
no-jvm = no libjvm.so in its memory map: not a Java virtual machine
attach-disabled = it was started with -XX:+DisableAttachMechanism
without-that-flag = restart the service without that flag
of-another-user = it belongs to uid { $owner }, this tool runs as uid { $own }
tmp-not-open = its /tmp cannot be opened: { $error }
no-handler = it has no handler for SIGQUIT (still starting; or -Xrs, and its socket in /tmp was removed): the signal would end it
wait-or-without-xrs = wait until the service is up, or restart it without -Xrs
nowhere-to-write = neither its working directory nor its /tmp can be written
no-socket = it opened no socket within { $within }
stopped-or-collecting = is it stopped, or in a very long collection?
answered = { $command } answered { $code }
answer-late = no whole answer within { $within }
answer-too-long = its answer is longer than { $most }
returned = it returned { $code }
with-dynamic-agents = restart the service with -XX:+EnableDynamicAgentLoading
tmp-no-folder = its /tmp is not a folder
give-a-tmp = give the service a /tmp
tmp-writable = make /tmp of the service writable, or run as root (sudo)
cache-writable = make ~/.cache or /tmp of the service writable

## Stacks

and-said = { $cause } { $said }
another-profiler = another profiler is sampling it ({ $library }): { $said }
stop-the-profiler = stop it (asprof stop PID) and run again
stacks-cut-short = stacks of { $phase } end { $after } after its start, when the sampler's time had run out
samples-unreadable = { $samples } samples of { $phase } could not be read
recording-garbled = the recording makes no sense, or is cut short
recording-not-such = the recording is no regular file of at most { $most }
on-virtual-threads = requests run on virtual threads, which the profiler does not see while they wait: { $why }
on-event-loops = requests run on event loops (WebFlux on Netty), where a stack does not show which request waits
dump-too-large = a dump has { $bytes }, at most { $most } are read
dump-not-readable = the dump cannot be read: { $error }
threads-not-tracked = it does not keep track of its virtual threads (-Djdk.trackAllThreads=false)
dumps-without-states = its thread dumps do not say whether a thread waits (those of JDK 25 do)
dumps-few = only { $dumps } dumps of virtual threads in { $phase }: each takes long
newer-or-platform-threads = run the service on JDK 25 or later, or on platform threads (spring.threads.virtual.enabled=false)
platform-threads = run the service on platform threads (spring.threads.virtual.enabled=false)

## Counters

no-counters = there is no hsperfdata file
counters-not-such = not a hsperfdata file
counters-not-its-own = the file is no regular file of at most { $most } that belongs to the user of the process
counters-cut-short = the file is cut short
counters-byte-order = written with another byte order
with-counters = start the service without -XX:+PerfDisableSharedMem and -XX:-UsePerfData

## Gauges

no-pool = no HikariCP pool in the heap
no-executor = no Tomcat executor in the heap
virtual-thread-each = each request has a virtual thread of its own
jvmti-error = JVMTI error { $code }
pools-left-out = { $more } more pools or executors are not read, only the first { $first }
gauges-lost = { $readings } gauge readings were overwritten before they were read
gauges-cut-short = the file shared with the agent was cut short
setters-not-known = the setters of this version of the library are not known

## The agent

agent-silent = the agent did not answer within { $within }
agent-heard-nothing = the agent heard nothing from the tool
agent-without-thread = the JVM refused a thread for the agent
agent-has-a-bug = a bug in the agent, contained
agent-busy = another session of this tool is still reading; it ends within seconds once that tool has ended
agent-ended = the agent ended
agent-ends-by-itself = it ends by itself within seconds once this tool has ended
agent-failed = the agent failed ({ $said })
answer-no-sense = the agent's answer makes no sense
answer-not-whole = the agent's answer is incomplete
cpu-samples-refused = the profiler cannot sample by CPU time here: a thread that waits for a core looks as if it used the CPU
allocations-unseen = who makes the objects is not seen: { $why }
