# What a comparison says while it goes on.

noise = noise   { $scatter } from pair to pair; 20 pairs detect { $tells }
pair = pair { $number } { $before } -> { $after }  { $metric }
even = even    { $before } before, { $after } after, { $state }
both-steady = both steady
not-steady = not steady: the figures include that
steady-but-compiling = both steady, but compilers still use { $before } and { $after } cores: the figures include that
does-not-vary = { $metric } does not vary at all: it is not measured
broken = the sides differ even from themselves (six pairs): something drifts or the harness is at fault, so nothing can be compared
may-not-be-before = the service may not be back in the state before the comparison
needs-two-starts = --from-start compares two ways to start, and needs the command of each
two-starts = { $command }    each in the foreground; --ready URL waits for readiness
start-pair = pair { $number } { $before } -> { $after } ms  { $metric }, failed { $failed } -> { $fails }
fails-more = after the change { $after } of the requests of the starts failed, before it { $before }: failed requests are answered soon, so this is not called better
interrupted = interrupted: the service that was started is stopped
