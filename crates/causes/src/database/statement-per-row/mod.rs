//! Slow because a request asks the database again for every row: many short statements, each of which waits for its answer.

use crate::facts::repeats::{repeats, repeats_are_unknown};
use crate::facts::server::{MANY_TRIPS, SHORT_TRIP_MS, round_trips};
use crate::facts::stacks::comparing_ms;
use crate::facts::{full_pool, other_ceilings, pays};
use diagnose::LEAST_GROWTH_SHARE;
use diagnose::capacity::{Prediction, predict};
use diagnose::claim::REQUESTS;
use diagnose::frames::{Part, Work};
use diagnose::hold::Hold;
use diagnose::level::Level;
use diagnose::{Analysis, Cause, Claim, EvidenceLevel, Hypothesis, Stability, Status};
use model::sensor::{THREAD_SCHEDULE, WALL_STACKS};
use model::{Message, message, signal};

diagnose::thresholds! {
    /// Share of the response under light load that waits for the database, uses the CPU to ask it or lets its answers lie until the event
    /// loop fetches them; where the CPU is full, share of the request threads' CPU as well. A guess: half.
    LEAST_SHARE = 0.5;
    /// Share from which it is worth a line. A guess.
    WORTH_A_LINE = 0.2;
}
/// Round trips from which a request is taken to repeat itself where nothing tells its statements apart. A guess: twice what is called many.
fn surely_repeated() -> f64 {
    2.0 * MANY_TRIPS.get()
}
/// How often a request must send the same statement from the same place. A guess: half of what is called many.
fn fewest_repeats() -> f64 {
    MANY_TRIPS.get() / 2.0
}

struct StatementPerRow;

/// The cause.
pub const CAUSE: &dyn Cause = &StatementPerRow;

impl Cause for StatementPerRow {
    fn id(&self) -> &'static str {
        "statement-per-row"
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
        &["connection-pool-too-small", "database-cpu-saturated", "cpu-hot-path"]
    }

    fn hypothesis(&self, a: &Analysis) -> Hypothesis {
        let mut h = Hypothesis::new(self.id(), Status::Rejected, Message::default());
        h.expected = message!("statement-per-row/expected");
        h.falsifier = message!("statement-per-row/falsifier");
        let (Some(light), Some(heavy)) = (a.light(), a.heavy()) else {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("facts/no-level"));
        };
        let waits = light.part_ms(Part::Database);
        if waits == 0.0 && a.hold().is_none() {
            return Hypothesis::new(self.id(), Status::NotApplicable, message!("statement-per-row/no-database"));
        }
        if a.run.one(signal::PEER_SEGMENTS_SENT).is_none() {
            h.status = Status::NotObservable;
            h.reason = message!("statement-per-row/uncounted");
            return h;
        }
        let Some(trips) = round_trips(a) else {
            h.status = Status::NotObservable;
            h.reason = message!("statement-per-row/peer-unknown");
            return h;
        };
        let each = waits / trips.max(1.0);
        h.observed = message!("statement-per-row/observed", trips: Count(trips), each: Ms(each));
        let asks = data_cpu_ms(a, light);
        // several answers may lie there at a time; a request has no more time than it takes
        let late = fetched_late_ms(light).min((light.response_ms - waits - asks).max(0.0));
        let share = (waits + asks + late) / light.response_ms;
        h.site = site(light);
        if let Some(why) = against(a, trips, each, share) {
            // less than most of a full core, and asking once may pay all the same
            if why.is("statement-per-row/cpu-of-other-work") {
                h.gain = asked_once(a, heavy, trips).filter(pays);
            }
            if h.gain.is_some() {
                (h.status, h.evidence, h.fix) = (Status::Secondary, EvidenceLevel::Coincides, message!("statement-per-row/fix"));
            }
            h.reason = why;
            return h;
        }
        h.weight = weight(a, heavy);
        h.reason = message!(
            "statement-per-row/holds",
            trips: Count(trips),
            each: Ms(each),
            at_a_time: kind(if waits <= light.response_ms { "one" } else { "several" }),
            waits: Ms(waits),
            response: Ms(light.response_ms),
            asking: Ms(asks),
        );
        if late >= WORTH_A_LINE.get() * light.response_ms {
            h.reason = message!("statement-per-row/fetched-late", holds: (h.reason), late: Ms(late));
        }
        h.claims = claims(light, trips, each, waits);
        h.fix = message!("statement-per-row/fix");
        h.gain = asked_once(a, heavy, trips);
        if share >= LEAST_SHARE.get() && h.weight >= LEAST_GROWTH_SHARE.get() {
            h.status = Status::Supported;
            h.evidence = if a.account_closes() { EvidenceLevel::Explains } else { EvidenceLevel::Coincides };
        } else {
            h.status = Status::Secondary;
            h.evidence = EvidenceLevel::Coincides;
        }
        h
    }
}

/// The observation that speaks against it.
fn against(a: &Analysis, trips: f64, each_ms: f64, share: f64) -> Option<Message> {
    if trips < MANY_TRIPS.get() {
        return Some(message!("statement-per-row/few-trips", trips: Count(trips)));
    }
    if each_ms > SHORT_TRIP_MS.get() {
        return Some(message!("statement-per-row/long-statements", each: Ms(each_ms)));
    }
    if repeats_are_unknown(a) && trips < surely_repeated() {
        return Some(message!("statement-per-row/statements-unseen", trips: Count(trips)));
    }
    let same = repeats(a, trips);
    if same < fewest_repeats() {
        return Some(message!("statement-per-row/different-statements", trips: Count(trips), same: Count(same)));
    }
    if share < WORTH_A_LINE.get() {
        return Some(message!("statement-per-row/small", trips: Count(trips), share: Share(share)));
    }
    let cpu = a.full_core()?;
    let asking = a.heavy().map_or(0.0, |l| of_cpu(a, l));
    let used = cpu.utilisation();
    (asking < LEAST_SHARE.get()).then(|| message!("statement-per-row/cpu-of-other-work", used: Share(used), asking: Share(asking)))
}

/// Who waits for the database most; on an event loop, where nobody stands in a wait, who asks it most.
fn site(light: &Level) -> String {
    let Some(samples) = &light.samples else { return String::new() };
    let asks = || samples.sites.iter().find(|s| s.work == Work::DataAccess && !s.site.is_empty());
    let found = samples.top_site(Part::Database, None).or_else(|| if light.served.stacks_show_waits() { None } else { asks() });
    found.map(|s| s.site.clone()).unwrap_or_default()
}

/// CPU per request, as the sampler sees it, that drivers and mapping use for asking, milliseconds.
fn data_cpu_ms(a: &Analysis, level: &Level) -> f64 {
    let sites = level.samples.iter().flat_map(|s| &s.sites);
    let all = sites.filter(|s| s.part == Part::Cpu && s.work == Work::DataAccess).map(|s| s.ms).fold(0.0, |a, b| a + b);
    (all - comparing_ms(a, level)).max(0.0)
}

/// The same as a share of the CPU of request threads, 0 to 1.
fn of_cpu(a: &Analysis, level: &Level) -> f64 {
    let all = level.part_ms(Part::Cpu);
    if all > 0.0 { (data_cpu_ms(a, level) / all).min(1.0) } else { 0.0 }
}

/// Share of the growth that is queueing behind it: in the database itself and before a pool whose connections are held by it; where the CPU
/// is full of asking, in all queues of those who lack a core, by its share of the CPU.
fn weight(a: &Analysis, heavy: &Level) -> f64 {
    let queue = if a.full_core().is_some() {
        let before = a.light().map_or(0.0, |l| l.part_ms(Part::Cpu));
        let for_core = (heavy.part_ms(Part::Cpu) - before).max(0.0);
        of_cpu(a, heavy) * (for_core + a.growth.worker_queue_ms + a.growth.pool_wait_ms)
    } else {
        full_pool(a).map_or(0.0, |p| if asking_share(heavy, &p.hold) >= LEAST_SHARE.get() { a.growth.pool_queueing_ms(heavy) } else { 0.0 })
    };
    a.growth.share(a.growth.database_ms + queue)
}

/// What the service could do at most if one statement stood for all that are the same: they keep the core that is full, or the
/// connections of a full pool,
/// that much less. What is done with the rows stays, so it is less than that. `None` where neither is full.
fn asked_once(a: &Analysis, heavy: &Level, trips: f64) -> Option<Prediction> {
    let spared = ((repeats(a, trips) - 1.0) / trips).max(0.0);
    if let Some(core) = a.full_core() {
        let held_ms = core.held_ms * (1.0 - spared * of_cpu(a, heavy));
        let bound = stats::law::capacity_per_s(core.limit, held_ms / 1e3);
        return Some(predict(a.throughput_per_s(), core.kind, bound, &other_ceilings(a, core.kind)));
    }
    let pool = full_pool(a).ok()?;
    pool.if_held(a, pool.hold.total_ms * (1.0 - spared * asking_share(heavy, &pool.hold)))
}

/// On an event loop an answer lies in its socket until the loop fetches it, once for each statement: fewer statements would spare that as
/// well. Milliseconds per request.
fn fetched_late_ms(level: &Level) -> f64 {
    level.served.fetched_late_ms()
}

/// Share of the hold that is statements in flight or answers that were not fetched yet, 0 to 1.
fn asking_share(heavy: &Level, hold: &Hold) -> f64 {
    let late = fetched_late_ms(heavy);
    if hold.total_ms > 0.0 { ((hold.database_ms + late) / hold.total_ms).min(1.0) } else { 0.0 }
}

fn claims(light: &Level, trips: f64, each_ms: f64, waits_ms: f64) -> Vec<Claim> {
    let claim = |metric: &str, value, unit, text: Message| Claim::at(light, metric, value, unit, text);
    let (turns, waits) = ([signal::PEER_SEGMENTS_SENT, REQUESTS], light.part_series(Part::Database));
    vec![
        claim("round_trips", trips, "1", message!("statement-per-row/segments", trips: Count(trips))).from(&turns),
        claim("round_trip_ms", each_ms, "ms", message!("statement-per-row/each", each: Ms(each_ms))).from(&turns).from(waits),
        claim("database_ms", waits_ms, "ms", message!("statement-per-row/waits", waits: Ms(waits_ms), response: Ms(light.response_ms)))
            .from(waits),
    ]
}

#[cfg(test)]
mod tests;
