name = libuv's pool saturated
# All threads of libuv's pool are taken.
headline = All threads of libuv's pool are taken, and requests wait for one.
expected = every thread of libuv's pool is taken, and waiting for one is most of the growth of the response time
falsifier = with UV_THREADPOOL_SIZE twice as large throughput stays the same, and the CPU has room
fix = take { $work } out of the pool that all share (a worker thread, another service, a cache), or raise UV_THREADPOOL_SIZE step by step: up to the number of cores for work that computes, beyond it for work that waits
knob = UV_THREADPOOL_SIZE { $size }
no-work = no request gives work to libuv's pool
observed = { $full } of the work finds no thread free, and a request waits { $wait } of { $response } for one at { $rate }
observed-of-names = { $full } of the work finds none of the { $slots } threads free that look-ups of names may have, and a request waits { $wait } of { $response } for one at { $rate }
most-work = { $observed }; most of the work is { $work } ({ $ms } per request)
cpus-full = { $holds }; but the CPUs are full: more threads would wait for a core instead
full = { $share } of the work finds no thread free
wait = a request waits { $ms } for a thread
work = { $most } of { $all } of work per request are { $work }
hardly-more = { $holds }; but with more threads the service could do { $most } at most, because something else is nearly full
