# What is said of a Redis server.

connect = connect to Redis at { $server }
find = find the Redis server of process { $pid }
not-of-the-form = it is not of the form { $form }
none-among-peers = none of its connections leads to a Redis server ({ $peers } looked at)
tls-is-not-built = its address asks for TLS, which is not supported for Redis
reading-failed = asking Redis failed: { $error }

## What helps

how = { $option }   (a user that may call PING, INFO, SLOWLOG GET)
needs = a user with +ping +info +slowlog|get +latency|latest +config|get (the last two are optional)
without-tls = an address without TLS (redis://...), for example of a port on the server's own host
