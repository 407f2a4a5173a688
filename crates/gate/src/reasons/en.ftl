class-answers = { $class }: { $seen } good answers, { $asked } asked for
answers = { $seen } good answers in all, { $asked } asked for
failed = { $share } of the requests fail, { $asked } allowed
compiling = compilers use { $cores } cores, { $asked } allowed
loading = { $rate } classes loaded, { $asked } allowed
invalidated = compiled code was thrown away { $count } times in { $windows } windows
throttled = warm-up is short of CPU: a quota stops the service for { $share } of the time
not-held = quiet for { $windows } of { $asked } windows
too-short = { $windows } windows to compare, { $asked } asked for
jumped = { $class }: median went { $way ->
    [down] down
   *[up] up
} by { $share } from one window to the next, { $asked } allowed
changing = { $class }: median may still change by { $low } to { $high }, { $asked } allowed
uneven = { $class }: the medians of the windows lie { $spread } apart, { $asked } and their noise allowed
above-reference = { $class }: p95 { $p95 }, { $warm } when warm
burst-to-come = the check at twice the rate is yet to come
burst-compiling = at twice the rate compilers use { $cores } cores, { $asked } allowed
burst-changed = { $class }: at twice the rate the median is { $times } what it was, { $asked } allowed
burst-failed = at twice the rate { $share } of the requests fail, { $asked } allowed
no-compilers = compiler threads are not seen
no-loading = loading of classes is not seen
no-invalidation = whether compiled code is thrown away is not seen
no-throttling = whether a quota stops the service is not seen
no-reference = what the service takes when it is warm is not known
