//! What is seen of the service while it warms up, from outside: the kernel's word on its threads and its quota, what its runtime publishes. Nothing enters the
//! process: it is about to take its first users.

use crate::progress::Progress;
use gate::Signals;
use load::{Scenario, Way};
use model::{Environment, Observation, Phase, Run, Sink, Target, Timestamp, message, signal};
use probe::{Beside, Context, ProbeError, Wanted, discover};
use record::Collector;
use std::path::PathBuf;
use std::sync::Arc;

/// The attached probes and what they have seen.
pub(super) struct Watch {
    target: Option<Target>,
    probes: Vec<Wanted>,
    collector: Arc<Collector>,
}

impl Watch {
    /// Finds the process and attaches what fits it. Where none is found, the answers alone are judged.
    pub(super) fn attach(pid: Option<u32>, scenario: &Scenario, way: &Way, progress: &Progress) -> Self {
        let collector = Collector::new();
        let mut watch = Self { target: None, probes: Vec::new(), collector: Arc::clone(&collector) };
        let endpoint = scenario.endpoint();
        let found = match pid {
            Some(pid) => discover::by_pid(pid, Some(endpoint.port)),
            None if way.unix.is_some() || !way.connect_to.is_empty() => return watch,
            None => discover::by_url_port(endpoint.port, &endpoint.host),
        };
        let target = match found {
            Ok(target) => target,
            Err(e) => {
                progress.say(message!("warm/not-watched", why: (e.cause.clone())));
                return watch;
            }
        };
        collector.observe(Observation::Environment(Environment {
            host: discover::host_info(),
            target: target.clone(),
            ..Environment::default()
        }));
        let what = format!("pid {} {} · {} {}", target.pid, target.name, target.runtime.name(), target.runtime_version);
        progress.say(message!("warm/watches", what: name(what.trim_end())));
        let cx = Context {
            target: target.clone(),
            sink: collector as Arc<dyn Sink>,
            spare_cpus: Vec::new(),
            scratch: PathBuf::new(),
            databases: Vec::new(),
            beside: Beside::default(),
        };
        for mut p in probe::outside(&cx) {
            match p.probe.attach(&p.cx) {
                Ok(()) => watch.probes.push(p),
                Err(e) => tell(&e, progress),
            }
        }
        watch.target = Some(target);
        watch
    }

    pub(super) fn begin(&mut self, phase: &Phase, progress: &Progress) {
        for p in &mut self.probes {
            if let Err(e) = p.probe.begin(phase) {
                tell(&e, progress);
            }
        }
    }

    pub(super) fn target(&self) -> Option<&Target> {
        self.target.as_ref()
    }

    /// Whether the process still runs, where it is known.
    pub(super) fn is_alive(&self) -> bool {
        self.target.as_ref().is_none_or(discover::is_alive)
    }

    /// What was seen between two moments. What was seen before is forgotten: a gate may hold for days.
    pub(super) fn signals(&self, from: Timestamp, to: Timestamp) -> Signals {
        self.collector.forget(from);
        self.collector.with(|run| signals(run, from, to))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        for p in self.probes.iter_mut().rev() {
            drop(p.probe.detach());
        }
    }
}

fn signals(run: &Run, from: Timestamp, to: Timestamp) -> Signals {
    let seconds = to.seconds_since(from);
    let throttled = run.series_of(signal::CGROUP_THROTTLED_TIME).filter_map(|s| s.increase(from, to)).max_by(f64::total_cmp);
    Signals {
        compiler_cores: diagnose::level::sees_compilers(run).then(|| diagnose::level::compiler_cores(run, (from, to))).flatten(),
        loaded_per_s: run.increase(signal::CODE_LOADED, from, to).map(|n| n / seconds),
        invalidated: run.increase(signal::CODE_INVALIDATED, from, to),
        throttled: throttled.map(|s| (s / seconds).min(1.0)),
        work_s: diagnose::level::Speed::of(run, (from, to)).map(|speed| speed.usual_s),
    }
}

fn tell(e: &ProbeError, progress: &Progress) {
    progress.say(message!("warm/probe-lost", code: name(e.name), says: (e.said())));
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Series;

    #[test]
    fn what_is_counted_is_told_by_its_increase_and_what_is_not_seen_by_nothing() {
        let at = |s: i64| Timestamp::from_ns(s * 1_000_000_000);
        let mut run = Run::default();
        for (signal, per_s) in [(signal::CODE_LOADED, 40.0), (signal::CODE_INVALIDATED, 2.0)] {
            let mut series = Series::new(signal, model::Labels::new());
            (0..=10).for_each(|s| series.push(at(s), per_s * s as f64));
            run.apply(Observation::Series(series));
        }
        let seen = signals(&run, at(2), at(7));
        assert_eq!(seen, Signals { loaded_per_s: Some(40.0), invalidated: Some(10.0), ..Signals::default() });
    }

    #[test]
    fn what_lies_before_the_window_at_hand_is_forgotten() {
        let at = |s: i64| Timestamp::from_ns(s * 1_000_000_000);
        let watch = Watch { target: None, probes: Vec::new(), collector: Collector::new() };
        for s in 0..7_200 {
            let mut series = Series::new(signal::CODE_LOADED, model::Labels::new());
            series.push(at(s), 3.0 * s as f64);
            watch.collector.observe(Observation::Series(series));
            if s > 0 && s % 5 == 0 {
                assert_eq!(watch.signals(at(s - 5), at(s)).loaded_per_s, Some(3.0));
            }
        }
        assert!(watch.collector.with(|run| run.one(signal::CODE_LOADED).is_some_and(|s| s.t.len() <= 12)));
    }
}
