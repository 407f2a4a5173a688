//! What the kept seconds carried: bytes, statuses, routes. Files of old versions do not know it.

use super::stretch::{Stretch, answered, by};
use ::report::load::{Latency, RouteRow, Totals};
use model::{LoadSecond, Phase, RouteTraffic, Run, Traffic};
use stats::hdr;
use std::collections::BTreeMap;

impl Stretch<'_> {
    /// Of each second; `None` where one does not know it.
    fn traffic(&self) -> Option<Vec<&Traffic>> {
        self.seconds.iter().map(|s| s.traffic.as_ref()).collect()
    }

    /// Whether the seconds know what they carried.
    pub(super) fn knows_traffic(&self) -> bool {
        self.traffic().is_some()
    }

    /// `totals` with what was carried, as far as it is known.
    pub(super) fn with_traffic(&self, totals: Totals) -> Totals {
        let Some(all) = self.traffic() else { return totals };
        let sum = |of: fn(&Traffic) -> u64| all.iter().map(|t| of(t)).sum();
        let mut statuses = BTreeMap::new();
        for (status, n) in all.iter().flat_map(|t| &t.statuses) {
            *statuses.entry(*status).or_insert(0) += n;
        }
        Totals {
            dropped: sum(|t| t.dropped),
            retries: sum(|t| t.retries),
            redirects: sum(|t| t.redirects),
            connections_opened: sum(|t| t.connections_opened),
            connects_failed: sum(|t| t.connects_failed),
            bytes_in: sum(|t| t.bytes_in),
            bytes_out: sum(|t| t.bytes_out),
            statuses: statuses.into_iter().collect(),
            ..totals
        }
    }
}

/// One route of a phase.
#[derive(Default)]
struct Route<'a> {
    count: u64,
    answered: u64,
    errors: u64,
    response_sum_ns: u64,
    response: Vec<&'a [u8]>,
}

impl<'a> Route<'a> {
    fn add(&mut self, second: &'a LoadSecond, r: &'a RouteTraffic) {
        let errors: u64 = r.errors.values().sum();
        self.count += r.ok + errors;
        self.errors += errors;
        self.answered += answered(|o| by(r.ok, &r.errors, o));
        self.response_sum_ns += r.response_sum_ns;
        self.response.push(if r.response_hdr.is_empty() { &second.response_hdr } else { &r.response_hdr });
    }

    /// Its row, with a rate over `duration_s`.
    fn row(&self, name: &str, duration_s: f64) -> RouteRow {
        let (h, _unreadable) = hdr::merge(self.response.iter().copied());
        RouteRow {
            name: name.to_owned(),
            count: self.count,
            errors: self.errors,
            per_s: self.answered as f64 / duration_s.max(1e-9),
            response: Latency::keeping(h, self.response_sum_ns as f64),
        }
    }
}

/// Each route in the order of the run's table; its rate is over the time of its phase. None where a second does not know what it carried.
pub(super) fn routes(run: &Run, phases: &[&Phase]) -> Vec<RouteRow> {
    let mut rows: Vec<RouteRow> = run.info.routes.iter().map(|name| RouteRow { name: name.clone(), ..RouteRow::default() }).collect();
    for phase in phases {
        let own = Stretch::of(run, phase);
        if !own.knows_traffic() {
            return Vec::new();
        }
        let mut seen: BTreeMap<u16, Route> = BTreeMap::new();
        for (second, r) in own.seconds.iter().flat_map(|s| s.traffic.iter().flat_map(|t| &t.routes).map(move |r| (*s, r))) {
            seen.entry(r.route).or_default().add(second, r);
        }
        for (number, route) in seen {
            if let Some(row) = rows.get_mut(usize::from(number)) {
                *row = route.row(&row.name, own.duration_s());
            }
        }
    }
    rows
}
