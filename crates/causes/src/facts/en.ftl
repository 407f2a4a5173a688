# What several causes say alike.
no-level = no level was measured
no-connection = no database connection is held at any level
no-pool = no connection pool was read
no-event-loop = requests are not served by an event loop
held = a connection is held { $held }
held-of-pool = a connection of pool "{ $pool }" (size { $size }) is held { $held }
pool-of = pool { $size }
pool-use = at { $rate }, { $used } of { $size } connections of the pool are busy, and { $waiting } { $waiting ->
    [one] request waits
   *[other] requests wait
 } for one
pool-wait = at { $rate }, waiting for a connection is { $wait } of { $response }
pool-growth = waiting for a connection, with the queues behind it, is { $share } of the growth of the response time
pool-growth-small = waiting for a connection, with the queues behind it, is only { $share } of the growth of the response time
pool-does-not-limit = true, but the pool does not limit: { $why }
loop-limits = true, but the event loop has no time left: answers wait for it while connections are held
arithmetic = { $size } { $size ->
    [one] connection
   *[other] connections
 } / { $held } = { $capacity }, and { $seen } was seen; { $growth }; { $account }
arithmetic-without-gauge = { $growth }; { $account }
times-add-up = the parts add up to the response time at { $closed } of { $levels } { $levels ->
    [one] level
   *[other] levels
 }
times-add-up-open = the parts add up to the response time at { $closed } of { $levels } open { $levels ->
    [one] level
   *[other] levels
 }
to-peer = { " " }to { $peer }
inside = a request spends { $ms } inside, { $share } of it { $what ->
    [waiting-remote] waiting for another service
    [waiting-cache] waiting for the cache
    [waiting-database] waiting for the database
    [waiting-connection] waiting for a database connection
    [waiting-disk] waiting for the disk
    [waiting-lock] waiting for another lock
    [waiting-carrier] waiting for a carrier
    [waiting-other] waiting for something else
    [stopped] stopped by the virtual machine
   *[cpu] on the CPU
 }
nobody-inside = nobody was seen inside
collector = { $which ->
    [serial] the serial collector
    [parallel] the parallel collector
    [g1] G1
   *[concurrent] a concurrent collector
 }

## CPU that one kind of work owns

no-cpu-account = what the CPU is used for was not seen
cpu-owned = { $what ->
    [look-up] looking up what was found before
    [build] building objects that could be shared
    [throw] making exceptions
    [scan] going through data in memory or copying it
    [serialise] writing and reading JSON, XML and the like
    [pieces] writing answers in small pieces
    [collect] collecting garbage
    [rows] reading what the database sends
   *[compress] compressing
 } takes { $share } of the CPU per request ({ $ms })
file-opened = each request opens { $file } again ({ $times } × a request)
files-opened = each request opens { $files } files again, { $file } { $times } × a request
classes-made = up to { $classes } classes are made anew for each request
cpu-owned-collected = { $owned }, { $ms } of it ({ $share }) in collecting the objects it makes
cpu-owned-expected = a core is at its limit, and { $what ->
    [look-up] looking up what was found before
    [build] building objects that could be shared
    [throw] making exceptions
    [scan] going through data in memory or copying it
    [serialise] writing and reading JSON, XML and the like
    [pieces] writing answers in small pieces
    [collect] collecting garbage
    [rows] reading what the database sends
   *[compress] compressing
 } takes { $least } of its CPU or more
cpu-owned-falsifier = without { $what ->
    [look-up] the look-ups
    [build] the building
    [throw] the exceptions
    [scan] the scan
    [serialise] what nobody reads
    [pieces] the small pieces
    [collect] the garbage
    [rows] the rows that are not answered
   *[compress] the compression
 } the CPU per request stays the same
cpu-owned-and = { $owned }; { $more }
cpu-owned-in = { $owned }, mostly in { $does }
cpu-owned-locked = { $owned }; requests also wait { $wait } for a lock in there ({ $share } of the response)
cpu-owned-has-room = { $owned }, but the core is not full ({ $used } of the CPU is used)
cpu-owned-excused = { $owned }; { $excuse }
cpu-owned-less = { $owned }; that is less than the { $least } needed to name it, and more than a healthy service has
cpu-owned-in-place = { $owned }: that is most of what { $place } does, which takes { $share } of the CPU at all levels
cpu-owned-unseen = { $owned }; what requests wait for besides is not seen
cpu-owned-too-few = { $owned }, but that was seen in { $samples } samples only: too few to be sure

## A cache that requests wait for

no-cache = no request waits for a cache
sent-by-service = { " " }by the service itself
sent-by-client = { " " }by another client ({ $client })
cache-asked = waiting for the cache takes { $light } under light load and { $wait } at { $rate }; a command that does nothing takes { $trip } there, { $longest } at most
cache-trip = a command that does nothing takes { $trip } at the cache server, { $longest } at most
cache-little = waiting for the cache is { $wait } of { $response }, and not what grows most
cache-innocent = the cache server answers a command that does nothing within { $trip }, which explains { $share } of the { $wait } that a request waits: the rest passes on the way, in the client's queue, or without a core on this side
made = a request makes about { $bytes } of objects
made-in = { $made }, { $share } of it in { $site } ({ $bytes } a request)
made-in-of = { $made }, { $share } of it in { $site } ({ $bytes } a request, mostly { $class })
collected-because = { $share } of the time in collections is because { $why ->
    [asked] the service asks for them
    [asked-from-outside] somebody asks for them from outside
    [looked] somebody looks at the heap
    [metadata] the room for classes is full
    [humongous] large arrays need room of their own
   *[periodic] one is due after a while
 } ({ $words })
fix-collected-because = { $why ->
    [asked] nothing in a service should ask for collections: find who calls System.gc() and take the call out, or start with -XX:+DisableExplicitGC (with -XX:+ExplicitGCInvokesConcurrent where memory outside of the heap is freed by it)
    [asked-from-outside] stop whoever asks for collections: a job with jcmd GC.run, a button of a monitoring tool, an agent
    [looked] stop whoever looks at the heap while users wait: a job with jmap or jcmd GC.class_histogram, a monitoring agent
    [metadata] give classes enough room from the start (-XX:MetaspaceSize=256m), and look for classes that are made anew for each request
    [humongous] use smaller arrays, or larger regions (-XX:G1HeapRegionSize=16m)
   *[periodic] switch the collections that are due after a while off (-XX:G1PeriodicGCInterval=0)
 }
