//! How dumps become samples. Dumps of a real virtual machine are in the tests of the probe.

use super::*;

fn at(ms: i64) -> Timestamp {
    Timestamp::from_ns(ms * 1_000_000)
}

#[test]
fn each_dump_stands_for_the_time_around_it() {
    let taken: Vec<Dump> = [100, 200, 400].map(|ms| Dump { t: at(ms), threads: vec![(WallSample::virtual_tid(7), 3)] }).into();
    let samples = weighted(&taken, (at(0), at(500)), 10.0);
    let seen: Vec<(i64, u32)> = samples.iter().map(|s| (s.t.ns() / 1_000_000, s.weight)).collect();
    assert_eq!(seen, [(0, 15), (150, 15), (300, 20)]);
    assert!(samples.iter().all(|s| s.tid == (WallSample::virtual_tid(7)) && s.stack == 3));
}

#[test]
fn rounding_loses_no_time() {
    let taken: Vec<Dump> = (0..40).map(|i| Dump { t: at(50 + 100 * i), threads: vec![(WallSample::virtual_tid(1), 0)] }).collect();
    let whole: u32 = weighted(&taken, (at(0), at(4000)), 15.0).iter().map(|s| s.weight).sum();
    assert!((266..=267).contains(&whole), "{whole} of 4000 ms / 15 ms");
}

#[test]
fn without_dumps_there_are_no_samples() {
    assert!(weighted(&[], (at(0), at(500)), 10.0).is_empty());
}
