//! What the scheduler counted for the threads of each kind, and whether those of no known kind work for requests.

use super::account::{OPEN, OTHERS};
use super::group::Groups;
use crate::level::{Level, STEADY, Scheduler};

crate::thresholds! {
    /// How many times as many requests there must be at the heaviest level as at the lightest for what costs each of them the same to be theirs. A guess: with it
    /// what runs by itself is a third less for each.
    MORE_REQUESTS = 1.5;
}

/// CPU of a level by threads, milliseconds per request.
pub(super) struct ByThreads {
    pub(super) total: f64,
    /// Of threads that serve requests, collections on an event loop apart.
    pub(super) serving: f64,
    pub(super) collected: f64,
    pub(super) compilers: f64,
    pub(super) helpers: f64,
    pub(super) given_away: f64,
    pub(super) others: f64,
}

impl ByThreads {
    pub(super) fn of(level: &Level, s: &Scheduler) -> Self {
        let per_request = |cores: f64| cores * level.span_s() * 1e3 / level.requests as f64;
        let collected = level.served.collected_ms();
        let (total, compilers, helpers) = (per_request(s.process_cores), per_request(s.compiler_cores), per_request(s.collector_cores));
        let is_loop = level.served.event_loop().is_some();
        let given_away = s.thread_pool_cpu_ms + if is_loop { s.short_lived_ms } else { 0.0 };
        let serving = (s.request_cpu_ms - collected).max(0.0);
        let known = serving + collected + compilers + helpers + s.poller_cpu_ms + given_away;
        Self { total, serving, collected, compilers, helpers, given_away, others: (total - known).max(0.0) }
    }
}

/// Whether threads of no known kind work for requests, as those of an executor do to which the service hands them: what they use of the CPU for one is the same
/// under light and under heavy load. What runs by itself costs a request the less the more there are. What no stack shows may be anything.
pub(super) fn others_serve(levels: &[Level], groups: &[Groups]) -> bool {
    let ([light, .., heavy], true) = (levels, levels.iter().all(|l| !l.served.any_thread_carries() && l.served.event_loop().is_none()))
    else {
        return false;
    };
    let (Some(few), Some(many)) = (light.scheduler.as_ref(), heavy.scheduler.as_ref()) else { return false };
    let (few, many) = (ByThreads::of(light, few), ByThreads::of(heavy, many));
    let seen = groups.last().map_or(0.0, |g| g.others.weight * g.interval_ms / heavy.requests as f64);
    let is_seen = seen >= (1.0 - OPEN.get()) * many.others;
    let is_much =
        is_seen && many.others >= OTHERS.get() * many.total && heavy.throughput_per_s >= MORE_REQUESTS.get() * light.throughput_per_s;
    is_much && (many.others / STEADY.get()..many.others * STEADY.get()).contains(&few.others)
}
