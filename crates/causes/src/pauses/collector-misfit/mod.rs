//! Slow because the virtual machine chose a collector, or a number of collector threads, that does not fit its cores.

use crate::facts::jvm_threads::{Collector, collector, collector_cores, collector_threads, option, switched_on};
use diagnose::claim::THREADS;
use diagnose::frames::Part;
use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::level::Level;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::{RUNTIME_COUNTERS, THREAD_SCHEDULE};
use model::signal;

/// Share of the time in collections from which they matter. Source: CAUSES B1 ("share > 10 %").
const LEAST_STOPPED: f64 = 0.1;
/// Cores from which several collector threads help. Source: CAUSES B3 (the serial collector is chosen below two CPUs).
const SEVERAL_CORES: f64 = 2.0;
/// Collector threads per core from which they take each other's core. A guess.
const TOO_MANY: f64 = 2.0;

/// Share of the CPU from which a collector beside the service is what it is slow for. Source: CAUSES section 4 point 2, for a place on the
/// CPU.
const OWNS: f64 = 0.3;

struct CollectorMisfit;

/// The cause.
pub const CAUSE: &dyn Cause = &CollectorMisfit;

impl Cause for CollectorMisfit {
    fn id(&self) -> &'static str {
        "collector-misfit"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        // the counters are a virtual machine's: asked for where there is one
        &[THREAD_SCHEDULE]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["cpu-hot-path", "connection-pool-too-small"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, "");
        h.expected = "collections stop the service for 10 % of the time, on too few threads or too many for its cores".to_owned();
        h.falsifier = "with another collector set by hand, the stopped share stays".to_owned();
        if !a.stacks.language.compiles() {
            return Hypothesis::new(self.id(), Status::NotApplicable, "the target does not run on a Java virtual machine");
        }
        let seen = a.heavy().and_then(|l| Some((l, collecting(a, l)?, l.scheduler.as_ref()?.allowed_cores)));
        let (Some((heavy, stopped, cores)), Some(collector)) = (seen, collector(a)) else {
            let mut h =
                Hypothesis::new(self.id(), Status::NotObservable, "the collections or the names of the machine's threads were not read");
            h.missing = [RUNTIME_COUNTERS].into_iter().filter(|s| !a.run.sees(s)).collect();
            return h;
        };
        if let Some(told) = beside(a, heavy, collector, cores, &h) {
            return told;
        }
        let threads = collector_threads(a);
        h.observed =
            format!("{} stops the service for {:.1} % of the time, {cores:.2} cores may be used", collector.name(), stopped * 100.0);
        h.reason.clone_from(&h.observed);
        if stopped < LEAST_STOPPED {
            return h;
        }
        let Some((why, fix)) = misfit(a, collector, threads, cores) else {
            h.reason = format!("{}: the collector fits, look at what is allocated and at the size of the heap", h.observed);
            return h;
        };
        let share = a.growth.share(a.light().map_or(0.0, |light| (stop_ms(heavy) - stop_ms(light)).max(0.0)));
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        h.weight = share;
        h.fix = fix;
        h.reason = format!("{} and {why}; the stops are {:.0} % of the growth of the response time", h.observed, share * 100.0);
        h.claims = vec![Claim::at(heavy, "collecting", stopped, "1", h.observed.clone()).from(&[signal::GC_TIME])];
        if share >= LEAST_GROWTH_SHARE {
            h.status = Status::Supported;
        }
        h
    }
}

/// A collector that works beside the service, where there is no core beside the service: it never stops it, and takes its CPU instead.
fn beside(a: &Analysis, heavy: &Level, collector: Collector, cores: f64, h: &Hypothesis) -> Option<Hypothesis> {
    let cpu = a.resource(ResourceKind::TargetCpu).filter(|r| r.saturated)?;
    let used = collector_cores(a, heavy)?;
    let share = used / cpu.used.max(1e-9);
    if collector != Collector::Concurrent || cores >= SEVERAL_CORES || share < LEAST_STOPPED {
        return None;
    }
    let mut h = h.clone();
    h.observed = format!("{} uses {:.0} % of the CPU of the service, {cores:.2} cores may be used", collector.name(), share * 100.0);
    h.reason = format!("{}: it works beside the service, and there is no core beside it", h.observed);
    h.fix = "-XX:+UseSerialGC on one core, or a second core".to_owned();
    h.weight = share;
    h.claims = vec![Claim::at(heavy, "collector_cpu_share", share, "1", h.observed.clone()).from(&[THREADS])];
    h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
    h.status = if share >= OWNS { Status::Supported } else { Status::Secondary };
    Some(h)
}

/// What does not fit, and what to set.
fn misfit(a: &Analysis, collector: Collector, threads: usize, cores: f64) -> Option<(String, String)> {
    if collector == Collector::Serial && cores >= SEVERAL_CORES && !switched_on(a, "UseSerialGC") {
        let fix = "-XX:+UseG1GC or -XX:+UseParallelGC, and -XX:ActiveProcessorCount when the machine counts one CPU".to_owned();
        return Some(("works on one thread".to_owned(), fix));
    }
    if threads as f64 >= TOO_MANY * cores.ceil() && option(a, "ParallelGCThreads").is_none() {
        return Some((format!("works on {threads} threads"), format!("-XX:ActiveProcessorCount={:.0}", cores.ceil())));
    }
    None
}

/// Share of the level's time in collections.
fn collecting(a: &Analysis, level: &Level) -> Option<f64> {
    Some(a.run.increase(signal::GC_TIME, level.window.0, level.window.1)? / level.span_s())
}

/// Time that a request stands still in a stop, or waits outside for its end, milliseconds.
fn stop_ms(level: &Level) -> f64 {
    level.part_ms(Part::Stopped) + level.pause_exposure_ms
}

#[cfg(test)]
mod tests;
