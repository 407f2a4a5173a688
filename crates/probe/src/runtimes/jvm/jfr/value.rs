//! A value in a chunk, of which is unpacked what is asked for.

use super::bytes::Bytes;
use super::chunk::Chunk;
use super::types::{Class, Field, Kind};
use std::iter;

/// Bytes of the longest text: those of the longest name in a class file.
const LONGEST: usize = u16::MAX as usize;

/// An event, a constant, or a part of one.
#[derive(Clone, Copy)]
pub(super) struct Value<'c, 'a> {
    chunk: &'c Chunk<'a>,
    class: &'c Class<'a>,
    from: Bytes<'a>,
}

impl<'c, 'a> Value<'c, 'a> {
    /// Of `class`, where it begins at `from`.
    pub(super) fn new(chunk: &'c Chunk<'a>, class: &'c Class<'a>, from: Bytes<'a>) -> Self {
        Self { chunk, class, from }
    }

    /// Name of its class.
    pub(super) fn class(self) -> &'a str {
        self.class.name
    }

    /// The value of a field that has one.
    pub(super) fn get(self, field: &str) -> Option<Self> {
        let (field, from) = self.find(field)?;
        if field.list { None } else { self.chunk.value(from, field) }
    }

    /// The number of the constant that a field refers to.
    pub(super) fn constant(self, field: &str) -> Option<i64> {
        let (field, mut from) = self.find(field)?;
        if field.pooled && !field.list { from.number().ok() } else { None }
    }

    /// The values of a field that has any number of them; `None` among them for one that cannot be read, nor what follows it.
    pub(super) fn list(self, field: &str) -> Option<impl Iterator<Item = Option<Self>>> {
        let (field, mut from) = self.find(field)?;
        let mut left = if field.list { from.count().ok()? } else { return None };
        Some(iter::from_fn(move || {
            left = left.checked_sub(1)?;
            let value = self.chunk.value(from, field);
            Some(self.chunk.pass_one(&mut from, field, 0).ok().and(value))
        }))
    }

    /// A field that is a number.
    pub(super) fn number(self, field: &str) -> Option<i64> {
        let mut value = self.get(field)?;
        match value.class.kind {
            Kind::Int => value.from.number().ok().map(|n| i64::from(n as i32)),
            Kind::Long => value.from.number().ok(),
            _ => None,
        }
    }

    /// A field that is a text, kept.
    pub(super) fn text(self, field: &str) -> Option<String> {
        let text = self.bytes_of(field)?;
        self.chunk.budget().keep(text.len()).ok()?;
        Some(String::from_utf8_lossy(text).into_owned())
    }

    /// Whether a field is this text.
    pub(super) fn is(self, field: &str, text: &str) -> bool {
        self.bytes_of(field).is_some_and(|bytes| bytes == text.as_bytes())
    }

    /// The bytes of a field that is a text, or a symbol, which has one.
    fn bytes_of(self, field: &str) -> Option<&'a [u8]> {
        let value = self.get(field)?;
        let mut value = if value.class.kind == Kind::Fields { value.get("string")? } else { value };
        let text = if value.class.kind == Kind::Text { value.from.text().ok()?? } else { return None };
        let paid = text.len() <= LONGEST && self.chunk.budget().step(text.len()).is_ok();
        paid.then_some(text)
    }

    /// A field, and where it begins.
    fn find(self, name: &str) -> Option<(&'c Field<'a>, Bytes<'a>)> {
        if self.class.kind != Kind::Fields {
            return None;
        }
        let mut from = self.from;
        for field in &self.class.fields {
            if field.name == name {
                return Some((field, from));
            }
            self.chunk.pass_field(&mut from, field, 0).ok()?;
        }
        None
    }
}
