name = connection acquired twice
headline = Requests take a second connection while they hold one.
expected = threads wait for a connection inside a transaction that has one already, and this wait fills most of the time a connection is held
falsifier = when each request takes one connection alone, requests still wait for one
caution = what was committed by itself is now rolled back with the rest
fix = take one connection per request: no REQUIRES_NEW and no second use of the data source inside a transaction; if it must be, threads x (connections per request - 1) + 1 connections keep requests from blocking each other for ever, and more than that from waiting
observed = a connection is held { $held }, and code inside a transaction waits { $second } per request for a connection
few-wait = almost no code inside a transaction waits for a connection ({ $samples } { $samples ->
    [one] sample
   *[other] samples
 })
without-gauge = code inside a transaction waits for a connection, but without the pool's gauge it is not known whether it holds one meanwhile
none-held = { $observed }; but other work fills the time a connection is held, so none is borrowed during this wait (the outer transaction takes its connection later)
holds = a connection is held { $held }, and for { $second } of that its thread waits for another one; { $arithmetic }
one-each = { $reason }; with one connection per request { $size } would be enough for all workers
some-lost = { $reason }; but { $lost } are borrowed while no request is in flight, and those are no request's second
second-wait = requests wait { $wait } for a connection, { $second } of it inside a transaction, at { $site }
