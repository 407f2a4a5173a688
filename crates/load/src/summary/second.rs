//! One window in the words of the model.

use crate::tally::{Outcomes, Window};
use hdrhistogram::serialization::{Serializer, V2Serializer};
use hdrhistogram::{Counter, Histogram};
use model::{LoadSecond, Outcome, RouteTraffic, Timestamp, Traffic};
use std::collections::BTreeMap;

/// The window in the words of the model; `first_route` is the place of the scenario's first route among those of the run.
pub(crate) fn load_second(phase: &str, w: &Window, first_route: u16) -> LoadSecond {
    let c = &w.counts;
    LoadSecond {
        phase: phase.to_owned(),
        start: Timestamp::from_ns(c.start),
        end: Timestamp::from_ns(c.end),
        steady: Some(c.steady),
        planned: c.planned,
        sent: c.sent,
        ok: c.ended[Outcome::Ok as usize],
        errors: errors(&c.ended),
        in_flight: c.in_flight,
        response_hdr: hdr(&w.response),
        service_hdr: hdr(&w.service),
        late_hdr: hdr(&w.late),
        lag_hdr: hdr(&w.lag),
        generator_cpu_ns: c.cpu_ns,
        generator_spin_ns: c.spin_ns,
        generator_run_queue_ns: c.run_queue_ns,
        error_sample: w.errors.0.first().map(|k| k.text.clone()),
        traffic: Some(traffic(w, first_route)),
    }
}

fn traffic(w: &Window, first_route: u16) -> Traffic {
    let c = &w.counts;
    Traffic {
        bytes_in: c.bytes_in,
        bytes_out: c.bytes_out,
        statuses: w.statuses.0.iter().copied().collect(),
        dropped: c.dropped,
        retries: c.retries,
        redirects: c.redirects,
        connections_opened: c.opened,
        connects_failed: c.refused,
        routes: routes(w, first_route),
    }
}

/// Those on which a request ended.
fn routes(w: &Window, first_route: u16) -> Vec<RouteTraffic> {
    let route = |route: u16, ended: &Outcomes, response_sum_ns: u64, response_hdr: Vec<u8>| {
        let ok = ended[Outcome::Ok as usize];
        RouteTraffic { route, ok, errors: errors(ended), response_sum_ns, response_hdr }
    };
    let any = |ended: &Outcomes| ended.iter().any(|n| *n > 0);
    if w.routes.is_empty() {
        let only = || route(first_route, &w.counts.ended, w.counts.response_sum, Vec::new());
        return any(&w.counts.ended).then(only).into_iter().collect();
    }
    let seen = (first_route..u16::MAX).zip(&w.routes).filter(|(_, r)| any(&r.ended));
    seen.map(|(number, r)| route(number, &r.ended, r.response_sum, hdr(&r.response))).collect()
}

/// What ended otherwise than well, by name.
fn errors(ended: &Outcomes) -> BTreeMap<String, u64> {
    let kinds = (0..).map_while(Outcome::from_u8).filter(|o| *o != Outcome::Ok && ended[*o as usize] > 0);
    kinds.map(|o| (o.name().to_owned(), ended[o as usize])).collect()
}

fn hdr<C: Counter>(h: &Histogram<C>) -> Vec<u8> {
    let mut bytes = Vec::new();
    V2Serializer::new().serialize(h, &mut bytes).expect("a vector takes all bytes");
    bytes
}
