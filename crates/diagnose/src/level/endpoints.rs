//! What the service asks of others, by method, host and path: how often, for how long, and how it was answered.

use model::{Run, Timestamp, signal};
use std::collections::BTreeMap;

/// One endpoint of another service during a window.
#[derive(Debug, Clone, PartialEq)]
pub struct Endpoint {
    /// `GET stock:8081/items/{id}`.
    pub name: String,
    /// Calls that ended.
    pub calls: f64,
    /// Mean time from the start of a call to the end of its answer, milliseconds.
    pub mean_ms: f64,
    /// How many by status; 0 where there was no answer.
    pub statuses: BTreeMap<u16, f64>,
}

impl Endpoint {
    /// Calls without an answer, or with a status of 400 or more.
    pub fn failed(&self) -> f64 {
        self.statuses.iter().filter(|(s, _)| **s == 0 || **s >= 400).map(|(_, n)| n).sum()
    }

    /// Of these, calls that were refused whatever they ask for: without an answer, with 429, or with a status of 500 or more. That something is not there is
    /// an answer.
    pub fn refused(&self) -> f64 {
        self.refusals().map(|(_, n)| n).sum()
    }

    /// The status of most of these, 0 for no answer; `None` where none was refused.
    pub fn refuses_with(&self) -> Option<u16> {
        self.refusals().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(status, _)| status)
    }

    fn refusals(&self) -> impl Iterator<Item = (u16, f64)> + '_ {
        self.statuses.iter().map(|(s, n)| (*s, *n)).filter(|(s, n)| (*s == 0 || *s == 429 || *s >= 500) && *n > 0.0)
    }
}

/// Those that were called, the one of most time first. Known of Node's clients alone.
pub fn endpoints(run: &Run, (from, to): (Timestamp, Timestamp)) -> Vec<Endpoint> {
    let mut statuses: BTreeMap<&str, BTreeMap<u16, f64>> = BTreeMap::new();
    for s in run.series_of(signal::ENDPOINT_COUNT) {
        let (Ok(status), Some(n)) = (s.label("status").parse(), s.increase(from, to).filter(|n| *n > 0.0)) else { continue };
        *statuses.entry(s.label("endpoint")).or_default().entry(status).or_insert(0.0) += n;
    }
    let time_s = |name: &str| -> f64 {
        run.series_of(signal::ENDPOINT_TIME).filter(|s| s.label("endpoint") == name).filter_map(|s| s.increase(from, to)).sum()
    };
    let of = |(name, statuses): (&str, BTreeMap<u16, f64>)| {
        let calls = statuses.values().sum::<f64>();
        Endpoint { name: name.to_owned(), calls, mean_ms: time_s(name) * 1e3 / calls, statuses }
    };
    let mut all: Vec<Endpoint> = statuses.into_iter().map(of).collect();
    all.sort_by(|a, b| (b.calls * b.mean_ms).total_cmp(&(a.calls * a.mean_ms)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Series;

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
        let all = endpoints(&run, (Timestamp::from_ns(0), Timestamp::from_ns(1_000_000_000)));
        let told: Vec<_> =
            all.iter().map(|e| (e.name.as_str(), e.calls.round(), [e.failed().round(), e.refused().round()], e.refuses_with())).collect();
        assert_eq!(told, [(price, 10.0, [0.0, 0.0], None), (stock, 100.0, [30.0, 10.0], Some(429))]);
        assert!((all[1].mean_ms - 4.0).abs() < 1e-6, "{}", all[1].mean_ms);
    }
}
