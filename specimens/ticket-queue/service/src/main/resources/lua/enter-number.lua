-- KEYS: the hash with the counters, the waiting space, the working space.
local number = redis.call('HINCRBY', KEYS[1], 'issued', 1)
redis.call('ZADD', KEYS[2], number, number)
return number
