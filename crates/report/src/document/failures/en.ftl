# Requests that failed, and what that follows from.

failed = { $count } of { $of } requests { $layer ->
    [accept-queue] found no place in the queue of new connections
    [connect] never had a connection
    [closed] lost their connection before the answer
    [time-limit] had no answer within the time limit of the load
    [rate-limit] were refused by a limit on the rate ({ $status })
    [unavailable] were refused as unavailable ({ $status })
    [gateway] had no good answer from a service behind it ({ $status })
    [pool] waited for a connection of the pool until its time limit ({ $status })
    [service] were answered with an error of the service ({ $status })
    [request] were refused as wrong ({ $status })
    [protocol] got an answer that is no HTTP
    [check] were answered, but not as the scenario expects
   *[unfinished] had no answer when their level ended
 }, first at { $from }, { $load }
after = { $says }, after { $time } on average
connections = with { $connections } connections
rate = at { $rate }
because = { $says }; { $why }
ended = a process of the service ended
peer = another service refused: { $endpoint } answered { $status }
peer-silent = calls to another service ended without an answer: { $endpoint }
cause = that follows from { $cause }
limit = { $limit } is at its limit there
unexplained = why is not explained
silence = no answer for { $span } from { $from } on, where { $missed } would have come: { $why }
silences = no answer { $times } times between { $from } and { $to }, for { $span } in all: { $why }
no-answer = { $why ->
    [ended] a process of the service ended
    [runtime] the runtime had stopped all threads
    [failed] requests failed instead
    [locked] sessions of the database waited for a lock
    [pool] all connections of pool "{ $pool }" were in use, and requests waited for one
    [workers] all workers were busy
    [unwatched] nobody looked why while the limit was searched
   *[unexplained] why is not explained
 }
decline = answers get fewer while load grows, from { $best } { $before } to { $heaviest } { $now }: { $fails ->
    [yes] the others fail
   *[no] why is not explained
 }
