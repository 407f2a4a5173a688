//! What every probe promises: attach late, detach always, lose nothing but itself.

use model::{Message, Observation, Peer, Phase, Sensor, Sink, Target, message};
use std::path::PathBuf;
use std::sync::Arc;

/// What a probe is given.
#[derive(Clone)]
pub struct Context {
    /// The process under diagnosis.
    pub target: Target,
    /// Where observations go.
    pub sink: Arc<dyn Sink>,
    /// CPUs that the target may not use, for sampling threads; empty when the target may use all.
    pub spare_cpus: Vec<u32>,
    /// A private folder of this run on disk, removed after the run; an empty path where the target is of a kind that needs none.
    pub scratch: PathBuf,
    /// Addresses of databases with an account that may look at them, as far as the user gave any.
    pub databases: Vec<String>,
    /// Who belongs to the service beside the target: for probes of what they share, nobody for the probes of one process.
    pub beside: Beside,
}

/// Who belongs to a service beside its first process.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Beside {
    /// The further processes that serve the same requests.
    pub replicas: Vec<Target>,
    /// Whom the load goes to, where that only passes it on.
    pub proxy: Option<Target>,
}

impl Context {
    /// All processes of the service, the first first.
    pub fn processes(&self) -> impl Iterator<Item = &Target> + '_ {
        std::iter::once(&self.target).chain(&self.beside.replicas)
    }
}

/// Why a probe cannot do something: operation, subject and cause, and the command that helps. Users read [`ProbeError::said`].
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{operation}: {cause}")]
pub struct ProbeError {
    /// Stable kebab-case name: `attach-refused`, `stacks-not-readable`, `database-login-failed` ...
    pub name: &'static str,
    /// What was tried, with its subject (`attach to pid 421`).
    pub operation: Message,
    /// What was seen against what is needed.
    pub cause: Message,
    /// The command or setting that helps, or empty.
    pub help: Message,
}

impl ProbeError {
    /// A thread of the tool, named by a kind of `contract/start-thread`, that could not be started.
    pub(crate) fn no_thread(what: &'static str, e: &std::io::Error) -> Self {
        Self {
            name: "thread-not-started",
            operation: message!("contract/start-thread", what: kind(what)),
            cause: e.to_string().into(),
            help: message!("contract/see-ulimit"),
        }
    }

    /// The same for people: what was tried, and why it failed.
    pub fn said(&self) -> Message {
        message!("contract/failed", operation: (self.operation.clone()), cause: (self.cause.clone()))
    }

    /// The sensor that is off for this reason.
    pub(crate) fn off(&self, sensor: &str) -> Sensor {
        Sensor::off(sensor, self.said(), self.help.clone())
    }
}

impl Context {
    /// Tells that a sensor delivers, or why it does not.
    pub(crate) fn tell<T>(&self, sensor: &str, state: &Result<T, ProbeError>) {
        let state = state.as_ref().map_or_else(|e| e.off(sensor), |_| Sensor::on(sensor));
        self.sink.observe(Observation::Sensor(state));
    }
}

/// A collector. Calls come in this order: `attach`, `met`?, `warmed`, (`begin`, `end`, `rest`?)*, `detach`; `detach` may come at any time.
///
/// A probe reports the state of its sensors (see `model::sensor`) through the sink itself: on after a successful `attach`, off with
/// reason and unlock after a failed one, lost when it stops delivering. An error never ends the run.
pub trait Probe: Send {
    /// Kebab-case name.
    fn name(&self) -> &'static str;

    /// Connects to the subject. Nothing is sampled yet beyond what costs nothing.
    fn attach(&mut self, cx: &Context) -> Result<(), ProbeError>;

    /// The service is warm and measuring is about to begin: the one moment for a step that disturbs (a heap walk).
    fn warmed(&mut self) -> Result<(), ProbeError> {
        Ok(())
    }

    /// Whom the target was seen connected to for a moment, and who is no peer that the probe was told of.
    fn strangers(&mut self) -> Vec<Peer> {
        Vec::new()
    }

    /// Peers that the target has connected to since the probe was attached.
    fn met(&mut self, _peers: &[Peer]) {}

    /// Sampling on: called just before the load of a phase that is watched.
    fn begin(&mut self, phase: &Phase) -> Result<(), ProbeError>;

    /// Sampling off: called after the last request of the phase has ended. Delivers what is still held.
    fn end(&mut self, phase: &Phase) -> Result<(), ProbeError>;

    /// No phase that is watched follows for a while: what was kept ready for it goes.
    fn rest(&mut self) -> Result<(), ProbeError> {
        Ok(())
    }

    /// Leaves the subject as it was found, and confirms it. Idempotent.
    fn detach(&mut self) -> Result<(), ProbeError>;
}
