-- KEYS: the hash with the counters, the waiting space, the working space.
-- ARGV: a number. Whoever waits or works has left then; whether he did.
return redis.call('ZREMRANGEBYSCORE', KEYS[2], ARGV[1], ARGV[1]) + redis.call('ZREM', KEYS[3], ARGV[1]) > 0
