name = connections created per use
headline = Connections to the database are opened again and again instead of being reused.
expected = about as many sessions are opened as requests are answered, and requests wait for that
falsifier = the response time stays the same with a pool that keeps its connections
caution = idle connections stay open at the server: count them over all replicas
fix = use a pool and keep its connections: idle limit = largest size, a longer lifetime, one client for the whole process
not-counted = the server does not count the sessions that are opened (PostgreSQL 14 and later do)
observed = { $opened } { $opened ->
    [one] session is
   *[other] sessions are
 } opened per request; a request spends { $connecting } connecting, and { $filling } waiting for a pool that is not full
few-opened = sessions are opened for only { $opened } of the requests
not-waited-for = { $opened } { $opened ->
    [one] session is
   *[other] sessions are
 } opened per request of this service, but its requests are not seen waiting for that: another program opens them, or it costs nothing
holds = { $opened } { $opened ->
    [one] session is
   *[other] sessions are
 } opened per request, and requests wait { $cost } of { $response } for that
cpu-full = { $reason }; the CPU of the service is full, and that takes { $share } of it
opened = { $opened } { $opened ->
    [one] session is
   *[other] sessions are
 } opened per request
connecting = a request spends { $ms } opening a connection
filling = a request waits { $ms } for a pool that has fewer connections than it may have
wait-unseen = { $opened } { $opened ->
    [one] session is
   *[other] sessions are
 } opened per request of this service; who opens them, and what requests wait for that, is not seen on an event loop
