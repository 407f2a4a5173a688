//! CPU that one kind of work owns: what the causes of a full core rest on, and how each states its case. Shares are of all CPU that a
//! request costs, by the CPU account ([`diagnose::cpu`]).

use super::heap::by_new_objects;
use super::hot_place::{LEAST_SHARE, Place, hottest_of_all};
use super::{if_shared_cpus_do_less, pays, relieved_ceilings, used_cpus};
use diagnose::claim::{STACKS, THREADS};
use diagnose::cpu::{CpuAccount, CpuPart, Purpose, Sign};
use diagnose::level::Served;
use diagnose::saturation::{OWN_SHARE, Resource, ResourceKind, cpu_is_full_when_warm, cpu_is_warm};
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Mechanism, Stability, Status};
use model::sensor::{THREAD_SCHEDULE, WALL_STACKS};
use model::{Message, message};

diagnose::thresholds! {
    /// Fewest samples of the work: below it the share is known to no better than 18 %. Source: LEDGER section 7.
    LEAST_SAMPLES = 30.0;
    /// Share of a full core whose end wins a fifth of the throughput: 1 / (1 - 1/6) = 1.2. Nobody is called healthy where so much goes into
    /// work that no answer needs. Source: what counts as weight in `bench --weigh`.
    pub(crate) WINS_A_FIFTH = 1.0 / 6.0;
    /// Share of the work on answers that is for nothing from which it is named where its end wins a fifth. A guess: more than half of it is
    /// needed by nobody.
    MOST_FOR_NOTHING = 0.5;
    /// Share of the CPU that goes into it from which it is named where it is less than that. Source: CAUSES A12 for compressing; for
    /// serialising a guess.
    pub(crate) MUCH_FOR_NOTHING = 0.3;
    /// Share of the response from which waiting for a lock inside the work is told with it. A guess, as for `lock-contended`.
    LOCK_WORTH_A_LINE = 0.1;
    /// Share of the CPU from which collecting the objects of the work is told with it. A choice: a figure of the first line.
    COLLECTED_WORTH_A_LINE = 0.02;
    /// Classes made for each request from which they are told. A guess: a warm service makes none.
    CLASSES_WORTH_A_LINE = 0.5;
    /// Share of a hot place that one kind of work must be for it to be what the place does. A guess, made when one service was known, which
    /// had 0.87.
    MOST_OF_PLACE = 0.75;
}

/// What one kind of work owns at the heaviest level.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Owned {
    /// Milliseconds of CPU per request.
    pub(crate) ms: f64,
    /// Share of all CPU of a request.
    pub(crate) share: f64,
    /// Milliseconds per request that collecting the objects costs which it makes.
    pub(crate) collected_ms: f64,
    /// Samples that it rests on; `None` where it is counted.
    pub(crate) samples: Option<f64>,
    /// The method that does it, or empty.
    pub(crate) does: String,
    /// The method of own code that asks for it, or empty.
    pub(crate) asks: String,
    /// Share of it that this method asks for.
    pub(crate) asks_share: f64,
    /// Waiting for locks inside it, which is no CPU, milliseconds per request.
    pub(crate) lock_wait_ms: f64,
    /// Share of it that need not be done.
    pub(crate) avoidable: f64,
}

impl Owned {
    /// Milliseconds of CPU per request with what collecting its objects costs.
    fn whole_ms(&self) -> f64 {
        self.ms + self.collected_ms
    }

    /// Those that need not be used.
    fn avoidable_ms(&self) -> f64 {
        self.whole_ms() * self.avoidable
    }

    /// Those of the thread that serves.
    fn avoidable_serving_ms(&self, account: &CpuAccount) -> f64 {
        let collector_ms = account.purpose_ms(Purpose::Collector);
        let serving = if collector_ms > 0.0 { account.collected_serving_ms / collector_ms } else { 0.0 };
        (self.ms + self.collected_ms * serving) * self.avoidable
    }

    /// Who a reader should look at: who asks for it, else what does it.
    pub(crate) fn site(&self) -> String {
        if self.asks.is_empty() { self.does.clone() } else { self.asks.clone() }
    }
}

/// What carries a sign, across all parts; `None` without an account.
pub(crate) fn by_sign(a: &Analysis, sign: Sign) -> Option<Owned> {
    let account = a.heavy_cpu()?;
    let Some(s) = account.sign(sign) else { return Some(nothing()) };
    let (does, (asks, asks_share)) = (s.entry.0.clone(), s.own.clone());
    let (ms, share, samples, collected_ms) = (s.ms, account.share(s.ms), Some(s.samples), s.collected_ms * by_new_objects(a));
    Some(Owned { ms, share, collected_ms, samples, does, asks, asks_share, lock_wait_ms: s.lock_wait_ms, ..nothing() })
}

/// What is used for a purpose; `None` without an account.
pub(crate) fn by_purpose(a: &Analysis, purpose: Purpose) -> Option<Owned> {
    let account = a.heavy_cpu()?;
    let parts = || account.parts.iter().filter(|p| p.purpose == purpose);
    let Some(most) = parts().max_by(|x, y| x.ms.total_cmp(&y.ms)) else { return Some(nothing()) };
    let ms = account.purpose_ms(purpose);
    let samples = parts().map(|p| p.samples).try_fold(0.0, |sum, s| s.map(|s| sum + s));
    let lock_wait_ms = parts().map(|p| p.lock_wait_ms).sum();
    let collected_ms = parts().map(|p| p.collected_ms).sum::<f64>() * by_new_objects(a);
    let asks_share = if ms > 0.0 { most.own_share * most.ms / ms } else { 0.0 };
    let (share, asks) = (account.share(ms), most.own.clone());
    Some(Owned { ms, share, collected_ms, samples, does: does(most), asks, asks_share, lock_wait_ms, ..nothing() })
}

/// The method of a part, or the one that does most of it.
pub(crate) fn does(p: &CpuPart) -> String {
    if p.method.is_empty() { p.does.0.clone() } else { p.method.clone() }
}

/// Whether work is named of which a `share` is for nothing, where all of it owns `of_cpu`.
pub(crate) fn is_for_nothing(share: f64, of_cpu: f64) -> bool {
    share * of_cpu >= if share >= MOST_FOR_NOTHING.get() { WINS_A_FIFTH.get() } else { MUCH_FOR_NOTHING.get() }
}

/// None of it.
pub(crate) fn nothing() -> Owned {
    Owned {
        ms: 0.0,
        share: 0.0,
        collected_ms: 0.0,
        samples: Some(0.0),
        does: String::new(),
        asks: String::new(),
        asks_share: 0.0,
        lock_wait_ms: 0.0,
        avoidable: 1.0,
    }
}

/// The core that is at its limit: the service's CPU when its code is compiled, or its event loop.
fn full<'a>(a: &'a Analysis) -> Option<&'a Resource> {
    let cpu = a.resource(ResourceKind::TargetCpu).filter(|r| r.saturated && a.heavy().is_some_and(cpu_is_full_when_warm));
    cpu.or_else(|| a.resource(ResourceKind::EventLoop).filter(|r| r.saturated))
}

/// The same, or the service's CPU where it fills its CPUs together with its database and without `owned` there could be a fifth more,
/// whoever of them has most.
fn full_or_shared<'a>(a: &'a Analysis, owned: &Owned) -> Option<&'a Resource> {
    let is_worth_it = || if_shared_cpus_do_less(a, owned.avoidable_ms()).is_some_and(|g| pays(&g)) && a.heavy().is_some_and(cpu_is_warm);
    full(a).or_else(|| a.resource(ResourceKind::TargetCpu).filter(|_| is_worth_it()))
}

/// The service's CPU where less than a fifth of it is left: work that no answer needs may be what fills it all the same.
fn nearly_full<'a>(a: &'a Analysis) -> Option<&'a Resource> {
    a.resource(ResourceKind::TargetCpu).filter(|r| r.utilisation() >= OWN_SHARE.get() && a.heavy().is_some_and(cpu_is_warm))
}

/// Why work may be what the requests need.
pub(crate) enum Excuse {
    /// It cannot be told from outside: it is told beside the verdict.
    Beside(Message),
    /// What was seen speaks for neither: nobody is called healthy against it.
    Undecided(Message),
    /// It was seen that the requests need it.
    Needed(Message),
}

/// A cause that one kind of work owns a full core.
pub(crate) struct OwnsTheCore {
    pub(crate) id: &'static str,
    pub(crate) page: &'static str,
    pub(crate) stability: Stability,
    pub(crate) decoys: &'static [&'static str],
    /// What it is, as `facts/cpu-owned` calls it.
    pub(crate) what: &'static str,
    /// Share of the CPU of a request from which it holds.
    pub(crate) least: fn(&Analysis) -> f64,
    /// Whether no answer needs such work, so that from [`WINS_A_FIFTH`] on it is undecided, though it is less than `least`.
    pub(crate) avoidable: fn(&Analysis, &Owned) -> bool,
    pub(crate) owned: fn(&Analysis) -> Option<Owned>,
    /// Why it may be what the requests need although it owns so much; then it is not named.
    pub(crate) excuse: fn(&Analysis, &Owned) -> Option<Excuse>,
    /// More that was seen of it, for the reason.
    pub(crate) says: fn(&Analysis) -> Option<Message>,
    pub(crate) fix: fn(&Analysis) -> Message,
}

impl Cause for OwnsTheCore {
    fn id(&self) -> &'static str {
        self.id
    }

    fn page(&self) -> &'static str {
        self.page
    }

    fn stability(&self) -> Stability {
        self.stability
    }

    fn needs(&self) -> &'static [&'static str] {
        &[WALL_STACKS, THREAD_SCHEDULE]
    }

    fn decoys(&self) -> &'static [&'static str] {
        self.decoys
    }

    fn owns_the_core(&self) -> bool {
        true
    }

    fn mechanism(&self) -> Mechanism {
        // taking CPU away shows that the CPU is the limit, not who uses it up
        Mechanism::full(ResourceKind::TargetCpu)
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let Some((owned, account)) = (self.owned)(a).zip(a.heavy_cpu()) else {
            return Hypothesis::new(self.id, Status::NotObservable, message!("facts/no-cpu-account"));
        };
        let (least, what) = ((self.least)(a), self.what);
        // what the requests may need is not held against a service for its garbage as well
        let is_avoidable = (self.avoidable)(a, &owned);
        let (ms, collected) = if is_avoidable { (owned.whole_ms(), account.share(owned.collected_ms)) } else { (owned.ms, 0.0) };
        let share = account.share(ms);
        let mut h = Hypothesis::new(self.id, Status::Rejected, Message::default());
        h.expected = message!("facts/cpu-owned-expected", least: Share(least), what: kind(what));
        h.falsifier = message!("facts/cpu-owned-falsifier", what: kind(what));
        h.observed = message!("facts/cpu-owned", share: Share(share), ms: Ms(ms), what: kind(what));
        if collected >= COLLECTED_WORTH_A_LINE.get() {
            let ms = owned.collected_ms;
            h.observed = message!("facts/cpu-owned-collected", owned: (h.observed.clone()), ms: Ms(ms), share: Share(collected));
        }
        h.reason.clone_from(&h.observed);
        let too_little = share < least;
        if too_little && !(is_avoidable && share >= WINS_A_FIFTH.get() && (full_or_shared(a, &owned).is_some() || nearly_full(a).is_some()))
        {
            return h;
        }
        let says = match owned.does.as_str() {
            "" => h.observed.clone(),
            does => message!("facts/cpu-owned-in", owned: (h.observed.clone()), does: name(does)),
        };
        let response_ms = a.heavy().map_or(0.0, |l| l.response_ms);
        let says = if owned.lock_wait_ms >= LOCK_WORTH_A_LINE.get() * response_ms && response_ms > 0.0 {
            let share = owned.lock_wait_ms / response_ms;
            message!("facts/cpu-owned-locked", owned: (says), wait: Ms(owned.lock_wait_ms), share: Share(share))
        } else {
            says
        };
        let says = match (self.says)(a) {
            Some(more) => message!("facts/cpu-owned-and", owned: (says), more: (more)),
            None => says,
        };
        h.site = owned.site();
        h.claims = a.heavy().map(|l| Claim::at(l, "cpu_share", share, "1", says.clone()).from(&[STACKS, THREADS])).into_iter().collect();
        h.reason.clone_from(&says);
        let excused = |excuse| message!("facts/cpu-owned-excused", owned: (says.clone()), excuse: (excuse));
        let excuse = (self.excuse)(a, &owned);
        if let Some(Excuse::Needed(why)) = excuse {
            h.reason = excused(why);
            h.observed.clone_from(&h.reason);
            h.weight = share;
            return h;
        }
        h.fix = (self.fix)(a);
        let Some(core) = full_or_shared(a, &owned) else {
            let used = a.resource(ResourceKind::TargetCpu).map_or(0.0, Resource::utilisation);
            h.status = Status::Secondary;
            h.reason = message!("facts/cpu-owned-has-room", owned: (says.clone()), used: Share(used));
            let may_go = !matches!(excuse, Some(Excuse::Beside(_)));
            h.gain = nearly_full(a).filter(|_| may_go).map(|cpu| gain(a, cpu, &owned, account));
            return h;
        };
        if let Some(Excuse::Beside(excuse)) = excuse {
            h.status = Status::Secondary;
            h.reason = excused(excuse);
            return h;
        }
        h.weight = if core.saturated { core.utilisation().min(1.0) } else { used_cpus(a) };
        let place = hot_place_of(a, &owned).filter(|_| too_little);
        if too_little && place.is_none() {
            h.status = Status::Untested;
            h.gain = Some(gain(a, core, &owned, account));
            h.reason = message!("facts/cpu-owned-less", owned: (says), least: Share(least));
            return h;
        }
        if let Some(Excuse::Undecided(excuse)) = excuse {
            h.status = Status::Untested;
            h.reason = excused(excuse);
            return h;
        }
        if let Some(samples) = owned.samples.filter(|n| *n < LEAST_SAMPLES.get()) {
            h.status = Status::Untested;
            h.reason = message!("facts/cpu-owned-too-few", owned: (says), samples: Count(samples));
            return h;
        }
        if let Some(p) = place {
            h.reason = message!("facts/cpu-owned-in-place", owned: (says), place: name(&p.method), share: Share(p.share));
        }
        h.status = Status::Supported;
        let unseen = a.heavy().is_some_and(|l| l.served == Served::Unseen);
        if unseen {
            h.reason = message!("facts/cpu-owned-unseen", owned: (h.reason.clone()));
        }
        h.evidence = if account.closes() && !unseen { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        h.gain = Some(gain(a, core, &owned, account));
        h
    }
}

/// Says how many classes a request has made anew, where it is one for each two requests or more at every load.
pub(crate) fn classes_made(a: &Analysis) -> Option<Message> {
    let (light, heavy) = (a.light()?.loaded?, a.heavy()?.loaded?);
    (light.min(heavy) >= CLASSES_WORTH_A_LINE.get()).then(|| message!("facts/classes-made", classes: Count(light.max(heavy))))
}

/// The place that `cpu-hot-path` would name, where most of what it does is this work: what is known of a place stands before that it is
/// hot.
fn hot_place_of(a: &Analysis, owned: &Owned) -> Option<Place> {
    let place = hottest_of_all(a).filter(|p| p.share >= LEAST_SHARE.get() && !p.method.is_empty())?;
    is_most_of(owned, &place).then_some(place)
}

/// Whether most of what `place` does is the part of `owned` that it asks for.
pub(crate) fn is_most_of(owned: &Owned, place: &Place) -> bool {
    let asks = owned.asks.strip_prefix(&place.method);
    let same = asks.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'));
    same && owned.share * owned.asks_share >= MOST_OF_PLACE.get() * place.share
}

/// What the service could do at most without it: the core does the rest in the time that is left (Amdahl).
fn gain(a: &Analysis, core: &Resource, owned: &Owned, account: &CpuAccount) -> diagnose::capacity::Prediction {
    let saved_ms = owned.avoidable_ms();
    if let Some(shared) = if_shared_cpus_do_less(a, saved_ms).filter(|_| core.kind == ResourceKind::TargetCpu) {
        return shared;
    }
    // a loop is kept by what it does itself: of what it gives away only the CPU counts
    let of_loop_ms = owned.avoidable_serving_ms(account);
    let ms = if core.kind == ResourceKind::EventLoop { of_loop_ms.min(core.held_ms) } else { account.share(saved_ms) * core.held_ms };
    let bound = stats::law::capacity_per_s(core.limit, (core.held_ms - ms) / 1e3);
    let also = if core.kind == ResourceKind::EventLoop { ResourceKind::TargetCpu } else { ResourceKind::EventLoop };
    let others = relieved_ceilings(a, core.kind, also, saved_ms);
    diagnose::capacity::predict(a.throughput_per_s(), core.kind, bound, &others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_does_for_the_most_part_what_it_asks_for_itself() {
        let place = |share| Place {
            class: "Orders".into(),
            method: "Orders.list".into(),
            share,
            samples: None,
            known: 1.0,
            also_keeps: None,
            hash: None,
        };
        let owned = |share, asks: &str, asks_share| Owned { share, asks: asks.into(), asks_share, ..nothing() };
        assert!(is_most_of(&owned(0.28, "Orders.list:41", 0.95), &place(0.34)));
        assert!(!is_most_of(&owned(0.28, "Orders.list:41", 0.15), &place(0.34)), "twelve others ask for the rest");
        assert!(!is_most_of(&owned(0.28, "Orders.listed:41", 1.0), &place(0.34)), "another method");
        assert!(!is_most_of(&owned(0.2, "Orders.list:41", 1.0), &place(0.34)), "it does more than that");
    }
}
