//! Protocol buffers as far as a profile needs them: numbers, bytes, packed numbers, and messages inside messages
//! (<https://protobuf.dev/programming-guides/encoding/>). Numbers that are 0 are left out, as readers take them for granted.

use std::collections::BTreeMap;

/// How a field is laid out.
const VARINT: u64 = 0;
const LENGTH_FIRST: u64 = 2;

/// A message being written.
#[derive(Debug, Default)]
pub(super) struct Message(Vec<u8>);

impl Message {
    pub(super) fn number(&mut self, field: u32, value: u64) {
        if value != 0 {
            self.key(field, VARINT);
            varint(&mut self.0, value);
        }
    }

    pub(super) fn bytes(&mut self, field: u32, bytes: &[u8]) {
        self.key(field, LENGTH_FIRST);
        varint(&mut self.0, bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    pub(super) fn packed(&mut self, field: u32, values: &[u64]) {
        let mut bytes = Vec::new();
        for v in values {
            varint(&mut bytes, *v);
        }
        self.bytes(field, &bytes);
    }

    pub(super) fn message(&mut self, field: u32, inside: &Self) {
        self.bytes(field, &inside.0);
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.0
    }

    fn key(&mut self, field: u32, layout: u64) {
        varint(&mut self.0, u64::from(field) << 3 | layout);
    }
}

/// Seven bits a byte, the lowest first; the eighth says that more follow.
fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// The table of strings, whose first is empty.
#[derive(Debug)]
pub(super) struct Strings {
    all: Vec<String>,
    known: BTreeMap<String, u64>,
}

impl Default for Strings {
    fn default() -> Self {
        Self { all: vec![String::new()], known: BTreeMap::from([(String::new(), 0)]) }
    }
}

impl Strings {
    pub(super) fn id(&mut self, s: &str) -> u64 {
        if let Some(id) = self.known.get(s) {
            return *id;
        }
        let id = self.all.len() as u64;
        self.all.push(s.to_owned());
        self.known.insert(s.to_owned(), id);
        id
    }

    pub(super) fn all(&self) -> &[String] {
        &self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_laid_out_as_the_specification_shows_them() {
        // its own examples: 150 in field 1, "testing" in field 2, [3, 270, 86942] packed in field 6
        let written = |f: &dyn Fn(&mut Message)| {
            let mut m = Message::default();
            f(&mut m);
            m.finish()
        };
        assert_eq!(written(&|m| m.number(1, 150)), [0x08, 0x96, 0x01]);
        assert_eq!(written(&|m| m.bytes(2, b"testing")), b"\x12\x07testing");
        assert_eq!(written(&|m| m.packed(6, &[3, 270, 86942])), [0x32, 0x06, 0x03, 0x8e, 0x02, 0x9e, 0xa7, 0x05]);
        assert!(written(&|m| m.number(1, 0)).is_empty());
    }
}
