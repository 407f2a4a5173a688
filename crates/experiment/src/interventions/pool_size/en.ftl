# The size of a connection pool.
subject = size of pool "{ $pool }" of pid { $pid }
