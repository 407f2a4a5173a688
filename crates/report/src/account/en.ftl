# Lines of the account: where the response time goes.
holding = holding the DB connection
on-the-loop = on the event loop
libuv-pool = thread pool of libuv
late-send = late send (generator or its connection cap)
turned-away = late send (connections were turned away)
poller = poller and acceptor
unread = unread in its socket
worker-queue = waiting for a worker thread
outside-dispatch = worker thread outside request handling
stopped = stopped (collector, safepoint)
pool-wait = waiting for a DB connection
remote = remote call
cache = waiting for the cache (Redis)
database = database
network = network to the database, driver
run-queue = run queue
cpu = on CPU
lock = waiting for a lock
logging = logging
disk = waiting for the disk
call-turn = waiting for its turn to call another service (what is left)
memory = waiting for memory that the collector has not freed yet
answer-wait = waiting for the socket to take the rest of the answer
client-pool-wait = waiting for a connection of the HTTP client
other-wait = other wait
request-io = reading the request, writing the response
loop-wait = waiting for the event loop
collecting = collecting garbage
blocked = blocked in a synchronous call
thread-wait = waiting for a thread
parallel = awaited in parallel, counted more than once above
worker-taken = worker taken by the request
in-server = time in the HTTP server

## Around the lines

where = where time goes at { $rate }
of-response = of { $response } mean response
smaller = smaller parts
unexplained-with-error = unexplained (± { $error })
core-wait = waiting for a core: <= { $most }, overlapping the waits above
no-stacks = no stacks: what happens inside the service is not accounted for
closed-load = load was closed: the times add up by construction and prove nothing
not-closing = the times do not add up: more than { $tolerance } unexplained
proves-little = with requests this short the account proves little
proves-little-found = with requests this short the account proves little; the verdict ({ $evidence ->
    [hint] hint
    [coincides] coincides
    [explains] explains
    [proven] proven
   *[fixed] fixed
 }) rests on capacity (limit / time held) and the scheduler's figures
proves-little-none = with requests this short the account proves little; the verdict rests on capacity (limit / time held) and the scheduler's figures

## The table of all levels

nothing-measured = no level of load was measured to its end
answers = answers
response-ms = response, ms
unexplained = unexplained
account = account
core-wait-within = waiting for a core, within the above
cpu-by-account = CPU by the account
cpu-by-scheduler = CPU by the scheduler
check = check: { $of }
by-gauge = by gauge
by-stacks = by stacks
agree = agree
yes = yes
no = no
row-no-stacks = no stacks
row-closed-load = closed load
row-closes = adds up
row-does-not-close = does not add up
