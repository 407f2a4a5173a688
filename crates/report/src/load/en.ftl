# What a run of `load` says.

## How requests came

closed = closed, { $connections ->
    [one] { $connections } connection
   *[other] { $connections } connections
 }
open = open, { $rate } { $arrivals ->
    [poisson] as Poisson arrivals
   *[even] evenly spaced
 }
users = { $users } users, each every { $every }
stages = stages: { $stages }
then = { $before }, { $next }
ramp = { $from } to { $to }
amount = { $unit ->
    [rate] { $number }/s
    [users] { $number } users
    [in-flight] { $number } in flight
   *[connections] { $number } connections
 }
stages-in-number = { $number } stages
several = several scenarios
scenarios = { $number } scenarios: { $each }
scenario = { $scenario }: { $load }
scenario-from = { $scenario } from { $start } on: { $load }
with-protocol = { $load }, { $protocol }
law = { $connections ->
    [one] { $connections } connection
   *[other] { $connections } connections
 }, { $wait } from one request to the next: { $rate } ({ $requests } in { $duration }). A slower answer means fewer requests, not lost ones (Little's law)
gap = requests waited { $late } on average for their turn: a tool that times from sending would print { $figure ->
    [p99] p99
   *[mean] mean
 } { $sending } instead of { $plan }

## Objectives

no-answer = no answer
too-few = not enough requests: { $metric } needs { $needed }, there were { $came }
none-answered = not enough requests: none was answered
none-ended = not enough requests: none ended
none-planned = not enough requests: none was planned
no-load = there was no load to measure a rate of
no-such-route = no route is named { $route }
not-kept = { $metric } was not kept
latencies-by-second = latencies were not kept by the second
checks-by-second = checks are not kept by the second
checks-by-route = checks are not kept by route
drops-by-route = dropped requests are not kept by route
no-checks = no check was made
generator-limit = the generator was the limit
generator-limit-because = the generator was the limit ({ $why })
cut-off = { $requests } requests were cut off, so { $metric } may be larger
in-stretch = { $why } in { $length }
after-start = { $why } after { $start }
not-beyond = the run did not get beyond { $start }
no-stretch = the run had no { $length } to look at
ended-by = { $objective }: { $seen } in the { $length } until { $until }

## The page

rate = { $rate } req/s
at = { $figure ->
    [mean] mean
    [max] max
    [p50] p50
   *[p99] p99
 } { $value }
errors = errors { $share }
validity = { $validity ->
    [valid] VALID
    [suspect] SUSPECT
   *[invalid] INVALID
 }
interrupted = interrupted after { $after }
aborted = aborted after { $after }
scenario-name = scenario { $scenario }
achieved = achieved { $achieved } of { $offered } planned
seed = seed { $seed }
aborted-because = aborted: { $why }
suspect = SUSPECT: { $why }
invalid = INVALID, this says nothing about the service: { $why }
slo-seen = { $objective }: { $seen }
slo-worst = { $objective }: at worst { $seen }
slo-stretch = { $says } from { $from } to { $to }
slo-not-judged = { $says }; not judged: { $why }

## Labels

label-slo = SLO
label-latency = latency, ms
label-responses = responses, ms
label-scenarios = scenarios, ms
label-routes = routes, ms
label-errors = errors
label-checks = checks
label-answers = answers
label-data = data
label-network = network
label-dropped = dropped
label-traces = traces
label-generator = generator
label-end = end
label-warning = warning
label-run = run
head-min = min
head-mean = mean
head-max = max
head-requests = requests
head-errors = errors
head-rate = req/s
row-response = response
row-response-at-least = response (>=)
row-uncorrected = uncorrected
row-late = late
row-connect = connect
row-tls = tls
row-sending = sending
row-waiting = waiting
row-receiving = receiving

## Figures and lines

more-routes = and others: -o FILE.routes.csv has them all
more-errors = and other kinds: --json has them all
more-checks = and others: --json has them all
failed = { $failed } of { $all } requests ({ $share })
outcome = { $outcome ->
    [censored] cut off: still unanswered when the run ended
   *[other] { $outcome }
 }
error-group = { $kind }, from { $first } to { $last }
error-group-sample = { $group }: { $sample }
check-passed = { $check }: passed { $share }
check-failed = { $check }: passed { $share }, { $failed } failed
check-never = { $check }: never made
with-status = { $answers } with status { $status }
in = in { $bytes }
out = out { $bytes }
bytes-rate = { $bytes } ({ $rate }/s)
bytes-rate-each = { $bytes } ({ $rate }/s, { $each } an answer)
bytes-each = { $bytes } ({ $each } an answer)
opened = { $connections } connections opened
connects-failed = { $connections } failed to open
sent-again = { $requests } requests sent again
redirects = { $redirects } redirects followed
cap-reached = { $dropped } of { $planned } planned requests: the cap was reached
traced = { $requests } requests with a trace context, slowest from sending: { $slowest }
traced-none-ended = { $requests } requests with a trace context, none ended
of-a-core = { $share } of a core
active-waiting = { $share } more in busy waiting
waited-for-core = waited for a core { $share }
send-lag = send lag p50 { $p50 }, p99 { $p99 }, max { $max }
spacing = requests left { $mean } ± { $sd } apart, p99 { $p99 }
spacing-threads = requests of each of { $threads } threads left { $mean } ± { $sd } apart, p99 { $p99 }
of = { $what }: { $says }
pacing = { $pacing ->
    [economical] economical pacing
   *[precise] precise pacing
 }
on-cpus = on cpu { $cpus }
real-time = real-time priority
shares-core = shares a core with the service
last-answer = the last answer came { $after } after the last request

## While it goes on

clock-requests = { $done }/{ $all } requests
err = { $errors } err
in-stage = { $clock } ({ $stage })
in-flight = { $requests } in flight
generator = gen { $share }
plain = { $clock }: { $rate } req/s, { $latency }, { $errors } errors in { $requests } requests, { $in-flight } in flight, generator { $share } of a core
