//! A chunk of a recording: a head, events, and what these refer to. Nothing is unpacked ahead: a constant is known by its place.
//!
//! ```text
//! 0      4        8     16     24        32     40        48     56       64        68
//! FLR\0  version  size  pools  metadata  start  duration  ticks  ticks/s  features  events ...
//! ```

use super::bytes::{Budget, Bytes, Garbled};
use super::types::{self, Class, Field, Kind};
use super::value::Value;
use std::collections::HashMap;
use std::iter;

const MAGIC: &[u8] = b"FLR\0";
/// Bytes of the head.
const HEAD: usize = 68;
/// Among the features: numbers are packed.
const PACKED: u8 = 1;
/// Types of events that hold no event.
const METADATA: i64 = 0;
const POOLS: i64 = 1;
/// Values inside values; those of the profiler go down to 2. A class that has itself as a field goes down for ever.
const DEEPEST: u32 = 8;
/// About what a constant's place takes in memory.
const PLACE: usize = 48;

/// A chunk, with the places of what its events refer to.
pub(super) struct Chunk<'a> {
    bytes: &'a [u8],
    budget: &'a Budget,
    /// Ticks of its clock in a second.
    pub(super) ticks_per_s: i64,
    classes: HashMap<i64, Class<'a>>,
    /// Where constants lie, by class and number.
    constants: HashMap<(i64, i64), usize>,
}

/// The bytes of the chunk that `bytes` begin with: as many as it says itself, if there are so many.
pub(super) fn first(bytes: &[u8]) -> Result<&[u8], Garbled> {
    let version = bytes.get(4..6).ok_or(Garbled)?;
    if !bytes.starts_with(MAGIC) || !matches!(version, [0, 1 | 2]) {
        return Err(Garbled);
    }
    let size = place(bytes, 8)?;
    if size < HEAD { Err(Garbled) } else { bytes.get(..size).ok_or(Garbled) }
}

/// The number of eight bytes at `at`.
fn long(bytes: &[u8], at: usize) -> Result<i64, Garbled> {
    let eight = bytes.get(at..).and_then(<[u8]>::first_chunk).ok_or(Garbled)?;
    Ok(i64::from_be_bytes(*eight))
}

fn place(bytes: &[u8], at: usize) -> Result<usize, Garbled> {
    usize::try_from(long(bytes, at)?).map_err(|_| Garbled)
}

impl<'a> Chunk<'a> {
    /// The chunk that is all of `bytes`.
    pub(super) fn read(bytes: &'a [u8], budget: &'a Budget) -> Result<Self, Garbled> {
        if bytes.get(HEAD - 1).is_none_or(|features| features & PACKED == 0) {
            return Err(Garbled);
        }
        let classes = types::read(Bytes::new(bytes, place(bytes, 24)?, budget))?;
        let mut chunk = Self { bytes, budget, ticks_per_s: long(bytes, 56)?, classes, constants: HashMap::new() };
        chunk.find_constants()?;
        Ok(chunk)
    }

    /// Bytes of it.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The budget that is read from.
    pub(super) fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// Its events, as they were written. After an event whose end is not known there is none.
    pub(super) fn events(&self) -> impl Iterator<Item = Result<Value<'_, 'a>, Garbled>> {
        let mut at = HEAD;
        iter::from_fn(move || {
            while at < self.bytes.len() {
                match self.event(&mut at).transpose() {
                    None => {}
                    event => return event,
                }
            }
            None
        })
    }

    /// The event at `at`, which moves to the next; `None` for what is no event.
    fn event(&self, at: &mut usize) -> Result<Option<Value<'_, 'a>>, Garbled> {
        let mut from = Bytes::new(self.bytes, *at, self.budget);
        // one that cannot be read is the last, unless its end turns out to be known
        let begin = std::mem::replace(at, self.bytes.len());
        let size = usize::try_from(from.number()?).map_err(|_| Garbled)?;
        let end = begin.checked_add(size).filter(|end| size > 0 && *end <= self.bytes.len()).ok_or(Garbled)?;
        *at = end;
        match from.number()? {
            METADATA | POOLS => Ok(None),
            class => {
                let class = self.classes.get(&class).ok_or(Garbled)?;
                Ok(Some(Value::new(self, class, Bytes::new(&self.bytes[..end], from.at(), self.budget))))
            }
        }
    }

    /// Goes through the pools of constants. Each says how far from it the next one lies, which may be a circle: the budget ends it.
    fn find_constants(&mut self) -> Result<(), Garbled> {
        let (mut at, mut step) = (0_i64, long(self.bytes, 16)?);
        while step != 0 {
            at = at.checked_add(step).ok_or(Garbled)?;
            step = self.pools(Bytes::new(self.bytes, usize::try_from(at).map_err(|_| Garbled)?, self.budget))?;
        }
        Ok(())
    }

    /// Takes in the pools of one such event, and says how far from it the next lies, 0 for none.
    fn pools(&mut self, mut from: Bytes<'a>) -> Result<i64, Garbled> {
        let _size = from.number()?;
        if from.number()? != POOLS {
            return Err(Garbled);
        }
        let (_start, _duration) = (from.number()?, from.number()?);
        let next = from.number()?;
        let _flush = from.take(1)?;
        for _ in 0..from.count()? {
            let class = from.number()?;
            for _ in 0..from.count()? {
                let number = from.number()?;
                self.budget.keep(PLACE)?;
                self.constants.insert((class, number), from.at());
                self.pass(&mut from, class, 0)?;
            }
        }
        Ok(next)
    }

    /// Goes past a value. Each takes a byte at least, so that going past many takes no longer than there are bytes.
    fn pass(&self, from: &mut Bytes<'a>, class: i64, depth: u32) -> Result<(), Garbled> {
        let class = self.classes.get(&class).ok_or(Garbled)?;
        match class.kind {
            Kind::Int | Kind::Long => from.number().map(drop),
            Kind::Byte => from.take(1).map(drop),
            Kind::Float => from.take(4).map(drop),
            Kind::Double => from.take(8).map(drop),
            Kind::Text => from.text().map(drop),
            Kind::Fields if depth == DEEPEST || class.fields.is_empty() => Err(Garbled),
            Kind::Fields => class.fields.iter().try_for_each(|field| self.pass_field(from, field, depth + 1)),
        }
    }

    /// Goes past a field, which lies inside `depth` values.
    pub(super) fn pass_field(&self, from: &mut Bytes<'a>, field: &Field, depth: u32) -> Result<(), Garbled> {
        let values = if field.list { from.count()? } else { 1 };
        (0..values).try_for_each(|_| self.pass_one(from, field, depth))
    }

    /// Goes past one of the values of a field.
    pub(super) fn pass_one(&self, from: &mut Bytes<'a>, field: &Field, depth: u32) -> Result<(), Garbled> {
        if field.pooled { from.number().map(drop) } else { self.pass(from, field.class, depth) }
    }

    /// One of the values of a field, which begins at `from`: the constant where it refers to one.
    pub(super) fn value(&self, mut from: Bytes<'a>, field: &Field) -> Option<Value<'_, 'a>> {
        let class = self.classes.get(&field.class)?;
        if field.pooled {
            let at = *self.constants.get(&(field.class, from.number().ok()?))?;
            from = Bytes::new(self.bytes, at, self.budget);
        }
        Some(Value::new(self, class, from))
    }
}
