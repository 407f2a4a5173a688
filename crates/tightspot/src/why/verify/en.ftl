# What a comparison says while it goes on.

noise = noise   { $scatter } from pair to pair; 20 pairs tell { $tells }
pair = pair { $number } { $before } -> { $after }  { $metric }
even = even    { $before } before, { $after } after, { $state }
both-steady = both steady
not-steady = not steady: the figures have that in them
steady-but-compiling = both steady, but compilers still use { $before } and { $after } cores: the figures have that in them
does-not-vary = { $metric } does not vary at all: it is not measured
broken = the sides differ from themselves in six pairs: something drifts or the harness is at fault, so nothing can be compared
may-not-be-before = the service may not be in the state before
needs-two-starts = --from-start compares two ways to start, and needs the command of each
two-starts = { $command }    each in the foreground; --ready URL waits for readiness
start-pair = pair { $number } { $before } -> { $after } ms  { $metric }, failed { $failed } -> { $fails }
fails-more = of the starts after { $after } of the requests failed, before { $before }: what fails is answered soon, so it is not called better
interrupted = interrupted: the service that was started is stopped
