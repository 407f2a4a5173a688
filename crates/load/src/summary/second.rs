//! One window in the words of the model.

use crate::tally::Window;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Serializer, V2Serializer};
use model::{LoadSecond, Outcome, Timestamp};

/// The window in the words of the model.
pub(crate) fn load_second(phase: &str, w: &Window) -> LoadSecond {
    let c = &w.counts;
    let errors = (1..c.ended.len()).filter(|i| c.ended[*i] > 0);
    let hdr = |h: &Histogram<u64>| {
        let mut bytes = Vec::new();
        V2Serializer::new().serialize(h, &mut bytes).expect("a vector takes all bytes");
        bytes
    };
    LoadSecond {
        phase: phase.to_owned(),
        start: Timestamp::from_ns(c.start),
        end: Timestamp::from_ns(c.end),
        steady: Some(c.steady),
        planned: c.planned,
        sent: c.sent,
        ok: c.ended[Outcome::Ok as usize],
        errors: errors.filter_map(|i| Some((Outcome::from_u8(i as u8)?.name().to_owned(), c.ended[i]))).collect(),
        in_flight: c.in_flight,
        response_hdr: hdr(&w.response),
        service_hdr: hdr(&w.service),
        late_hdr: hdr(&w.late),
        lag_hdr: hdr(&w.lag),
        generator_cpu_ns: c.cpu_ns,
        generator_spin_ns: c.spin_ns,
        generator_run_queue_ns: c.run_queue_ns,
        error_sample: w.errors.0.first().map(|k| k.text.clone()),
    }
}
