//! Delays that the server notes by itself, where somebody has told it to watch for them.

use redis::{Value, from_redis_value};
use std::collections::BTreeMap;

/// The last delay of each kind: when, by the server's clock in whole seconds, and how long.
pub(super) type Latest = BTreeMap<String, (i64, f64)>;

/// What `LATENCY LATEST` answered.
pub(super) fn latest(answer: Vec<Vec<Value>>) -> Latest {
    let one = |fields: Vec<Value>| {
        let mut fields = fields.into_iter();
        let event: String = from_redis_value(fields.next()?).ok()?;
        let second: i64 = from_redis_value(fields.next()?).ok()?;
        let ms: i64 = from_redis_value(fields.next()?).ok()?;
        Some((event, (second, ms as f64 / 1e3)))
    };
    answer.into_iter().filter_map(one).collect()
}

/// Those that came since `before`.
pub(super) fn new<'a>(before: &'a Latest, now: &'a Latest) -> impl Iterator<Item = (&'a str, f64)> {
    now.iter().filter(|(event, noted)| before.get(*event) != Some(noted)).map(|(event, (_, s))| (event.as_str(), *s))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_came_since_is_told() {
        let answer = |second, ms| {
            let event = |name: &str, second, ms| vec![Value::BulkString(name.into()), Value::Int(second), Value::Int(ms), Value::Int(900)];
            latest(vec![event("fork", 100, 12), event("aof-fsync-always", second, ms)])
        };
        let (before, now) = (answer(100, 40), answer(103, 250));
        assert_eq!(new(&before, &now).collect::<Vec<_>>(), [("aof-fsync-always", 0.25)]);
        assert_eq!(new(&now, &now).count(), 0);
        assert_eq!(new(&Latest::new(), &before).count(), 2);
    }
}
