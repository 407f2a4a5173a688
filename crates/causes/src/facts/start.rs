//! The slow beginning of a service that was started for the run, and what the causes of a cold start say of it alike.

use diagnose::LEAST_GROWTH_SHARE;
use diagnose::claim::{REQUESTS, STACKS, THREADS};
use diagnose::first_minute::{EARLY_S, FirstMinute, Second, Slow};
use diagnose::level::FEWEST_SAMPLES;
use diagnose::level::Level;
use diagnose::{Analysis, Claim, EvidenceLevel, Hypothesis, Status};
use model::{Arrival, Message, message, signal};

/// Seconds of work that a start must lose of its first ten to be of any weight: a fifth of the throughput, the rule by which the truth of
/// the specimens is measured.
fn lost_s() -> f64 {
    0.2 * EARLY_S as f64
}
diagnose::thresholds! {
    /// Share of the target's CPUs that others may use in the slow seconds. Beyond it they may be what is slow. A guess.
    OTHERS = 0.2;
}

/// Share of failed requests from which they are told.
const TOLD_FAILED: f64 = 0.005;
/// Packages that are told to ask for work done once, and the smallest share of it that is told.
const MOST_PACKAGES: usize = 2;
const LEAST_OF_ONCE: f64 = 0.05;

/// What a run shows of its start.
pub(crate) enum Start<'a> {
    /// It was not judged from its start.
    Unseen(Message),
    /// Nothing was slow enough; whether it weighs something all the same.
    Quick(Message, bool),
    /// The first seconds were slow, but it cannot be said, or is not so, that the code was cold.
    Otherwise(Message),
    /// The first seconds were slow, and the excess is in the service's own code.
    Slow(Cold<'a>),
}

/// A start whose first seconds were slow because of the service's own code.
pub(crate) struct Cold<'a> {
    pub(crate) minute: &'a FirstMinute,
    pub(crate) slow: &'a Slow,
    /// The first slice.
    first: &'a Level,
}

/// The first minute and its slow beginning, whatever made it slow.
pub(crate) fn start_of<'a>(a: &'a Analysis) -> Option<(&'a FirstMinute, &'a Slow)> {
    let minute = a.first_minute.as_ref()?;
    Some((minute, minute.slow.as_ref()?))
}

/// Whether so much was lost that it has weight.
pub(crate) fn lost_enough(minute: &FirstMinute) -> bool {
    minute.lost_s >= lost_s()
}

impl<'a> Start<'a> {
    /// Of a run.
    pub(crate) fn of(a: &'a Analysis) -> Self {
        let Some(first) = a.start_up.first() else { return Self::Unseen(message!("start/warm")) };
        let Some(minute) = &a.first_minute else { return Self::Unseen(message!("start/cut-short")) };
        let Some(slow) = minute.slow.as_ref().filter(|_| minute.lost_s >= lost_s()) else {
            let lost = message!(
                "start/lost",
                lost: Seconds(minute.lost_s),
                seconds: Count(EARLY_S as f64),
                warm: Ms(minute.warm_ms),
                rate: PerSecond(minute.warm_per_s)
            );
            return Self::Quick(lost, minute.lost_s >= lost_s());
        };
        let seconds = slow.length_s();
        if let Some(others) = slow.machine.as_ref().filter(|m| m.foreign_cores() > OTHERS.get() * m.cpus) {
            return Self::Otherwise(message!("start/others", seconds: Count(seconds), who: (others.says())));
        }
        if slow.time.samples < FEWEST_SAMPLES.get() {
            return Self::Otherwise(message!("start/few-samples", seconds: Count(seconds), samples: Count(slow.time.samples)));
        }
        let e = slow.excess;
        if e.once + e.code < LEAST_GROWTH_SHARE.get() {
            return Self::Otherwise(message!(
                "start/elsewhere",
                took: (took(slow, minute)),
                own: Share(e.once + e.code),
                outside: Share(e.outside),
                unseen: Share(e.unseen)
            ));
        }
        Self::Slow(Cold { minute, slow, first })
    }
}

/// What a request of the first seconds took, and one when warm; for how long requests were slow, or how much work was lost.
fn took(slow: &Slow, minute: &FirstMinute) -> Message {
    let first = minute.seconds.iter().find_map(Second::response_ms).unwrap_or(slow.response_ms);
    let (seconds, now, warm) = (slow.length_s(), slow.response_ms, minute.warm_ms);
    if slow.until_s > 0.0 {
        message!(
            "start/took",
            seconds: Count(seconds),
            now: Ms(now),
            warm: Ms(warm),
            first: Ms(first),
            slow_seconds: Count(slow.until_s)
        )
    } else {
        message!(
            "start/took-and-lost",
            seconds: Count(seconds),
            now: Ms(now),
            warm: Ms(warm),
            first: Ms(first),
            lost: Seconds(minute.lost_s)
        )
    }
}

impl Cold<'_> {
    /// What happened, with all figures: the same whichever part weighs most.
    pub(crate) fn says(&self) -> Vec<Message> {
        let s = self.slow;
        let loaded = s.loaded.map(|n| message!("start/loaded", classes: Count(n)));
        let compiled = s.compiled.map(|n| message!("start/compiled", methods: Count(n)));
        let compilers = s.scheduler.as_ref().map(|(cold, warm)| {
            message!(
                "start/compilers",
                cpu: Seconds(cold.compiler_cores * s.length_s()),
                cores: Cores(cold.compiler_cores),
                warm: Cores(warm.compiler_cores)
            )
        });
        let meanwhile: Vec<Message> = [loaded, compiled, compilers].into_iter().flatten().collect();
        let failed = (s.failed >= TOLD_FAILED).then(|| message!("start/failed", share: Share(s.failed)));
        let held = s.hold_ms.map(|(cold, warm)| message!("start/held", now: Ms(cold), warm: Ms(warm)));
        let meanwhile = (!meanwhile.is_empty()).then(|| message!("start/meanwhile", what: List(meanwhile)));
        [Some(took(s, self.minute)), failed, held, meanwhile].into_iter().flatten().collect()
    }

    /// The same without what the claims tell: how slow it was.
    pub(crate) fn says_more(&self) -> Vec<Message> {
        self.says().into_iter().skip(1).collect()
    }

    /// The two parts of the excess, and who asked for what was done once.
    pub(crate) fn shares(&self) -> Message {
        let e = self.slow.excess;
        let by = self.slow.once_by.iter().take(MOST_PACKAGES).filter(|(_, share)| *share >= LEAST_OF_ONCE);
        let by: Vec<Message> =
            by.map(|(package, share)| message!("start/once-by-one", package: name(package), share: Share(*share))).collect();
        if by.is_empty() {
            return message!("start/shares", code: Share(e.code), once: Share(e.once));
        }
        message!("start/shares-by", code: Share(e.code), once: Share(e.once), by: List(by))
    }

    /// Whether work done once explains the start by itself. Where it does not, the name is that of the code: what cures it, a warm-up,
    /// does the other work as well, and not the other way round.
    pub(crate) fn once_explains(&self) -> bool {
        self.slow.excess.once >= LEAST_GROWTH_SHARE.get()
    }

    /// What was done while connections were held: how much of it was interpreted code and how much work done once.
    pub(crate) fn in_hold(&self) -> Option<Message> {
        let t = &self.slow.time;
        (t.held_s > 0.0)
            .then(|| message!("start/in-hold", interpreted: Share(t.held_interpreted_s / t.held_s), once: Share(t.held_once_s / t.held_s)))
    }

    /// CPU time of a request, milliseconds, in the slow seconds and when warm, where the scheduler is seen.
    pub(crate) fn cpu_ms(&self) -> Option<(f64, f64)> {
        self.slow.scheduler.as_ref().map(|(cold, warm)| (cold.request_cpu_ms, warm.request_cpu_ms))
    }

    /// Fills in what a cause that holds claims of `share` of the excess.
    pub(crate) fn support(&self, h: &mut Hypothesis, share: f64) {
        let (s, lost_s) = (self.slow, self.minute.lost_s);
        let end = self.first.phase.end.map_or(s.window.1, |end| end.min(s.window.1));
        let claim =
            |metric: &str, value: f64, unit, text: Message| Claim::over(&self.first.phase.id, (s.window.0, end), metric, value, unit, text);
        h.status = Status::Supported;
        h.evidence = EvidenceLevel::Explains;
        h.weight = share;
        let lost = message!("start/lost-early", lost: Seconds(lost_s), seconds: Count(EARLY_S as f64));
        h.claims = vec![
            claim("response_ms", s.response_ms, "ms", took(s, self.minute)).from(&[REQUESTS]),
            claim("lost_s", lost_s, "s", lost).from(&[REQUESTS]),
        ];
        h.claims.extend(s.loaded.map(|n| {
            let text = message!("start/loaded-early", classes: Count(n), seconds: Count(s.length_s()));
            claim("classes_loaded", n, "1", text).from(&[signal::CODE_LOADED])
        }));
        h.claims.extend(s.compiled.map(|n| {
            let text = message!("start/compiled-early", methods: Count(n), seconds: Count(s.length_s()));
            claim("methods_compiled", n, "1", text).from(&[signal::COMPILATIONS])
        }));
        h.claims.extend(self.cpu_ms().map(|(cold, warm)| {
            let text = message!("start/request-cpu", now: Ms(cold), warm: Ms(warm));
            claim("request_cpu_ms", cold, "ms", text).from(&[THREADS, REQUESTS])
        }));
        h.claims.extend(s.hold_ms.map(|(cold, warm)| {
            let text = message!("start/hold", now: Ms(cold), warm: Ms(warm));
            let by_gauge = self.first.busiest_pool().is_some();
            claim("hold_ms", cold, "ms", text).from(&[if by_gauge { signal::POOL_USED } else { STACKS }])
        }));
    }
}

/// What the first requests took, one for each connection.
pub(crate) fn first_requests(a: &Analysis) -> Option<Message> {
    let level = a.start_up.first()?;
    let number = match level.phase.arrival {
        Arrival::Closed { connections } => connections as usize,
        Arrival::Paced { users, .. } => users as usize,
        Arrival::Open { .. } => 1,
    };
    FirstMinute::first_ms(a.run, level, number).map(|ms| message!("start/first-requests", number: Count(number as f64), ms: Ms(ms)))
}
