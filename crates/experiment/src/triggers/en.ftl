# Events at random moments, against moments at which nothing is done.
steps = { $subject }: { $pairs } { $unit ->
    [collections] collections
   *[other] events
 } at random moments, as many moments without one; the { $window } before and after each are compared; { $time }
effect = { $pairs } { $unit ->
    [collections] collections
   *[other] events
 } at random moments stopped the service for { $stopped } each; requests of the { $window } after one took { $mean } more (95 % interval { $low } to { $high }), after moments without one { $sham } more; predicted { $least } to { $most }
few-pairs = { $needed } pairs of moments are needed; measured: { $pairs }
sham-moved = { $says }; after moments at which nothing was done requests took longer too, so nothing is shown
nothing-follows = { $says }: what is predicted did not follow
not-shown = { $says }; the difference may be chance
another-size = { $says }: the direction is as predicted, the size is not
