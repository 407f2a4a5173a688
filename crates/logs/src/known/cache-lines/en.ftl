# Messages of clients of Redis, and of Redis itself.

lettuce-timeout-proves = The answer to a command was not seen within the time allowed. All threads share one connection, so one long command, or one blocked callback, delays all.
lettuce-timeout-leaves-open = That Redis is slow: a pause of the service, a blocked event loop of Netty, and a missing core end in the same line. `SLOWLOG GET` shows what Redis itself took long for.

ioredis-timeout-proves = The answer to a command was not seen within `commandTimeout`.
ioredis-timeout-leaves-open = That Redis is slow: a timer and the answer wait for the same event loop, and the timer is served first.

ioredis-retries-proves = The connection to Redis was lost again and again, { $retries } times for one command: it could not be reached, or it refused.
ioredis-retries-leaves-open = That Redis is slow. The errors before it (ECONNREFUSED, NOAUTH, max number of clients) say why it was lost.

jedis-pool-proves = No connection to Redis was free, or none could be opened. The default pool has 8.
jedis-pool-leaves-open = Which of the two: the cause below it says (`Timeout waiting for idle object`, or `Connection refused`). Nor that the pool is too small: connections that are not closed and long commands keep it empty.

redisson-timeout-proves = A command was not answered, or not even written, in time.
redisson-timeout-leaves-open = That Redis is slow: what was never written waited in the service (Netty threads, the pool of connections).

redis-clients-proves = The server has as many clients as `maxclients` (or its limit of open files) allows.
redis-clients-leaves-open = That it is slow or too small: a client made for each request, and replicas times pool, reach any limit.

redis-memory-proves = The server has reached `maxmemory` and may evict nothing.
redis-memory-leaves-open = That it is slow: it answers at once, with this error.

redis-loading-proves = The server was restarted and is still reading its data.
redis-loading-leaves-open = Why it was restarted.
