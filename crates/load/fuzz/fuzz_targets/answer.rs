//! Hands the fuzzer's bytes to the promises of the reader of answers.
#![no_main]

#[path = "../../src/answer.rs"]
mod answer;
#[path = "../../src/chunks.rs"]
mod chunks;
#[path = "../../src/fuzzing.rs"]
mod fuzzing;

libfuzzer_sys::fuzz_target!(|input: &[u8]| fuzzing::check(input));
