name = calls limited in process
# The service lets few calls through at a time.
headline = The service itself lets only so many calls through at a time, and requests wait for their turn.
expected = calls under way never exceed a number that they reach nearly all the time, while at least as many requests again wait, and waiting for a turn is most of the growth of the response time
falsifier = with twice the limit, or without the lock, throughput stays the same
fix = hold no lock across a call: keep one for each key (a map of the calls that are under way), or lock only what is written after the answer; where calls must not overlap, the caller's limit is the limit of the service
fix-limit = raise the limit of calls at a time (semaphore, p-limit, maxSockets, connections of the HTTP client) as far as the other service carries it, or make fewer calls
uncounted = calls under way at once were not counted
no-call = no request calls another service over HTTP
observed = at most { $most } { $most ->
    [one] call
   *[other] calls
 }{ $to } at once at { $rate }, { $mean } on average, and that many in { $reached } of the readings; { $requests } requests are inside
waits = { $observed }; a request waits { $ms } for its turn (the time that no other part explains), which is { $share } of the growth
cpu-full = { $holds }; but the core is full: with more calls at a time requests would wait for it instead
at-once = at most { $most } { $most ->
    [one] call
   *[other] calls
 } at once, { $requests } requests inside
turn = a request waits { $ms } of { $response } for its turn to call
or-a-store = { $observed }; but meanwhile { $awaited } more connections to databases and caches await an answer than under light load, and nobody counts what requests wait for there
