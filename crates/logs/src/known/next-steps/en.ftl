# What a command shows that finds out more.

why-shows = loads the service, watches it, and names what the time is spent on
why-database-shows = the same with what the database sees of the sessions (or mysql://...): who holds a connection, and what for
why-postgres-shows = the same with what PostgreSQL sees of the sessions: who holds a connection, and what for
why-mysql-shows = the same with what MySQL sees of the sessions: who holds a connection, and who waits for whose rows
why-prove-shows = then tests the cause by changing one thing in the running service, which is put back
from-start-shows = if it comes right after a deploy: starts the service and judges its first minute against its warm state
cpu-shows = after that: what the CPU does for a request, as a tree of calls
doctor-shows = what listens on this machine, and what can be seen of it
postgres-sessions-shows = whose sessions they are, and how many do nothing
postgres-locks-shows = who waits for whom at this moment
mysql-sessions-shows = whose sessions they are, and how many sleep
mysql-locks-shows = the last deadlock, and the transactions that hold locks
redis-slow-shows = the commands that Redis itself took long for; `redis-cli --latency` shows the way there
redis-clients-shows = how many clients it has, against `redis-cli config get maxclients`
listen-queue-shows = connections that wait to be accepted (Recv-Q) against the length of the queue (Send-Q), and how many were turned away
sockets-shows = how many sockets there are, and how many in TIME_WAIT
descriptors-shows = how many are open, against the limit; again after a minute
threads-shows = how many threads there are, against the limit
cpu-stat-shows = periods with throttling (`nr_throttled` of `nr_periods`); twice, under load
disk-shows = how full the file systems are
