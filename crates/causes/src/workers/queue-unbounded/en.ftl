name = unbounded queue
# A queue without a bound.
headline = Requests come faster than they can be served, and their queue has no bound.
expected = at a steady rate of requests the queue before the workers and the response time rise all the time, while serving one takes as long as before
falsifier = at the same rate the queue stops at a length, and further requests are turned away
fix = give the queue a bound near what can be served within the time-out, and turn the rest away (429, 503 with Retry-After)
no-open-level = no open level was measured, and closed load cannot overfill a queue
not-overfilled = no more was asked of the service than it can do (at most { $rate } in open load), so no queue kept rising
rises = at { $rate } the queue before the workers rises from { $from } to { $to } requests within one level, the response time from { $response-from } to { $response-to }; serving one takes { $served }
in-queue = { $queue } of { $response } are spent in the queue
small = the queue is { $queue } of { $response } at { $rate }
