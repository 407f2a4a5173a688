//! Slow because one place in the application burns the CPU that all requests need.

use crate::facts::cpu_owned::{by_purpose, is_most_of};
use crate::facts::hot_place::{LEAST_KNOWN, LEAST_SHARE, hottest_of_all};
use crate::facts::{if_shared_cpus_do_less, pays, relieved_ceilings};
use diagnose::claim::{STACKS, THREADS};
use diagnose::cpu::Purpose;
use diagnose::frames::HashFunction;
use diagnose::saturation::{ResourceKind, cpu_is_full_when_warm, cpu_is_warm};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Mechanism, Stability, Status};
use model::sensor::{THREAD_SCHEDULE, WALL_STACKS};
use model::{Message, message};

diagnose::thresholds! {
    /// Fewest samples of the place: below it the share is known to no better than 18 %. Source: LEDGER section 7.
    LEAST_SAMPLES = 30.0;
    /// CPU of a password hash up to which it is not too costly, milliseconds: it is slow on purpose, and a cheaper one would be unsafe.
    /// Measured: the least that OWASP advises (argon2id, 19 MiB, 2 passes), by bench/hashes.sh, where it took 26 ms on one core; a slower
    /// core may need a third more (a guess).
    PROPER_HASH_MS = 35.0;
    /// The same of bcrypt. Measured likewise: cost 10, the least that OWASP advises and what frameworks choose, 59 ms in Java.
    PROPER_BCRYPT_MS = 79.0;
    /// The same of PBKDF2. Measured likewise: 210,000 passes of HMAC-SHA-512, 160 ms in Java.
    PROPER_PBKDF2_MS = 213.0;
    /// The same of scrypt. Measured likewise: N = 2^17, r = 8, p = 1, 309 ms in Node.
    PROPER_SCRYPT_MS = 412.0;
}

/// CPU of one hash up to which it is not too costly, milliseconds.
fn proper_ms(function: HashFunction) -> f64 {
    match function {
        HashFunction::Bcrypt => PROPER_BCRYPT_MS.get(),
        HashFunction::Pbkdf2 => PROPER_PBKDF2_MS.get(),
        HashFunction::Scrypt => PROPER_SCRYPT_MS.get(),
        HashFunction::Argon2 | HashFunction::Other => PROPER_HASH_MS.get(),
    }
}

struct CpuHotPath;

/// The cause.
pub const CAUSE: &dyn Cause = &CpuHotPath;

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
        let place = hottest_of_all(a);
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
        let proper_hash = p.hash.map(|(function, ms)| (ms, proper_ms(function))).filter(|(ms, proper)| ms < proper);
        if !cpu.saturated {
            h.status = Status::Secondary;
            h.reason = message!("cpu-hot-path/has-room", place: name(&p.class), share: Share(p.share), used: Share(used));
            // of CPUs that it fills together with its database it has less, and is in the way all the same
            let is_avoidable = p.known >= LEAST_KNOWN.get() && proper_hash.is_none() && a.heavy().is_some_and(cpu_is_warm);
            h.gain = if_shared_cpus_do_less(a, p.share * cpu.held_ms).filter(|g| is_avoidable && pays(g));
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
        if let Some((ms, proper)) = proper_hash {
            h.status = Status::Secondary;
            h.reason = message!(
                "cpu-hot-path/proper-hash",
                place: name(&p.method),
                share: Share(p.share),
                hash: Ms(ms),
                proper: Ms(proper),
            );
            return h;
        }
        // what that is worth is the question of another cause
        if by_purpose(a, Purpose::Compression).is_some_and(|c| is_most_of(&c, p)) {
            h.status = Status::Secondary;
            h.reason = message!("cpu-hot-path/compresses", place: name(&p.method), share: Share(p.share));
            return h;
        }
        h.status = Status::Supported;
        h.evidence = EvidenceLevel::Explains;
        h.weight = used.min(1.0);
        h.reason = message!("cpu-hot-path/holds", place: name(&p.method), share: Share(p.share));
        let (also, ms) = p.also_keeps.unwrap_or((ResourceKind::TargetCpu, 0.0));
        // where only a part of its work goes
        let less = |part: f64| {
            let bound = stats::law::capacity_per_s(cpu.limit, cpu.held_ms * (1.0 - p.share * part) / 1e3);
            let others = relieved_ceilings(a, ResourceKind::TargetCpu, also, ms * part);
            diagnose::capacity::predict(a.throughput_per_s(), ResourceKind::TargetCpu, bound, &others)
        };
        h.gain = Some(less(1.0));
        h.fix = match p.hash {
            Some((function, ms)) => {
                let proper = proper_ms(function);
                let rate = less(1.0 - proper / ms).model_per_s;
                message!("cpu-hot-path/fix-hash", proper: Ms(proper), rate: PerSecond(rate))
            }
            None => message!("cpu-hot-path/fix", place: name(&p.class)),
        };
        h
    }
}

#[cfg(test)]
mod tests;
