class-answers = { $class }: { $seen } good answers, { $asked } needed
answers = { $seen } good answers in all, { $asked } needed
failed = { $share } of the requests fail, { $asked } allowed
compiling = compilers use { $cores } cores, { $asked } allowed
loading = classes are loaded at { $rate }, { $asked } allowed
invalidated = compiled code was thrown away { $count } times in { $windows } windows
throttled = warm-up is short of CPU: a quota stops the service for { $share } of the time
not-held = quiet for { $windows } windows, { $asked } needed
too-short = { $windows } windows to compare, { $asked } needed
jumped = { $class }: median went { $way ->
    [down] down
   *[up] up
} by { $share } from one window to the next, { $asked } allowed
changing = { $class }: median may still change by { $low } to { $high }, { $asked } allowed
uneven = { $class }: the medians of the windows lie { $spread } apart, { $asked } plus their noise allowed
above-reference = { $class }: p95 { $p95 }, { $warm } when warm
burst-to-come = the check at twice the rate has not run yet
burst-compiling = at twice the rate compilers use { $cores } cores, { $asked } allowed
burst-changed = { $class }: at twice the rate the median is { $times } times what it was, { $asked } times allowed
burst-faster = { $class }: at twice the rate the median is { $times } times what it was, and it is not known yet whether it stays so
after-burst = { $class }: after the check at twice the rate the median is { $times } times what it was before
burst-failed = at twice the rate { $share } of the requests fail, { $asked } allowed
no-compilers = compiler threads are not seen
no-loading = class loading is not seen
no-invalidation = it is not seen whether compiled code is thrown away
no-throttling = it is not seen whether a quota stops the service
no-reference = the response times of the warm service are not known
