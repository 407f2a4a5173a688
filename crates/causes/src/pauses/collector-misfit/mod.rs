//! Slow because the virtual machine chose a collector, or a number of collector threads, that does not fit its cores.

use crate::facts::collected::Reason;
use crate::facts::jvm_threads::{
    Collector, SEVERAL_CORES, collector, collector_cores, collector_threads, has_no_core_beside, option, switched_on,
};
use crate::facts::queueing::{Queueing, queueing};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::claim::{STACKS, THREADS};
use diagnose::frames::Part;
use diagnose::level::Level;
use diagnose::saturation::ResourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::{RUNTIME_COUNTERS, THREAD_SCHEDULE};
use model::{Message, message, signal};
use std::cmp::Ordering;

diagnose::thresholds! {
    /// Share of the time in collections from which they matter. Source: CAUSES B1 ("share > 10 %").
    LEAST_STOPPED = 0.1;
    /// Collector threads per core from which they take each other's core. A guess.
    TOO_MANY = 2.0;
    /// Share of the CPU from which a collector beside the service is what it is slow for. Source: CAUSES section 4 point 2, for a place on
    /// the CPU.
    OWNS = 0.3;
}

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
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("collector-misfit/expected", least: Share(LEAST_STOPPED.get()));
        h.falsifier = message!("collector-misfit/falsifier");
        if !a.stacks.language.compiles() {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("collector-misfit/no-jvm"));
        }
        let seen = a.heavy().and_then(|l| Some((l, collecting(a, l)?, l.scheduler.as_ref()?.allowed_cores)));
        let (Some((heavy, stopped, cores)), Some(collector)) = (seen, collector(a)) else {
            let mut h = Hypothesis::new(self.id(), Status::NotObservable, message!("collector-misfit/unread"));
            h.missing = [RUNTIME_COUNTERS].into_iter().filter(|s| !a.run.sees(s)).collect();
            return h;
        };
        let told = [beside(a, heavy, collector, cores, &h), stalls(a, heavy, collector, cores, &h)];
        let rank = |h: &Hypothesis| (h.status == Status::Supported, h.weight);
        if let Some(told) = told.into_iter().flatten().max_by(|x, y| rank(x).partial_cmp(&rank(y)).unwrap_or(Ordering::Equal)) {
            return told;
        }
        let threads = collector_threads(a);
        h.observed = message!("collector-misfit/stops", collector: (collector.name()), stopped: Share(stopped), cores: Cores(cores));
        h.reason.clone_from(&h.observed);
        if stopped < LEAST_STOPPED.get() {
            return h;
        }
        if let Some(reason) = Reason::beside_objects(a) {
            // another collector would be asked as often
            (h.status, h.reason, h.fix) = (Status::Untested, reason.says(), reason.fix());
            return h;
        }
        let Some((why, fix)) = misfit(a, collector, threads, cores) else {
            h.reason = message!("collector-misfit/fits", observed: (h.observed.clone()));
            return h;
        };
        let share = a.growth.share(a.light().map_or(0.0, |light| (stop_ms(heavy) - stop_ms(light)).max(0.0)));
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        h.weight = share;
        h.fix = fix;
        h.reason = message!("collector-misfit/holds", observed: (h.observed.clone()), why: (why), share: Share(share));
        h.claims = vec![Claim::at(heavy, "collecting", stopped, "1", h.observed.clone()).from(&[signal::GC_TIME])];
        if share >= LEAST_GROWTH_SHARE.get() {
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
    if !has_no_core_beside(a) || share < LEAST_STOPPED.get() {
        return None;
    }
    let mut h = h.clone();
    h.observed = message!("collector-misfit/uses", collector: (collector.name()), share: Share(share), cores: Cores(cores));
    h.reason = message!("collector-misfit/no-core-beside", observed: (h.observed.clone()));
    h.fix = message!("collector-misfit/fix-beside");
    h.weight = share;
    h.claims = vec![Claim::at(heavy, "collector_cpu_share", share, "1", h.observed.clone()).from(&[THREADS])];
    h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
    h.status = if share >= OWNS.get() { Status::Supported } else { Status::Secondary };
    Some(h)
}

/// A collector that works beside the service and frees less than the service takes: who finds no free memory waits for it, and no stop is
/// counted. Where there are cores beside the service, it may be the heap that is too small.
fn stalls(a: &Analysis, heavy: &Level, collector: Collector, cores: f64, h: &Hypothesis) -> Option<Hypothesis> {
    let inside = |l: &Level| l.samples.as_ref().map_or(0.0, |s| s.in_transaction_ms(Part::Memory));
    let Queueing { heavy_ms: ms, share } = queueing(a, |l| l.part_ms(Part::Memory), inside);
    if collector != Collector::Concurrent || ms < LEAST_STOPPED.get() * heavy.response_ms {
        return None;
    }
    let mut h = h.clone();
    h.observed = message!(
        "collector-misfit/stalls",
        ms: Ms(ms),
        response: Ms(heavy.response_ms),
        collector: (collector.name()),
        cores: Cores(cores)
    );
    h.reason = message!("collector-misfit/stalls-hold", observed: (h.observed.clone()), share: Share(share));
    h.fix = message!("collector-misfit/fix-stalls");
    h.weight = share;
    h.claims = vec![Claim::at(heavy, "memory_wait", ms, "ms", h.observed.clone()).from(&[STACKS])];
    h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
    h.expected = message!("collector-misfit/stalls-expected");
    h.falsifier = message!("collector-misfit/stalls-falsifier");
    h.status = if share < LEAST_GROWTH_SHARE.get() {
        Status::Secondary
    } else if has_no_core_beside(a) {
        Status::Supported
    } else {
        Status::Untested
    };
    Some(h)
}

/// What does not fit, and what to set.
fn misfit(a: &Analysis, collector: Collector, threads: usize, cores: f64) -> Option<(Message, Message)> {
    if collector == Collector::Serial && cores >= SEVERAL_CORES.get() && !switched_on(a, "UseSerialGC") {
        return Some((message!("collector-misfit/one-thread"), message!("collector-misfit/fix-one-thread")));
    }
    if threads as f64 >= TOO_MANY.get() * cores.ceil() && option(a, "ParallelGCThreads").is_none() {
        let why = message!("collector-misfit/many-threads", threads: Count(threads as f64));
        return Some((why, message!("collector-misfit/fix-many-threads", cpus: Count(cores.ceil()))));
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
