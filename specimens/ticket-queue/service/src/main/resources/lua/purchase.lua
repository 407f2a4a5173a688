-- KEYS: the hash with the counters, the waiting space, the working space.
-- ARGV: a number. Whether it worked, and so has bought.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local lease = redis.call('ZSCORE', KEYS[3], ARGV[1])
if not lease or tonumber(lease) <= now then
  return false
end
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('HINCRBY', KEYS[1], 'sold', 1)
return true
