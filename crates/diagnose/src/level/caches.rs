//! The cache servers behind a service: how long a command that does nothing takes there, and how often the service and they take turns.

use model::{ComponentKind, Role, Run, Series, Timestamp, signal};

crate::thresholds! {
    /// Half of the interval at which commands are sent that do nothing, seconds: longer ones stand for those that would have been sent meanwhile. Source: the
    /// probe's intervals of 41 to 59 ms.
    HALF_INTERVAL_S = 0.025;
    /// Longest time for which one reading stands, seconds: longer gaps lie between levels. A guess.
    LONGEST_GAP_S = 6.0;
}

/// A cache server during a window.
#[derive(Debug, Clone, PartialEq)]
pub struct CacheServer {
    /// Id of its component.
    pub store: String,
    /// What a command that does nothing and comes at any moment takes there, milliseconds.
    pub round_trip_ms: f64,
    /// The longest of those that were sent.
    pub longest_ms: f64,
    /// Share of the window within round trips longer than half of the interval at which they are sent, 0 to 1.
    pub stalled_share: f64,
    /// Round trips to it per request, where they were counted.
    pub turns: Option<f64>,
}

impl CacheServer {
    /// What its round trips make of a request, milliseconds; `None` where they were not counted.
    pub fn asked_ms(&self) -> Option<f64> {
        Some(self.turns? * self.round_trip_ms)
    }
}

/// The cache servers that were asked how long they take.
pub(super) fn caches(run: &Run, (from, to): (Timestamp, Timestamp), requests: f64) -> Vec<CacheServer> {
    let of = |s: &Series| {
        let trips = Trips::within(s, from, to)?;
        let store = s.label("store").to_owned();
        let address = store.split_once(':').map_or("", |(_, address)| address);
        let turns = super::trips::with_peer(run, from, to, address).map(|n| n / requests);
        Some(CacheServer {
            round_trip_ms: trips.mean_s * 1e3,
            longest_ms: trips.longest_s * 1e3,
            stalled_share: trips.stalled,
            turns,
            store,
        })
    };
    run.series_of(signal::CACHE_ROUND_TRIP).filter_map(of).collect()
}

/// Addresses of the caches that are known: by who asks them, or by what they are.
pub(super) fn addresses(run: &Run) -> Vec<&str> {
    let e = &run.environment;
    let asked = e.components.iter().filter(|c| c.kind == ComponentKind::Cache);
    let asked = asked.filter_map(|c| c.id.split_once(':').map(|(_, address)| address));
    asked.chain(e.target.peers.iter().filter(|p| p.role == Role::Cache).map(|p| p.address.as_str())).collect()
}

/// Round trips of which one at a time was on its way.
struct Trips {
    mean_s: f64,
    longest_s: f64,
    stalled: f64,
}

impl Trips {
    /// While a long one is on its way others would have been sent, and would have waited for what was left of it. Whoever counts each once sees a server that
    /// stands still every now and then as one that hardly ever does.
    fn within(s: &Series, from: Timestamp, to: Timestamp) -> Option<Self> {
        let (a, b) = (s.t.partition_point(|t| *t < from), s.t.partition_point(|t| *t <= to));
        let (sent, trips) = (&s.t[a..b.max(a)], &s.v[a..b.max(a)]);
        let longest_s = trips.iter().copied().reduce(f64::max)?;
        let short_s = trips.iter().copied().fold(f64::INFINITY, f64::min);
        let (mut area, mut span, mut stalled) = (0.0, 0.0, 0.0);
        for (i, trip) in trips.iter().enumerate() {
            let until = sent.get(i + 1).copied().unwrap_or(to);
            let stands = until.seconds_since(sent[i]).max(*trip).min(LONGEST_GAP_S.get().max(*trip));
            span += stands;
            if *trip >= HALF_INTERVAL_S.get() {
                area += trip * trip / 2.0 + (stands - trip) * short_s;
                stalled += trip;
            } else {
                area += trip * stands;
            }
        }
        (span > 0.0).then(|| Self { mean_s: area / span, longest_s, stalled: stalled / span })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::series::labels;

    fn trips(sent: &[(i64, f64)], until_ms: i64) -> Trips {
        let at = |ms: i64| Timestamp::from_ns(ms * 1_000_000);
        let mut s = Series::new(signal::CACHE_ROUND_TRIP, labels([("store", "redis:x")]));
        for (ms, seconds) in sent {
            s.push(at(*ms), *seconds);
        }
        Trips::within(&s, at(0), at(until_ms)).expect("some")
    }

    #[test]
    fn who_comes_at_any_moment_waits_for_what_is_left_of_a_stall() {
        // 0    50   100                400  450  500
        // |.   |.   |==== stall =======|.   |.   |
        let t = trips(&[(0, 1e-3), (50, 1e-3), (100, 0.3), (400, 1e-3), (450, 1e-3)], 500);
        assert!((t.mean_s - (0.3 * 0.15 + 0.2 * 1e-3) / 0.5).abs() < 1e-6, "{}", t.mean_s);
        assert!((t.stalled - 0.6).abs() < 1e-9 && t.longest_s == 0.3);
    }

    #[test]
    fn short_ones_are_what_they_are() {
        let t = trips(&[(0, 1e-3), (50, 3e-3), (100, 2e-3)], 150);
        assert!((t.mean_s - 2e-3).abs() < 1e-9 && t.stalled == 0.0);
    }
}
