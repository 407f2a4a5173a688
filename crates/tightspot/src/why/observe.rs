//! The probes of a run: attached together, asked together, detached whatever happens. Losing one never loses the run.

use super::WhyArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use model::{Environment, Event, Observation, Peer, Phase, PhaseKind, Runtime, Sensor, Sink, Target, message, sensor};
use probe::{Beside, Context, Probe, ProbeError, Scratch, Wanted, runtimes};
use std::path::PathBuf;
use std::sync::Arc;

/// The attached probes.
pub(super) struct Watch {
    probes: Vec<Wanted>,
    /// The processes, the first first.
    processes: Vec<Target>,
    databases: Vec<String>,
    /// Whether nothing is to be attached.
    blind: bool,
    /// One for each process whose probes want one, none where nothing is attached. Removed with everything in it when the run ends.
    scratch: Vec<Scratch>,
}

impl Watch {
    /// Attaches what fits the target. Only when nothing at all can be seen is that an error.
    pub(super) fn attach(args: &WhyArgs, environment: &Environment, sink: &Arc<dyn Sink>, progress: &Progress) -> Result<Self, Failure> {
        sink.observe(Observation::Sensor(Sensor::on(sensor::GENERATOR)));
        let mut watch = Self {
            probes: Vec::new(),
            processes: environment.processes().cloned().collect(),
            databases: args.db.clone(),
            blind: args.no_probes,
            scratch: scratch(environment, args.no_probes)?,
        };
        if watch.blind {
            sink.observe(Observation::Sensor(Sensor::off(sensor::WALL_STACKS, message!("why/no-probes"), "")));
        }
        watch.begin_watching(environment, sink, progress);
        Ok(watch)
    }

    /// Watches the target of `environment` from now on: the service was started again.
    pub(super) fn follow(&mut self, environment: &Environment, sink: &Arc<dyn Sink>, progress: &Progress) -> Result<(), Failure> {
        for mut p in self.probes.drain(..).rev() {
            // what was watched is gone: there is nothing to leave as it was found
            drop(p.probe.detach());
        }
        self.scratch = scratch(environment, self.blind)?;
        self.processes = environment.processes().cloned().collect();
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
            scratch: PathBuf::new(),
            databases: self.databases.clone(),
            beside: Beside { replicas: environment.replicas.clone(), proxy: environment.proxy.clone() },
        };
        let mut folders = self.scratch.iter();
        let folder = |t: &Target| wants_folder(t).then(|| folders.next()).flatten().map(|f| f.path().to_owned()).unwrap_or_default();
        for mut p in probe::of(&cx, folder) {
            match p.probe.attach(&p.cx) {
                Ok(()) => {
                    p.cx.sink.observe(Observation::Event(Event::now("attached", p.probe.name())));
                    self.probes.push(p);
                }
                Err(e) => tell(&p.cx.sink, progress, &e),
            }
        }
    }

    /// Whom process `pid` was seen connected to for a moment, and who is no peer yet.
    pub(super) fn strangers(&mut self, pid: u32) -> Vec<Peer> {
        self.probes.iter_mut().filter(|p| p.cx.target.pid == pid).flat_map(|p| p.probe.strangers()).collect()
    }

    /// Tells whoever watches process `pid` of peers that it has connected to since.
    pub(super) fn met(&mut self, pid: u32, peers: &[Peer]) {
        self.probes.iter_mut().filter(|p| p.cx.target.pid == pid).for_each(|p| p.probe.met(peers));
    }

    /// The one moment for steps that disturb.
    pub(super) fn warmed(&mut self, progress: &Progress) {
        self.each(progress, |p| p.warmed());
    }

    /// Sampling on. Light phases (warm-up, search) are watched by the scheduler alone.
    pub(super) fn begin(&mut self, phase: &Phase, progress: &Progress) {
        let light = is_light(phase);
        self.each(progress, |p| if light && p.name() != "process" { p.rest() } else { p.begin(phase) });
    }

    /// Nothing in the target samples until the next `begin`.
    pub(super) fn rest(&mut self, progress: &Progress) {
        self.each(progress, |p| p.rest());
    }

    /// Sampling off.
    pub(super) fn end(&mut self, phase: &Phase, progress: &Progress) {
        let light = is_light(phase);
        self.each(progress, |p| if light && p.name() != "process" { Ok(()) } else { p.end(phase) });
    }

    /// Leaves the target as it was found. May be called again.
    pub(super) fn detach(&mut self, progress: &Progress) {
        for mut p in self.probes.drain(..).rev() {
            match p.probe.detach() {
                Ok(()) => p.cx.sink.observe(Observation::Event(Event::now("detached", p.probe.name()))),
                Err(e) => tell(&p.cx.sink, progress, &e),
            }
        }
    }

    /// The target: of several processes the first.
    pub(super) fn pid(&self) -> u32 {
        self.processes[0].pid
    }

    /// What executes the target.
    pub(super) fn runtime(&self) -> &Runtime {
        &self.processes[0].runtime
    }

    /// Whether all processes of the target still run.
    pub(super) fn target_alive(&self) -> bool {
        self.processes.iter().all(probe::discover::is_alive)
    }

    fn each(&mut self, progress: &Progress, mut ask: impl FnMut(&mut Box<dyn Probe>) -> Result<(), ProbeError>) {
        for p in &mut self.probes {
            if let Err(e) = ask(&mut p.probe) {
                tell(&p.cx.sink, progress, &e);
            }
        }
    }
}

fn wants_folder(target: &Target) -> bool {
    runtimes::of(&target.runtime).needs_folder()
}

/// A folder for each process whose probes want one, in the order of the processes.
fn scratch(environment: &Environment, blind: bool) -> Result<Vec<Scratch>, Failure> {
    let made: std::io::Result<Vec<_>> = environment.processes().filter(|t| !blind && wants_folder(t)).map(Scratch::of).collect();
    made.map_err(|e| {
        Failure::new(Exit::CannotObserve, "no-scratch-folder", message!("why/no-folder", error: name(e.to_string())))
            .help(message!("why/set-tmpdir"))
    })
}

impl Drop for Watch {
    fn drop(&mut self) {
        for p in &mut self.probes {
            drop(p.probe.detach());
        }
    }
}

/// Whether a phase is watched by the scheduler alone.
fn is_light(phase: &Phase) -> bool {
    !phase.is_measured() && !matches!(phase.kind, PhaseKind::StartUp | PhaseKind::Tail)
}

fn tell(sink: &Arc<dyn Sink>, progress: &Progress, e: &ProbeError) {
    sink.observe(Observation::warning(e.name, e.said()));
    progress.say(if e.help.is_empty() {
        message!("why/probe-warning", code: name(e.name), says: (e.said()))
    } else {
        message!("why/probe-warning-help", code: name(e.name), says: (e.said()), help: (e.help.clone()))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_process_that_is_attached_to_gets_a_folder() {
        let of = |runtime: &str| Environment {
            target: Target { pid: 423, runtime: Runtime::named(runtime), ..Target::default() },
            ..Environment::default()
        };
        let made = |runtime: &str, blind: bool| scratch(&of(runtime), blind).expect("the temporary folder can be written").len();
        assert_eq!([made("jvm", false), made("jvm", true), made("native", false)], [1, 0, 0]);
    }
}
