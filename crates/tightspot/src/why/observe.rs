//! The probes of a run: attached together, asked together, detached whatever happens. Losing one never loses the run.

use super::WhyArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use model::{Environment, Event, Observation, Phase, Runtime, Sensor, SensorState, Sink, Target, sensor};
use probe::{Context, Probe, ProbeError, runtimes};
use std::sync::Arc;

/// The attached probes.
pub(super) struct Watch {
    probes: Vec<Box<dyn Probe>>,
    target: Target,
    databases: Vec<String>,
    /// Whether nothing is to be attached.
    blind: bool,
    /// Removed with everything in it when the run ends. Probes that write files note it for the one who cleans up after a kill.
    scratch: Option<tempfile::TempDir>,
}

impl Watch {
    /// Attaches what fits the target. Only when nothing at all can be seen is that an error.
    pub(super) fn attach(args: &WhyArgs, environment: &Environment, sink: &Arc<dyn Sink>, progress: &Progress) -> Result<Self, Failure> {
        sink.observe(Observation::Sensor(Sensor {
            id: sensor::GENERATOR.to_owned(),
            state: SensorState::On,
            reason: String::new(),
            unlock: String::new(),
        }));
        let mut watch = Self {
            probes: Vec::new(),
            target: environment.target.clone(),
            databases: args.db.clone(),
            blind: args.no_probes,
            scratch: scratch(&environment.target)?,
        };
        if watch.blind {
            off(sink, sensor::WALL_STACKS, "switched off with --no-probes");
        }
        watch.begin_watching(environment, sink, progress);
        Ok(watch)
    }

    /// Watches the target of `environment` from now on: the service was started again.
    pub(super) fn follow(&mut self, environment: &Environment, sink: &Arc<dyn Sink>, progress: &Progress) -> Result<(), Failure> {
        for mut p in self.probes.drain(..).rev() {
            // what was watched is gone: there is nothing to leave as it was found
            drop(p.detach());
        }
        self.scratch = scratch(&environment.target)?;
        self.target = environment.target.clone();
        self.begin_watching(environment, sink, progress);
        Ok(())
    }

    fn begin_watching(&mut self, environment: &Environment, sink: &Arc<dyn Sink>, progress: &Progress) {
        if self.blind {
            return;
        }
        let cx = Context {
            target: environment.target.clone(),
            sink: Arc::clone(sink),
            spare_cpus: if environment.generator.shares_cpus { Vec::new() } else { environment.generator.cpus.clone() },
            scratch: self.scratch.as_ref().map(|s| s.path().to_owned()).unwrap_or_default(),
            databases: self.databases.clone(),
        };
        for mut p in probe::of(&cx) {
            match p.attach(&cx) {
                Ok(()) => {
                    sink.observe(Observation::Event(Event::now("attached", p.name())));
                    self.probes.push(p);
                }
                Err(e) => tell(sink, progress, &e),
            }
        }
    }

    /// The one moment for steps that disturb.
    pub(super) fn warmed(&mut self, sink: &Arc<dyn Sink>, progress: &Progress) {
        self.each(sink, progress, |p| p.warmed());
    }

    /// Sampling on. Light phases (warm-up, search) are watched by the scheduler alone.
    pub(super) fn begin(&mut self, phase: &Phase, sink: &Arc<dyn Sink>, progress: &Progress) {
        let light = !phase.is_measured() && phase.kind != model::PhaseKind::StartUp;
        self.each(sink, progress, |p| if light && p.name() != "process" { p.rest() } else { p.begin(phase) });
    }

    /// Nothing in the target samples until the next `begin`.
    pub(super) fn rest(&mut self, sink: &Arc<dyn Sink>, progress: &Progress) {
        self.each(sink, progress, |p| p.rest());
    }

    /// Sampling off.
    pub(super) fn end(&mut self, phase: &Phase, sink: &Arc<dyn Sink>, progress: &Progress) {
        let light = !phase.is_measured() && phase.kind != model::PhaseKind::StartUp;
        self.each(sink, progress, |p| if light && p.name() != "process" { Ok(()) } else { p.end(phase) });
    }

    /// Leaves the target as it was found. May be called again.
    pub(super) fn detach(&mut self, sink: &Arc<dyn Sink>, progress: &Progress) {
        for mut p in self.probes.drain(..).rev() {
            match p.detach() {
                Ok(()) => sink.observe(Observation::Event(Event::now("detached", p.name()))),
                Err(e) => tell(sink, progress, &e),
            }
        }
    }

    /// The target.
    pub(super) fn pid(&self) -> u32 {
        self.target.pid
    }

    /// What executes the target.
    pub(super) fn runtime(&self) -> &Runtime {
        &self.target.runtime
    }

    /// Whether the target still runs.
    pub(super) fn target_alive(&self) -> bool {
        probe::discover::is_alive(&self.target)
    }

    fn each(&mut self, sink: &Arc<dyn Sink>, progress: &Progress, mut ask: impl FnMut(&mut Box<dyn Probe>) -> Result<(), ProbeError>) {
        for p in &mut self.probes {
            if let Err(e) = ask(p) {
                tell(sink, progress, &e);
            }
        }
    }
}

fn scratch(target: &Target) -> Result<Option<tempfile::TempDir>, Failure> {
    if !runtimes::of(&target.runtime).needs_folder() {
        return Ok(None);
    }
    let made = tempfile::Builder::new().prefix("tightspot-").tempdir();
    made.map(Some).map_err(|e| {
        Failure::new(Exit::CannotObserve, "no-scratch-folder", format!("create a temporary folder: {e}"))
            .help("set TMPDIR to a folder that can be written")
    })
}

impl Drop for Watch {
    fn drop(&mut self) {
        for p in &mut self.probes {
            drop(p.detach());
        }
    }
}

fn tell(sink: &Arc<dyn Sink>, progress: &Progress, e: &ProbeError) {
    sink.observe(Observation::Warning { code: e.name.to_owned(), text: e.to_string() });
    progress.say(&format!(
        "warning[{}]: {e}{}",
        e.name,
        if e.help.is_empty() { String::new() } else { format!("\n       help: {}", e.help) }
    ));
}

fn off(sink: &Arc<dyn Sink>, id: &str, reason: &str) {
    sink.observe(Observation::Sensor(Sensor {
        id: id.to_owned(),
        state: SensorState::Off,
        reason: reason.to_owned(),
        unlock: String::new(),
    }));
}
