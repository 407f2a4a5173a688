//! Calls by endpoint, window by window, as running totals.

use super::flows::Ended;
use crate::endpoint::{Places, kept};
use crate::windows::Window;
use model::series::labels;
use model::{Labels, Series, signal};
use std::collections::{BTreeMap, BTreeSet};

/// Most endpoints that have a name. As on Node (`endpoints.js`).
const MOST: usize = 100;
/// What all others are together.
const OTHERS: &str = "* * /";

/// Totals since the probe was attached.
#[derive(Debug, Default)]
pub(super) struct Totals {
    places: Places,
    names: BTreeSet<String>,
    seconds: BTreeMap<String, f64>,
    calls: BTreeMap<(String, u16), f64>,
    compared: BTreeMap<String, f64>,
    repeated: BTreeMap<String, f64>,
    watched_s: f64,
}

impl Totals {
    /// Takes the calls of a window, and answers with what is new to say.
    pub(super) fn take<'e>(&mut self, window: Window, ended: impl Iterator<Item = &'e Ended>) -> Vec<Series> {
        let (mut seconds, mut calls): (BTreeMap<String, f64>, BTreeMap<(String, u16), f64>) = Default::default();
        let mut said: BTreeMap<String, Vec<(i64, Option<u64>)>> = BTreeMap::new();
        for e in ended {
            let name = self.name(e);
            said.entry(name.clone()).or_default().push((e.began_ns, e.said));
            *seconds.entry(name.clone()).or_default() += e.ms / 1e3;
            *calls.entry((name, e.status)).or_default() += 1.0;
        }
        let mut all = Vec::new();
        let mut grow = |signal, labels: Labels, total: &mut f64, by: f64| {
            all.push(window.step(signal, labels, *total, *total + by));
            *total += by;
        };
        grow(signal::ENDPOINT_WATCHED, Labels::new(), &mut self.watched_s, window.seconds());
        for (name, s) in seconds {
            let labels = labels([("endpoint", &name)]);
            grow(signal::ENDPOINT_TIME, labels, self.seconds.entry(name).or_default(), s);
        }
        for ((name, status), n) in calls {
            let labels = labels([("endpoint", &name), ("status", &status.to_string())]);
            grow(signal::ENDPOINT_COUNT, labels, self.calls.entry((name, status)).or_default(), n);
        }
        for (name, mut texts) in said {
            texts.sort_unstable();
            // what was not seen whole repeats nothing
            let again = texts.windows(2).filter(|w| w[0].1.is_some() && w[0].1 == w[1].1).count();
            let of = || labels([("endpoint", &name)]);
            grow(signal::ENDPOINT_COMPARED, of(), self.compared.entry(name.clone()).or_default(), (texts.len() - 1) as f64);
            grow(signal::ENDPOINT_REPEATED, of(), self.repeated.entry(name.clone()).or_default(), again as f64);
        }
        all
    }

    fn name(&mut self, e: &Ended) -> String {
        let host = if e.asked.host.is_empty() { e.peer.to_string() } else { e.asked.host.clone() };
        let name = kept(&format!("{} {host} {}", e.asked.method, self.places.template(&host, &e.asked.path)));
        if self.names.len() < MOST {
            self.names.insert(name.clone());
        }
        if self.names.contains(&name) { name } else { kept(OTHERS) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::http::Asked;
    use super::*;
    use model::{Observation, Run, Timestamp};

    fn ended(path: &str, ms: f64, status: u16) -> Ended {
        let asked = Asked { method: "GET", host: "stock:8081".into(), path: path.into() };
        let said = Some(path.len() as u64);
        Ended { client: "10.0.0.1:40000".parse().unwrap(), peer: "10.0.0.7:8081".parse().unwrap(), asked, said, began_ns: 0, ms, status }
    }

    fn seconds(s: f64) -> Timestamp {
        Timestamp::from_ns((s * 1e9) as i64)
    }

    #[test]
    fn calls_lie_in_their_windows_by_endpoint_and_status() {
        let mut totals = Totals::default();
        let windows: [(f64, f64, &[Ended]); 3] = [
            (1.0, 2.0, &[ended("/items/1", 20.0, 200), ended("/items/2", 30.0, 200)]),
            (3.0, 3.5, &[]),
            (5.0, 6.0, &[ended("/items/3", 50.0, 503)]),
        ];
        let series = windows.iter().flat_map(|(from, to, e)| totals.take(Window { from: seconds(*from), to: seconds(*to) }, e.iter()));
        let run = Run::from_observations(series.map(Observation::Series).collect::<Vec<_>>());
        let grown = |signal: &str, status: &str, from: f64, to: f64| -> f64 {
            let of = run.series_of(signal).filter(|s| s.label("status") == status);
            of.filter_map(|s| s.increase(seconds(from), seconds(to))).sum()
        };
        assert_eq!(grown(signal::ENDPOINT_WATCHED, "", 0.0, 9.0), 2.5);
        assert_eq!([grown(signal::ENDPOINT_COUNT, "200", 0.0, 9.0), grown(signal::ENDPOINT_COUNT, "503", 0.0, 9.0)], [2.0, 1.0]);
        assert_eq!(grown(signal::ENDPOINT_COUNT, "200", 2.0, 9.0), 0.0);
        assert!((grown(signal::ENDPOINT_TIME, "", 0.0, 9.0) - 0.1).abs() < 1e-9);
        let name = run.series_of(signal::ENDPOINT_TIME).next().expect("told").label("endpoint");
        assert_eq!(name, "GET stock:8081/items/{id}");
    }

    #[test]
    fn calls_of_a_window_that_say_what_the_one_before_said_are_counted() {
        let repeated = |texts: &[Option<u64>]| {
            let all = texts.iter().enumerate().map(|(i, said)| Ended { said: *said, began_ns: i as i64, ..ended("/items/1", 1.0, 200) });
            // they end in another order
            let all: Vec<Ended> = all.rev().collect();
            let series = Totals::default().take(Window { from: seconds(0.0), to: seconds(1.0) }, all.iter());
            let run = Run::from_observations(series.into_iter().map(Observation::Series).collect::<Vec<_>>());
            [signal::ENDPOINT_COMPARED, signal::ENDPOINT_REPEATED].map(|s| run.increase(s, seconds(0.0), seconds(9.0)))
        };
        assert_eq!(repeated(&[Some(7), Some(7), Some(7), Some(8), Some(8)]), [Some(4.0), Some(3.0)], "an assertion of the next second");
        assert_eq!(repeated(&[Some(7), Some(8), Some(7), Some(8)]), [Some(3.0), Some(0.0)], "two users");
        assert_eq!(repeated(&[None, None, Some(7), None]), [Some(3.0), Some(0.0)], "of some a part was not seen");
        assert_eq!(repeated(&[Some(7)]), [Some(0.0), Some(0.0)], "the only one");
    }

    #[test]
    fn too_many_endpoints_are_others() {
        let mut totals = Totals::default();
        let all: Vec<Ended> = (0..200).map(|i| ended(&format!("/{}/{}", ["a", "b"][i % 2], "x/".repeat(i / 2)), 1.0, 200)).collect();
        let series = totals.take(Window { from: seconds(0.0), to: seconds(1.0) }, all.iter());
        assert_eq!(series.iter().filter(|s| s.signal == signal::ENDPOINT_COUNT).count(), MOST + 1);
    }
}
