//! Sinks that keep and sinks that pass on: the live run is folded from the very observations that go to the file.

use model::{Observation, Run, Sink, Timestamp};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Folds a [`Run`] in memory while it goes on.
#[derive(Debug, Default)]
pub struct Collector(Mutex<Run>);

impl Collector {
    /// An empty run.
    pub fn new() -> Arc<Self> {
        Arc::default()
    }

    /// Looks at the run as it is. Observers wait meanwhile: be brief.
    pub fn with<T>(&self, look: impl FnOnce(&Run) -> T) -> T {
        look(&self.lock())
    }

    /// Forgets what was read before `t` ([`Run::forget`]).
    pub fn forget(&self, t: Timestamp) {
        self.lock().forget(t);
    }

    /// A copy of the run as it is.
    pub fn run(&self) -> Run {
        self.lock().clone()
    }

    /// The run, leaving an empty one behind.
    pub fn take(&self) -> Run {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Run> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for Collector {
    fn observe(&self, observation: Observation) {
        self.lock().apply(observation);
    }
}

/// Passes every observation on to several sinks, in the same order to all of them.
pub struct Fanout {
    sinks: Vec<Arc<dyn Sink>>,
    order: Mutex<()>,
}

impl Fanout {
    /// A sink over `sinks`.
    pub fn new(sinks: Vec<Arc<dyn Sink>>) -> Arc<Self> {
        Arc::new(Self { sinks, order: Mutex::new(()) })
    }
}

impl Sink for Fanout {
    fn observe(&self, observation: Observation) {
        let Some((last, others)) = self.sinks.split_last() else { return };
        // Two probes at once must not reach two sinks in two orders: the stack table is numbered by arrival.
        let _order = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        for sink in others {
            sink.observe(observation.clone());
        }
        last.observe(observation);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Event;

    #[test]
    fn all_sinks_see_the_same_order_from_many_threads() {
        let (a, b) = (Arc::new(Mutex::new(vec![])), Arc::new(Mutex::new(vec![])));
        let fanout = Fanout::new(vec![a.clone(), b.clone()]);
        std::thread::scope(|s| {
            for thread in 0..4 {
                let fanout = &fanout;
                s.spawn(move || (0..100).for_each(|n| fanout.observe(Observation::Event(Event::now("mark", format!("{thread}/{n}"))))));
            }
        });
        let (a, b) = (a.lock().unwrap(), b.lock().unwrap());
        assert_eq!(a.len(), 400);
        assert_eq!(*a, *b);
    }

    #[test]
    fn collector_folds_as_it_goes() {
        let collector = Collector::new();
        collector.observe(Observation::warning("x", "y"));
        assert_eq!(collector.with(|run| run.warnings.len()), 1);
        assert_eq!(collector.take().warnings.len(), 1);
        assert!(collector.run().warnings.is_empty());
    }
}
