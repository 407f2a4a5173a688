//! One sensor for the sessions of all databases, and one for all caches: on as long as one of them is seen.

use crate::{Context, Probe, ProbeError};
use model::{Message, Observation, Phase, Sensor, SensorState, Sink, message, sensor};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Sensors that several probes tell together.
const SHARED: [&str; 2] = [sensor::SESSIONS, sensor::CACHE];

/// What each probe last said of them.
type Said = Arc<Mutex<BTreeMap<usize, Sensor>>>;

/// Makes `probes` tell one sensor together. One alone speaks for itself.
pub(super) fn shared(probes: Vec<Box<dyn Probe>>) -> Vec<Box<dyn Probe>> {
    if probes.len() < 2 {
        return probes;
    }
    let said = Said::default();
    let member = |(place, probe)| Box::new(Member { probe, place, said: Arc::clone(&said) }) as Box<dyn Probe>;
    probes.into_iter().enumerate().map(member).collect()
}

struct Member {
    probe: Box<dyn Probe>,
    place: usize,
    said: Said,
}

/// Hands on all observations, and of the sensor what holds for all.
struct Voice {
    sink: Arc<dyn Sink>,
    place: usize,
    said: Said,
}

impl Sink for Voice {
    fn observe(&self, observation: Observation) {
        let Observation::Sensor(s) = observation else { return self.sink.observe(observation) };
        if !SHARED.contains(&s.id.as_str()) {
            return self.sink.observe(Observation::Sensor(s));
        }
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        said.insert(self.place, s.clone());
        let same: Vec<&Sensor> = said.values().filter(|other| other.id == s.id).collect();
        let of_all = if same.iter().any(|s| s.state == SensorState::On) { on(&s.id, &same) } else { s };
        self.sink.observe(Observation::Sensor(of_all));
    }
}

/// On, with the reasons of those that are not.
fn on(id: &str, said: &[&Sensor]) -> Sensor {
    let silent = || said.iter().filter(|s| s.state != SensorState::On);
    let mut reasons: Vec<Message> = silent().map(|s| s.reason.clone()).collect();
    let reason = match reasons.len() {
        0 => Message::default(),
        1 => reasons.remove(0),
        _ => message!("stores/reasons", all: (reasons)),
    };
    let unlock = silent().map(|s| &s.unlock).find(|u| !u.is_empty()).cloned().unwrap_or_default();
    Sensor { reason, unlock, ..Sensor::on(id) }
}

impl Probe for Member {
    fn name(&self) -> &'static str {
        self.probe.name()
    }

    fn attach(&mut self, cx: &Context) -> Result<(), ProbeError> {
        let voice = Voice { sink: Arc::clone(&cx.sink), place: self.place, said: Arc::clone(&self.said) };
        self.probe.attach(&Context { sink: Arc::new(voice), ..cx.clone() })
    }

    fn warmed(&mut self) -> Result<(), ProbeError> {
        self.probe.warmed()
    }

    fn begin(&mut self, phase: &Phase) -> Result<(), ProbeError> {
        self.probe.begin(phase)
    }

    fn end(&mut self, phase: &Phase) -> Result<(), ProbeError> {
        self.probe.end(phase)
    }

    fn rest(&mut self) -> Result<(), ProbeError> {
        self.probe.rest()
    }

    fn detach(&mut self) -> Result<(), ProbeError> {
        self.probe.detach()
    }
}
