name = connection held without query
headline = A database connection is held while no query runs and no transaction is open.
expected = the pool is full, the server sees its sessions idle, and no transaction surrounds what the threads do
falsifier = 2 ms more on that call do not lower the throughput
fix = give the connection back before the call: spring.jpa.open-in-view=false, and fetch what the response needs inside the transaction
fix-on-loop = give the connection back (release) before the call
observed = a connection is held { $held } by the gauge, { $stacks } of it in transactions and statements, and { $outside } in remote calls outside any transaction
observed-with-sessions = { $observed }; on the server { $idle } { $idle ->
    [one] session is
   *[other] sessions are
 } idle, and { $in-transaction } idle in a transaction
in-statements = { $stacks } of the { $held } that a connection is held are spent in transactions and statements
remote = at least { $outside } of it is in a remote call{ $to } with no transaction open
statements = transactions and statements take { $stacks } of it
