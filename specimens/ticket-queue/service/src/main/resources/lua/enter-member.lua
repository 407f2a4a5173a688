-- KEYS: the hash with the counters, the waiting space, the working space.
-- ARGV: the member, whose number is found here.
local member = cjson.decode(ARGV[1])
member.number = redis.call('HINCRBY', KEYS[1], 'issued', 1)
redis.call('ZADD', KEYS[2], member.number, cjson.encode(member))
return member.number
