# What the CPU does, as a tree.

share = { $of ->
    [wall] time
   *[cpu] CPU
}
ms = ms
before = before
after = after
change = change

phase = { $phases }
window = { $phases } from { $from } to { $to }
of-run = { $what } (run { $run })

heading = { $view ->
    [wall] Time
   *[cpu] CPU
} of { $what }: { $ms } a request at { $rate } ({ $requests } requests, { $samples } samples)
heading-without-requests = { $view ->
    [wall] Time
   *[cpu] CPU
} of { $what }: { $ms } in all ({ $samples } samples, and no request was answered)
difference = { $view ->
    [wall] Time
   *[cpu] CPU
} of a request in { $after } against { $before }

process = process { $pid }
threads = { $threads ->
    [requests] threads that serve requests
    [thread-pool] threads that do work for the event loop
    [poller] threads that poll and accept connections
    [compilers] compilers of the runtime
    [collector] garbage collection
    [watching] this tool, inside the process
    [short-lived-threads] threads that lived too briefly to be watched
   *[other-threads] other threads
}{ $seen ->
    [no] {" "}(no stacks)
   *[yes] {""}
}
itself = (itself)
unseen = (in no sample: the kernel's part of waiting, threads that each use little)
rest = ({ $number ->
    [one] one more
   *[other] { $number } more
})

error = A row of { $share } may be off by { $error } points: it rests on { $samples } samples.
no-scheduler = The scheduler was not seen: a sample counts as the time to the next, even while its thread waits for a core.
requests-of-all = The requests that this process served were not counted: figures are per request of all processes.
more = Rows below { $share } are added up or left out{ $cut ->
    [yes] , and those deeper than { $depth }; --min-share and --depth show more.
   *[no] ; --min-share shows more.
}
