//! What of a JSON body says nothing that it does not say without it: parts that stand in it before, and fields without a value. What a client
//! needs is not known here, but this it has without them.

use model::{RepeatedField, Surplus};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Bytes of an object or array from which it is a part that could be said once. A guess: an identifier and a name are fewer.
const LEAST_BYTES: usize = 32;
/// Times that parts of one field must stand in a body before, for its name to be told. A guess.
const NAMED: u64 = 3;
/// Largest body that is read: what is read takes many times its room.
const MOST_BYTES: usize = 4 << 20;
/// Longest name that is told.
const LONGEST: usize = 32;

/// What `body` says twice or emptily; `None` where it is no JSON, or too much of it.
pub(super) fn surplus(media_type: &str, body: &[u8]) -> Option<Surplus> {
    let json = media_type == "application/json" || media_type.ends_with("+json");
    let value: Value = (json && body.len() <= MOST_BYTES).then(|| serde_json::from_slice(body).ok())??;
    let mut walk = Walk::default();
    let bytes = walk.look_at(&value, Field::default()).bytes;
    let sum = |what: fn(&Found) -> bool| walk.found.iter().filter(|f| what(f)).map(|f| f.bytes as u64).sum();
    let is_repeated = |f: &Found| f.is_repeated;
    Some(Surplus { json_bytes: bytes as u64, repeated_bytes: sum(is_repeated), empty_bytes: sum(|f| !f.is_repeated), most: walk.most() })
}

/// A value: what it is, and its bytes without spaces (escapes are not counted).
struct Seen {
    hash: u64,
    bytes: usize,
}

/// The field that a value is in.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Field<'a> {
    name: &'a str,
    /// Whether it has plain values beside it, as records have. What has none may be a map, whose names are data.
    is_of_record: bool,
}

/// A part that says nothing new.
struct Found<'a> {
    field: Field<'a>,
    bytes: usize,
    is_repeated: bool,
}

#[derive(Default)]
struct Walk<'a> {
    before: HashSet<u64>,
    found: Vec<Found<'a>>,
}

impl<'a> Walk<'a> {
    /// Goes through `value`, which is in `field`: what is inside of it first, which counts no more once it is found to stand there before.
    fn look_at(&mut self, value: &'a Value, field: Field<'a>) -> Seen {
        let mark = self.found.len();
        let seen = match value {
            Value::Null => scalar(0u8, 4),
            Value::Bool(b) => scalar((1u8, b), if *b { 4 } else { 5 }),
            Value::Number(n) => scalar((2u8, n), n.to_string().len()),
            Value::String(s) => scalar((3u8, s), s.len() + 2),
            Value::Array(all) => self.array(all, field),
            Value::Object(all) => {
                let is_of_record = all.values().any(|v| !matches!(v, Value::Null | Value::Array(_) | Value::Object(_)));
                // an object is the same whatever the order of its fields
                let inside = |(hash, bytes): (u64, usize), (name, v): (&'a String, &'a Value)| {
                    let field = Field { name, is_of_record };
                    let seen = self.look_at(v, field);
                    let with_name = name.len() + 3 + seen.bytes;
                    if is_empty(v) {
                        self.found.push(Found { field, bytes: with_name, is_repeated: false });
                    }
                    (hash.wrapping_add(hash_of((name, seen.hash))), bytes + with_name + 1)
                };
                let (hash, bytes) = all.iter().fold((5, 1), inside);
                Seen { hash, bytes: bytes.max(2) }
            }
        };
        let is_part = matches!(value, Value::Array(_) | Value::Object(_)) && seen.bytes >= LEAST_BYTES;
        if is_part && !self.before.insert(seen.hash) {
            self.found.truncate(mark);
            self.found.push(Found { field, bytes: seen.bytes, is_repeated: true });
        }
        seen
    }

    fn array(&mut self, all: &'a [Value], field: Field<'a>) -> Seen {
        let inside = |(hash, bytes), v: &'a Value| {
            let seen = self.look_at(v, field);
            (hash_of((hash, seen.hash)), bytes + seen.bytes + 1)
        };
        let (hash, bytes) = all.iter().fold((4, 1), inside);
        Seen { hash, bytes: bytes.max(2) }
    }

    /// The field of most repeated bytes.
    fn most(&self) -> Option<RepeatedField> {
        let mut all: BTreeMap<Field, (u64, u64)> = BTreeMap::new();
        for f in self.found.iter().filter(|f| f.is_repeated) {
            let (bytes, times) = all.entry(f.field).or_default();
            (*bytes, *times) = (*bytes + f.bytes as u64, *times + 1);
        }
        let (Field { name, is_of_record }, (bytes, times)) = all.into_iter().max_by_key(|(_, (bytes, _))| *bytes)?;
        let name = if times >= NAMED && is_of_record && is_name(name) { name.to_owned() } else { String::new() };
        Some(RepeatedField { name, bytes, times })
    }
}

fn scalar(what: impl Hash, bytes: usize) -> Seen {
    Seen { hash: hash_of(what), bytes }
}

fn hash_of(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

fn is_empty(v: &Value) -> bool {
    match v {
        Value::Null => true,
        Value::String(s) => s.is_empty(),
        Value::Array(a) => a.is_empty(),
        Value::Object(o) => o.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Whether it looks like a name that a programmer gave.
fn is_name(text: &str) -> bool {
    let inside = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '-');
    (1..=LONGEST).contains(&text.len()) && text.chars().all(inside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(body: &str) -> Surplus {
        surplus("application/json", body.as_bytes()).expect("JSON")
    }

    #[test]
    fn what_stands_there_before_is_repeated_whatever_its_order_and_spaces() {
        let brand = r#"{"id":12,"name":"Paper & Sons","town":"Leeds"}"#;
        let other = r#"{ "town": "Leeds", "id": 12, "name": "Paper & Sons" }"#;
        let s = of(&format!(
            r#"[{{"id":1,"brand":{brand}}},{{"id":2,"brand":{other}}},{{"id":3,"brand":{brand}}},{{"id":4,"brand":{brand}}}]"#
        ));
        assert_eq!(s.repeated_bytes, 3 * brand.len() as u64);
        let most = s.most.expect("one");
        assert_eq!((most.name.as_str(), most.times), ("brand", 3));
    }

    #[test]
    fn what_is_inside_of_a_repeated_part_counts_once() {
        let inner = r#"{"stop":"Central Station","zone":1,"gone":null}"#;
        let outer = format!(r#"{{"line":"S1","calls":[{inner},{inner}]}}"#);
        let s = of(&format!("[{outer},{outer}]"));
        assert_eq!(s.most.expect("one").bytes, outer.len() as u64, "the second of all, not what is in it");
        assert_eq!(s.empty_bytes, "\"gone\":null".len() as u64, "that of the first one");
    }

    #[test]
    fn small_parts_and_single_values_are_no_repetition() {
        let s = of(
            r#"[{"id":7,"kind":"bus"},{"id":7,"kind":"bus"},"a text that is there twice, and long","a text that is there twice, and long"]"#,
        );
        assert_eq!((s.repeated_bytes, s.empty_bytes, s.most), (0, 0, None));
    }

    #[test]
    fn fields_without_a_value_are_empty() {
        assert_eq!(of(r#"{"a":null,"b":"","c":[],"d":{},"e":0,"f":false}"#).empty_bytes, 8 + 6 + 6 + 6);
    }

    #[test]
    fn a_name_that_may_be_data_is_not_told() {
        let part = r#"{"since":"2020-01-01","until":"2021-01-01"}"#;
        let named = |field: &str| {
            let one = |n: u32| format!(r#"{{"id":{n},"{field}":{part}}}"#);
            of(&format!("[{},{},{},{}]", one(1), one(2), one(3), one(4))).most
        };
        assert_eq!(named("valid").expect("one").name, "valid");
        assert_eq!(named("anna@example.org").expect("one").name, "");
        let once = of(&format!(r#"{{"anna":{part},"bert":{part},"carl":{part}}}"#)).most.expect("one");
        assert_eq!(once.name, "", "each name is there once");
        let list = of(&format!(r#"{{"anna":[{part},{part},{part},{part}],"bert":[]}}"#)).most.expect("one");
        assert_eq!((list.name.as_str(), list.times), ("", 3), "nothing plain beside it: it may be a map");
        let days = (1..5).map(|n| format!(r#"{{"day":{n},"staff":{{"anna":{part},"bert":{{"n":{n}}}}}}}"#)).collect::<Vec<_>>().join(",");
        assert_eq!(of(&format!("[{days}]")).most.expect("one").name, "", "a map in each element");
    }

    #[test]
    fn other_bodies_have_none() {
        assert_eq!(surplus("text/html", b"{}"), None);
        assert_eq!(surplus("application/json", b"{"), None);
        assert!(surplus("application/problem+json", b"{}").is_some());
    }

    proptest! {
        #[test]
        fn never_more_than_there_is(parts in prop::collection::vec(0u8..4, 0..40)) {
            let part = |n: &u8| format!(r#"{{"n":{n},"text":"{}","none":null,"of":[{n},{n}]}}"#, "x".repeat(9 * usize::from(*n)));
            let body = format!("[{}]", parts.iter().map(part).collect::<Vec<_>>().join(","));
            let s = of(&body);
            prop_assert_eq!(s.json_bytes as usize, body.len());
            prop_assert!(s.repeated_bytes + s.empty_bytes <= s.json_bytes);
        }
    }
}
