name = worker threads blocked downstream
# All workers wait for another service.
headline = All worker threads wait for another service, and requests queue for them.
expected = all workers are busy, most of that time waiting for another service, and requests queue for them
falsifier = with the other service answering at once, the queue remains
caution = a call that is given up needs an answer of its own: decide what the caller gets then
fix-several = a request makes { $calls } calls while it keeps its worker: make those at once that do not need each other, or ask for all in one call; bound the wait (time-out, bulkhead); more workers help only as far as that service can take more calls
fix = bound the wait (time-out, bulkhead), cache the answer or make the call elsewhere; more workers help only as far as that service can take more calls
knob = workers { $workers }
no-workers = no worker threads of a server were read
observed = { $busy } of { $workers } workers are busy, { $kept } per request, { $remote } of it in calls; { $queue } { $queue ->
    [one] request queues
   *[other] requests queue
 }
holds = { $workers } workers / { $kept } = { $capacity }, and { $seen } was seen; { $remote } of the { $kept } are the answer of the other service{ $peer }; { $growth }
growth = waiting for a worker is { $share } of the growth of the response time
hardly-more = { $holds }; but the service uses { $used } of its CPU, and without that wait it could do hardly more
not-full = { $busy } of { $workers } workers are busy
cpu-full = the service uses { $used } of its CPU: its workers wait for a core
behind-pool = the workers wait behind a full connection pool
little-remote = { $remote } of { $kept } that a request keeps a worker are calls to other services
calls-slower = the other service itself becomes slower: { $light } under light load, { $heavy } at saturation, and that time passes with it
service-slower = the other service itself becomes slower: { $share } of the growth of the response time
taken = { $busy } of { $workers } workers are busy, { $queue } { $queue ->
    [one] request queues
   *[other] requests queue
 }
remote = for { $remote } of the { $kept } that a request keeps a worker, it waits for another service
cpus-full = { $holds }; but no core is free, and a worker that has its answer and no core looks as if it waited for it
