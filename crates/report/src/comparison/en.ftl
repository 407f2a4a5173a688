# Kept runs side by side.

reason = the runs were made one after the other: a difference may come from the machine; tightspot verify interleaves them
kind = Before and after
in-short = In short

## What changed

cause = { $change ->
    [gone] The cause named before is gone
    [lesser] The cause named before still holds, but does not limit any more
    [unnamed] The cause named before is not named any more, though nothing contradicts it
    [still] The same cause is named before and after
    [another] A different cause is named than before
    [new] A cause is named that was not there before
    [told] A cause is named now; before, it was not clear
    [open] It is not clear what became of the cause
   *[none] No cause is named, before or after
 }
rate = { $how ->
    [knee_per_s] The service sustains
    [saturated_per_s] At saturation the service answers
   *[achieved_per_s] The service answered
 } { $way ->
    [more] more: { $after }, before { $before }
    [less] less: { $after }, before { $before }
   *[same] about as much: { $after }, before { $before }
 }
headline = { $cause }. { $rate }.
headline-bare = { $says }.
unlike-kinds = Runs of different kinds stand side by side.
of-several = Of { $number } runs, { $last } is compared with the first here.
latency = { $load }: { $what ->
    [p95] p95
   *[mean] mean response
 } { $after }, before { $before }.
quicker-at-more = No planned rates are alike, but p95 is { $after } at { $more } now; before, it was { $before } already at { $rate }.
no-like-load = No levels of load are alike, so response times are not compared.
predicted = The fix of { $cause } was predicted to give { $way ->
    [open] { $most } or more
   *[within] at most { $most }
 } instead of { $now }; { $came } was measured at saturation{ $way ->
    [beyond] {", which is more than that fix alone explains: something else has changed as well, or the ceiling was read too low (a service that is not warm has a lower one)."}
   *[within] {"."}
 }

at-rate = At { $rate }
at-connections = With { $connections } busy { $connections ->
    [one] connection
   *[other] connections
 }
at-start = In the first minute
after-start = After the first minute
at-most = Each at its maximum

called = { $place ->
    [before] before
    [after] after
   *[between] between
 }: { $run }

## Tiles

tile-rate = { $metric ->
    [knee_per_s] Sustained
    [saturated_per_s] Saturated
   *[achieved_per_s] Answered
 }
tile-before = before { $before } ({ $times })
tile-bounds = { $by ->
    [search] by the intervals of both searches × { $bounds }
   *[seconds] nine in ten seconds: × { $bounds }
 }
tile-latency = p95 under similar load
tile-latency-before = { $load }; before { $before } ({ $times })
tile-predicted = Predicted for the fix
tile-said = { $way ->
    [least] at least
   *[most] at most
 }, at saturation, by arithmetic before; measured: { $came }
tile-said-next = { $way ->
    [least] at least
   *[most] at most
 }, at saturation, then { $limit } limits; measured: { $came }
tile-errors = Failed requests
tile-errors-before = before { $before }
no-verdict = no verdict
more-doubts = more reasons
measure = measure it
measure-title = What would decide it

## Verdicts

sides = The verdicts side by side
only-load = Load only, no diagnosis
saturated = saturated
interval = ({ $low } to { $high })
limit = { $reached ->
    [yes] limit
   *[no] first limit, extrapolated
 }
evidence = evidence
grade-word = { $grade ->
    [good] good
    [fair] fair
   *[poor] poor
 }
causes = What each run says about the causes that one of them has found
cause-column = cause
status = { $status ->
    [named] named
    [supported] holds
    [secondary] holds, but does not limit
    [rejected] is contradicted
    [untested] neither seen nor ruled out
    [not_observable] could not be looked at
   *[not_applicable] does not apply
 }
verdict-row = verdict
says-row = in words
because-row = because
most-planned = at its highest planned rate
of-level = { $rate }, mean { $mean }, p95 { $p95 }, p99 { $p99 }

## Levels

levels = Throughput and response time before and after
bands = Bands: nine in ten seconds of a level lay there.
latency-by-rate = p95 by rate of answers
carries = { $place ->
    [before] before
    [after] after
   *[between] between
 } { $rate }
percentiles = { $load }: percentiles of the response time
levels-caption = Levels of similar load. × is the figure divided by that of the first run. The range in parentheses sets nine in ten seconds of the one against nine in ten of the other; it does not include what changes from run to run. Response times in ms.
load-column = load
run-column = run
times-answered = × answered
mean-column = mean
times-mean = × mean
times-p95 = × p95

## The story

found-in = What was found, { $run }
to-do = What had to be done
bought = What it bought
bought-caption = { $metric ->
    [knee_per_s] Requests per second that the service sustains
    [saturated_per_s] Requests per second, at saturation
   *[achieved_per_s] Requests per second
 }
place = { $place ->
    [after] after
   *[before] before
 }
said-before = predicted before, { $way ->
    [least] at least
   *[most] at most
 }

## What is not comparable

apart = What cannot be compared, and why
doubt = { $says }: the figures are of different things
grade = { $run }: the measurement is { $grade ->
    [fair] fair
   *[poor] poor
 }: { $reasons }
one-alone = { $phase } of { $run } ({ $rate })
alone = No other run has planned levels like these: { $each }
no-interval = A ratio of two runs has no interval here: one run of each does not show how much one run differs from the next
unlike = What else is not the same (the change itself may be part of it)
thing-column = what
thing = { $what ->
    [tool] version of Tightspot
    [host-cpus] CPUs of the machine
    [host-memory] memory of the machine
    [cpu-speed] time of a fixed piece of work of this tool on the CPUs of the service, at the lightest level
    [quota] CPU quota, cores
    [target-cpus] CPUs of the service
    [runtime] runtime
    [framework] framework
   *[limit] limit
 }
all-levels = all its levels in figures
