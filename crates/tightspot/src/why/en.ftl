# What `why` says while it goes on. Each line begins with a word of at most eight columns.

target = target  { $what } · cpus { $cpus }
target-with-quota = target  { $what } · cpus { $cpus } · quota { $quota } cores
peers = peers   { $peers }
note-shared-cores = note    generator and service share all cores: pin the service (taskset) for figures that hold elsewhere
start = start   { $program }
ready = ready   { $process }
probe-warning = warning[{ $code }]: { $says }
probe-warning-help = warning[{ $code }]: { $says }
    {"       "}help: { $help }
warning = warning { $says }
answers-not-sampled = no answer came to look at before the measurement ({ $why }): what compressing saves and what answers repeat is not known

## The plan

plan = plan    { $parts }: { $time } in all
part = { $what } ({ $time })
first-minute = the first minute and a warm level
warm-up = warm-up
search-limit = search for the limit
search-knee = search for the knee
levels-and-saturation = { $levels } levels and saturation
levels-again = levels again where they decide
experiment = experiment
seconds = { $number } s
minutes = { $number } min
up-to = up to { $most }
from-to = { $least } to { $most }

## Warm-up

waits-for = warm-up { $elapsed }: waits for { $what }
lets-compile = warm-up { $elapsed }: load stopped so that the compilers can finish (they use { $cores } cores)
quiet-compilers = quiet compilers ({ $cores } cores, { $asked } allowed)
steady-rate = a steady rate for { $seconds }
steady-rate-differs = a steady rate (it differs by { $share } in { $seconds }, { $asked } allowed)
both = { $compilers } and { $rate }
nothing-more = nothing more
warm = warm    { $rate } with { $connections } connections, { $how }
warm-under-its-load = warm    { $rate }, { $how }
steady = steady
steady-and-quiet = steady, compilers quiet ({ $cores } cores)
steady-for-long = steady for { $seconds }, compilers take less than { $share } of the CPU ({ $cores } cores)
still-warming-up = still warming up after { $longest }: { $rate }, { $steady ->
    [yes] steady
   *[no] not steady
 }
still-warming-up-compiling = still warming up after { $longest }: { $rate }, { $steady ->
    [yes] steady
   *[no] not steady
 }, compilers use { $cores } cores

## Levels

load = load    { $connections } connections  { $rate }, mean { $mean }
load-too-many = load    { $connections } connections are too many: { $failed } of the requests fail
knee = knee    saturated at { $rate } with { $connections } connections; { $knee } is sustained in open load
knee-not-held = knee    { $rate } is not sustained: { $answered } answered, { $in-flight } in flight at the end
knee-fails = knee    as many requests fail at a lower rate: no other rate is tried
knee-trial = knee    { $rate } { $held ->
    [yes] is sustained
   *[no] is not sustained
 }; between { $low } and { $high }
knee-confirmed = knee    { $rate } after { $trials } trials; { $low } was sustained in each of { $more } more, { $high } is too much
knee-unconfirmed = knee    { $rate } after { $trials } trials, but new trials below it were not sustained: take it as an upper bound
open = open { $fraction }  { $offered } offered, { $rate } answered, mean { $mean }, p99 { $p99 }
closed = closed  { $rate } with { $connections } connections, mean { $mean }
crowd = crowd   { $rate } with { $connections } connections, mean { $mean }
of-which-failed = { $says }, { $failed } failed
again = again   the verdict depends on { $phase }: { $longer } more
again-seen = again   { $rate } answered, mean { $mean }
start-slice = start   { $rate }, mean { $mean }, p99 { $p99 }
start-compiling = start   compilers still use { $cores } cores: the warm level to compare with comes later
start-slice-failed = { $slice }, { $failed } failed
failing = failing too many requests fail with { $connections } connections: looking at them once with all probes
rate-of-a-start = --rate is the load under which a start or the slowest requests are judged, and neither was asked for
from-start-or-command = --tail 5m asks about the slowest requests; --from-start is for a service that was just started; -- CMD starts it

## Why it ended early

too-many-errors = { $failed } of the requests of { $phase } failed, at most { $most } are allowed
first-error = { $says } (first: { $error })
look-at-the-answers = look at the answers first (curl -i the URL), or allow more with --max-error-rate
say-when-ready = --ready /health    load begins when that answers 2xx, and not when the port opens
target-died = the service ({ $who }) ended while it was loaded
kept-and-reported = what was measured until then is kept and reported above
look-at-its-log = look at the service's own log; then: tightspot report { $run }
lost-after-restart = find the service after its restart: { $why }
stopped-before-all-pairs = stopped before all pairs were measured
still-busy = the compilers are still busy after { $arms } arms, and the figures include that

## What was asked for, and what is in the way

no-report = -o writes the report of a diagnosis, which this command does not make
objective-left-to-load = { $objective } of the scenario is left to `tightspot load`: { $why }
objective-of-file = cannot read { $key } of [slo] in the scenario: { $mistake }
no-objectives = --slo judges the levels of a diagnosis, which this command does not make
judge-by-why = tightspot why URL --slo OBJECTIVE, or tightspot load URL --slo OBJECTIVE
own-result = its own result goes to stdout: --json > result.json
no-warmup = --warmup "{ $how }" is not auto, none or a number of seconds
not-started = start { $program }: { $seen }
silent = nothing listened on { $at }
not-ready = { $url } did not answer 2xx ({ $seen })
answered = it answered { $status }
start-kept = { $what }; it wrote last: { $lines }
wrote-last = it wrote last:
line-proves = { $title }: { $proves }
listens-on = it listened on port { $ports } instead
is-it-the-port = give the URL the port on which the service listens, and see that it binds to this address
ask-yourself = curl -i { $url }    shows the answer; --ready takes another path
wait-longer = --start-timeout SECONDS    waits longer for a service that is only slow to start
run-is-kept = tightspot report { $run }    the run is kept
port-is-taken = something listens on its port already
stop-that-process = stop that process, or leave out `-- CMD` to diagnose it as it is
ready-form = --ready /health, or a URL
one-process-only = this command is about one process
all-or-none = what it changes or compares must be the whole service, not a part of it
give-one-pid = give one --pid, with the URL of its own port
run-of-another = run { $run } is of pid { $pid }, which is gone
now-another = the service is pid { $pid } now: it may behave differently
measure-anew = tightspot prove URL    measures the levels again, then makes the experiment
no-probes = switched off with --no-probes
no-folder = create a temporary folder: { $error }
set-tmpdir = set TMPDIR to a folder that can be written
nothing-to-wait-for = there is nothing to wait for: no command was given that starts the service
give-command = -- CMD    starts the service; --ready and --start-timeout say how long to wait for it
tail = tail    { $rate }, median { $median }, p99 { $p99 }
tail-part = the load that is meant
tail-of-what = the slowest requests are those of a load, and no load was given
mean-a-load = {"[load]"} in the scenario says how requests arrive; or give requests per second, such as { $rate }
tail-too-short = { $length } is too short to ask about the slowest requests: at least { $least } is needed, five minutes is usual
tail-of-why = { $option } works only with { $command }
