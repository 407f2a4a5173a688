//! A batch of observations as the payload of one frame: zstd of MessagePack with field names, wrapped with a schema version.

use crate::columns;
use crate::upgrade::{self, Chain};
use model::Observation;
use serde::{Deserialize, Serialize};
use std::io::Read;

/// zstd level: the writer shares the machine with the service, and level 1 costs least while columns still shrink well.
pub(crate) const LIVE: i32 = 1;
/// zstd level of copies that are made once and read often.
pub(crate) const SMALLEST: i32 = 19;
/// More than this out of one frame is taken for a decompression bomb.
const MAX_BATCH: u64 = 1 << 30;

#[derive(Serialize)]
struct Outgoing<'a> {
    schema: u32,
    observations: &'a [Observation],
}

#[derive(Deserialize)]
struct Incoming {
    observations: Vec<Observation>,
}

#[derive(Deserialize)]
struct Foreign {
    observations: rmpv::Value,
}

#[derive(Deserialize)]
struct Peek {
    schema: u32,
}

/// Why a payload cannot be understood.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// A schema without a way to the current one.
    Schema(u32),
    /// Bytes that are no batch.
    Garbled(String),
}

/// Observations with the schema version they were written in.
pub(crate) type Decoded = (Vec<Observation>, u32);

/// The payload of a frame, compressed at a zstd level.
pub(crate) fn encode(observations: &[Observation], level: i32) -> Result<Vec<u8>, String> {
    let plain = rmp_serde::to_vec_named(&Outgoing { schema: upgrade::CURRENT, observations }).map_err(|e| e.to_string())?;
    if plain.len() as u64 > MAX_BATCH {
        return Err(format!("{} bytes in one batch, the most is {MAX_BATCH}", plain.len()));
    }
    zstd::bulk::compress(&plain, level).map_err(|e| e.to_string())
}

/// Longest cause that is told, characters: what is wrong may repeat a part of what was read.
const CAUSE: usize = 300;

/// The observations of a payload, brought to the current schema, their columns of one length.
pub(crate) fn decode(payload: &[u8], chain: &Chain) -> Result<Decoded, Unreadable> {
    let (observations, schema) = understand(payload, chain)?;
    columns::check(&observations).map_err(Unreadable::Garbled)?;
    Ok((observations, schema))
}

fn understand(payload: &[u8], chain: &Chain) -> Result<Decoded, Unreadable> {
    let garbled = |e: &dyn std::fmt::Display| Unreadable::Garbled(e.to_string().chars().take(CAUSE).collect());
    let plain = decompress(payload).map_err(|e| garbled(&e))?;
    let schema = rmp_serde::from_slice::<Peek>(&plain).map_err(|e| garbled(&e))?.schema;
    if (upgrade::READS_AS_IT_IS..=upgrade::CURRENT).contains(&schema) {
        let batch: Incoming = rmp_serde::from_slice(&plain).map_err(|e| garbled(&e))?;
        return Ok((batch.observations, schema));
    }
    if !chain.reaches(schema) {
        return Err(Unreadable::Schema(schema));
    }
    let old: Foreign = rmp_serde::from_slice(&plain).map_err(|e| garbled(&e))?;
    let value = chain.climb(old.observations, schema).map_err(|e| garbled(&e))?;
    // Back to bytes: serde's view of a value and of its bytes differ in how they name the variants of an enum.
    let current = rmp_serde::to_vec_named(&value).map_err(|e| garbled(&e))?;
    let observations = rmp_serde::from_slice(&current).map_err(|e| garbled(&e))?;
    Ok((observations, schema))
}

fn decompress(payload: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    zstd::stream::read::Decoder::new(payload)?.take(MAX_BATCH + 1).read_to_end(&mut plain)?;
    if plain.len() as u64 > MAX_BATCH {
        return Err(std::io::Error::other(format!("more than {MAX_BATCH} bytes in one batch")));
    }
    Ok(plain)
}
