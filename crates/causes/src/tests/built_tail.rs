//! Runs of a load that was judged by its slowest requests, with known truth.

use model::{Attempt, Attempts, Event, Observation, Outcome, PhaseKind, Run, Timestamp};
use testkit::{LevelSpec, RunBuilder};

const LENGTH_S: f64 = 240.0;
/// One request each 10 ms, of 5 to 7 ms.
const EVERY_S: f64 = 0.01;

/// Stops of 90 ms, about every three seconds.
pub(crate) struct Planted {
    /// Kind of the event that tells of them.
    pub(crate) stops: &'static str,
    /// Whether requests that come during one wait for its end.
    pub(crate) slow: bool,
    /// Whether they are told.
    pub(crate) told: bool,
}

impl Default for Planted {
    fn default() -> Self {
        Self { stops: model::event::COLLECTION, slow: true, told: true }
    }
}

/// The run.
pub(crate) fn tail(spec: &Planted) -> Run {
    let mut run = RunBuilder::new().level(&LevelSpec { seconds: LENGTH_S, ..LevelSpec::open(0.3, 333.0) }).build();
    let phase = &mut run.phases[0];
    phase.kind = PhaseKind::Tail;
    phase.fraction = None;
    let (id, from) = (phase.id.clone(), phase.start);
    let at = |s: f64| from.plus_ns((s * 1e9) as i64);
    let stops: Vec<(f64, f64)> = (0..75).map(|i| 2.0 + 3.1 * f64::from(i) + 0.07 * f64::from(i * i % 13)).map(|s| (s, s + 0.09)).collect();
    let mut attempts = Attempts::new(&id, from);
    let requests = (LENGTH_S / EVERY_S) as u32;
    for i in 0..requests {
        let planned = f64::from(i) * EVERY_S;
        let usual = 0.005 + 0.002 * f64::from(i * 7 % 11) / 10.0;
        let stopped = stops.iter().find(|(s, e)| spec.slow && planned >= *s && planned < *e);
        let done: Timestamp = at(stopped.map_or(planned, |s| s.1) + usual);
        let planned = at(planned);
        attempts.push(&Attempt { planned, sent: planned, first_byte: done, done, outcome: Outcome::Ok });
    }
    run.attempts.clear();
    run.apply(Observation::Attempts(attempts));
    for (begin, end) in stops.iter().filter(|_| spec.told) {
        let detail = if spec.stops == model::event::COLLECTION { "young" } else { "" };
        let duration_ns = ((end - begin) * 1e9) as i64;
        run.apply(Observation::Event(Event { t: at(*begin), duration_ns, kind: spec.stops.to_owned(), detail: detail.to_owned() }));
    }
    run
}
