# What is said of a MySQL or MariaDB server.

connect = connect to MySQL at { $server } as { $user }
read-list = read the process list of { $server }
no-version = it does not report its version
not-of-the-form = it is not of the form { $form }
none-among-peers = none of its connections leads to a MySQL server ({ $peers } looked at)
own-sessions-only = user { $user } may see neither transactions nor the sessions of others
transactions-hidden = user { $user } sees its own sessions and no transactions: who holds a row is not seen, and where many sessions wait for rows none of them is; { $grant } shows all
no-greeting = it sent no MySQL greeting within { $waited }

## What helps

how = { $option }   (a role with PROCESS)
needs = needs MySQL 5.7 or MariaDB 10.5, or later
more-connections = raise max_connections, or give the tool a role with CONNECTION ADMIN (SUPER)
wants-tls = a role without REQUIRE SSL, or require_secure_transport=off: TLS to MySQL is not supported
