name = connection leaked
headline = Connections are taken from the pool and never given back.
expected = connections stay borrowed when no request is in flight, more after each level, and are never given back
falsifier = all connections are back in the pool a minute after the load has stopped
fix = give the connection back on every way out (try-with-resources, finally, use {"{}"}); HikariCP shows where with leakDetectionThreshold
machines-cpu = CPU of the machine
observed = borrowed connections (of { $size }) while no request is in flight: { $rests }
at-rest = { $borrowed } after { $phase }
rest = { $borrowed } of { $size } connections are borrowed after { $phase }, when no worker is busy
back-after-start = { $most } of { $max } connections were in use in the first { $first }, { $warm } when warm: they came back
all-back = all connections of pool "{ $pool }" are back as soon as no request is in flight
some-back = some come back by themselves; { $observed }
never-at-rest = the pool was never read while no worker was busy
nobodys = { $used } of { $size } connections are borrowed at the end of { $phase }, request threads can have { $owned } of them at most, and no other thread was seen at the database
as-many-as-before = as many as before are borrowed, so a job of the service's own may hold them; { $observed }
jobs = threads that serve no request were at the database as well ({ $jobs } { $jobs ->
    [one] connection
   *[other] connections
 } at the heaviest level), and may hold what is borrowed; { $observed }
none-back = none comes back; { $observed }
with-sum = { $reason }; { $sum }
sum = { $in-use } in use plus { $before } to { $now } lost make { $borrowed } borrowed
not-the-limit = { $reason }; but { $what } is at its limit with those that are left
