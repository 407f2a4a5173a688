//! What classes of values a chunk has: its metadata, a tree of named elements with attributes.
//!
//! Left out: labels, units and settings.

use super::bytes::{Bytes, Garbled};
use std::collections::HashMap;

/// Type of the event that holds the metadata.
const METADATA: i64 = 0;
/// Elements inside elements; the profiler's go down to 4.
const DEEPEST: usize = 8;
/// Fields of a class; the profiler's have up to 21.
const MOST_FIELDS: usize = 256;

/// How a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A packed number, of which 32 bits count.
    Int,
    /// A packed number of any other width.
    Long,
    /// One byte.
    Byte,
    /// Four bytes.
    Float,
    /// Eight bytes.
    Double,
    /// A text.
    Text,
    /// One field after the other.
    Fields,
}

/// A class of values.
#[derive(Debug)]
pub(super) struct Class<'a> {
    pub(super) name: &'a str,
    pub(super) kind: Kind,
    pub(super) fields: Vec<Field<'a>>,
}

/// A field of a class.
#[derive(Debug)]
pub(super) struct Field<'a> {
    pub(super) name: &'a str,
    /// Number of the class of its values.
    pub(super) class: i64,
    /// Whether it holds the number of a constant in place of the value.
    pub(super) pooled: bool,
    /// Whether it holds any number of values.
    pub(super) list: bool,
}

/// The classes by number, of the metadata that begins at `from`.
pub(super) fn read(mut from: Bytes<'_>) -> Result<HashMap<i64, Class<'_>>, Garbled> {
    let _size = from.number()?;
    if from.number()? != METADATA {
        return Err(Garbled);
    }
    let (_start, _duration, _id) = (from.number()?, from.number()?, from.number()?);
    let texts = texts(&mut from)?;
    let root = Element::read(&mut from, &texts, 0)?;
    let metadata = root.children.iter().find(|e| e.name == "metadata").ok_or(Garbled)?;
    metadata.children.iter().filter(|e| e.name == "class").map(|e| class(e).ok_or(Garbled)).collect()
}

fn texts<'a>(from: &mut Bytes<'a>) -> Result<Vec<&'a str>, Garbled> {
    let mut texts = Vec::new();
    for _ in 0..from.count()? {
        let text = from.text()?.unwrap_or_default();
        from.budget().step(text.len())?;
        from.budget().keep(size_of::<&str>())?;
        texts.push(str::from_utf8(text).map_err(|_| Garbled)?);
    }
    Ok(texts)
}

struct Element<'a> {
    name: &'a str,
    attributes: Vec<(&'a str, &'a str)>,
    children: Vec<Self>,
}

impl<'a> Element<'a> {
    fn read(from: &mut Bytes<'a>, texts: &[&'a str], depth: usize) -> Result<Self, Garbled> {
        if depth == DEEPEST {
            return Err(Garbled);
        }
        from.budget().keep(size_of::<Self>())?;
        let mut element = Self { name: text(from, texts)?, attributes: Vec::new(), children: Vec::new() };
        for _ in 0..from.count()? {
            from.budget().keep(size_of::<(&str, &str)>())?;
            element.attributes.push((text(from, texts)?, text(from, texts)?));
        }
        for _ in 0..from.count()? {
            element.children.push(Self::read(from, texts, depth + 1)?);
        }
        Ok(element)
    }

    fn attribute(&self, name: &str) -> Option<&'a str> {
        self.attributes.iter().find(|(n, _)| *n == name).map(|(_, value)| *value)
    }
}

/// A text by its number.
fn text<'a>(from: &mut Bytes<'a>, texts: &[&'a str]) -> Result<&'a str, Garbled> {
    usize::try_from(from.number()?).ok().and_then(|i| texts.get(i).copied()).ok_or(Garbled)
}

fn class<'a>(element: &Element<'a>) -> Option<(i64, Class<'a>)> {
    let name = element.attribute("name")?;
    let kind = match name {
        "int" => Kind::Int,
        "long" | "short" | "char" => Kind::Long,
        "byte" | "boolean" => Kind::Byte,
        "float" => Kind::Float,
        "double" => Kind::Double,
        "java.lang.String" => Kind::Text,
        _ => Kind::Fields,
    };
    let fields: Vec<Field> = element.children.iter().filter(|e| e.name == "field").map(field).collect::<Option<_>>()?;
    let class = Class { name, kind, fields };
    (class.fields.len() <= MOST_FIELDS).then_some((element.attribute("id")?.parse().ok()?, class))
}

fn field<'a>(element: &Element<'a>) -> Option<Field<'a>> {
    Some(Field {
        name: element.attribute("name")?,
        class: element.attribute("class")?.parse().ok()?,
        pooled: element.attribute("constantPool") == Some("true"),
        list: element.attribute("dimension").is_some_and(|d| d != "0"),
    })
}
