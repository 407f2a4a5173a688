//! What the scheduler counted for the threads of each kind, and whether those of no known kind work for requests.

use super::account::{OPEN, OTHERS};
use super::group::Groups;
use crate::level::{Level, STEADY, Scheduler};

crate::thresholds! {
    /// How many times as many requests there must be at the heaviest level as at the lightest for what costs each of them the same to be theirs. A guess: with it
    /// what runs by itself is a third less for each.
    MORE_REQUESTS = 1.5;
    /// Share of what other threads use at the heaviest level that may run without requests, where both they and those that serve cost a request less there than
    /// under light load. A guess: a tenth.
    WITHOUT_REQUESTS = 0.1;
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
/// under light and under heavy load, or has fallen as what serving one costs, as when a runtime warms up. Work that goes on without requests costs each of them the
/// less the more there are. What no stack shows may be anything.
pub(super) fn others_serve(levels: &[Level], groups: &[Groups]) -> bool {
    let ([light, .., heavy], true) = (levels, levels.iter().all(|l| !l.served.any_thread_carries() && l.served.event_loop().is_none()))
    else {
        return false;
    };
    let (Some(few), Some(many)) = (light.scheduler.as_ref(), heavy.scheduler.as_ref()) else { return false };
    let (few, many) = (ByThreads::of(light, few), ByThreads::of(heavy, many));
    let seen = groups.last().map_or(0.0, |g| g.others.weight * g.interval_ms / heavy.requests as f64);
    let is_seen = seen >= (1.0 - OPEN.get()) * many.others;
    is_seen && many.others >= OTHERS.get() * many.total && cost_the_same(&few, &many, heavy.throughput_per_s / light.throughput_per_s)
}

/// Whether others use as much for each request where there are `more` times as many. Where serving one costs less there, others may do so too: a model of work
/// that becomes cheaper alike, and of work without requests, says how much of theirs is the latter.
fn cost_the_same(few: &ByThreads, many: &ByThreads, more: f64) -> bool {
    let cheaper = few.serving / many.serving;
    // serving uses so many times as many cores
    let grown = more / cheaper;
    let alike = if grown >= MORE_REQUESTS.get() { cheaper * (1.0 + WITHOUT_REQUESTS.get() * (grown - 1.0)) } else { 0.0 };
    let fallen = few.others / many.others;
    more >= MORE_REQUESTS.get() && (STEADY.get().recip()..STEADY.get().max(alike)).contains(&fallen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(serving: f64, others: f64) -> ByThreads {
        ByThreads { total: serving + others, serving, collected: 0.0, compilers: 0.0, helpers: 0.0, given_away: 0.0, others }
    }

    #[test]
    fn what_costs_each_request_the_same_is_theirs_and_what_runs_by_itself_is_not() {
        // milliseconds a request of those that serve and of others, under light and under heavy load, and how many times as many requests
        let table = [
            ("the same", (1.0, 0.5), (1.0, 0.5), 2.0, true),
            ("too few requests more", (1.0, 0.5), (1.0, 0.5), 1.4, false),
            ("without requests", (1.0, 0.5), (1.0, 0.25), 2.0, false),
            ("all of it is cheaper", (0.69, 0.56), (0.44, 0.38), 3.9, true),
            ("serving has become cheaper, they hardly", (0.69, 0.45), (0.44, 0.38), 3.9, true),
            ("serving has become cheaper, they halfway", (0.69, 0.5), (0.44, 0.38), 3.9, true),
            ("all of it is cheaper, as it is without requests", (1.0, 0.5), (0.5, 0.25), 2.0, false),
            ("without requests, beside what is cheaper", (0.69, 0.56), (0.44, 0.14), 3.9, false),
            ("a third of it without requests", (0.6, 1.5), (0.3, 0.68), 3.3, false),
            ("many more of others than before", (1.0, 0.3), (0.5, 0.5), 3.9, false),
            ("serving costs more, others the same", (0.5, 0.5), (1.0, 0.5), 2.0, true),
            ("serving costs more, others with it", (0.5, 0.5), (1.0, 1.0), 2.0, false),
            ("nobody serves", (0.0, 0.5), (0.0, 0.25), 2.0, false),
            ("nobody serves any more", (0.5, 0.5), (0.0, 0.25), 2.0, false),
        ];
        for (what, few, many, more, theirs) in table {
            assert_eq!(cost_the_same(&by(few.0, few.1), &by(many.0, many.1), more), theirs, "{what}");
        }
    }
}
