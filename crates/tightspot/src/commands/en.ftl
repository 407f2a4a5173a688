# What the commands beside `why` and `load` say.

forgotten = forgotten: { $subject }
journal = { $file }: { $why }
nothing-left-changed = nothing is left changed
changes-of-running = { $changes } changes belong to experiments that are still running
left-changed = an earlier experiment left { $subject } changed
frame-not-readable = note: the frame at byte { $offset } of the file is not what was written: { $cause }; what comes before it is complete, { $bytes } bytes from there on are left out
ends-early = note: the file ends early ({ $bytes } bytes at its end are not readable); what comes before them is complete
no-such-page = there is no page "{ $page }"

## load

body-is-a-time = note: -d is the body, so "{ $time }" is sent with every request; the length of the load is -z { $time }
teardown-failed = teardown failed: { $why }
no-such-route = the scenario has no such route: { $routes }
routes = routes: { $routes }
load-of-several = the file has several scenarios, each with a load of its own
for-which-of-them = a load on the command line does not say which of them it is for
change-the-file = leave out -q, -c, -n, -z, --users and --stage; change the file
mode-find-knee = mode "find-knee" of the scenario looks for the knee, which takes a diagnosis
why-or-own-load = tightspot why -s FILE, or a load of your own: -q 200, -c 50
streams-of-users = users with a period have a connection each, with one request at a time on it
without-streams = leave out --streams
no-length = a load without length sends nothing
too-often = a user cannot send every { $every }
every-1ms = --every 1ms or more
not-begun = the load has not begun; try the step with curl -i

load = load    { $url }: { $load }
load-of = load    { $url }, { $scenario }: { $load }
always-in-flight = { $requests } requests in flight at all times, { $streams } a connection
always-busy = { $connections } connections, always busy
rate = { $rate }/s, { $arrivals ->
    [poisson] independent arrivals
   *[even] even
 }
users-every = { $users } users, each every { $every }
for-requests = { $load }, { $requests } requests
for-time = { $load }, { $time }
from-to = { $first } to { $most }
http2-streams = HTTP/2, up to { $streams } requests at a time per connection
ended-before = the run ended before scenario { $scenario } was to start
was-aborted = the run was aborted
not-in-the-run = from the kept run: { $what ->
    [checks] checks, traces, stages and the spread of send times
   *[traffic] bytes, statuses, routes, drops, checks, traces and stages
 } are not in it

## explain

explain-lists = `tightspot explain` lists all causes, `tightspot explain rules` all rules
did-you-mean = did you mean { $pages }?

## report --cpu

nothing-per-request = no request was answered in { $phases } of run { $run }, so there are no figures per request
answers-of-each = tightspot runs show { $run }    answers of each phase
hold-both = --format collapsed and --format speedscope hold both
no-stacks = no stacks were sampled in this run
no-stacks-in = no stacks were sampled in phase { $phase }
no-such-phase = the run has no phase { $phase }
no-sample = there is no sample in the window
not-watched = process { $pid } was not watched in this run
who-samples-stacks = `why`, `prove` and `sweep` sample stacks, `load` does not
ask-doctor = tightspot doctor URL    says what can be seen of a service, and how to unlock the rest
were-watched = processes that were watched: { $pids }
stacks-are-in = stacks were sampled in { $phases }
no-objectives-of-a-profile = a profile judges no objectives: leave out --slo, or what chooses the profile

## compare

two-runs = compare needs two runs or more
of-different-things = { $difference }: the figures are of different things
no-verdict = no verdict: { $reason }
asked-unlike = different { $what ->
    [url] URL
    [scenario] scenario
   *[load] load
 }: { $each }
asked-each = { $first }, { $next }
asked-of-run = { $what } ({ $run })
asked-together = { $first } and { $next }
asked-connections = { $connections } busy connections
asked-users = { $users } users every { $every }
asked-first-minute = the first minute
asked-levels = levels of a diagnosis
no-scenario = none
