//! async-profiler, one recording per phase: started before the load, stopped after the last answer, its threads kept off the service's cores.

use super::attach::Jvm;
use super::jfr::{self, Interner};
use crate::host::affinity;
use crate::{Context, ProbeError};
use model::{Observation, Phase, Sink as _, Timestamp, WallProfile};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// Interval with the sampler on cores of its own, and with it on the service's. Source: LEDGER.md section 9 point 1.
const INTERVAL_MS: i64 = 10;
const INTERVAL_SHARED_MS: i64 = 50;
/// Sampling ends by itself after this long, in case we are killed. Longer than any phase.
const LEASE_S: u32 = 120;
/// Version that is bundled.
const VERSION: &str = "async-profiler 4.6";

/// The profiler in the target.
pub(super) struct Profiler {
    library: PathBuf,
    running: Option<Running>,
    interner: Interner,
    /// Kernel ids of the profiler's threads.
    pub(super) tids: BTreeSet<u32>,
}

struct Running {
    file: PathBuf,
    start: Timestamp,
    moved: bool,
    interval_ms: i64,
}

impl Profiler {
    pub(super) fn new(library: PathBuf) -> Self {
        Self { library, running: None, interner: Interner::default(), tids: BTreeSet::new() }
    }

    /// Switches sampling on for a phase.
    pub(super) fn start(&mut self, jvm: &Jvm, cx: &Context, phase: &Phase) -> Result<(), ProbeError> {
        let before = tasks(cx.target.pid);
        let file = cx.scratch.join(format!("{}.jfr", phase.id.replace(['/', ','], "-")));
        let interval_ms = if cx.spare_cpus.is_empty() { INTERVAL_SHARED_MS } else { INTERVAL_MS };
        let log = cx.scratch.join("profiler.log");
        let options = format!("start,jfr,wall={interval_ms}ms,timeout={LEASE_S},file={},log={}", file.display(), log.display());
        let start = Timestamp::now();
        jvm.load(&self.library, &options).map_err(|e| {
            let said = fs::read_to_string(&log).unwrap_or_default();
            ProbeError { name: "stacks-not-readable", cause: format!("{} {}", e.cause, said.trim()), ..e }
        })?;
        let new: BTreeSet<u32> = tasks(cx.target.pid).difference(&before).copied().collect();
        let moved = !cx.spare_cpus.is_empty() && !new.is_empty() && new.iter().all(|tid| affinity::pin_thread(*tid, &cx.spare_cpus).is_ok());
        for tid in &new {
            // an improvement, not a need
            let _raised = affinity::raise_priority_of(*tid).is_ok();
        }
        self.tids = new;
        self.running = Some(Running { file, start, moved, interval_ms });
        Ok(())
    }

    /// Switches sampling off and tells what was sampled.
    pub(super) fn stop(&mut self, jvm: &Jvm, cx: &Context, phase: &str) -> Result<(), ProbeError> {
        let Some(running) = self.running.take() else { return Ok(()) };
        jvm.load(&self.library, &format!("stop,file={}", running.file.display()))?;
        let end = Timestamp::now();
        let recording = jfr::read(&running.file, &mut self.interner).map_err(|cause| ProbeError {
            name: "stacks-not-readable",
            operation: format!("read the recording of {phase}"),
            cause,
            help: String::new(),
        })?;
        drop(fs::remove_file(&running.file));
        if let Some(stacks) = self.interner.take() {
            cx.sink.observe(stacks);
        }
        if recording.unreadable > 0 {
            let text = format!("{} samples of {phase} could not be read", recording.unreadable);
            cx.sink.observe(Observation::Warning { code: "samples-unreadable".to_owned(), text });
        }
        cx.sink.observe(Observation::Wall(WallProfile {
            phase: phase.to_owned(),
            sampler: VERSION.to_owned(),
            start: running.start,
            end,
            nominal_interval_ns: running.interval_ms * 1_000_000,
            sampler_moved: running.moved,
            samples: recording.samples,
            thread_names: recording.thread_names,
        }));
        Ok(())
    }

    /// Makes sure that nothing samples, whoever started it.
    pub(super) fn silence(&mut self, jvm: &Jvm) -> Result<(), ProbeError> {
        self.running = None;
        jvm.load(&self.library, "stop").or_else(|e| if e.name == "agent-refused" { Ok(()) } else { Err(e) })
    }

    /// Whether a recording is on.
    pub(super) fn is_running(&self) -> bool {
        self.running.is_some()
    }
}

/// Kernel ids of all threads of a process.
pub(super) fn tasks(pid: u32) -> BTreeSet<u32> {
    let dir = PathBuf::from(format!("/proc/{pid}/task"));
    fs::read_dir(&dir).into_iter().flatten().flatten().filter_map(|e| e.file_name().to_string_lossy().parse().ok()).collect()
}

