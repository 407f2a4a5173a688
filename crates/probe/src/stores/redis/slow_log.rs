//! The server's log of slow commands: what came since it was read last, without values.

use super::keys;
use redis::{Value, from_redis_value};
use std::net::SocketAddr;

/// Entries that are asked for at a time: as many as the log holds unless told otherwise.
pub(super) const ENTRIES: usize = 128;

/// One entry. The server says its second only, so it counts from when it is read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    pub(super) id: i64,
    pub(super) took_s: f64,
    /// As its counters name it.
    pub(super) command: String,
    /// Pattern of the key.
    pub(super) keys: String,
    /// Who sent it, where the server says so (4.0 and later).
    pub(super) client: Option<SocketAddr>,
    /// What that client calls itself.
    pub(super) name: String,
}

/// What `SLOWLOG GET` answered, oldest first.
pub(super) fn entries(answer: Vec<Vec<Value>>) -> Vec<Entry> {
    let mut all: Vec<Entry> = answer.into_iter().filter_map(entry).collect();
    all.sort_by_key(|e| e.id);
    all
}

fn entry(fields: Vec<Value>) -> Option<Entry> {
    let mut fields = fields.into_iter();
    let id: i64 = from_redis_value(fields.next()?).ok()?;
    let _second = fields.next()?;
    let took_us: i64 = from_redis_value(fields.next()?).ok()?;
    let raw: Vec<Vec<u8>> = from_redis_value(fields.next()?).ok()?;
    let words: Vec<String> = raw.iter().map(|w| String::from_utf8_lossy(w).into_owned()).collect();
    let mut text = || fields.next().and_then(|v| from_redis_value::<String>(v).ok()).unwrap_or_default();
    let (client, name) = (text().parse().ok(), text());
    Some(Entry { id, took_s: took_us as f64 / 1e6, command: keys::command(&words), keys: keys::pattern(&words), client, name })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded(name: &str) -> Vec<Vec<Value>> {
        let bytes = std::fs::read(format!("{}/src/stores/redis/tests/recorded/{name}", env!("CARGO_MANIFEST_DIR"))).expect("recorded");
        from_redis_value(redis::parse_redis_value(&bytes).expect("an answer")).expect("a list")
    }

    #[test]
    fn an_answer_of_redis_7_is_read_oldest_first_and_without_values() {
        let all = entries(recorded("slowlog-7.0.15.resp"));
        let told: Vec<_> = all.iter().map(|e| (e.id, e.command.as_str(), e.keys.as_str(), e.name.as_str())).collect();
        assert_eq!(told, [(0, "config|set", "", ""), (1, "keys", "user:*", ""), (2, "set", "session:*", "worker")]);
        assert_eq!((all[1].took_s, all[1].client), (14e-6, "127.0.0.1:44570".parse().ok()));
        assert!(!format!("{all:?}").contains("tiger"));
    }

    #[test]
    fn entries_of_servers_that_do_not_name_clients_are_read() {
        let short =
            vec![Value::Int(7), Value::Int(1_700_000_000), Value::Int(250), Value::Array(vec![Value::BulkString(b"KEYS".to_vec())])];
        let want = Entry { id: 7, took_s: 250e-6, command: "keys".into(), keys: String::new(), client: None, name: String::new() };
        assert_eq!(entries(vec![short, vec![Value::Nil]]), [want]);
    }
}
