name = connection pool too small
headline = The connection pool is too small for the database work of the requests.
expected = the pool is full, its connections do database work nearly all the time, and a statement takes as long as under light load
falsifier = a larger pool makes each statement slower and throughput no higher
caution = the sum over all replicas has to stay below the server's max_connections
fix = raise the pool step by step to where throughput stops rising ({ $setting } is the first step), not beyond
fix-about = raise the pool to about { $size } connections, step by step and no further than throughput rises: from there on the limit is { $next }, at { $allowed }
fix-by-half = raise the pool step by step to where throughput stops rising (half as many more is the first step), not beyond
observed = a connection is held { $held }, { $database } of it in the database
other-work = a connection is held { $held }, but only { $database } of it in the database
lost = { $lost } of { $size } connections are still borrowed when no request is in flight: they are lost
borrowed-at-rest = { $borrowed } of { $size } connections are borrowed while no request is in flight: whose they are must be known first
many-trips = each request asks the database { $trips } times, briefly each time: that is what connections are held for
locks = { $waiting } of { $active } sessions at work wait for locks of the database: more of them would wait as well
starved = the service uses { $used } of its CPU: connections are held while their threads wait for a core
loop-full = the event loop has no time left: connections are held while their answers wait for it
cpus-full = the service's CPUs are full: connections are held while their threads wait for a core
database-busy = the database already uses { $used } of its CPU
database-slower = the database takes { $now } per request, instead of { $before } under light load
without-gauge = connections do database work, but without the pool's gauge it is not known whether they are held for longer
cold = in the first { $first } a connection was held { $held } instead of { $warm } because the code was cold: more of them would be held as long
cold-pool = { $says }; at first { $used } of { $max } were in use and a request waited { $waited } for one; once warm { $warm-used } are in use and it waits { $warm-waited }
behind-remote-calls = remote calls come first: without them a connection is held { $held }, { $database } of it in the database, and { $size } { $size ->
    [one] connection allows
   *[other] connections allow
 } { $allowed }, less than { $next } ({ $next-allows })
holds = { $arithmetic }; the database has room
of-it = { $database } of it is in the database, { $before } under light load
