//! The account of one level, and of all: parts that add up to what the scheduler says.

use super::by_threads::{ByThreads, others_serve};
use super::divided::{paths, sampled, signs};
use super::division::{Division, Key};
use super::group::Groups;
use super::purpose::Purpose;
use super::sign::Sign;
use super::unseen::Unseen;
use super::uses::{Step, Uses};
use crate::allocation::Allocations;
use crate::frames::Stacks;
use crate::language::Language;
use crate::level::{Level, PoolWork, Scheduler, may_serve};
use model::{Run, signal};
use std::collections::BTreeSet;

crate::thresholds! {
    /// Fewest samples on the CPU with which a level is divided by its own; with fewer, those of all levels divide it. A guess: a part of a tenth is then known
    /// to 2 points.
    OWN_SAMPLES = 300.0;
    /// Share of the CPU that other threads must use for their stacks to be looked at. A guess.
    pub(super) OTHERS = 0.03;
    /// Share of a level's CPU that may be explained by no sample for the account to count as closed. A guess: the kernel's part of a service that does little
    /// but wait is more.
    pub OPEN = 0.3;
}

/// What the CPU of a level is used for, milliseconds per request.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CpuAccount {
    /// The phase.
    pub phase: String,
    /// Answers per second.
    pub per_s: f64,
    /// All CPU of the service, by the scheduler.
    pub cpu_ms: f64,
    /// That of threads that serve requests, collections on an event loop apart.
    pub serving_ms: f64,
    /// Whether threads of no known kind are among those that serve, because they cost each request as much at every load, or less as serving it does.
    pub others_serve: bool,
    /// Collecting on the thread that serves, an event loop's. The rest of the collector's part is on others.
    pub collected_serving_ms: f64,
    /// Waiting of these threads for a core, which is no CPU.
    pub run_queue_ms: f64,
    /// Largest first. With `unseen_ms` they add up to `cpu_ms`.
    pub parts: Vec<CpuPart>,
    /// Where the CPU of requests comes from, largest first.
    pub paths: Vec<CpuPath>,
    /// Signs of work that could be kept or left out, most first. They lie across the parts.
    pub signs: Vec<CpuSign>,
    /// What no sample explains. Work of the kernel around waits, in which the sampler sees the wait, is a part of its own where the kernel's time was seen.
    pub unseen_ms: f64,
    /// Whether the kernel's part was seen: without it what no sample explains may be the kernel's.
    pub kernel_seen: bool,
    /// Samples on the CPU that divide what requests use.
    pub samples: f64,
    /// Whether these are of all levels, because this one has too few.
    pub pooled: bool,
    /// The same at the lightest level.
    pub light_ms: f64,
    /// Share of the bytes of new objects that own code makes or asks for; what libraries make to take requests, to read and to answer is not in it. `None` where nobody sampled them.
    pub made_by_own: Option<f64>,
    /// Bytes answered per request, where they are known.
    pub bytes: Option<f64>,
}

/// One part of it.
#[derive(Debug, Clone, PartialEq)]
pub struct CpuPart {
    /// What for.
    pub purpose: Purpose,
    /// Name of a package that no table knows, or of work that an event loop gives away; else empty.
    pub package: String,
    /// What it is done by, as shares of the part, largest first. Of own code one only, which makes it a part of its own.
    pub by: Vec<(Purpose, f64)>,
    /// Milliseconds per request.
    pub ms: f64,
    /// Standard error of that, by the number of samples; 0 where it is counted.
    pub error_ms: f64,
    /// Samples that it rests on; `None` where it is counted.
    pub samples: Option<f64>,
    /// Method of own code, with its line where it is one, that asks for most of it; empty where nobody of own code does.
    pub own: String,
    /// Share of the part that it asks for.
    pub own_share: f64,
    /// Innermost method of the part that nearly all of it lies in; empty where there is none.
    pub method: String,
    /// Method by which most of it is done within that, with its share of the part; empty where there is none.
    pub does: (String, f64),
    /// Share of the part that sends while a serialiser's call lasts; of the server's part only.
    pub serialised: f64,
    /// The same at the lightest level, milliseconds, where that has samples of its own.
    pub light_ms: Option<f64>,
    /// What collecting the objects that it makes costs, milliseconds per request, which lies in the collector's part; 0 where nobody sampled them.
    pub collected_ms: f64,
    /// Waiting for locks in the same code, which is no CPU, milliseconds per request.
    pub lock_wait_ms: f64,
}

/// CPU of requests that is a sign of something.
#[derive(Debug, Clone, PartialEq)]
pub struct CpuSign {
    /// Of what.
    pub sign: Sign,
    /// Milliseconds per request.
    pub ms: f64,
    /// Standard error of that, by the number of samples.
    pub error_ms: f64,
    /// Samples that it rests on.
    pub samples: f64,
    /// Share of it in the platform's collections and texts, which is what going through elements needs, 0 to 1; what a loop of Node's runtime does shows in none.
    pub in_elements: f64,
    /// Method that is the sign in most of them, and its share of them.
    pub entry: (String, f64),
    /// Method of own code that asks for most of it, and its share of it; empty where none does.
    pub own: (String, f64),
    /// What collecting the objects that it makes costs, as in a part.
    pub collected_ms: f64,
    /// Waiting for locks in the same code, which is no CPU, milliseconds per request.
    pub lock_wait_ms: f64,
}

/// A path to where CPU is used.
#[derive(Debug, Clone, PartialEq)]
pub struct CpuPath {
    /// From the outside in.
    pub steps: Vec<Step>,
    /// Milliseconds per request.
    pub ms: f64,
}

impl CpuPart {
    /// What makes it a part of its own.
    pub(super) fn key(&self) -> Key {
        let by = self.by.first().map(|(by, _)| *by).filter(|_| self.purpose == Purpose::Own);
        (self.purpose, self.package.clone(), by)
    }

    /// Share of the part that is done by means that `are` so.
    pub fn share_by(&self, are: impl Fn(Purpose) -> bool) -> f64 {
        self.by.iter().filter(|(by, _)| are(*by)).map(|(_, share)| share).sum()
    }
}

impl CpuAccount {
    /// Share of all CPU that `ms` is.
    pub fn share(&self, ms: f64) -> f64 {
        if self.cpu_ms > 0.0 { ms / self.cpu_ms } else { 0.0 }
    }

    /// What is a sign of `sign`.
    pub fn sign(&self, sign: Sign) -> Option<&CpuSign> {
        self.signs.iter().find(|s| s.sign == sign)
    }

    /// The parts of `purpose` together, milliseconds.
    pub fn purpose_ms(&self, purpose: Purpose) -> f64 {
        self.parts.iter().filter(|p| p.purpose == purpose).map(|p| p.ms).sum()
    }

    /// Whether enough of it is explained.
    pub fn closes(&self) -> bool {
        self.share(self.unseen_ms) <= OPEN.get()
    }

    /// What threads cost each other: waking, giving way, taking locks; milliseconds.
    pub fn contention_ms(&self) -> f64 {
        self.done_by(Purpose::is_contention)
    }

    /// What is done by means that `are` so, in whatever part, milliseconds.
    fn done_by(&self, are: impl Fn(Purpose) -> bool) -> f64 {
        self.parts.iter().map(|p| p.ms * if are(p.purpose) { 1.0 } else { p.share_by(&are) }).sum()
    }

    /// What the service could do at most on the same cores if `part` went, per second, where the CPU is the limit at `per_s`.
    pub fn without_per_s(&self, part: &CpuPart, per_s: f64) -> f64 {
        let rest = self.cpu_ms - part.ms;
        if rest > 0.0 { per_s * self.cpu_ms / rest } else { f64::INFINITY }
    }
}

/// The accounts of `levels`, in their order; of levels of which the scheduler was not seen there is none.
pub fn accounts(run: &Run, levels: &[Level], stacks: &Stacks, serving: &BTreeSet<u32>) -> Vec<CpuAccount> {
    if !levels.iter().any(|l| l.scheduler.is_some()) {
        return Vec::new();
    }
    let uses = Uses::of(run, stacks);
    let serving = may_serve(run, stacks, serving.clone());
    let mut groups: Vec<Groups> = levels.iter().map(|l| Groups::of(run, l, stacks, &uses, &serving)).collect();
    let others_serve = others_serve(levels, &groups);
    if others_serve {
        groups.iter_mut().for_each(Groups::with_others);
    }
    let mut pooled = Groups::default();
    for g in &groups {
        pooled.serving.merge(&g.serving);
        pooled.others.merge(&g.others);
    }
    let mut unseen = Unseen::default();
    let mut all: Vec<CpuAccount> = Vec::new();
    for (level, own) in levels.iter().zip(&groups) {
        let Some(scheduler) = &level.scheduler else { continue };
        let mut a = account(run, level, scheduler, own, &pooled, &mut unseen, others_serve);
        a.made_by(run, &level.phase.id, &uses, Allocations::of(run, &level.phase.id, stacks).as_ref());
        all.push(a);
    }
    if let Some((light, heavier)) = all.split_first_mut() {
        for a in heavier {
            a.light_ms = light.cpu_ms;
            for part in &mut a.parts {
                let same =
                    |p: &&CpuPart| p.purpose == part.purpose && p.package == part.package && (p.purpose != Purpose::Own || p.by == part.by);
                part.light_ms = light.parts.iter().find(same).map(|p| p.ms).filter(|_| !light.pooled);
            }
        }
        light.light_ms = light.cpu_ms;
    }
    all
}

fn account(run: &Run, level: &Level, s: &Scheduler, own: &Groups, pooled: &Groups, unseen: &mut Unseen, others_serve: bool) -> CpuAccount {
    let ByThreads { total, serving: mut serving_ms, collected, compilers, helpers, given_away, others: mut others_ms } =
        ByThreads::of(level, s);
    if others_serve || level.served.any_thread_carries() {
        serving_ms += std::mem::take(&mut others_ms);
    }
    let few = own.serving.samples < OWN_SAMPLES.get() && pooled.serving.samples > own.serving.samples;
    let seen_ms = |d: &Division| d.weight * own.interval_ms / level.requests as f64;
    let mut a = CpuAccount {
        phase: level.phase.id.clone(),
        per_s: level.throughput_per_s,
        cpu_ms: total,
        serving_ms,
        others_serve,
        collected_serving_ms: collected,
        run_queue_ms: s.request_run_queue_ms,
        samples: if few { pooled.serving.samples } else { own.serving.samples },
        pooled: few,
        bytes: bytes(run, level),
        ..CpuAccount::default()
    };
    a.unseen_ms = if own.by_cpu_time { 0.0 } else { unseen.at(serving_ms, seen_ms(&own.serving)).min(serving_ms) };
    let serving = if few { &pooled.serving } else { &own.serving };
    a.divide(serving, serving_ms - a.unseen_ms);
    a.paths = paths(serving, serving_ms - a.unseen_ms);
    a.signs = signs(serving, serving_ms - a.unseen_ms);
    if let Some(kernel_s) = run.increase(signal::PROCESS_SYSTEM_CPU_TIME, level.window.0, level.window.1) {
        // what samples show of it are calls into the kernel; the rest lies around waits
        let seen_ms = a.done_by(|p| p.is_contention() || matches!(p, Purpose::Network | Purpose::Files | Purpose::Kernel));
        let around_waits_ms = (kernel_s * 1e3 / level.requests as f64 - seen_ms).clamp(0.0, a.unseen_ms);
        a.unseen_ms -= around_waits_ms;
        a.kernel_seen = true;
        a.count(Purpose::Kernel, String::new(), around_waits_ms);
    }
    if others_ms >= OTHERS.get() * total && own.others.weight > 0.0 {
        let explained = others_ms.min(seen_ms(&own.others));
        a.divide(&own.others, explained);
        others_ms -= explained;
    }
    a.give_away(Language::of(run), level, given_away);
    for (purpose, ms) in [
        (Purpose::Collector, collected + helpers),
        (Purpose::Compilers, compilers),
        (Purpose::Polling, s.poller_cpu_ms),
        (Purpose::OtherThreads, others_ms),
    ] {
        a.count(purpose, String::new(), ms);
    }
    a.wait_for_locks(own, level.samples.as_ref().map_or(0.0, |x| x.interval_ms) / level.requests as f64);
    a.parts.sort_by(|x, y| y.ms.total_cmp(&x.ms).then_with(|| (x.purpose, &x.package).cmp(&(y.purpose, &y.package))));
    a
}

impl CpuAccount {
    /// Adds the parts of `d`, which are `ms` together.
    fn divide(&mut self, d: &Division, ms: f64) {
        if d.weight <= 0.0 {
            self.unseen_ms += ms;
            return;
        }
        for (key, tally) in &d.parts {
            let part = sampled(key, tally, d, ms);
            let same =
                |p: &&mut CpuPart| p.purpose == part.purpose && p.package == part.package && (p.purpose != Purpose::Own || p.by == part.by);
            match self.parts.iter_mut().find(same) {
                Some(p) => {
                    p.serialised = (p.ms * p.serialised + part.ms * part.serialised) / (p.ms + part.ms).max(f64::MIN_POSITIVE);
                    (p.ms, p.error_ms) = (p.ms + part.ms, p.error_ms.hypot(part.error_ms));
                    p.samples = p.samples.zip(part.samples).map(|(a, b)| a + b);
                }
                None => self.parts.push(part),
            }
        }
    }

    /// Adds to each part how long requests wait for locks in its code; `interval_ms` is what one sample stands for, per request.
    fn wait_for_locks(&mut self, seen: &Groups, interval_ms: f64) {
        for ((purpose, package), weight) in &seen.waiting {
            // of own code that is done by several means, the largest part
            let of = |p: &&mut CpuPart| p.purpose == *purpose && p.package == *package;
            if let Some(part) = self.parts.iter_mut().filter(of).max_by(|x, y| x.ms.total_cmp(&y.ms)) {
                part.lock_wait_ms = weight * interval_ms;
            }
        }
        for sign in &mut self.signs {
            sign.lock_wait_ms = seen.waiting_signs.get(&sign.sign).copied().unwrap_or_default() * interval_ms;
        }
    }

    /// Adds what was counted.
    fn count(&mut self, purpose: Purpose, package: String, ms: f64) {
        if ms > 0.0 {
            self.parts.push(CpuPart {
                purpose,
                package,
                by: Vec::new(),
                ms,
                error_ms: 0.0,
                samples: None,
                own: String::new(),
                own_share: 0.0,
                method: String::new(),
                does: (String::new(), 0.0),
                serialised: 0.0,
                light_ms: None,
                collected_ms: 0.0,
                lock_wait_ms: 0.0,
            });
        }
    }

    /// Adds `ms` of work that an event loop gives to other threads, by the time that each kind of it takes.
    fn give_away(&mut self, language: &Language, level: &Level, ms: f64) {
        let work = level.served.event_loop().map(|l| l.work.as_slice()).unwrap_or_default();
        // threads that read files or ask for names wait most of the time
        let computes: Vec<_> = work.iter().filter(|w| !matches!(w.kind.as_str(), "fs" | "dns")).collect();
        // where the loop comes late for what has ended, nothing is left of the time of any: then they count alike
        let has_time = computes.iter().any(|w| w.work_ms > 0.0);
        let weight = |w: &PoolWork| if has_time { w.work_ms } else { w.per_request };
        let all: f64 = computes.iter().map(|w| weight(w)).sum();
        if all <= 0.0 {
            return self.count(Purpose::GivenAway, String::new(), ms);
        }
        for w in computes.into_iter().filter(|w| weight(w) > 0.0) {
            let ms = ms * weight(w) / all;
            let purpose = language.purpose_of_work(&w.name);
            if let Some(part) = self.parts.iter_mut().find(|p| Some(p.purpose) == purpose && ms > 0.0) {
                let site = if ms > part.ms {
                    (w.site.clone(), ms / (part.ms + ms))
                } else {
                    (part.own.clone(), part.own_share * part.ms / (part.ms + ms))
                };
                (part.ms, (part.own, part.own_share)) = (part.ms + ms, site);
                continue;
            }
            self.count(purpose.unwrap_or(Purpose::GivenAway), if purpose.is_some() { String::new() } else { w.name.clone() }, ms);
            if let Some(part) = self.parts.last_mut().filter(|_| ms > 0.0) {
                (part.own, part.own_share) = (w.site.clone(), 1.0);
            }
        }
    }
}

fn bytes(run: &Run, level: &Level) -> Option<f64> {
    let carried = run.carried_of(&level.phase.id).filter_map(|(_, c)| c);
    let (sum, n) = carried.fold((0.0, 0.0), |(sum, n), c| (sum + c.bytes_in as f64, n + 1.0));
    (n > 0.0).then(|| sum / n)
}
