//! A cap on the requests that are inside the service at once, kept by the generator. Page: `concurrency-cap.md`.

use super::{Intervention, Kind, Knob, Restore};
use crate::InterventionError;
use model::{Message, message};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// For the registry.
pub const KIND: Kind = Kind::new("concurrency-cap", include_str!("concurrency-cap.md")).turned_by(Knob {
    name: "concurrency",
    factor: None,
    restarts: false,
    open: |m| Ok(Box::new(ConcurrencyCap::new(m.cap, m.connections))),
});

/// The cap, for whoever sends the load.
#[derive(Debug, Clone, Default)]
pub struct Cap(Arc<AtomicU32>);

impl Cap {
    /// How many of `connections` may be busy at once.
    pub fn of(&self, connections: u32) -> u32 {
        match self.0.load(Ordering::Relaxed) {
            0 => connections,
            cap => connections.min(cap),
        }
    }
}

/// The cap as a thing to change.
pub struct ConcurrencyCap {
    cap: Cap,
    connections: u32,
}

impl ConcurrencyCap {
    /// On a load of `connections` that are always busy.
    pub fn new(cap: &Cap, connections: u32) -> Self {
        Self { cap: cap.clone(), connections }
    }
}

impl Intervention for ConcurrencyCap {
    fn name(&self) -> &'static str {
        "concurrency-cap"
    }

    fn subject(&self) -> Message {
        message!("concurrency_cap/subject")
    }

    fn unit(&self) -> &'static str {
        "requests"
    }

    fn current(&self) -> f64 {
        f64::from(self.connections)
    }

    /// The cap ends with the generator.
    fn before(&self) -> Result<Restore, InterventionError> {
        Ok(Restore::nothing())
    }

    fn apply(&mut self, dose: f64) -> Result<f64, InterventionError> {
        if dose < 1.0 || dose.fract() != 0.0 {
            return Err(InterventionError::new(format!("let {dose} requests in at once"), "a whole number from 1 on is needed"));
        }
        let dose = (dose as u32).min(self.connections);
        self.cap.0.store(dose, Ordering::Relaxed);
        Ok(f64::from(dose))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cap_lets_in_what_it_says_and_never_more_than_there_are() {
        let cap = Cap::default();
        let mut change = ConcurrencyCap::new(&cap, 64);
        assert_eq!(cap.of(64), 64);
        assert_eq!((change.apply(8.0), cap.of(64)), (Ok(8.0), 8));
        assert_eq!((change.apply(200.0), cap.of(64)), (Ok(64.0), 64));
        assert!(change.apply(0.0).is_err() && change.apply(2.5).is_err());
    }
}
