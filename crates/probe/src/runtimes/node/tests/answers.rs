//! Answers that their sockets do not take at once.

use super::{last, phase, watch};
use crate::Probe as _;
use model::signal;

#[test]
fn answers_that_wait_for_their_sockets_are_timed_and_no_others() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    w.probe.attach(&w.cx.clone()).expect("attach");
    let mut waited = |phase_id: &str, route: &str| {
        let before = last(w.run().one(signal::ANSWER_WRITE_TIME));
        w.probe.begin(&phase(phase_id)).expect("begin");
        for _ in 0..20 {
            w.service.get(route).expect("it answers");
        }
        w.probe.end(&phase(phase_id)).expect("end");
        last(w.run().one(signal::ANSWER_WRITE_TIME)) - if before.is_nan() { 0.0 } else { before }
    };
    assert_eq!(waited("whole", "/"), 0.0, "the socket takes a small answer at once");
    let in_pieces = waited("pieces", "/pieces");
    assert!(in_pieces > 0.0 && in_pieces < 10.0, "{in_pieces} s");
    assert_eq!(w.run().series_of(signal::ASYNC_WORK_COUNT).count(), 0, "no thread of the pool has to do with it");
}
