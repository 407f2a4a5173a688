-- KEYS: the hash with the counters, the waiting space, the working space.
-- All at one moment, as texts.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local last = redis.call('HMGET', KEYS[1], 'issued', 'admitted', 'sold')
local waiting = redis.call('ZCARD', KEYS[2])
local working = redis.call('ZCOUNT', KEYS[3], '(' .. now, '+inf')
return {last[1] or '0', last[2] or '0', tostring(waiting), tostring(working), last[3] or '0'}
