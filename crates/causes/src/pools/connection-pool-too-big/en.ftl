name = connection pool too big
headline = The connection pool is too big: more statements run at once than the database has room for.
expected = more statements run at once than the database has room for, each takes longer, and throughput was higher with fewer
falsifier = throughput falls with half the connections
fix = turn the pool down towards { $size } ({ $per-cpu } per CPU of the database) for all instances together, until throughput starts to fall
observed = { $active } { $active ->
    [one] statement runs
   *[other] statements run
 } at once on { $cpus } { $cpus ->
    [one] CPU
   *[other] CPUs
 } of the database ({ $used } used), { $latched } of them waiting for its internal locks; the pool has { $size } { $size ->
    [one] connection
   *[other] connections
 }
database-unseen = the CPU of the database cannot be seen from here, so what it has room for is not known
service-full = the service uses { $used } of its CPU
few-statements = no more than { $active } { $active ->
    [one] statement runs
   *[other] statements run
 } at once on { $cpus } { $cpus ->
    [one] CPU
   *[other] CPUs
 } of the database
has-room = the database uses { $used } of its CPU, and { $latched } of { $active } statements wait for its internal locks
not-slower = statements take { $after } per request, and { $before } under light load
no-loss = { $observed }; but with { $fewer } requests at once it did { $best }, hardly more than the { $last } with { $more }
untried = { $observed }; only turning the pool down shows whether fewer connections would do as much
holds = { $observed }; with { $fewer } requests at once it did { $best }, with { $more } only { $last }
lost = { $share } of the best throughput is lost
