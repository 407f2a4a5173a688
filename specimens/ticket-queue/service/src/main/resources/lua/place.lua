-- KEYS: the hash with the counters, the waiting space, the working space.
-- ARGV: a number. Answers with its entry and the first one while it waits; with the last numbers issued and admitted when it is in neither space.
local own = redis.call('ZRANGE', KEYS[2], ARGV[1], ARGV[1], 'BYSCORE')
if own[1] then
  return {'WAITING', own[1], redis.call('ZRANGE', KEYS[2], 0, 0)[1]}
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local lease = redis.call('ZSCORE', KEYS[3], ARGV[1])
if lease and tonumber(lease) > now then
  return {'WORKING'}
end
local last = redis.call('HMGET', KEYS[1], 'issued', 'admitted')
return {'OUTSIDE', last[1] or '0', last[2] or '0'}
