# Kept runs side by side.

reason = the runs were made one after the other: a difference may be the machine's; tightspot verify interleaves them
kind = Before and after
in-short = In short

## What changed

cause = { $change ->
    [gone] What limited it before is not the limit any more
    [lesser] What was named before still holds, but does not limit any more
    [unnamed] What was named before is not named any more, though nothing speaks against it
    [still] The same cause is named before and after
    [another] Another cause is named than before
    [new] A cause is named that was not there before
    [told] A cause is named now; before it could not be told
    [open] What became of the cause cannot be told
   *[none] No cause is named, before or after
 }
rate = { $how ->
    [knee_per_s] The service just carries
    [saturated_per_s] Saturated, the service answers
   *[achieved_per_s] The service answered
 } { $way ->
    [more] more: { $after }, before { $before }
    [less] less: { $after }, before { $before }
   *[same] about as much: { $after }, before { $before }
 }
headline = { $cause }. { $rate }.
headline-bare = { $says }.
unlike-kinds = Runs of different kinds stand side by side.
of-several = Of { $number } runs, { $last } is held against the first here.
latency = { $load }: { $what ->
    [p95] p95
   *[mean] mean response
 } { $after }, before { $before }.
quicker-at-more = No planned rate is alike, but at { $more } p95 is { $after } now; before it was { $before } at { $rate } already.
no-like-load = No level of load is alike, so response times are not held against each other.
predicted = The fix of { $cause } was said to give at most { $most } instead of { $now }; saturated, { $came } came{ $way ->
    [beyond] {", which is more than a fix of that alone explains: something else has changed as well, or the ceiling was read too low (a service that is not warm has a lower one)."}
   *[within] {"."}
 }

at-rate = At { $rate }
at-connections = With { $connections } busy { $connections ->
    [one] connection
   *[other] connections
 }
at-start = In the first minute
after-start = After the first minute
at-most = As much as each gives

called = { $place ->
    [before] before
    [after] after
   *[between] between
 }: { $run }

## Tiles

tile-rate = { $metric ->
    [knee_per_s] Just carries
    [saturated_per_s] Saturated
   *[achieved_per_s] Answered
 }
tile-before = before { $before } ({ $times })
tile-bounds = { $by ->
    [search] by the intervals of both searches × { $bounds }
   *[seconds] nine in ten seconds: × { $bounds }
 }
tile-latency = p95 under like load
tile-latency-before = { $load }; before { $before } ({ $times })
tile-predicted = Said of the fix
tile-said = saturated, at most, by arithmetic before; { $came } came
tile-said-next = saturated, at most, then { $limit } limits; { $came } came
tile-errors = Failed requests
tile-errors-before = before { $before }
no-verdict = no verdict
more-doubts = more of it
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
causes = What each run says of the causes that one of them has found
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
levels-caption = Levels of like load. × is the figure divided by that of the first run, in parentheses nine in ten seconds of the one against nine in ten of the other; that holds nothing of what changes from run to run. Response times in ms.
load-column = load
run-column = run
times-answered = × answered
mean-column = mean
times-mean = × mean
times-p95 = × p95

## The story

found-in = What was found, { $run }
to-do = What was to be done
bought = What it bought
bought-caption = { $metric ->
    [knee_per_s] Requests per second that the service just carries
    [saturated_per_s] Requests per second, saturated
   *[achieved_per_s] Requests per second
 }
place = { $place ->
    [after] after
   *[before] before
 }
said-at-most = said before, at most

## What is not comparable

apart = What cannot be compared, and why
doubt = { $says }: the figures are of different things
grade = { $run }: the measurement is { $grade ->
    [fair] fair
   *[poor] poor
 }: { $reasons }
one-alone = { $phase } of { $run } ({ $rate })
alone = No other run has these planned levels alike: { $each }
no-interval = A ratio of two runs has no interval here: how much one run differs from the next cannot be told from one of each
unlike = What else is not the same: the change itself may be among it
thing-column = what
thing = { $what ->
    [tool] version of Tightspot
    [host-cpus] CPUs of the machine
    [host-memory] memory of the machine
    [quota] CPU quota, cores
    [target-cpus] CPUs of the service
    [runtime] runtime
    [framework] framework
   *[limit] limit
 }
all-levels = all its levels in figures
