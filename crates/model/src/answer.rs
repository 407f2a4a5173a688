//! A few answers to requests of the load, asked for while nothing was measured: how they are packed, what packing them costs, and what they
//! say twice.
//!
//! Sizes, times and types, and the name of a field. What an answer says is never kept.

use serde::{Deserialize, Serialize};

/// A sample of answers.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AnswerSample {
    /// Share of the load's requests that are of the steps that were asked, 0 to 1: the others may change something.
    pub covers: f64,
    /// The answers, each to one request, as likely as the load sends it.
    pub answers: Vec<SampledAnswer>,
}

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SampledAnswer {
    /// Its place in [`RunInfo::routes`](crate::RunInfo::routes).
    pub route: Option<u16>,
    /// Its media type without parameters; empty where it has none that can be read.
    pub media_type: String,
    /// How it is packed: `gzip`, `deflate`, `br`, `zstd`, `other`; empty where it is not.
    pub encoding: String,
    /// Bytes of its head.
    pub head_bytes: u64,
    /// Bytes of its body as they were sent, without the framing of chunks.
    pub body_bytes: u64,
    /// Chunks that it came in (RFC 9112, 7.1); `None` where it was not chunked, or not all of it was kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chunks: Option<u64>,
    /// Bytes of its body unpacked; `None` where that was not tried or came to nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unpacked_bytes: Option<u64>,
    /// The level at which it was packed, where its head says so: of gzip the lowest and the highest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level_told: Option<u8>,
    /// What the tool's own compressor makes of it, from the lowest level on; empty where that was not tried to its end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub packed: Vec<Packed>,
    /// What of it says nothing new; `None` where it is no JSON that was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surplus: Option<Surplus>,
}

/// What of a JSON body says nothing that it does not say without it. Bytes are those without spaces between values.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Surplus {
    /// Bytes of all.
    pub json_bytes: u64,
    /// Bytes of objects and arrays of which an equal one stands before, the outermost alone.
    pub repeated_bytes: u64,
    /// Bytes of fields whose value is `null` or empty, where they are in none of these.
    pub empty_bytes: u64,
    /// The field of most repeated bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<RepeatedField>,
}

/// What one field repeats.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RepeatedField {
    /// Its name; empty where the name may be data, or where it is the answer itself.
    pub name: String,
    /// Bytes that stand before.
    pub bytes: u64,
    /// How many objects or arrays these are.
    pub times: u64,
}

/// One level of compression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Packed {
    /// The level, in the numbers of the encoding.
    pub level: u8,
    /// Bytes that come out.
    pub bytes: u64,
    /// CPU time that it takes.
    pub cpu_ns: u64,
}

impl AnswerSample {
    /// Whether any of the answers is packed.
    pub fn is_packed(&self) -> bool {
        self.answers.iter().any(|a| !a.encoding.is_empty())
    }
}
