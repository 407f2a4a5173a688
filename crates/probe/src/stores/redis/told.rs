//! Tells readings of one server. Totals that stand still are told once: a server counts hundreds of commands, of which a service uses a few.

use model::series::labels;
use model::{Labels, Observation, Series, Sink, Timestamp};
use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) struct Told {
    sink: Arc<dyn Sink>,
    store: String,
    last: BTreeMap<(&'static str, Labels), Last>,
    /// Moment of the reading before, and of this one.
    before: Option<Timestamp>,
    now: Timestamp,
}

#[derive(Clone, Copy)]
struct Last {
    t: Timestamp,
    v: f64,
    told: bool,
}

impl Told {
    pub(super) fn new(sink: Arc<dyn Sink>, store: &str) -> Self {
        Self { sink, store: store.to_owned(), last: BTreeMap::new(), before: None, now: Timestamp::now() }
    }

    /// A reading begins.
    pub(super) fn at(&mut self, t: Timestamp) {
        self.before = (!self.last.is_empty()).then_some(self.now);
        self.now = t;
    }

    /// A running total. One that is heard of later than others began at nothing.
    pub(super) fn total<const N: usize>(&mut self, signal: &'static str, of: [(&str, &str); N], v: f64) {
        let (labels, now) = (self.labels(of), self.now);
        let unheard = self.before.map_or(Last { t: now, v, told: false }, |t| Last { t, v: 0.0, told: false });
        let key = (signal, labels);
        let first = !self.last.contains_key(&key);
        let last = *self.last.entry(key.clone()).or_insert(unheard);
        let stands_still = v == last.v && !(first && self.before.is_none());
        if !stands_still {
            if !last.told && last.t < now {
                self.point(signal, key.1.clone(), last.t, last.v);
            }
            self.point(signal, key.1.clone(), now, v);
        }
        self.last.insert(key, Last { t: now, v, told: !stands_still });
    }

    /// A reading that means what it is.
    pub(super) fn gauge<const N: usize>(&self, signal: &'static str, of: [(&str, &str); N], v: f64) {
        self.point(signal, self.labels(of), self.now, v);
    }

    fn labels<const N: usize>(&self, of: [(&str, &str); N]) -> Labels {
        let mut all = labels(of);
        all.insert("store".to_owned(), self.store.clone());
        all
    }

    fn point(&self, signal: &str, labels: Labels, t: Timestamp, v: f64) {
        let mut s = Series::new(signal, labels);
        s.push(t, v);
        self.sink.observe(Observation::Series(s));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Run, signal};
    use std::sync::Mutex;

    #[test]
    fn what_stands_still_is_told_once_and_loses_none_of_its_increase() {
        let seen: Arc<Mutex<Vec<Observation>>> = Arc::default();
        let mut told = Told::new(Arc::<Mutex<Vec<Observation>>>::clone(&seen), "redis:x");
        let at = |s: i64| Timestamp::from_ns(s * 1_000_000_000);
        for (s, get, keys) in [(1, 10.0, None), (2, 10.0, None), (3, 10.0, Some(2.0)), (4, 14.0, Some(2.0)), (5, 15.0, Some(2.0))] {
            told.at(at(s));
            told.total(signal::CACHE_COMMAND_CALLS, [("command", "get")], get);
            if let Some(keys) = keys {
                told.total(signal::CACHE_COMMAND_CALLS, [("command", "keys")], keys);
            }
        }
        let run = Run::from_observations(seen.lock().expect("not poisoned").iter().cloned());
        let of = |command: &str| run.series_of(signal::CACHE_COMMAND_CALLS).find(|s| s.label("command") == command).expect("told");
        assert_eq!(of("get").t, [at(1), at(3), at(4), at(5)]);
        assert_eq!((of("get").increase(at(1), at(3)), of("get").increase(at(3), at(5))), (Some(0.0), Some(5.0)));
        assert_eq!((of("keys").v.clone(), of("keys").increase(at(1), at(5))), (vec![0.0, 2.0], Some(2.0)));
        assert_eq!(of("keys").label("store"), "redis:x");
    }
}
