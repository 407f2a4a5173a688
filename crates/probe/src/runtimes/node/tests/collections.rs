//! Of each collection V8 says whether memory outside of its heap asked for it.

use super::{phase, watch};
use crate::Probe as _;
use model::signal;
use std::time::{Duration, Instant};

#[test]
fn collections_that_memory_outside_of_the_heap_asks_for_are_counted() {
    let Some(mut w) = watch(&["--inspect-port=0"]) else { return };
    w.probe.attach(&w.cx.clone()).expect("attach");
    w.probe.begin(&phase("p")).expect("begin");
    let patience = Instant::now() + Duration::from_secs(60);
    while w.run().one(signal::GC_OUTSIDE_COUNT).and_then(|s| s.v.last().copied()) < Some(1.0) {
        assert!(Instant::now() < patience, "none in 60 s");
        w.service.get("/streams").expect("it answers");
    }
    w.probe.end(&phase("p")).expect("end");
    let run = w.run();
    assert!(run.one(signal::MEMORY_OUTSIDE).is_some_and(|s| s.v.iter().all(|bytes| *bytes > 0.0)), "what buffers hold");
    w.probe.detach().expect("detach");
}
