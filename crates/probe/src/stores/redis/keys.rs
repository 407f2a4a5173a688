//! What of a command may be kept: its name, and of its key the words that say what kind of key it is. Never a value, and nothing of a key that could be
//! somebody's.

/// Commands that have commands of their own.
const FAMILIES: &str = "acl client cluster command config debug function latency memory module object pubsub script slowlog xgroup xinfo";

/// Commands whose first argument is a key, or a pattern of keys.
const KEYED: &str = "append bitcount bitfield bitpos copy decr decrby del dump exists expire expireat expiretime geoadd geodist geohash geopos georadius geosearch \
    get getbit getdel getex getrange getset hdel hexists hget hgetall hincrby hincrbyfloat hkeys hlen hmget hmset hrandfield hscan hset hsetnx hstrlen hvals \
    incr incrby incrbyfloat keys lindex linsert llen lmove lpop lpos lpush lpushx lrange lrem lset ltrim mget move mset msetnx persist pexpire pexpireat \
    pexpiretime pfadd pfcount pfmerge psetex pttl rename renamenx restore rpop rpoplpush rpush rpushx sadd scard sdiff sdiffstore set setbit setex setnx \
    setrange sinter sinterstore sismember smembers smismember smove sort sort_ro spop srandmember srem sscan strlen substr sunion sunionstore touch ttl type \
    unlink xadd xdel xlen xrange xrevrange xtrim zadd zcard zcount zincrby zinterstore zlexcount zmscore zpopmax zpopmin zrandmember zrange zrangebylex \
    zrangebyscore zrangestore zrank zrem zremrangebylex zremrangebyrank zremrangebyscore zrevrange zrevrangebylex zrevrangebyscore zrevrank zscan zscore \
    zunionstore";

/// Longest word of a key that is kept. A guess: longer ones are seldom words.
const LONGEST_WORD: usize = 16;

/// The command as the server's own counters name it: `get`, `config|set`.
pub(super) fn command(words: &[String]) -> String {
    let lower = |i: usize| words.get(i).map(|w| w.to_ascii_lowercase()).unwrap_or_default();
    let name = lower(0);
    let part = lower(1);
    let is_word = !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    if is_word && FAMILIES.split_whitespace().any(|f| f == name) { format!("{name}|{part}") } else { name }
}

/// The pattern of the key that a command is about: `session:*`, or empty where its first argument is no key.
pub(super) fn pattern(words: &[String]) -> String {
    let name = words.first().map(|w| w.to_ascii_lowercase()).unwrap_or_default();
    match words.get(1) {
        Some(key) if KEYED.split_whitespace().any(|k| k == name) => without_names(key),
        _ => String::new(),
    }
}

/// Words stay, whatever else stands between two separators becomes `*`.
fn without_names(key: &str) -> String {
    let is_word = |part: &str| part.len() <= LONGEST_WORD && part.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '_' | '-'));
    let mut parts: Vec<&str> = key.split([':', '/', '.', '|']).map(|p| if is_word(p) { p } else { "*" }).collect();
    parts.dedup_by(|a, b| *a == "*" && *b == "*");
    parts.join(":")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> (String, String) {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        (command(&words), pattern(&words))
    }

    #[test]
    fn commands_keep_their_name_and_the_words_of_their_key_alone() {
        let table = [
            ("KEYS *", "keys", "*"),
            ("keys order:2026-??", "keys", "order:*"),
            ("GET session:9f3ab27c", "get", "session:*"),
            ("HSET user:41:profile mail a@b.c", "hset", "user:*:profile"),
            ("zrank queue:waiting Kim", "zrank", "queue:waiting"),
            ("SET QWxhZGRpbjpvcGVu secret", "set", "*"),
            ("CONFIG SET requirepass tiger", "config|set", ""),
            ("AUTH tiger", "auth", ""),
            ("EVAL return(1) 0", "eval", ""),
            ("CLIENT LIST", "client|list", ""),
            ("LRANGE a/b/17/18 0 -1", "lrange", "a:b:*"),
        ];
        for (text, command, keys) in table {
            assert_eq!(of(text), (command.to_owned(), keys.to_owned()), "{text}");
        }
        assert_eq!((command(&[]), pattern(&[])), (String::new(), String::new()));
    }
}
