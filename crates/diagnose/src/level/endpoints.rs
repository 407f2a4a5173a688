//! What the service asks of others, by method, host and path: how often, for how long, and how it was answered.

use model::{Run, Series, Timestamp, signal, view};
use std::collections::BTreeMap;

crate::thresholds! {
    /// Seconds for which calls must have been watched to stand for all of the time. A guess: one call in less says nothing of a rate.
    LEAST_WATCHED_S = 0.2;
    /// The same as a share of the time. A guess: a call that was seen stands for a hundred at most.
    LEAST_WATCHED = 0.01;
    /// Calls of a level that must have been compared for a share of them that repeat each other. A guess: the share is known to a fifth then.
    LEAST_COMPARED = 20.0;
}

/// Status of a call beyond a limit on the rate. Source: RFC 6585.
pub const TOO_MANY: u16 = 429;

/// One endpoint of another service during a window.
#[derive(Debug, Clone, PartialEq)]
pub struct Endpoint {
    /// `GET stock:8081/items/{id}`.
    pub name: String,
    /// Calls that ended.
    pub calls: f64,
    /// How many of them were seen: all, where all are counted.
    pub seen: f64,
    /// Mean time from the start of a call to the end of its answer, milliseconds.
    pub mean_ms: f64,
    /// How many by status; 0 where there was no answer.
    pub statuses: BTreeMap<u16, f64>,
    /// Share of them that said what the one before it said, 0 to 1; `None` where too few were compared.
    pub repeated: Option<f64>,
}

impl Endpoint {
    /// Calls without an answer, or with a status of 400 or more.
    pub fn failed(&self) -> f64 {
        self.statuses.iter().filter(|(s, _)| **s == 0 || **s >= 400).fold(0.0, |all, (_, n)| all + n)
    }

    /// Of these, calls that were refused whatever they ask for: without an answer, with 429, or with a status of 500 or more. That something is not there is
    /// an answer.
    pub fn refused(&self) -> f64 {
        self.refusals().fold(0.0, |all, (_, n)| all + n)
    }

    /// The status of most of these, 0 for no answer; `None` where none was refused.
    pub fn refuses_with(&self) -> Option<u16> {
        self.refusals().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(status, _)| status)
    }

    fn refusals(&self) -> impl Iterator<Item = (u16, f64)> + '_ {
        self.statuses.iter().map(|(s, n)| (*s, *n)).filter(|(s, n)| (*s == 0 || *s == TOO_MANY || *s >= 500) && *n > 0.0)
    }
}

/// Those that were called, the one of most time first. Node's clients tell of all calls; of others it was watched in windows, which stand for all of the time.
pub fn endpoints(run: &Run, (from, to): (Timestamp, Timestamp)) -> Vec<Endpoint> {
    let all_of = |s: &Series| s.increase(from, to).map(|n| n * unwatched(run, s.label(view::PROCESS), (from, to)));
    let mut statuses: BTreeMap<&str, BTreeMap<u16, f64>> = BTreeMap::new();
    for s in run.series_of(signal::ENDPOINT_COUNT) {
        let (Ok(status), Some(n)) = (s.label("status").parse(), all_of(s).filter(|n| *n > 0.0)) else { continue };
        *statuses.entry(s.label("endpoint")).or_default().entry(status).or_insert(0.0) += n;
    }
    let time_s =
        |name: &str| -> f64 { run.series_of(signal::ENDPOINT_TIME).filter(|s| s.label("endpoint") == name).filter_map(all_of).sum() };
    let seen = |signal: &str, name: &str| -> f64 {
        run.series_of(signal).filter(|s| s.label("endpoint") == name).filter_map(|s| s.increase(from, to)).sum()
    };
    let of = |(name, statuses): (&str, BTreeMap<u16, f64>)| {
        let calls = statuses.values().sum::<f64>();
        let counted = seen(signal::ENDPOINT_COUNT, name);
        let compared = seen(signal::ENDPOINT_COMPARED, name);
        let repeated = (compared >= LEAST_COMPARED.get()).then(|| seen(signal::ENDPOINT_REPEATED, name) / compared);
        Endpoint { name: name.to_owned(), calls, seen: counted, mean_ms: time_s(name) * 1e3 / calls, statuses, repeated }
    };
    let mut all: Vec<Endpoint> = statuses.into_iter().map(of).collect();
    all.sort_by(|a, b| (b.calls * b.mean_ms).total_cmp(&(a.calls * a.mean_ms)));
    all
}

/// Whether calls of this name may go to that address: they have its port, or tell none. A host is told by its name.
pub(super) fn may_go_to(endpoint: &str, address: &str) -> bool {
    let host = endpoint.split_once(' ').map_or("*", |(_, rest)| rest.split('/').next().unwrap_or(rest));
    let port = |s: &str| s.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
    match (port(host), port(address)) {
        (Some(asked), Some(at)) => asked == at,
        (None, Some(at)) => host == "*" || [80, 443].contains(&at),
        (_, None) => true,
    }
}

/// Whether calls were watched in a window, for long enough to say how many there were: always, where all are counted.
pub fn calls_were_watched(run: &Run, window: (Timestamp, Timestamp)) -> bool {
    let mut watched = run.series_of(signal::ENDPOINT_WATCHED).peekable();
    watched.peek().is_none() || watched.any(|s| stands_for(s, window) > 0.0)
}

/// How many times as many as were seen there were, of a process: 1 where all are seen.
fn unwatched(run: &Run, process: &str, window: (Timestamp, Timestamp)) -> f64 {
    let watched = run.series_of(signal::ENDPOINT_WATCHED).find(|s| s.label(view::PROCESS) == process);
    watched.map_or(1.0, |s| stands_for(s, window))
}

/// How many times as long as was watched a window is; 0 where it was hardly watched.
fn stands_for(watched: &Series, (from, to): (Timestamp, Timestamp)) -> f64 {
    let (watched_s, all_s) = (watched.increase(from, to).unwrap_or(0.0), to.seconds_since(from));
    let enough = watched_s >= LEAST_WATCHED_S.get() && watched_s >= LEAST_WATCHED.get() * all_s;
    if enough { all_s / watched_s } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_is_told_by_time_and_by_how_it_was_answered() {
        let mut run = Run::default();
        let mut counted = |signal: &str, of: &[(&str, &str)], value: f64| {
            let mut s = Series::new(signal, of.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect());
            s.push(Timestamp::from_ns(0), 5.0);
            s.push(Timestamp::from_ns(1_000_000_000), 5.0 + value);
            run.series.insert((s.signal.clone(), s.labels.clone()), s);
        };
        let (stock, price) = ("GET stock:8081/items/{id}", "POST price:80/quote");
        counted(signal::ENDPOINT_COUNT, &[("endpoint", stock), ("status", "200")], 70.0);
        counted(signal::ENDPOINT_COUNT, &[("endpoint", stock), ("status", "429")], 8.0);
        counted(signal::ENDPOINT_COUNT, &[("endpoint", stock), ("status", "404")], 20.0);
        counted(signal::ENDPOINT_COUNT, &[("endpoint", stock), ("status", "0")], 2.0);
        counted(signal::ENDPOINT_TIME, &[("endpoint", stock)], 0.4);
        counted(signal::ENDPOINT_COUNT, &[("endpoint", price), ("status", "201")], 10.0);
        counted(signal::ENDPOINT_TIME, &[("endpoint", price)], 0.9);
        for (name, compared, repeated) in [(stock, 80.0, 60.0), (price, 9.0, 9.0)] {
            counted(signal::ENDPOINT_COMPARED, &[("endpoint", name)], compared);
            counted(signal::ENDPOINT_REPEATED, &[("endpoint", name)], repeated);
        }
        let all = endpoints(&run, (Timestamp::from_ns(0), Timestamp::from_ns(1_000_000_000)));
        let told: Vec<_> =
            all.iter().map(|e| (e.name.as_str(), e.calls.round(), [e.failed().round(), e.refused().round()], e.refuses_with())).collect();
        assert_eq!(told, [(price, 10.0, [0.0, 0.0], None), (stock, 100.0, [30.0, 10.0], Some(429))]);
        assert!((all[1].mean_ms - 4.0).abs() < 1e-6, "{}", all[1].mean_ms);
        assert_eq!([all[0].repeated, all[1].repeated], [None, Some(0.75)], "of nine it is not told");
    }

    #[test]
    fn an_endpoint_is_at_the_address_with_its_port() {
        for (endpoint, address, may) in [
            ("GET stock:8081/items/{id}", "10.0.0.4:8081", true),
            ("GET stock:8081/items/{id}", "10.0.0.4:2525", false),
            ("GET api.example.org/quotes", "10.0.0.4:443", true),
            ("GET api.example.org/quotes", "10.0.0.4:2525", false),
            ("GET [::1]:8081/items", "[::1]:8081", true),
            ("* */", "10.0.0.4:2525", true),
        ] {
            assert_eq!(may_go_to(endpoint, address), may, "{endpoint} {address}");
        }
    }

    #[test]
    fn calls_that_were_seen_in_windows_stand_for_all() {
        let mut run = Run::default();
        let mut grown = |signal: &str, of: &[(&str, &str)], by: f64| {
            let mut s = Series::new(signal, of.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect());
            s.push(Timestamp::from_ns(2_000_000_000), 0.0);
            s.push(Timestamp::from_ns(3_000_000_000), by);
            run.series.insert((s.signal.clone(), s.labels.clone()), s);
        };
        let stock = ("endpoint", "GET stock:8081/items/{id}");
        grown(signal::ENDPOINT_WATCHED, &[], 0.5);
        grown(signal::ENDPOINT_COUNT, &[stock, ("status", "200")], 20.0);
        grown(signal::ENDPOINT_TIME, &[stock], 0.1);
        let all = endpoints(&run, (Timestamp::from_ns(0), Timestamp::from_ns(8_000_000_000)));
        assert_eq!((all[0].calls, all[0].mean_ms.round()), (320.0, 5.0), "half a second of eight was watched");
        let at_the_end = (Timestamp::from_ns(2_900_000_000), Timestamp::from_ns(8_000_000_000));
        assert_eq!(endpoints(&run, at_the_end), [], "too little of it was");
        assert!(!calls_were_watched(&run, at_the_end) && calls_were_watched(&Run::default(), at_the_end));
    }
}
