# The page.

## Around the sections

title = { $says } · { $service } · Tightspot
skip = Skip to the verdict
outline = Contents
verdict = Verdict
footer = Made by Tightspot { $version }. This page loads nothing from the network.
a-service = a service
routes-more = { $route } and { $more } more
cpus = { $cpus } { $cpus ->
    [one] CPU
   *[other] CPUs
 }
cpus-of = the service may use { $allowed } of { $cpus } CPUs
memory = { $memory } of memory
quota = quota of { $cores } { $cores ->
    [one] core
   *[other] cores
 }
when = { $date }
took = { $span } of load
run = run { $run }
ended-by = The command ended with an error: { $error }
at = { $t }
window = { $from } to { $to }
data = as figures
all-data = all lanes as figures, by phase
phase = phase
share = share

## The verdict

kind = { $what ->
    [likely] Likely cause
    [named] Cause named, not yet proven
    [proven] Cause proven by experiment
    [limit] Limit reached, no fault named
    [none] No bottleneck found
    [inconclusive] Not clear
   *[generator] No verdict
 }
ladder = Evidence: level { $level } of { $most }
sure = How sure
sure-of = E{ $level } (E4 is the highest): { $level ->
    [0] a threshold or a known pattern, no more
    [1] it grows with the slowdown; the figures alone do not decide it
    [2] the figures add up; no experiment has proven it
    [3] an experiment that changed one thing came out as predicted
   *[4] the fix was measured against the state before
 }
against = This verdict would be wrong if:
now = Limit now
tried = Tried up to
fixed = If fixed
next = Next limit
other-limit = The limit after that
first-limit = First limit
latency = Highest p95
measured = measured
measured-busy = measured with { $connections } client connections that are always busy
measured-and-knee = with { $connections } client connections that are always busy; { $knee } of requests at random moments
highest = the highest rate that was measured
limit-is = { $limit }
extrapolated = { $limit }, extrapolated
at-most = at most, by the measured figures
at-most-then = { $way ->
    [least] by the measured figures; then the limit is: { $limit }, of which a request may need less at that rate
   *[most] at most; then the limit is: { $limit }
 }
at-most-again = at most, by the measured figures; then the same limit again
unknown = not known
no-gain = no measurement says how much
latency-at = at { $rate }; { $light } at { $low }
cpu-of-request = CPU of a request
cpu-at-light = { $light } at light load
without = Without the largest part
at-most-without = about, by its share of the CPU: { $what } { $share }
open-of = of { $response } ({ $share })
generator-work = Generator busy
of-its-core = of its core
send-lag = Late sends, p99
send-lag-is = behind the plan
lost = Lost in the first { $span }
lost-is = of work, compared with the warm level
start-p99 = p99 of the first minute
start-warm = the mean once it is warm: { $warm }
tail-p99 = p99
tail-p99-is = one request in a hundred is slower; half of all take no more than { $p50 }
tail-longest = Longest
tail-longest-is = of { $requests } requests
fix-how = how to make and check it
label-prove = test the cause
prove-does = Sends load for some minutes, changes one thing in the running service, and puts it back.
label-not = ruled out
why-not = why
what-it-needs = what that takes

## Why

why = Why we say so
full-core = What the full core does
hints = Moved with the load, but the account does not support it
also = Also seen
also-overlaps = Shares of the CPU may overlap: the same work may count here and in the cause.
read-at = { $phase }, { $rate }
read-here = the figure was read here
account-small = all parts, by level
cpu-share = CPU of a request: { $ms } at { $rate }
this-work = this work { $share }
all-else = all else

## Levels

levels = Throughput and latency by level of load
levels-summary = p95 is { $low } at { $first } and { $high } at { $last }.
hollow = Empty circles: closed load, in which every connection is always busy.
knee = keeps up
knee-is = Of requests that come at random moments, as from many users, it keeps up with { $rate }. With connections that are always busy it may answer more, but then every request waits.
latency-by-rate = Response time by rate of answers{ $scale ->
    [log] , on a logarithmic scale
   *[linear] {""}
 }
while-looking = Short looks while the limit was searched; the level in the table is longer and may differ by some percent.
throughput-by-connections = Answers by client connections, all of them always busy
latency-caption = Response times in ms, from the planned moment to the last byte. Open levels send at random moments, and their last answers are waited for, so that the answered rate may differ from the planned one by some percent; the number in their names is the share of what the service keeps up with. At saturation connections are always busy
level = level
offered = planned
answered = answered
failed = failed
largest = largest
busy-connections = { $number } always busy
resources = In use, as a share of the limit (● at its limit)
resource = resource
used-of = { $used } of { $limit }
at-its-limit = at its limit

## The account

account = Where the time of a request goes
account-note = One bar for each level: the whole time of a request there, and its mean in figures. Each letter is a part that the table explains; the hatched end is unexplained.
all-parts = every part
account-label = At { $rate } a request takes { $response }: { $parts }
account-caption = Milliseconds of a request, by level of load

## The timeline

timeline = What happened when
timeline-note = All lanes share one clock. A line is the mean of { $step }, the pale band around it reaches from the smallest to the largest reading. Measured levels are shaded.
phases = Phases of the load
phase-kind = { $phase ->
    [warm-up] warm-up
    [doubling] doubling
    [knee] search
   *[trial] trials
 }
event-kind = { $event ->
    [attached] attached
    [detached] detached
    [heap-walk] heap looked through: pools, executors, clients
    [gc-pause] collection
    [safepoint] stop of the virtual machine
    [gauge-gap] no reading of pools
    [target-died] service ended
    [restored] put back
   *[mark] mark
 }
phase-answers = { $rate } answered
most = most { $most } at { $at }
mean-most = { $mean } (most { $most })
limit = limit { $most }
event = event
moment = at
events = { $number } { $number ->
    [one] event
   *[other] events
 }
lane = { $what ->
    [rates] Requests
    [latency] Response time
    [pool] Connection pool
    [pool-waiting] Waiting for a connection
    [holds] A connection, per request
    [workers] Worker threads
    [loop] Event loop
    [loop-delay] Waiting for the event loop
    [cpu] CPU, cores
    [cpu-speed] Time of a fixed piece of work on the CPUs, µs: more is slower
    [throttling] Stops by the CPU quota
    [accept] Connections not yet read
    [remote] Calls to other services
    [cache] Cache server: a command that does nothing
    [sessions] Database sessions
    [memory] Memory
    [pauses] Collections and stops
    [first-use] Code loaded and compiled
   *[source] Read from
 }
line = { $what ->
    [offered] offered
    [answered] answered
    [failed] failed
    [pool-used] in use
    [pool-waiting] waiting for one
    [statements] statements under way
    [commands] commands under way
    [cache-round-trip] its round trip
    [held] held
    [waited] waited for
    [workers-busy] busy
    [workers-queue] in the queue
    [listen-queue] not accepted
    [unread] not read
    [active-requests] requests inside
    [memory] resident
    [peer-connections] connections to the peer
    [peer-awaited] answers awaited, by connection
    [segments-sent] packets sent
    [segments-received] packets received
    [async-work] work under way in the thread pool
    [loop-delay] delay of the event loop
    [thread-pool-delay] wait for a thread of libuv
    [cpu-service] the service
    [cpu-database] the database
    [cpu-neighbours] other programs on its CPUs
    [cpu-generator] the load generator
    [cpu-speed] on the CPUs of the service
    [throttled] periods with a stop
    [overflows] connections turned away
    [collecting] collecting garbage
    [stopped] all threads stopped
    [code-loaded] classes or modules loaded
    [compilations] compilations
    [loop-active] busy
    [remote-calls] calls under way
    [remote-queue] calls that wait in the client
    [commits] transactions committed
    [rows-written] rows written
    [sessions-opened] sessions opened
    [rows-scanned] rows read by scans
    [rows-by-index] rows read by an index
    [file-writes] written to files, per second
    [sessions-executing] executing a statement
    [sessions-locked] waiting for a lock
   *[sessions-idle] idle in a transaction
 }

## What it is not

not = Not the cause, and what could not be looked at
not-cause = not the cause
if-true = what would be seen if it were
was-seen = what was seen
knob = { $setting } would give { $way ->
    [least] { $rate } or more
   *[most] at most { $rate }
 }
more-rejected = { $number } more
unseen = Could not look at
untested = Neither shown nor ruled out:
inapplicable = Do not apply to this service:

## Experiments, fix, what if

proof = Proof by experiment
changed = what was changed
blocks = blocks
tests-cause = cause under test
rival = strongest rival
restored = put back and checked
yes-no = { $is ->
    [yes] yes
   *[no] NO
 }
doses = Throughput relative to that without the change, by dose
dose = dose
without-it = without
with-it = with
measured-ratio = measured (95 % interval)
predicted-ratio = predicted
rival-ratio = predicted by the rival
unchanged = unchanged
fix = The fix, and how to check it
where-it-is = Where:
examples = Example of the fix
examples-note = Names in it are not those of this service, nor are figures but sizes that the verdict tells.
verify = Check that it helped
verify-how = Run the fixed service beside the present one. Both are measured in turns, and so is the noise of the machine:
prove-how = Before changing code, test the cause by an experiment on the running service, which is put back as it was:
what-if = What if
what-if-note = What each change would give at most, by arithmetic on the measured figures; ≥ is what it would give at least, where a request may cost less then. The pale end is the gain.
change = change
then = then
then-limits = what limits then

## CPU

cpu = What the CPU does
cpu-open = (not all of it is explained)
what-for = what for
cpu-signs = Across these parts: { $signs }.
cpu-sign = { $what ->
    [look-up] looking up what was found before
    [build] building objects that could be shared
    [throw] making exceptions
   *[scan] going through collections
 } { $share } ({ $ms })
candidate = may be avoidable
calls = By calls, { $phase }
boxes-note = Each box is a chain of calls, as wide as its share of the CPU; what it calls lies below. Own code is marked in orange. Hold the pointer over a box for its frames.
boxes-label = CPU of { $phase } as boxes of calls, { $total } a request; the tree below has the same as text
all-cpu = all
tree = as a tree
call = call
tree-command = tightspot report { $run } --cpu

## Traffic

endpoint = asked for
endpoints = What it asks of other services
calls-per-request = calls per request
call-ms = mean, ms
file = file
files = Files that it opens again and again
files-note = Opens by all that the service does, at the heaviest load. The kernel makes one of two that follow each other at once, so there may be more.
opens-per-request = opens per request
size = size
failures = Requests that failed, and times without an answer
traffic = Routes, statements, peers
routes = Routes
route = route
requests = requests
statements = Statements
statements-note = Of all samples in which a session of the service had a statement, the share with this one, over all measured levels: its share of the time that statements take.
statement = statement
peers = What the service talks to
peer = peer
peer-role = role
peer-turns = round trips per request
peer-connections = connections
peer-awaited = answers awaited
peer-ms = with the peer, ms
peers-note = At the heaviest level. An answer is awaited on a connection when the service has sent something and nothing has come back. Calls of less than 20 ms are not measured in this way.
role = { $role ->
    [database] database
    [cache] cache
    [queue] queue
    [search] search
    [http] another service
    [mail] mail
   *[unknown] not recognised
 }
processes = Processes

## Warm-up

start = The first minute, second by second
tail = The slowest requests
warm-up = Warm-up
no-warm-up = There was no warm-up: the service was measured as it was.
warm-up-says = { $rounds } { $rounds ->
    [one] round
   *[other] rounds
 } in { $span }: from { $first } to { $last } with the same connections
warm-up-label = Answers per second before anything was measured
connections = connections

## Quality

quality = Quality of the measurement
sensors = What watched
sensors-on = Delivered data:
sensor = sensor
state = state
reason = reason, and what helps
not-judged = causes that could not be judged
sensor-state = { $state ->
    [off] off
   *[lost] lost
 }
rules = Rules of the judge that decided
margin = { $value }, where the rule draws the line at { $threshold }

## Appendix

appendix = Appendix
as-data = All of it as data
json-command = tightspot report { $run } --json
glossary = Glossary
fact-command = command
fact-url = URL
fact-seed = seed
fact-started = started
fact-tool = version
fact-host = machine
fact-process = process
fact-target = its command
fact-cpus = its CPUs
fact-components = its parts with limits
word-evidence = E0 to E4
means-evidence = E0 hint; E1 moves with the slowdown; E2 explains it: the numbers add up; E3 proven by an experiment; E4 the fix was verified.
word-open = open level
means-open = Requests come at a planned rate, whatever the service does. Latency counts from the planned moment, so that no wait is lost.
word-saturation = saturation
means-saturation = Closed load: so many connections are always busy, each sending the next request when the last is answered.
word-hold = hold
means-hold = The time a request keeps a connection. What fills it is the reason why others wait.
word-unexplained = unexplained
means-unexplained = The response time minus all parts. The error of the parts can make it negative. If it is large, no cause is named.
word-percentile = p95
means-percentile = 95 of 100 requests were at least as fast. Shown only if there are enough requests for it.
word-at-most = at most
means-at-most = A bound by arithmetic on the measured figures, with everything else as it is. An experiment measures what a change really gives.

## What scripts say

copy = Copy
copied = Copied
zoom-in = Zoom in
zoom-out = Zoom out
whole-run = Whole run
timeline-keys = Drag across a chart to zoom, double-click for the whole run. By keyboard: arrow keys move the cursor, with Shift the stretch that is shown; + and - zoom, Esc shows the whole run.
search-function = Search functions
found-share = { $share } of the CPU is in functions that match
turn-calls = Invert call stack
whole-calls = Reset zoom
calls-keys = Click a box to zoom in, a box above it to zoom out. By keyboard: arrow keys select, Enter zooms, Esc resets the zoom, / searches. Inverted, the functions that use the CPU themselves stand at the top and their callers below.
calls-label = Flame graph of { $level }
in-itself = { $ms } in itself
