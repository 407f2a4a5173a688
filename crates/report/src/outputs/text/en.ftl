# The summary of a run.

## The first line, where no cause has words of its own for it

slow-because = Slow because { $cause }.
candidate = { $headline } This is not certain.
not-clear = The cause is not clear.
at-limit = The { $limit } is at its limit at { $rate }.
all-busy = The { $limit } are all busy at { $rate }.
nearly-at-limit = The { $limit } is nearly at its limit at { $rate }.
cpu-bound = { $core ->
    [loop] The event loop is full
    [quota] The { $limit } is full
    [shared] The cores that the service shares with its database or the load are full
   *[cpu] The service is CPU-bound
 } at { $rate }: a request takes { $ms } of CPU, { $parts }.
cpu-bound-part = { $share } of it { $what }
cpu-bound-more = { $first }, { $share } { $what }
cpu-bound-locked = { $what }, with a lock that requests wait { $wait } for ({ $share } of the response)
no-bend = No bottleneck was found up to { $rate }.
quick-from-start = The service is quick within seconds of its start.
generator-limited = The load generator was at its limit: nothing is said about the service.
in-whose = in { $whose }

## Labels

label-evidence = evidence
label-experiment = experiment
label-not = not
label-also = also
label-hint = hint
label-unseen = could not look at
label-errors = errors
label-processes = processes
label-files = files
label-cpu = CPU
label-fix = fix
label-quality = quality
fix-example = { $fix } (example: tightspot explain { $cause } --fix)
label-run = run
label-try = try

## What was found

at-site = at { $site }
file-opened = { $file } is opened { $times } × a request
file-opened-of-size = { $file } ({ $size }) is opened { $times } × a request
says-at-site = { $says } · at { $site }
cause-at-site = { $cause } at { $site }
of = { $what }: { $says }
gain = limits the service to { $now }; fixed: at most { $then }
gain-to-next = limits the service to { $now }; fixed: { $way ->
    [least] { $then } or more (next limit: { $next }, of which a request may need less then)
   *[most] at most { $then } (next limit: { $next } at { $at })
 }
gain-same-again = limits the service to { $now }; fixed: at most { $then } (the same limit again; after it { $next } at { $at })
gain-cut-by-next = limits the service to { $now }; fixed: { $way ->
    [least] { $then } or more, at most { $bound } (next limit: { $next }, of which a request may need less then)
   *[most] at most { $then } (next limit: { $next }; else { $bound })
 }
limit-reached = limit: { $limit }, reached at { $rate }
limit-ahead = first to saturate: { $limit } at ~{ $rate } (extrapolated)
evidence = E{ $level } { $name ->
    [hint] hint
    [coincides] coincides
    [explains] explains
    [proven] proven
   *[fixed] fixed
 }: { $reason }
evidence-told = E{ $level } { $name ->
    [hint] hint: a threshold or a known pattern, no more
    [coincides] coincides: this moves with the slowdown
    [explains] explains: these figures add up
    [proven] proven by an experiment
   *[fixed] fixed: the fix was verified
 }
tied = explained just as well by { $causes }: tightspot prove URL --run { $run } makes the experiment in which they differ most
cause-with-gain = { $cause } (fixed: { $way ->
    [least] { $rate } or more
   *[most] at most { $rate }
 })
rejected-with-knob = { $cause }: { $seen }; { $setting } would give { $way ->
    [least] { $rate } or more
   *[most] at most { $rate }
 }
decide = test it by an experiment: tightspot prove URL --run { $run } --hypothesis { $cause }; or measure again: tightspot why URL
more-generator = give the generator cores of its own or another machine, or offer less load

## Experiments

experiment = { $outcome ->
    [proven] PROVEN
    [supported] SUPPORTED
    [not_shown] NOT SHOWN
    [no_material_effect] NO MATERIAL EFFECT
   *[contradicted] CONTRADICTED
 } { $says }; { $restored ->
    [yes] restored and checked
    [nothing] nothing to put back
   *[no] NOT restored
 }
control = control x{ $ratio } ({ $low }..{ $high }), { $flat ->
    [yes] flat
   *[no] NOT flat
 }

## What a full core does

cpu-of = { $ms } of a request at { $rate }
cpu-by = { $what }: { $method }
cpu-for = { $what }, asked for by { $own }
cpu-made = { $what } ({ $share } of the objects are made by { $own })
cpu-without = { $what }; without it about { $rate }
cpu-unseen = in no sample
cpu-light = { $ms } at light load
cpu-contention = { $ms } of it is what threads cost each other (waking, yielding, locks)
cpu-bytes = an answer has { $bytes }
cpu-tree = as a tree: tightspot report { $run } --cpu

## What could not be seen

sensor = { $sensor } ({ $why })
sensor-for = { $sensor } ({ $why }), so not at { $causes }
sensor-not-seen = not seen
and-others = { $causes } and others

## Several processes

of-requests = { $share } of the requests
at-most = at most { $rate }
inside = { $time } inside
hold = hold { $time }
cpu = CPU { $time }
no-cause = { $status ->
    [none] healthy
    [generator_limited] the generator was at its limit
   *[inconclusive] the cause is not clear
 }

## Quality, and the run itself

grade = { $grade ->
    [good] good
    [fair] fair
   *[poor] poor
 }
generator = generator { $work } of its core, send lag p99 { $lag }
observer = observer { $cost } of a core
calibration = verdicts like this were right in { $right } of { $of } runs of our test services ({ $low } to { $high })
failed = { $failed } of { $sent } requests failed
stopped = the run was stopped early
aborted = the run was aborted
warning = warning[{ $code }]: { $says }
all-levels = all levels: tightspot report { $run } --ledger

## A start, second by second

label-start = start
start-lost = { $lost } of the work of the first { $of } was lost compared with the warm level
start-minute = the first minute: p50 { $p50 }, p99 { $p99 }, longest { $max }; { $failed } of { $of } requests failed
start-warm = warm
start-column = { $what ->
    [second] second
    [answered] ok/s
    [failed] failed
    [response] response
    [held] conn. held
    [waited] waited
    [in-use] in use
    [classes] classes
   *[uncompiled] uncompiled
}

## The slowest requests

label-tail = tail
tail-short = The slowest requests take no longer than queueing explains.
tail-percentiles = p50 { $p50 } · p95 { $p95 } · p99 { $p99 } · p99.9 { $p999 } · longest { $max }
tail-spikes = { $slow } of { $of } requests took longer than p99, in { $spikes } { $spikes ->
    [one] spike
   *[other] spikes
 }
tail-column = { $what ->
    [event] event
    [number] number
    [mean] mean
    [longest] longest
    [share] of the slow
   *[risk] likelier
}
tail-event = { $event ->
    [young-collections] young collection
    [full-collections] full collection
    [concurrent-collections] stop of a concurrent collection
    [stops] stop for another reason
    [long-turns] long turn of the event loop
    [slow-cpus] seconds in which the CPUs were slow
   *[cache-stalls] cache stood still
}
tail-standing = { $standing ->
    [too-few] too few
    [too-short] too short
    [follows] follows
   *[unrelated] none
}
tail-unexplained = no event seen
