# What is said of a PostgreSQL server.

connect = connect to PostgreSQL at { $server } as { $user }
read-activity = read pg_stat_activity of { $server }
no-tls = TLS cannot be set up: { $error }
unknown-option = it has an unknown option
password-without-host = it has a password but names no host: a password is sent only to the host that you name
none-among-peers = none of its connections leads to a PostgreSQL server ({ $peers } looked at)
own-sessions-only = role { $role } may see only its own sessions
no-answer = it accepted the connection, but sent nothing within { $waited }

## What helps

how = { $option }   (a role with pg_monitor, or the service's own)
needs-10 = needs PostgreSQL 10 or later
grant-monitor = { $statement }   or --db with the service's own role
more-connections = raise max_connections, or give the tool a superuser (reserved connections)
