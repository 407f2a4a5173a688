//! Slow because one synchronous call keeps the event loop, and everything else waits for it.

use crate::facts::event_loop::{STRETCH_MS, Stretch, joined_stretches, loops, pool_wait_by_loop, stretches, without_loop};
use crate::facts::relieved_ceilings;
use crate::facts::tail::Events;
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::claim::STACKS;
use diagnose::level::{EventLoop, FEWEST_SAMPLES, Level};
use diagnose::saturation::ResourceKind;
use diagnose::tail::SourceKind;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Share of the loop's busy time that it must own. Source: CAUSES section 4 point 2.
    LEAST_SHARE = 0.3;
    /// Busy share of the loop below which a stretch is looked for at a level. A guess: half.
    QUIET = 0.5;
}

mod on_threads;

struct EventLoopBlocked;

/// The cause.
pub const CAUSE: &dyn Cause = &EventLoopBlocked;

/// Where the slowest requests are asked about: turns of the loop, whoever takes them.
const OF_TAIL: Events = Events {
    id: "event-loop-blocked",
    page: "",
    stability: Stability::Stable,
    decoys: &[],
    what: "turns",
    is_of: |kind| kind == SourceKind::LongTurns,
    by: None,
    more: |_| None,
    unasked: |_| None,
    fix: |_| message!("event-loop-blocked/fix-tail", option: name("node --cpu-prof")),
};

impl Cause for EventLoopBlocked {
    fn id(&self) -> &'static str {
        "event-loop-blocked"
    }

    fn page(&self) -> &'static str {
        include_str!("cause.md")
    }

    fn stability(&self) -> Stability {
        Stability::Stable
    }

    fn needs(&self) -> &'static [&'static str] {
        &[]
    }

    fn decoys(&self) -> &'static [&'static str] {
        &["cpu-hot-path", "event-loop-saturated", "connection-pool-too-small", "dependency-slow", "libuv-pool-saturated"]
    }

    fn reads_pieces(&self) -> bool {
        true
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        if a.tail.is_some() {
            return OF_TAIL.hypothesis(a);
        }
        let (Some((_, heavy)), Some(light)) = (loops(a), a.light()) else {
            return on_threads::hypothesis(a, self.id()).unwrap_or_else(|| without_loop(a, self.id()));
        };
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("event-loop-blocked/expected", stretch: Ms(STRETCH_MS.get()));
        h.falsifier = message!("event-loop-blocked/falsifier");
        let seen: Vec<_> = quiet(a).into_iter().map(|l| (l, owners(a, l))).collect();
        let Some((level, s)) = long_and_often(&seen) else {
            if let Some(s) = long_and_seldom(&seen) {
                // seen, but not often enough to say for how long
                h.status = Status::Untested;
                h.weight = growth(a, heavy);
                h.reason = message!("event-loop-blocked/too-few", site: name(&s.site), stretch: Ms(s.long_ms), samples: Count(s.samples));
                h.site = s.site;
                h.observed.clone_from(&h.reason);
                return h;
            }
            h.reason = match stretches(a, light).first() {
                Some(s) => message!("event-loop-blocked/short", site: name(&s.site), stretch: Ms(s.long_ms), share: Share(s.share)),
                None => message!("event-loop-blocked/no-function"),
            };
            h.observed.clone_from(&h.reason);
            return h;
        };
        h.site.clone_from(&s.site);
        h.observed = message!("event-loop-blocked/observed", site: name(&s.site), stretch: Ms(s.long_ms), share: Share(s.share));
        h.claims = claims(a, level, &s);
        h.weight = growth(a, heavy);
        h.reason = message!(
            "event-loop-blocked/holds",
            observed: (h.observed.clone()),
            delay: Ms(heavy.delay_ms),
            rate: PerSecond(a.heavy().map_or(0.0, |l| l.throughput_per_s)),
            growth: Share(h.weight),
        );
        h.fix = message!("event-loop-blocked/fix", site: name(&s.site));
        if h.weight < LEAST_GROWTH_SHARE.get() {
            h.status = Status::Secondary;
            return h;
        }
        h.status = Status::Supported;
        h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        let bound = stats::law::capacity_per_s(1.0, heavy.busy_ms * (1.0 - s.share) / 1e3);
        let mut others = relieved_ceilings(a, ResourceKind::EventLoop, ResourceKind::TargetCpu, heavy.cpu_ms * s.share);
        // connections are held while the answer lies in the socket: how long without that is not known
        others.retain(|c| c.kind != ResourceKind::ConnectionPool);
        h.gain = Some(diagnose::capacity::predict(a.throughput_per_s(), ResourceKind::EventLoop, bound, &others));
        h
    }
}

/// Levels from the lightest on at which the loop is so free that calls of one function hardly follow each other without a gap; the
/// lightest in any case.
fn quiet<'a>(a: &'a Analysis) -> Vec<&'a Level> {
    let is_quiet = |l: &&Level| l.phase.is_open() && l.served.event_loop().is_some_and(|e| e.busy_share < QUIET.get());
    let all: Vec<&Level> = a.levels.iter().filter(is_quiet).collect();
    if all.is_empty() { a.light().into_iter().collect() } else { all }
}

/// What keeps the loop at levels, the lightest first.
type Seen<'a> = [(&'a Level, Vec<Stretch>)];

/// The level and what keeps the loop for long there. What was seen often enough at a lighter level, and was short, is short: at the heavier
/// one its calls follow each other, or others have the core meanwhile.
fn long_and_often<'a>(seen: &Seen<'a>) -> Option<(&'a Level, Stretch)> {
    let mut short: Vec<&str> = Vec::new();
    for (level, all) in seen {
        let often = || all.iter().filter(|s| is_often(s));
        if let Some(s) = often().find(|s| is_long(s) && !short.contains(&s.site.as_str())) {
            return Some((level, s.clone()));
        }
        short.extend(often().map(|s| s.site.as_str()));
    }
    None
}

/// What keeps the loop for long and is seen too seldom, at every level, to say for how long.
fn long_and_seldom(seen: &Seen<'_>) -> Option<Stretch> {
    let all = || seen.iter().flat_map(|(_, all)| all);
    let seldom = |site: &str| !all().any(|s| s.site == site && is_often(s));
    all().find(|s| is_long(s) && seldom(&s.site)).cloned()
}

fn is_often(s: &Stretch) -> bool {
    s.samples >= FEWEST_SAMPLES.get()
}

fn is_long(s: &Stretch) -> bool {
    s.long_ms >= STRETCH_MS.get()
}

/// What owns enough of the loop's busy time at `level`, with its stretches as they are without what others had of the core.
fn owners(a: &Analysis, level: &Level) -> Vec<Stretch> {
    let mut all = stretches(a, level);
    // how much of the busy time is known better where more was done
    let crowded = a.heavy().map(|l| stretches(a, l)).unwrap_or_default();
    for s in &mut all {
        s.share = crowded.iter().find(|c| c.site == s.site).map_or(s.share, |c| c.share.max(s.share));
    }
    let ran = ran_share(level);
    let all = all.into_iter().chain(joined_stretches(a, level)).map(|s| Stretch { long_ms: s.long_ms * ran, ..s });
    all.filter(|s| !s.site.is_empty() && s.share >= LEAST_SHARE.get()).collect()
}

/// Share of the time of the loop's callbacks at `level` in which they ran or blocked: the rest lacked a core, by a quota or by others,
/// and no function keeps the loop for that.
fn ran_share(level: &Level) -> f64 {
    let Some(l) = level.served.event_loop().filter(|l| l.busy_ms > 0.0) else { return 1.0 };
    ((l.cpu_ms + l.gc_ms + l.blocked_ms) / l.busy_ms).clamp(0.0, 1.0)
}

/// Share of the growth that waits for the loop, with what is held meanwhile.
fn growth(a: &Analysis, heavy: &EventLoop) -> f64 {
    let light_ms = loops(a).map_or(0.0, |(l, _)| l.busy_ms);
    a.growth.share(a.growth.worker_queue_ms + (heavy.busy_ms - light_ms).max(0.0) + pool_wait_by_loop(a))
}

fn claims(a: &Analysis, quiet: &Level, s: &Stretch) -> Vec<Claim> {
    let delay = loops(a).map_or(0.0, |(_, l)| l.delay_ms);
    let kept = message!("event-loop-blocked/keeps", site: name(&s.site), stretch: Ms(s.long_ms));
    let share = message!("event-loop-blocked/takes", share: Share(s.share), ms: Ms(s.ms));
    let waits = message!("event-loop-blocked/waits", delay: Ms(delay));
    let light = [Claim::at(quiet, "stretch_ms", s.long_ms, "ms", kept), Claim::at(quiet, "loop_share", s.share, "1", share)];
    let heavy = a.heavy().map(|l| Claim::at(l, "loop_delay_ms", delay, "ms", waits).from(&[signal::EVENT_LOOP_DELAY]));
    light.map(|c| c.from(&[STACKS])).into_iter().chain(heavy).collect()
}

#[cfg(test)]
mod tests;
