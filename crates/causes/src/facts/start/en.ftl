# What a start shows, said alike by all causes of a cold start.
no-virtual-machine = the service does not run on a Java virtual machine
warm = the service was warm before it was measured
cut-short = the run ended before there was a warm level to compare with
lost = { $lost } of work was lost in the first { $seconds } seconds, against the warm level of this run ({ $warm }, { $rate })
others = the first { $seconds } seconds were slow, but others used the service's CPUs: { $who }
few-samples = the first { $seconds } seconds were slow, but { $samples } samples are too few to tell why
elsewhere = { $took }, but only { $own } of the extra time is in the service's own code ({ $outside } in the database, other services, logs and collections, { $unseen } in no request that is seen)
took = a request of the first { $seconds } seconds took { $now } instead of { $warm } ({ $first } in the first second, three times as slow or more for { $slow-seconds } { $slow-seconds ->
    [one] second
   *[other] seconds
 })
took-and-lost = a request of the first { $seconds } seconds took { $now } instead of { $warm } ({ $first } in the first second, { $lost } of work was lost)
failed = { $share } of the requests failed
once-by-one = { $package } { $share }
shares = { $code } of the extra time is code that is not compiled yet, { $once } is loading classes and other work done once
shares-by = { $code } of the extra time is code that is not compiled yet, { $once } is loading classes and other work done once (asked for by { $by })
held = a connection was held { $now } instead of { $warm }
meanwhile = meanwhile { $what }
loaded = { $classes } { $classes ->
    [one] class was
   *[other] classes were
 } loaded
compiled = { $methods } { $methods ->
    [one] method was
   *[other] methods were
 } compiled
compilers = the compilers used { $cpu } of CPU
in-hold = { $interpreted } of the time inside transactions was interpreted code, { $once } was work done once
lost-early = { $lost } of work was lost in the first { $seconds } seconds
loaded-early = { $classes } { $classes ->
    [one] class was
   *[other] classes were
 } loaded in the first { $seconds } seconds
compiled-early = { $methods } { $methods ->
    [one] method was
   *[other] methods were
 } compiled in the first { $seconds } seconds
request-cpu = a request uses { $now } of CPU, { $warm } when warm
hold = a connection is held { $now }, { $warm } when warm
first-requests = { $number ->
    [one] the first request took { $ms }
   *[other] the first { $number } requests took { $ms } each
 }
