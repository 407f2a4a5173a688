# Messages of database servers and their drivers.

postgres-full-proves = The server has as many sessions as `max_connections` allows, those of all services and all replicas together.
postgres-full-leaves-open = That the limit is too low: pools times replicas, connections per request and forgotten sessions reach any limit. Most of the sessions may be idle.

postgres-role-full-proves = The role or the database has a limit of its own (`CONNECTION LIMIT`), and it is reached.
postgres-role-full-leaves-open = That the server is full, or slow.

mysql-full-proves = The server has as many sessions as `max_connections` (or `max_user_connections`) allows, those of all replicas together.
mysql-full-leaves-open = That the limit is too low. Replicas times pool must stay below it, also while a deploy runs old and new replicas side by side.

pgbouncer-full-proves = The pooler before PostgreSQL had no server connection in time, or takes no more clients.
pgbouncer-full-leaves-open = That its pool is too small: transactions that stay open keep its server connections, as they do in a pool of the service.

mysql-lock-wait-proves = A statement waited for a row lock for as long as `innodb_lock_wait_timeout` allows, and was given up. The transaction may still be open.
mysql-lock-wait-leaves-open = Who has the lock: the statement that is named is the one that waited.

deadlock-proves = Two transactions locked the same rows in a different order; the server ended one of them at once.
deadlock-leaves-open = That deadlocks are why the service is slow: each costs one transaction. Long waits for locks are something else, though they come from the same rows.

postgres-lock-timeout-proves = A statement waited for a lock for as long as `lock_timeout` allows.
postgres-lock-timeout-leaves-open = Who has the lock. Often it is a session that is `idle in transaction`.

postgres-lock-waits-proves = A session had waited { $waited } for a lock and still waited (`log_lock_waits`). The detail below it names the holders.
postgres-lock-waits-leaves-open = Why the holder keeps it: the holder's statement may be long over, with its transaction open.

statement-timeout-proves = A statement took longer than it may, and was ended.
statement-timeout-leaves-open = That the statement itself is slow: the time in which it waited for a lock, or for the server's CPU, counts as well.

postgres-idle-ended-proves = A session had a transaction open and sent nothing for longer than it may: the application did something else meanwhile.
postgres-idle-ended-leaves-open = What it did: a remote call, work of its own, or nothing because the transaction was forgotten.

postgres-serialization-proves = Transactions of a strict isolation level changed the same rows; one must be tried again.
postgres-serialization-leaves-open = That the server is overloaded. Retries without a limit make load of their own.

postgres-starting-proves = The server was restarted, or recovers from a crash.
postgres-starting-leaves-open = Why. Its own log says it: out of memory, a failover, an operator.

database-connection-lost-proves = A connection that the driver had was closed by somebody else: server, proxy, firewall or their limits for idle connections.
database-connection-lost-leaves-open = Who closed it, and that load did it: a pool whose `maxLifetime` is longer than the server's limit sees this at night too.

database-login-proves = The server refused a name or a password.
database-login-leaves-open = Anything about load.

postgres-slow-statement-proves = A statement took { $took } in the server (`log_min_duration_statement`).
postgres-slow-statement-leaves-open = That it needs an index: that time includes waiting for a lock and for a core. A list of slow statements never shows the many fast ones of an N+1.

mysql-slow-statement-proves = A statement took { $took } in the server, read { $examined } rows and sent { $sent }.
mysql-slow-statement-leaves-open = Why, if it read few rows: in older versions `Lock_time` leaves out waiting for rows inside InnoDB, and a server without a free core is slow at everything.

postgres-checkpoints-proves = The server writes so much that checkpoints follow each other within { $apart }.
postgres-checkpoints-leaves-open = That this is what requests wait for: commits and reads of the same seconds show it.
