//! What tests of a probe against a real server share. The target is the test itself: its connections are the service's.

use crate::{Context, Probe};
use model::{Arrival, Observation, Phase, PhaseKind, Run, Target, Timestamp};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

pub(super) type Seen = Arc<Mutex<Vec<Observation>>>;

pub(super) fn context(peers: &[String], database: Option<String>) -> (Context, Seen) {
    let seen: Seen = Arc::default();
    let sink = Arc::clone(&seen);
    let found = crate::discover::by_pid(std::process::id(), None).expect("found");
    let target = Target { peers: peers_at(peers), ..found };
    let databases = database.into_iter().collect();
    (Context { target, sink, spare_cpus: Vec::new(), scratch: std::env::temp_dir(), databases, beside: crate::Beside::default() }, seen)
}

pub(super) fn peers_at(addresses: &[String]) -> Vec<model::Peer> {
    let addresses: Vec<_> = addresses.iter().map(|a| a.parse().expect("address")).collect();
    crate::discover::recognise_peers(&addresses)
}

/// The only probe that fits, as a run gets it.
pub(super) fn probe(cx: &Context) -> Box<dyn Probe> {
    let mut all = crate::stores::probes(cx);
    assert_eq!(all.len(), 1);
    all.remove(0)
}

pub(super) fn phase() -> Phase {
    let arrival = Arrival::Closed { connections: 1 };
    Phase { id: "p".to_owned(), kind: PhaseKind::Level, arrival, fraction: None, start: Timestamp::now(), end: None }
}

pub(super) fn run_of(seen: &Seen) -> Run {
    Run::from_observations(seen.lock().expect("not poisoned").iter().cloned())
}

pub(super) fn until(what: &str, mut done: impl FnMut() -> bool) {
    let patience = Instant::now() + Duration::from_secs(20);
    while !done() {
        assert!(Instant::now() < patience, "waited 20 s for: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Samples in phases of a quarter of a second until what was seen fits, and gives it.
pub(super) fn sample_until(probe: &mut dyn Probe, seen: &Seen, what: &str, fits: impl Fn(&Run) -> bool) -> Run {
    until(what, || {
        probe.begin(&phase()).expect("begin");
        std::thread::sleep(Duration::from_millis(250));
        probe.end(&phase()).expect("end");
        fits(&run_of(seen))
    });
    run_of(seen)
}
