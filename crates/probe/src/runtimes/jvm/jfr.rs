//! Reads the profiler's recording: samples with thread, stack and weight, on the host's clock: of all threads by the wall clock, and of
//! those that use the CPU by their CPU time.
//!
//! In async-profiler's files ticks are nanoseconds of CLOCK_MONOTONIC, so nothing is converted. Frames and stacks are interned over the
//! whole run: this probe alone emits them, so their numbers are its own count.
//!
//! The file lies where the service can write, so the reader is our own and believes none of its lengths ([`bytes`]): time and memory are
//! bounded, whatever stands there. It reads what this profiler writes, and no other way in which the format would have it.

mod bytes;
mod chunk;
mod reading;
mod types;
mod value;

use crate::discover;
use crate::interner::Interner;
use bytes::{Budget, Garbled};
use chunk::Chunk;
use model::{Allocated, Message, WallSample, message};
use reading::Reading;
use std::io::ErrorKind;
use std::path::Path;

/// Largest recording that is read. A guess: 500,000 samples of 20,000 stacks take some 20 MB.
const MOST: u64 = 128 << 20;

/// What a recording holds.
#[derive(Debug, Default)]
pub(super) struct Recording {
    pub(super) samples: Vec<WallSample>,
    /// Samples by CPU time.
    pub(super) cpu: Vec<WallSample>,
    pub(super) thread_names: Vec<(u32, String)>,
    /// New objects by stack and class.
    pub(super) allocated: Vec<Allocated>,
    /// Events, or ends of a file, that could not be read.
    pub(super) unreadable: u64,
}

/// Reads a recording; an unreadable rest is counted, what was read is kept. An error where nothing could be read.
pub(super) fn read(path: &Path, interner: &mut Interner) -> Result<Recording, Message> {
    let file = discover::regular(path, MOST, false).map_err(|e| match e.kind() {
        ErrorKind::InvalidInput => message!("jvm/recording-not-such", most: Bytes(MOST as f64)),
        _ => e.to_string().into(),
    })?;
    let bytes = discover::contents(&file, MOST).map_err(|e| Message::from(e.to_string()))?;
    parse(&bytes, interner)
}

fn parse(bytes: &[u8], interner: &mut Interner) -> Result<Recording, Message> {
    let budget = Budget::for_file(bytes.len());
    let mut reading = Reading::of(interner);
    let mut at = 0;
    loop {
        match chunk::first(&bytes[at..]).and_then(|b| Chunk::read(b, &budget)) {
            Ok(chunk) => {
                reading.read(&chunk);
                at += chunk.len();
            }
            Err(Garbled) if at == 0 => return Err(message!("jvm/recording-garbled")),
            Err(Garbled) => {
                reading.lose_the_rest();
                break;
            }
        }
        if at == bytes.len() {
            break;
        }
    }
    Ok(reading.done())
}

#[cfg(test)]
mod tests;
