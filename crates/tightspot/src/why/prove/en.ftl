# Why there is no experiment.
several-processes = an experiment changes one process, and { $processes } serve the requests: prove it on one of them, with --pid and the URL of its own port
no-saturation = saturation was not measured
changed-since = { $subject } was { $seen } while the levels were measured and is { $now } now: predictions would be about another state
no-cause = no cause is named, so there is nothing to prove; --hypothesis CAUSE tests one
no-prediction = what the run saw does not allow a prediction for this change
no-trigger = { $cause }: no event that it names can be brought about from here
stop-too-long = one collection stopped the service for { $stopped }, and no more than { $most } is brought about again and again
would-trigger = { $subject }: one on trial, then { $pairs } at random moments and as many moments without one
no-stop = one event was brought about, and no stop of the service was seen: nothing can be predicted
no-means = there is no known way to make this change
asked-for = asked for

## What goes on

line = prove   { $says }
plan = plan    { $says }
why = why     { $says }
block = block { $number } { $figures }
as-it-is = as it is { $rate }
control = control { $rate }
without-cause = no cause
cannot-be-proven = { $cause } (cannot be proven by this)
outcome = { $outcome ->
    [proven] PROVEN
    [supported] SUPPORTED
    [not_shown] NOT SHOWN
    [no_material_effect] NO MATERIAL EFFECT
   *[contradicted] CONTRADICTED
 }: { $says }
no-experiment = no experiment: { $why }
dry-run = --dry-run: nothing was changed
restored = restore { $subject } is as it was, checked
gone = restore the service is gone, and the change with it
not-confirmed = restore NOT confirmed: { $why }
may-be-changed = { $subject } may still be changed
ended = the experiment was stopped: { $why }; it had changed nothing
stopped = the experiment was stopped: { $why }; what it changed is restored, and that was checked

## What was asked for

set-home = set HOME or XDG_STATE_HOME
no-such-cause = { $cause } is not a known cause
explain-lists = tightspot explain lists them
doses-needed = without a cause to test, doses are needed: --knob NAME=V1,V2
doses-wanted = --doses needs the present dose and at least one other
sweep-wants-a-knob = a sweep needs --knob NAME=V1,V2,... or --apply CMD --restore CMD --doses V0,V1,...
knob-wants-settings = --knob { $knob } needs settings, such as { $knob }=200,100,50
values-are-numbers = --knob { $asked }: values are numbers, such as { $knob }=15,20
no-knob = { $knob } is not a knob; there are { $at-once }; with -- CMD also { $by-restart }
out-of-reach = { $knob } cannot be changed from here
out-of-reach-because = { $knob } cannot be changed from here: { $why }
no-pool = no connection pool is seen that can be resized
no-workers = no worker threads are seen that can be resized
no-cpu = neither quota nor CPUs can be changed
several-edges = the service uses several edges: stop all but one
no-edge = a delay needs an edge that the service calls through (tightspot edge --help), or --apply with --means remote-delay-ms
