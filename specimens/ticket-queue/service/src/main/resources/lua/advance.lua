-- KEYS: the hash with the counters, the waiting space, the working space.
-- ARGV: how many may work, for how many milliseconds without buying. What moves nothing writes nothing.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
local free = ARGV[1] - redis.call('ZCARD', KEYS[3])
if free <= 0 then
  return 0
end
local moved = redis.call('ZPOPMIN', KEYS[2], free)
for i = 2, #moved, 2 do
  redis.call('ZADD', KEYS[3], now + ARGV[2], moved[i])
end
if #moved > 0 then
  redis.call('HSET', KEYS[1], 'admitted', moved[#moved])
end
return #moved / 2
