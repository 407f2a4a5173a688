//! What is read of the file that the agent shares, whatever stands in it: the service can write there too.

use super::super::layout::{FILE_WORDS, MAX_INSTANCES, RING_RECORDS, Table, word};
use std::sync::atomic::AtomicU64;

#[test]
fn no_more_is_read_than_the_file_holds_whatever_its_words_say() {
    let words: Vec<AtomicU64> = (0..FILE_WORDS).map(|_| AtomicU64::new(0)).collect();
    let table = Table(&words);
    for said in [MAX_INSTANCES as u64 + 1, 1 << 40, u64::MAX] {
        table.set(word::INSTANCES, said);
        assert_eq!(table.instances(), MAX_INSTANCES);
    }
    for written in [3 * RING_RECORDS, 1 << 50, u64::MAX] {
        table.set(word::WRITTEN, written);
        let (mut next, mut records) = (5, Vec::new());
        let lost = table.drain(written, &mut next, &mut records);
        assert_eq!((lost + records.len() as u64, next), (written - 5, written));
        assert_eq!(records.len() as u64, RING_RECORDS - 1, "the oldest may just be written anew");
    }
    // one that goes back
    table.set(word::WRITTEN, 3);
    let (mut next, mut records) = (10, Vec::new());
    assert_eq!((table.drain(3, &mut next, &mut records), next, records.len()), (0, 10, 0));
}
