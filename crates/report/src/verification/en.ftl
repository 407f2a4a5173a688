# Two states of a service, measured in pairs.

answer = { $answer ->
    [improved] better
    [worse] worse
    [same] same
   *[inconclusive] inconclusive
 }
headline = { $answer ->
    [improved] The service is better after the change
    [worse] The service is worse after the change
    [same] The change makes no difference that matters
   *[inconclusive] It is not clear whether the service is better
 }: { $metric ->
    [throughput] throughput
    [mean] mean response
    [p50] median response
    [p95] p95 of the response
    [p99] p99 of the response
   *[cpu] CPU per request
 } × { $ratio } ({ $low } to { $high }).
headline-bare = { $answer ->
    [improved] The service is better after the change
    [worse] The service is worse after the change
    [same] The change makes no difference that matters
   *[inconclusive] It is not clear whether the service is better
 }: { $metric ->
    [throughput] throughput
    [mean] mean response
    [p50] median response
    [p95] p95 of the response
    [p99] p99 of the response
   *[cpu] CPU per request
 } × { $ratio }, without an interval.
metric = { $metric ->
    [throughput] throughput
    [mean] mean response
    [p50] median response
    [p95] p95
    [p99] p99
   *[cpu] CPU per request
 }
side = { $side ->
    [after] after
   *[before] before
 }
sentence = { $answer ->
    [improved] better
    [worse] worse
    [same] same
   *[inconclusive] inconclusive
 } ({ $pairs } pairs): { $moved }; robust { $robust } %, sign-flip p { $p }{ $tests ->
    [disagree] {"; t and sign-flip test disagree: look at the pairs"}
   *[agree] {""}
 }
text-answer = { $answer }  { $metric } after against before: { $says }
text-smallest = effects below { $share } count as none; the interval holds at all looks together
text-shift = response by quantile, one band for all together: { $moved }

means = { $pairs } pairs: { $before } before and { $after } after, on average.
smallest = Effects below { $share } count as none; the interval holds at all looks together.
tests-disagree = The t test and the sign-flip test disagree: look at the pairs.

tile-interval = between { $low } and { $high }, after / before
tile-no-interval = after / before, without an interval
tile-pairs = Pairs that count
tile-sign-flip = sign-flip p { $p }
tile-noise = Smallest detectable difference
tile-scatter = each side varies against itself by { $scatter }

measured = What was measured, against what would matter
ratio = After divided by before
measured-interval = measured, with its interval
counts-as-none = would count as none
nothing-predicted = Nothing was predicted here. The smallest effect that counts was set before the first pair, and it decides whether the change matters. What a fix was predicted to give, and what it gave, is shown by tightspot compare.
noise = A side that is measured against itself in { $pairs } pairs differs by { $scatter } from pair to pair; twenty pairs detect { $tells }.
no-noise = Starts are not measured against themselves: that would take as long again.

pairs = The pairs, one by one
pairs-drawn = { $metric ->
    [throughput] Throughput
    [mean] Mean response
    [p50] Median response
    [p95] p95 of the response
    [p99] p99 of the response
   *[cpu] CPU per request
 } of both sides, pair by pair
pair-column = pair
first-column = first
counts-column = counts
counts = { $is ->
    [yes] yes
   *[no] no
 }
left-out = { $number ->
    [one] One pair does not count (empty circles)
   *[other] { $number } pairs do not count (empty circles)
 }: the generator may have been the limit there, or a side had no figure.

shift = How the response moved, quantile by quantile
shift-note = The band holds for all quantiles together. It only illustrates: the figure above decides.
shift-drawn = Response after divided by before
quantile-column = quantile
after-by-before = after / before

held = What was held equal
held-rate = Both get { $rate } of planned requests, whatever they answer.
held-connections = Both are saturated by { $connections } busy connections.
held-trial = A trial is { $settle } of load that does not count, then { $measured } that do.
held-start = Each start has a process of its own and is loaded for { $measured } from its first second on.
held-warm = Both were warmed up in turns under the load of the trials: { $before } before and { $after } after, { $state ->
    [steady] both steady
    [compiling] steady, but compilers still worked
   *[not-steady] not steady: the figures include that
 }.
held-order = The side that comes first in a block of two pairs was drawn at random (seed { $seed }), so that drift cancels out.
held-place = Same machine, same generator, same requests.
robust = robust ratio
sign-flip = p of the sign-flip test
