name = connection held across remote call
headline = A database connection is held while another service is called.
expected = the pool is full, and most of the time a connection is held, its thread waits for another service inside a transaction
falsifier = 2 ms more on that call lower the throughput only as much as they lengthen one request
caution = what the call did stands even when the transaction then fails: make it safe to repeat, or use an outbox
fix = make the remote call before (or after) the transaction; keep the transaction on the repository
observed = a connection is held { $held }, { $remote } of it waiting for another service { $place ->
    [transaction] inside a transaction
   *[hold] while it is held
 }
without-gauge = a remote call is made inside a transaction, but without the pool's gauge it is not known whether a connection is held then
small-part = only { $remote } of the { $held } that a connection is held are remote calls { $place ->
    [transaction] inside a transaction
   *[hold] while it is held
 }
perhaps-without-a-core = the CPUs are full, and without the scheduler's figures it is not known whether the threads that wait only lack a core
lost = connections are still borrowed when no request is in flight: they are lost, not held
remote = { $remote } of it is in a remote call{ $to } { $place ->
    [transaction] inside a transaction
   *[hold] while it is held
 }
remote-at = { $remote } ({ $call })
