# What an experiment showed.
effect = { $knob } { $from } -> { $to }: { $before } -> { $after }, a change of { $change } (95 % interval { $low } to { $high })
effect-predicted = { $effect }, predicted { $predicted }
few-blocks = { $needed } whole blocks are needed; measured: { $whole }
left-out = { $left } of { $blocks } blocks had to be left out: the machine is too noisy
no-spread = throughput did not vary at all, or was zero: no error can be given
control-moved = setting it to the value that it had changed throughput by { $change } (95 % interval { $low } to { $high }): the cost of making the change hides its effect
control-not-measured = the control could not be measured
few-more-blocks = { $effect }; a few more blocks are needed
more-blocks = { $effect }; about { $blocks } more { $blocks ->
    [one] block is
   *[other] blocks are
 } needed to detect { $smallest }
no-cause-tested = { $effect }; no cause was tested by it
another-size = { $effect }: the direction is as predicted, the size is not
run-rejects = { $says }; but what was seen in the run rejects { $cause }
silent-rivals = { $effect }; but the run supports { $causes } too, and what that predicts here is not known
small-change = { $effect }; a change as small as this proves nothing
as-rival-predicts = { $effect }, as { $rival } predicts
rival-predicts-same = { $effect }; but { $rival } predicts the same, so this does not tell them apart
not-what-is-named = { $effect }; but { $rival } predicts the same, and this is not the change that { $cause } names
limit-only = { $effect }; it shows what is at its limit, not what fills it up
rival-rejected = { $effect } ({ $rival } would predict the same, and what was seen in the run rejects it)
not-restored = { $says }; NOT restored
