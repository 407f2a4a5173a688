//! Slow because one place in the application burns the CPU that all requests need.

use crate::facts::event_loop::{is_password_hash, off_loop_cpu, work_name};
use crate::facts::relieved_ceilings;
use diagnose::claim::{STACKS, THREADS};
use diagnose::frames::{Part, Work};
use diagnose::saturation::{ResourceKind, cpu_is_full_when_warm};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Mechanism, Stability, Status};
use model::sensor::{THREAD_SCHEDULE, WALL_STACKS};
use model::{Message, message};
use std::collections::BTreeMap;

diagnose::thresholds! {
    /// Share of the CPU per request that the place must own. Source: CAUSES section 4 point 2.
    LEAST_SHARE = 0.3;
    /// Fewest samples of the place: below it the share is known to no better than 18 %. Source: LEDGER section 7.
    LEAST_SAMPLES = 30.0;
    /// Share of the place's work that must be of a kind known to be worth a look (conversion, hashes, patterns ...): of code that only
    /// computes
    /// nobody can tell from outside whether the requests need it. Source: CAUSES A1 lists the kinds, section 4 point 2 asks for avoidable
    /// work; half is a guess.
    LEAST_KNOWN = 0.5;
    /// CPU of a password hash up to which it is not too costly, milliseconds: it is slow on purpose, and a cheaper one would be unsafe.
    /// Measured: the least that OWASP advises (argon2id, 19 MiB, 2 passes) took 27 ms on one core; a slower core may need a third more (a
    /// guess).
    PROPER_HASH_MS = 35.0;
}

struct CpuHotPath;

/// The cause.
pub const CAUSE: &dyn Cause = &CpuHotPath;

/// A class of the application and what it owns.
struct Place {
    class: String,
    method: String,
    share: f64,
    /// Samples that the share rests on; `None` where it is counted.
    samples: Option<f64>,
    /// Share of its work that is of a kind known to be worth a look.
    known: f64,
    /// What else the same work keeps: the event loop, or a thread of libuv's pool, and that for how long per request, milliseconds.
    also_keeps: Option<(ResourceKind, f64)>,
    /// CPU of one password hash, milliseconds, where that is what it does.
    hash_ms: Option<f64>,
}

impl Cause for CpuHotPath {
    fn id(&self) -> &'static str {
        "cpu-hot-path"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WALL_STACKS, THREAD_SCHEDULE]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["connection-pool-too-small", "database-cpu-saturated", "libuv-pool-saturated", "event-loop-saturated"]
    }

    fn mechanism(&self) -> Mechanism {
        // taking CPU away shows that the CPU is the limit, not who uses it up: no experiment of ours can prove this
        Mechanism::full(ResourceKind::TargetCpu)
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("cpu-hot-path/expected", least: Share(LEAST_SHARE.get()));
        h.falsifier = message!("cpu-hot-path/falsifier");
        let Some(cpu) = a.resource(ResourceKind::TargetCpu) else {
            return Hypothesis::new(self.id(), Status::NotObservable, message!("cpu-hot-path/cpu-unseen"));
        };
        let used = cpu.utilisation();
        let place = hottest(a).into_iter().chain(given_away(a)).max_by(|x, y| x.share.total_cmp(&y.share));
        let owns = place.as_ref().filter(|p| p.share >= LEAST_SHARE.get());
        h.observed = match &place {
            Some(p) if p.share >= 0.01 => {
                message!("cpu-hot-path/observed", used: Share(used), place: name(&p.class), share: Share(p.share))
            }
            _ => message!("cpu-hot-path/observed-no-place", used: Share(used)),
        };
        let Some(p) = owns else {
            h.reason = if cpu.saturated {
                message!("cpu-hot-path/no-place", least: Share(LEAST_SHARE.get()), observed: (h.observed.clone()))
            } else {
                message!("cpu-hot-path/not-full", used: Share(used))
            };
            return h;
        };
        if let Some(samples) = p.samples.filter(|n| *n < LEAST_SAMPLES.get()) {
            // who owns it is seen, how much it owns is not known well
            h.status = if cpu.saturated { Status::Untested } else { Status::Rejected };
            h.weight = if cpu.saturated { used.min(1.0) } else { 0.0 };
            h.reason = if cpu.saturated {
                message!("cpu-hot-path/too-few", observed: (h.observed.clone()), samples: Count(samples))
            } else {
                message!("cpu-hot-path/not-full", used: Share(used))
            };
            return h;
        }
        h.site.clone_from(&p.method);
        let uses = message!("cpu-hot-path/uses", used: Share(used), ms: Ms(cpu.held_ms));
        let owns = message!("cpu-hot-path/takes", place: name(&p.method), share: Share(p.share), ms: Ms(p.share * cpu.held_ms));
        let claims = |l| {
            [
                Claim::at(l, "cpu_utilisation", used, "1", uses).from(&[THREADS]),
                Claim::at(l, "site_share", p.share, "1", owns).from(&[STACKS]),
            ]
        };
        h.claims = a.heavy().map(claims).into_iter().flatten().collect();
        if !cpu.saturated {
            h.status = Status::Secondary;
            h.reason = message!("cpu-hot-path/has-room", place: name(&p.class), share: Share(p.share), used: Share(used));
            return h;
        }
        if let Some(s) = a.heavy().filter(|l| !cpu_is_full_when_warm(l)).and_then(|l| l.scheduler.as_ref()) {
            h.status = Status::Secondary;
            let compilers = s.compiler_cores;
            h.reason = message!("cpu-hot-path/compiles", place: name(&p.class), share: Share(p.share), compilers: Cores(compilers));
            return h;
        }
        if p.known < LEAST_KNOWN.get() {
            h.status = Status::Secondary;
            h.reason = message!("cpu-hot-path/only-computes", place: name(&p.class), share: Share(p.share));
            return h;
        }
        if let Some(ms) = p.hash_ms.filter(|ms| *ms < PROPER_HASH_MS.get()) {
            h.status = Status::Secondary;
            h.reason = message!(
                "cpu-hot-path/proper-hash",
                place: name(&p.method),
                share: Share(p.share),
                hash: Ms(ms),
                proper: Ms(PROPER_HASH_MS.get()),
            );
            return h;
        }
        h.status = Status::Supported;
        h.evidence = EvidenceLevel::Explains;
        h.weight = used.min(1.0);
        h.reason = message!("cpu-hot-path/holds", place: name(&p.method), share: Share(p.share));
        let bound = stats::law::capacity_per_s(cpu.limit, cpu.held_ms * (1.0 - p.share) / 1e3);
        let (also, ms) = p.also_keeps.unwrap_or((ResourceKind::TargetCpu, 0.0));
        let others = relieved_ceilings(a, ResourceKind::TargetCpu, also, ms);
        h.gain = Some(diagnose::capacity::predict(a.throughput_per_s(), ResourceKind::TargetCpu, bound, &others));
        h.fix = if p.hash_ms.is_some() { message!("cpu-hot-path/fix-hash") } else { message!("cpu-hot-path/fix", place: name(&p.class)) };
        h
    }
}

/// Samples of one class of the application that are on the CPU.
#[derive(Default)]
struct Owned<'a> {
    samples: f64,
    /// Of these, of a kind known to be worth a look.
    known: f64,
    /// Of these, hashing a password.
    hashing: f64,
    /// By method.
    methods: BTreeMap<&'a str, f64>,
}

/// The class of the application with the most avoidable CPU: its own code and what it calls directly, not access to data, calls to other
/// services, rendering of the answer, logging or the framework. Samples only divide the CPU of request threads; the scheduler says how much
/// that is of the whole, without the compilers, which are quiet once the code is compiled.
fn hottest(a: &Analysis) -> Option<Place> {
    let mut classes: BTreeMap<String, Owned<'_>> = BTreeMap::new();
    let (mut all, mut request_cpu, mut process_cpu) = (0.0, 0.0, 0.0);
    for level in &a.levels {
        let (Some(samples), Some(s)) = (&level.samples, &level.scheduler) else { continue };
        // collections are not among the samples
        let collecting_ms = level.served.collected_ms();
        request_cpu += (s.request_cpu_ms - collecting_ms).max(0.0) * level.requests as f64;
        process_cpu += s.process_cpu_ms * level.requests as f64;
        all += samples.outside_dispatch_cpu;
        for site in samples.sites.iter().filter(|s| s.part == Part::Cpu) {
            all += site.samples;
            // rendering the answer is what was asked for, and lines of a log are the logging causes' to judge
            if site.site.is_empty() || !matches!(site.work, Work::Application | Work::Serialisation | Work::Costly | Work::PasswordHash) {
                continue;
            }
            // of Java the class, of JavaScript the function
            let class = if site.site.contains('(') { site.site.as_str() } else { site.site.split('.').next().unwrap_or_default() };
            let entry = classes.entry(class.to_owned()).or_default();
            entry.samples += site.samples;
            entry.known += if site.work == Work::Application { 0.0 } else { site.samples };
            entry.hashing += if site.work == Work::PasswordHash { site.samples } else { 0.0 };
            *entry.methods.entry(site.site.as_str()).or_default() += site.samples;
        }
    }
    let of_process = if process_cpu > 0.0 { (request_cpu / process_cpu).min(1.0) } else { 0.0 };
    let (class, Owned { samples, known, hashing, methods }) = classes.into_iter().max_by(|x, y| x.1.samples.total_cmp(&y.1.samples))?;
    let method = methods.into_iter().max_by(|x, y| x.1.total_cmp(&y.1)).map(|(m, _)| m.to_owned()).unwrap_or_default();
    let share = samples / all.max(1.0) * of_process;
    // of one request: how many passwords that hashes is not counted, and usually one
    let hash_ms =
        a.heavy().and_then(|l| l.scheduler.as_ref()).filter(|_| hashing >= LEAST_KNOWN.get() * samples).map(|s| share * s.process_cpu_ms);
    let loop_ms =
        a.heavy().filter(|l| l.served.event_loop().is_some()).and_then(|l| l.scheduler.as_ref()).map(|s| share * s.process_cpu_ms);
    let known = known / samples.max(1.0);
    Some(Place {
        class,
        method,
        share,
        samples: Some(samples),
        known,
        also_keeps: loop_ms.map(|ms| (ResourceKind::EventLoop, ms)),
        hash_ms,
    })
}

/// The work that an event loop gives to other threads which uses most CPU: native code, named by its type and by who asks for it. All of it
/// is of a kind known to be worth a look: hashes, compression, native packages.
fn given_away(a: &Analysis) -> Option<Place> {
    let heavy = a.heavy()?;
    let (work, share) = off_loop_cpu(heavy).into_iter().max_by(|x, y| x.1.total_cmp(&y.1))?;
    let name = work_name(&work);
    let cpu_ms = share * heavy.scheduler.as_ref()?.process_cpu_ms;
    let hash_ms = is_password_hash(&work).then_some(cpu_ms / work.per_request);
    Some(Place {
        class: name.clone(),
        method: name,
        share,
        // the scheduler says what these threads used, and each piece of work is counted
        samples: None,
        known: 1.0,
        also_keeps: Some((ResourceKind::ThreadPool, work.work_ms)),
        hash_ms,
    })
}

#[cfg(test)]
mod tests;
