//! Slow because the CPU quota of its container stops the service again and again, while there is CPU left.

mod at_start;

use crate::facts::core_wait::{FULL, core_wait};
use crate::facts::queueing::grows;
use crate::facts::{other_ceilings, pays};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::capacity::{Prediction, predict};
use diagnose::claim::THREADS;
use diagnose::level::{Level, Scheduler, Throttling};
use diagnose::saturation::{COSTLIER, ResourceKind};
use diagnose::starvation::{LEAST_PERIODS, in_no_stack_ms, stood_still_ms};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Factor, Hypothesis, Mechanism, Stability, Status};
use model::sensor::{HOST, THREAD_SCHEDULE};
use model::{Arrival, Message, message, signal};

diagnose::thresholds! {
    /// Share of the planned rate that an open level must answer to be below saturation. Source: METHODS section 1.3, widened as in the
    /// search for the knee.
    HOLDS = 0.97;
}
// Used share of the quota below which such a level is not saturation. Source: `diagnose::saturation::CPU_FULL`.
use self::FULL as BELOW_SATURATION;
diagnose::thresholds! {
    /// Share of the response time below saturation that threads must stand still for. Source: CAUSES section 4 point 2, the share from
    /// which a part is a cause.
    LEAST_STANDSTILL = 0.3;
    /// Busy share of the workers below which nobody has to wait for one. A guess: half.
    FREE_WORKERS = 0.5;
}

struct CpuThrottled;

/// The cause.
pub const CAUSE: &dyn Cause = &CpuThrottled;

impl Cause for CpuThrottled {
    fn id(&self) -> &'static str {
        "cpu-throttled"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[HOST, THREAD_SCHEDULE]
    }

    fn takes_the_core(&self) -> bool {
        true
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["connection-pool-too-small", "cpu-hot-path", "database-cpu-saturated", "dependency-slow"]
    }

    fn mechanism(&self) -> Mechanism {
        Mechanism::full(ResourceKind::TargetCpu).by(Factor::Cpu)
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("cpu-throttled/expected", least: Share(LEAST_PERIODS.get()));
        h.falsifier = message!("cpu-throttled/falsifier");
        let Some(quota) = a.run.environment.target.cpu_quota else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("cpu-throttled/no-quota"));
        };
        if !a.start_up.is_empty() {
            at_start::judge(a, quota, &mut h);
            return h;
        }
        let (Some(heavy), Some(at_saturation)) = (a.heavy(), a.heavy().and_then(throttling)) else {
            return Hypothesis::new(self.id(), Status::NotObservable, message!("cpu-throttled/unread"));
        };
        let worst = worst_below_saturation(a);
        let below = worst.map_or(0.0, |(_, t)| t.share());
        h.observed = observed(quota, (heavy, at_saturation), worst);
        if at_saturation.share() < LEAST_PERIODS.get() && below < LEAST_PERIODS.get() {
            h.reason.clone_from(&h.observed);
            return h;
        }
        h.status = Status::Secondary;
        h.evidence = EvidenceLevel::Coincides;
        let free = heavy.machine.as_ref().map_or(0.0, diagnose::level::Machine::free_cores);
        let cpus = heavy.machine.as_ref().map_or(0.0, |m| m.cpus);
        let limit = limit_of_machine(a, heavy);
        let so = match &limit {
            Some(_) => message!("cpu-throttled/keeps-back", free: Cores(free), cpus: Cores(cpus)),
            None => message!("cpu-throttled/given"),
        };
        if below < LEAST_PERIODS.get() {
            h.gain = limit;
            h.reason = message!("cpu-throttled/limit", observed: (h.observed.clone()), so: (so));
            return h;
        }
        if free < (1.0 - FULL.get()) * cpus {
            h.status = Status::Rejected;
            h.reason = message!("cpu-throttled/no-more", observed: (h.observed.clone()), free: Cores(free), cpus: Cores(cpus));
            return h;
        }
        let (stands, error) = worst.map_or((0.0, 0.0), |(l, t)| with_error(standstill(a, l), t));
        if stands + error < LEAST_STANDSTILL.get() {
            h.gain = limit;
            h.reason = message!("cpu-throttled/hardly-stands", observed: (h.observed.clone()), stands: Share(stands), so: (so));
            return h;
        }
        let wait = core_wait(a);
        let grows = grows(a);
        h.weight = if grows { wait.share } else { at_every_load(a) };
        let explains = if grows {
            message!("cpu-throttled/stand-longer", ms: Ms(wait.heavy_ms), share: Share(wait.share))
        } else {
            message!("cpu-throttled/stand-always", share: Share(h.weight))
        };
        h.reason = message!(
            "cpu-throttled/holds",
            observed: (h.observed.clone()),
            explains: (explains),
            free: Cores(free),
            cpus: Cores(cpus),
        );
        h.claims = claims(&h.observed, below, wait.heavy_ms, worst.map_or(heavy, |(l, _)| l), heavy);
        if h.weight < LEAST_GROWTH_SHARE.get() {
            return h;
        }
        if stands - error < LEAST_STANDSTILL.get() {
            h.status = Status::Untested;
            h.reason = message!("cpu-throttled/too-few-stops", observed: (h.observed.clone()), stands: Share(stands), error: Share(error));
            return h;
        }
        h.status = Status::Supported;
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h.gain = gain(a, cpus);
        h.fix = message!("cpu-throttled/fix");
        h
    }
}

/// How often the quota stops threads at saturation, and at the level below it at which it does so most.
fn observed(quota: f64, (heavy, stopped): (&Level, &Throttling), worst: Option<(&Level, &Throttling)>) -> Message {
    let (share, rate) = (stopped.share(), heavy.throughput_per_s);
    match worst {
        Some((level, t)) => message!(
            "cpu-throttled/observed",
            quota: Cores(quota),
            share: Share(share),
            rate: PerSecond(rate),
            below: Share(t.share()),
            below_rate: PerSecond(level.throughput_per_s),
        ),
        None => message!("cpu-throttled/observed-at-saturation", quota: Cores(quota), share: Share(share), rate: PerSecond(rate)),
    }
}

fn throttling(level: &Level) -> Option<&Throttling> {
    level.machine.as_ref()?.throttling.as_ref().filter(|t| t.periods > 0.0)
}

/// A share of the time that rests on stops, with its standard error: stops come at random, and of few the next level has another number.
/// Source: Poisson, 1 / sqrt(n).
fn with_error(share: f64, stops: &Throttling) -> (f64, f64) {
    (share, share / stops.throttled_periods.max(1.0).sqrt())
}

/// The open level with the largest share of throttled periods.
fn worst_below_saturation<'a>(a: &'a Analysis) -> Option<(&'a Level, &'a Throttling)> {
    held_below_saturation(a).max_by(|x, y| x.1.share().total_cmp(&y.1.share()))
}

/// Open levels that hold their rate and have room: in the quota, or because a request costs more CPU there than at saturation, since waking
/// up for each of few requests costs more than serving many at a time.
fn held_below_saturation<'a>(a: &'a Analysis) -> impl Iterator<Item = (&'a Level, &'a Throttling)> {
    // requests that arrive at random are more or fewer than planned; two standard errors of their number are no overload
    let least = |l: &Level| HOLDS.get() - 2.0 / (l.requests.max(1) as f64).sqrt();
    let holds = move |l: &&Level| match l.phase.arrival {
        Arrival::Open { rate_per_s, .. } => l.throughput_per_s >= least(l) * rate_per_s,
        _ => false,
    };
    let cost = |l: &Level| l.scheduler.as_ref().map_or(0.0, |s| s.process_cpu_ms);
    let at_saturation = a.heavy().map_or(0.0, cost);
    let has_room = move |l: &&Level| {
        let used = l.scheduler.as_ref().map_or(1.0, Scheduler::utilisation);
        used < BELOW_SATURATION.get() || cost(l) >= COSTLIER.get() * at_saturation
    };
    let open = a.levels.iter().filter(|l| l.phase.fraction.is_some_and(|f| f < 1.0)).filter(holds).filter(has_room);
    open.filter_map(|l| Some((l, throttling(l)?)))
}

/// Share of the response time that threads stand still for wherever the service is not saturated: the median of these levels (of two the
/// lesser); 0 for one that is hardly stopped, or has no core that is free. One odd level (a compiler, a backup, or luck) says nothing of
/// the rest.
fn at_every_load(a: &Analysis) -> f64 {
    let share = |(level, t): (&Level, &Throttling)| {
        let free = level.machine.as_ref().is_some_and(|m| m.free_cores() >= (1.0 - FULL.get()) * m.cpus);
        if free && t.share() >= LEAST_PERIODS.get() { standstill(a, level).min(1.0) } else { 0.0 }
    };
    let mut all: Vec<f64> = held_below_saturation(a).map(share).collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len().saturating_sub(1) / 2).copied().unwrap_or(0.0)
}

/// Time in the run queue beyond what it would be without the quota, as a share of the response time: an upper bound of what the quota does,
/// told by the scheduler because `throttled_time` is not the time that threads stand still. A request that waits for a worker while most
/// workers are free waits for the same: the threads that would hand it over stand still as well. So does time in no stack that the stops
/// can make, since they stop who looks as well. Requests that wait for a connection of the client wait for those that stand still, so the
/// share is that of the time with a connection.
fn standstill(a: &Analysis, level: &Level) -> f64 {
    let handed_over_late = level.served.workers().filter(|w| w.busy < FREE_WORKERS.get() * w.max).map_or(0.0, |w| w.queue_ms);
    let by_threads = level.scheduler.as_ref().map_or(0.0, |s| {
        let waits = s.request_run_queue_ms + level.part_ms(diagnose::frames::Part::NoCarrier);
        (waits - queues_anyway_ms(level, s)).max(0.0) + handed_over_late + in_no_stack_ms(a, level)
    });
    (by_threads / (level.response_ms - level.late_ms).max(1e-3)).max(stood_still_ms(a, level) / level.response_ms.max(1e-3))
}

/// What a request of `level` would wait for a core if the CPUs that the service may run on were shared without a quota, milliseconds: its
/// CPU time, stretched as among requests that arrive at random. Source: M/M/c, whose mean holds for any CPU time where the cores are
/// shared in turns.
fn queues_anyway_ms(level: &Level, s: &Scheduler) -> f64 {
    let Some(m) = &level.machine else { return 0.0 };
    let cpus = (m.cpus.floor() as u32).max(1);
    let taken = m.taken_cores().min(FULL.get() * f64::from(cpus));
    s.request_cpu_ms * (stats::queue::response(cpus, taken, 1.0) - 1.0)
}

fn claims(observed: &Message, below: f64, wait_ms: f64, open: &Level, heavy: &Level) -> Vec<Claim> {
    let stopped = message!("cpu-throttled/stand", ms: Ms(wait_ms));
    vec![
        Claim::at(open, "throttled_periods", below, "1", observed.clone())
            .from(&[signal::CGROUP_THROTTLED_PERIODS, signal::CGROUP_PERIODS]),
        Claim::at(heavy, "core_wait_ms", wait_ms, "ms", stopped).from(&[THREADS]),
    ]
}

/// What the CPUs would allow if all that runs on them did more in the same proportion, where the quota is used up and that is worth a name:
/// the quota is the limit, and whether it was meant to be is not known here. Databases and a generator on the same CPUs need their part of
/// what is free, so that it is less than [`gain`] says.
fn limit_of_machine(a: &Analysis, heavy: &Level) -> Option<Prediction> {
    a.resource(ResourceKind::TargetCpu).filter(|cpu| cpu.saturated)?;
    let m = heavy.machine.as_ref()?;
    let bound = a.throughput_per_s() * m.cpus / m.taken_cores().max(1e-9);
    let g = predict(a.throughput_per_s(), ResourceKind::TargetCpu, bound, &other_ceilings(a, ResourceKind::TargetCpu));
    pays(&g).then_some(g)
}

/// What all CPUs that the service may run on would allow.
fn gain(a: &Analysis, cpus: f64) -> Option<Prediction> {
    let held_ms = a.unqueued_resources().iter().find(|r| r.kind == ResourceKind::TargetCpu)?.held_ms;
    let bound = stats::law::capacity_per_s(cpus, held_ms / 1e3);
    let others = other_ceilings(a, ResourceKind::TargetCpu);
    bound.is_finite().then(|| predict(a.throughput_per_s(), ResourceKind::TargetCpu, bound, &others))
}

#[cfg(test)]
mod at_start_tests;
#[cfg(test)]
mod tests;
