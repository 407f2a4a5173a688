//! The slow beginning of a service that was started for the run, and what the causes of a cold start say of it alike.

use diagnose::claim::{REQUESTS, STACKS, THREADS};
use diagnose::first_minute::{EARLY_S, FirstMinute, Second, Slow};
use diagnose::judge::LEAST_GROWTH_SHARE;
use diagnose::level::FEWEST_SAMPLES;
use diagnose::level::Level;
use diagnose::{Analysis, Claim, EvidenceLevel, Hypothesis, Status};
use model::{Arrival, signal};

/// Seconds of work that a start must lose of its first ten to be of any weight: a fifth of the throughput, the rule by which the truth of
/// the specimens is measured.
const LOST_S: f64 = 0.2 * EARLY_S as f64;
/// Share of the target's CPUs that others may use in the slow seconds. Beyond it they may be what is slow. A guess.
const OTHERS: f64 = 0.2;

/// What a run shows of its start.
pub(crate) enum Start<'a> {
    /// It was not judged from its start.
    Unseen(String),
    /// Nothing was slow enough; whether it weighs something all the same.
    Quick(String, bool),
    /// The first seconds were slow, but it cannot be said, or is not so, that the code was cold.
    Otherwise(String),
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

impl<'a> Start<'a> {
    /// Of a run.
    pub(crate) fn of(a: &'a Analysis) -> Self {
        let Some(first) = a.start_up.first() else { return Self::Unseen("the service was warm before it was measured".to_owned()) };
        let Some(minute) = &a.first_minute else {
            return Self::Unseen("the run ended before there was a warm level to compare with".to_owned());
        };
        let lost = format!(
            "of the first {EARLY_S} s {:.1} s of work were lost against the warm level of this run ({:.1} ms, {:.0}/s)",
            minute.lost_s, minute.warm_ms, minute.warm_per_s
        );
        let Some(slow) = minute.slow.as_ref().filter(|_| minute.lost_s >= LOST_S) else {
            return Self::Quick(lost, minute.lost_s >= LOST_S);
        };
        if let Some(others) = slow.machine.as_ref().filter(|m| m.foreign_cores() > OTHERS * m.cpus) {
            return Self::Otherwise(format!(
                "the first {:.0} s were slow, but others used the service's CPUs: {}",
                slow.length_s(),
                others.sentence()
            ));
        }
        if slow.time.samples < FEWEST_SAMPLES {
            return Self::Otherwise(format!(
                "the first {:.0} s were slow, and {:.0} samples are too few to tell why",
                slow.length_s(),
                slow.time.samples
            ));
        }
        let e = slow.excess;
        if e.once + e.code < LEAST_GROWTH_SHARE {
            return Self::Otherwise(format!(
                "{}, but only {:.0} % of the excess are in the service's own code ({:.0} % in the database, other services, logs and \
                    collections, {:.0} % in no request that is seen)",
                took(slow, minute),
                (e.once + e.code) * 100.0,
                e.outside * 100.0,
                e.unseen * 100.0
            ));
        }
        Self::Slow(Cold { minute, slow, first })
    }
}

/// `a request of the first 10 s took 61 ms instead of 5.7 ms (93 ms in the first second, three times as slow or more for 16 s)`.
fn took(slow: &Slow, minute: &FirstMinute) -> String {
    let first = minute.seconds.iter().find_map(Second::response_ms).unwrap_or(slow.response_ms);
    let until = if slow.until_s > 0.0 {
        format!("three times as slow or more for {:.0} s", slow.until_s)
    } else {
        format!("{:.1} of {EARLY_S} s of work were lost", minute.lost_s)
    };
    format!(
        "a request of the first {:.0} s took {:.0} ms instead of {:.1} ms ({first:.0} ms in the first second, {until})",
        slow.length_s(),
        slow.response_ms,
        minute.warm_ms,
    )
}

impl Cold<'_> {
    /// What happened, with all figures: the same whichever part weighs most.
    pub(crate) fn sentence(&self) -> String {
        let (s, m) = (self.slow, self.minute);
        let hold =
            s.hold_ms.map(|(cold, warm)| format!(", a connection was held {cold:.0} ms instead of {warm:.1} ms")).unwrap_or_default();
        let loaded = s.loaded.map(|n| format!("{n:.0} classes were loaded")).unwrap_or_default();
        let compiled = s.compiled.map(|n| format!("{n:.0} methods compiled")).unwrap_or_default();
        let compilers = s.scheduler.as_ref().map(|(cold, warm)| {
            let cpu_s = cold.compiler_cores * s.length_s();
            format!("compilers used {cpu_s:.1} s of CPU ({:.2} cores, {:.2} when warm)", cold.compiler_cores, warm.compiler_cores)
        });
        let meanwhile: Vec<String> = [loaded, compiled, compilers.unwrap_or_default()].into_iter().filter(|t| !t.is_empty()).collect();
        let meanwhile = if meanwhile.is_empty() { String::new() } else { format!("; meanwhile {}", meanwhile.join(", ")) };
        format!("{}{hold}{meanwhile}", took(s, m))
    }

    /// What was done while connections were held: `; of the time inside transactions 31 % was interpreted code and 2 % work done once`.
    pub(crate) fn in_hold(&self) -> String {
        let t = &self.slow.time;
        if t.held_s <= 0.0 {
            return String::new();
        }
        let share = |s: f64| 100.0 * s / t.held_s;
        format!(
            "; of the time inside transactions {:.0} % was interpreted code and {:.0} % work done once",
            share(t.held_interpreted_s),
            share(t.held_once_s)
        )
    }

    /// CPU time of a request, milliseconds, in the slow seconds and when warm, where the scheduler is seen.
    pub(crate) fn cpu_ms(&self) -> Option<(f64, f64)> {
        self.slow.scheduler.as_ref().map(|(cold, warm)| (cold.request_cpu_ms, warm.request_cpu_ms))
    }

    /// Fills in what a cause that holds claims of `share` of the excess.
    pub(crate) fn support(&self, h: &mut Hypothesis, share: f64) {
        let s = self.slow;
        let end = self.first.phase.end.map_or(s.window.1, |end| end.min(s.window.1));
        let claim =
            |metric: &str, value: f64, unit, text: String| Claim::over(&self.first.phase.id, (s.window.0, end), metric, value, unit, text);
        h.status = Status::Supported;
        h.evidence = EvidenceLevel::Explains;
        h.weight = share;
        h.claims = vec![
            claim("slower", s.slower, "1", took(s, self.minute)).from(&[REQUESTS]),
            claim("lost_s", self.minute.lost_s, "s", format!("{:.1} s of work lost in the first {EARLY_S} s", self.minute.lost_s))
                .from(&[REQUESTS]),
        ];
        h.claims.extend(s.loaded.map(|n| {
            let text = format!("{n:.0} classes loaded in the first {:.0} s", s.length_s());
            claim("classes_loaded", n, "1", text).from(&[signal::CODE_LOADED])
        }));
        h.claims.extend(s.compiled.map(|n| {
            let text = format!("{n:.0} methods compiled in the first {:.0} s", s.length_s());
            claim("methods_compiled", n, "1", text).from(&[signal::COMPILATIONS])
        }));
        h.claims.extend(self.cpu_ms().map(|(cold, warm)| {
            let text = format!("{cold:.1} ms of CPU per request, {warm:.2} ms when warm");
            claim("request_cpu_ms", cold, "ms", text).from(&[THREADS, REQUESTS])
        }));
        h.claims.extend(s.hold_ms.map(|(cold, warm)| {
            let text = format!("a connection is held {cold:.0} ms, {warm:.1} ms when warm");
            let by_gauge = self.first.busiest_pool().is_some();
            claim("hold_ms", cold, "ms", text).from(&[if by_gauge { signal::POOL_USED } else { STACKS }])
        }));
    }
}

/// `the first 16 requests took 4100 ms each`, one for each connection.
pub(crate) fn first_requests(a: &Analysis) -> Option<String> {
    let level = a.start_up.first()?;
    let number = match level.phase.arrival {
        Arrival::Closed { connections } => connections as usize,
        Arrival::Paced { users, .. } => users as usize,
        Arrival::Open { .. } => 1,
    };
    FirstMinute::first_ms(a.run, level, number).map(|ms| format!("the first {number} requests took {ms:.0} ms each"))
}
