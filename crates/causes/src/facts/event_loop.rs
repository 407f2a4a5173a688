//! What occupies an event loop, by function and by how long at a stretch, and what its requests give away to other threads.

use diagnose::frames::{HashFunction, Part, Place, Stack, StackClass, Work};
use diagnose::hold::Hold;
use diagnose::language::ServedBy;
use diagnose::level::{EventLoop, Level, PoolWork};
use diagnose::{Analysis, Hypothesis, Status};
use model::{Arrival, message};
use std::collections::BTreeMap;

/// A function of the application that keeps the loop, at one level.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Stretch {
    /// `hash (users.service.js:41)`.
    pub(crate) site: String,
    /// Share of the time in which the loop runs callbacks, 0 to 1.
    pub(crate) share: f64,
    /// Time per request, milliseconds.
    pub(crate) ms: f64,
    /// How long it keeps the loop at a stretch, milliseconds: median over moments, so that a long one counts by its length.
    pub(crate) long_ms: f64,
    /// Number of samples.
    pub(crate) samples: f64,
    /// Of these, of a kind known to be worth a look (hashes, compression, conversion).
    pub(crate) known: f64,
}

/// Stretches by function, most time first. Look at a light level: where requests queue, one call follows the other without a gap.
pub(crate) fn stretches(a: &Analysis, level: &Level) -> Vec<Stretch> {
    let innermost = |s: &Sampled| s.sites.last().cloned();
    by_key(a, level, innermost, |key, _| key.to_owned())
}

/// Stretches of work that goes through several functions, most time first: by the outermost function of the application, and told by the
/// innermost one that nearly all of a stretch is in.
pub(crate) fn joined_stretches(a: &Analysis, level: &Level) -> Vec<Stretch> {
    let outermost = |s: &Sampled| s.sites.first().cloned();
    by_key(a, level, outermost, |_, rows| throughout(rows))
}

diagnose::thresholds! {
    /// How long a function must keep the loop at a stretch to block it, milliseconds; shorter ones only fill it. Source: CAUSES A3 and A4.
    pub(crate) STRETCH_MS = 20.0;
    /// Share of the time of long stretches in which a function must be on the stack for the work to be told by its name. A guess.
    THROUGHOUT = 0.9;
    /// How many times less than a queue of one server would tell may things wait for the loop whose callbacks are that long. A guess: what
    /// becomes ready together is served in one turn, and not in the order of its arrival.
    WAITS_LESS = 3.0;
    /// Share of the loop from which its queue tells nothing of single callbacks. A guess.
    CROWDED = 0.9;
    /// Share of all time above which rows of calls are taken for no longer: nearly all calls are in one. A guess.
    MOST_IN_A_ROW = 0.9;
}

/// Calls in a row that are looked at: where they take [`MOST_IN_A_ROW`] of the time, one row in a hundred has more.
const ROWS: i32 = 44;

/// The longest stretch, milliseconds, that goes with what else waits for the loop when stretches take `share` of its busy time: calls that
/// follow each other without a gap look like one to the sampler, but others come in between. Source: Pollaczek and Khinchine, W = rho S /
/// (2 (1 - rho)).
fn longest_by_delay(level: &Level, share: f64) -> f64 {
    let Some(l) = level.served.event_loop().filter(|l| l.delay_ms > 0.0 && l.busy_share < CROWDED.get()) else { return f64::INFINITY };
    2.0 * WAITS_LESS.get() * l.delay_ms * (1.0 - l.busy_share) / (l.busy_share * share).max(1e-9)
}

/// One kind of sample: functions of the application from the outermost to the innermost, and what it is.
struct Sampled {
    class: StackClass,
    sites: Vec<String>,
}

/// Samples of one function in a row.
#[derive(Default)]
struct Row {
    weight: f64,
    known: f64,
    /// Weight by how deep a function lies, and its name.
    functions: BTreeMap<(usize, String), f64>,
}

fn by_key(a: &Analysis, level: &Level, key: impl Fn(&Sampled) -> Option<String>, name: impl Fn(&str, &[&Row]) -> String) -> Vec<Stretch> {
    let Some(profile) = a.run.wall.get(&level.phase.id) else { return Vec::new() };
    let kinds = sampled(a);
    let interval_ms = profile.nominal_interval_ns as f64 / 1e6;
    let profile_ms = profile.end.seconds_since(profile.start) * 1e3;
    let at_random = matches!(level.phase.arrival, Arrival::Open { poisson: true, .. });
    let mut rows: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    let mut active = 0.0;
    let mut current: Option<String> = None;
    for s in &profile.samples {
        let Some(kind) = kinds.get(s.stack as usize) else { continue };
        let weight = f64::from(s.weight);
        if kind.class.place != Place::Elsewhere {
            active += weight;
        }
        let here = match kind.class.place {
            // a collection in the middle of a function keeps the loop with it
            Place::Request(Part::Stopped) => continue,
            Place::Request(_) => key(kind),
            Place::OutsideDispatch | Place::Elsewhere => None,
        };
        if let Some(now) = &here {
            let of = rows.entry(now.clone()).or_default();
            if current.as_ref() != Some(now) {
                of.push(Row::default());
            }
            if let Some(row) = of.last_mut() {
                row.weight += weight;
                row.known +=
                    if matches!(kind.class.work, Work::Costly | Work::PasswordHash(_) | Work::Serialisation) { weight } else { 0.0 };
                for (depth, site) in kind.sites.iter().enumerate() {
                    *row.functions.entry((depth, site.clone())).or_default() += weight;
                }
            }
        }
        current = here;
    }
    let stretch = |(key, rows): (String, Vec<Row>)| {
        let samples: f64 = rows.iter().map(|r| r.weight).sum();
        let share = samples / f64::max(active, 1.0);
        let lengths: Vec<(f64, f64)> = rows.iter().map(|r| (r.weight, 1.0)).collect();
        let long = half_of_the_time(&lengths);
        let each = if at_random { call_in_rows(&lengths, samples * interval_ms / profile_ms.max(1e-9)) } else { long };
        Stretch {
            share,
            ms: samples * interval_ms / level.requests as f64,
            long_ms: (each * interval_ms).min(longest_by_delay(level, share)),
            samples,
            known: rows.iter().map(|r| r.known).sum(),
            site: name(&key, &rows.iter().filter(|r| r.weight + 1.0 > long).collect::<Vec<_>>()),
        }
    };
    let mut all: Vec<Stretch> = rows.into_iter().map(stretch).collect();
    all.sort_by(|x, y| y.samples.total_cmp(&x.samples).then_with(|| x.site.cmp(&y.site)));
    all
}

/// What the stacks of the run are.
fn sampled(a: &Analysis) -> Vec<Sampled> {
    let language = a.stacks.language;
    let of = |(frames, class): (&Stack<'_>, StackClass)| {
        let sites = match class.site {
            // the hash of a password that nobody waits for on the stack is a site of its own
            Some(last) => frames[..=last]
                .iter()
                .enumerate()
                .filter(|(i, (_, c))| *i == last || c.is_application())
                .map(|(_, (f, _))| language.site_name(f))
                .collect(),
            None => Vec::new(),
        };
        Sampled { class, sites }
    };
    a.stacks.each().zip(a.stacks.classes()).map(|(s, class)| of((&s, *class))).collect()
}

/// The innermost function that `rows` are in nearly all the time.
fn throughout(rows: &[&Row]) -> String {
    let (mut all, mut functions) = (0.0, BTreeMap::<(usize, &str), f64>::new());
    for row in rows {
        all += row.weight;
        for ((depth, site), weight) in &row.functions {
            *functions.entry((*depth, site)).or_default() += weight;
        }
    }
    functions.into_iter().rfind(|(_, weight)| *weight >= THROUGHOUT.get() * all).map(|((_, site), _)| site.to_owned()).unwrap_or_default()
}

/// The length in which half of the time lies in shorter stretches: how long what keeps the loop at a moment at random keeps it. In
/// samples, as `lengths`, each with how many there are; one of n samples took from n - 1 to n + 1 intervals, where samples at fixed
/// intervals make n the likeliest, so that a coarse interval rounds no length up.
fn half_of_the_time(lengths: &[(f64, f64)]) -> f64 {
    let half = lengths.iter().map(|(n, times)| n * times).sum::<f64>() / 2.0;
    let shorter_than = |x: f64| lengths.iter().map(|(n, times)| n * times * triangle(x - n)).sum::<f64>();
    let (mut low, mut high) = (0.0, lengths.iter().map(|(n, _)| *n).fold(0.0, f64::max) + 1.0);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if shorter_than(middle) < half { low = middle } else { high = middle }
    }
    high
}

/// How long each of the calls is, in samples, that the sampler sees in rows of these `lengths`, where they come at random and take this
/// share of all time: the next sample after a call is inside of the next one as likely as any other, so a row has so many calls as a
/// geometric distribution says (a little more where they queue for one server). By the length in which half of the time lies: three hundred
/// calls are told as half to twice as long. At least one sample: shorter calls are told as that long.
fn call_in_rows(lengths: &[(f64, f64)], share: f64) -> f64 {
    let share = share.clamp(0.0, MOST_IN_A_ROW.get());
    let long = half_of_the_time(lengths);
    let in_rows = |call: f64| (0..ROWS).map(|k| (f64::from(k + 1) * call, share.powi(k))).collect::<Vec<_>>();
    let (mut low, mut high) = (1.0, long.max(1.0));
    for _ in 0..20 {
        let middle = f64::midpoint(low, high);
        if half_of_the_time(&in_rows(middle)) < long { low = middle } else { high = middle }
    }
    high
}

/// Probability that the sum of two uniform errors, of half an interval at most each, is below `x` intervals.
fn triangle(x: f64) -> f64 {
    let tail = (1.0 - x.abs()).max(0.0).powi(2) / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// Work for libuv's pool that uses the CPU, with the share of the service's CPU that it owns, most first: what the service uses beside its
/// loop and V8's helpers, divided by the time that each type of work takes.
pub(crate) fn off_loop_cpu(level: &Level) -> Vec<(PoolWork, f64)> {
    let (Some(l), Some(s)) = (level.served.event_loop(), &level.scheduler) else { return Vec::new() };
    let computes = |w: &&PoolWork| matches!(w.kind.as_str(), "crypto" | "zlib" | "native");
    let all: f64 = l.work.iter().filter(computes).map(|w| w.work_ms).sum();
    let used = s.thread_pool_cpu_ms + s.short_lived_ms;
    if all <= 0.0 || s.process_cpu_ms <= 0.0 {
        return Vec::new();
    }
    l.work.iter().filter(computes).map(|w| (w.clone(), (w.work_ms / all * used / s.process_cpu_ms).min(1.0))).collect()
}

/// `hash (users.js:41), argon2:HashWorker`.
pub(crate) fn work_name(w: &PoolWork) -> String {
    if w.site.is_empty() { w.name.clone() } else { format!("{}, {}", w.site, w.name) }
}

/// Which hash of a password a piece of work is: argon2, bcrypt and scrypt of packages, PBKDF2 and scrypt of Node; `None` where it is none.
pub(crate) fn password_hash(w: &PoolWork) -> Option<HashFunction> {
    Some(HashFunction::named(&w.name)).filter(|f| *f != HashFunction::Other)
}

/// The loop at the lightest and at the heaviest level; `None` where requests are not served by one.
pub(crate) fn loops<'a>(a: &'a Analysis) -> Option<(&'a EventLoop, &'a EventLoop)> {
    Some((a.light()?.served.event_loop()?, a.heavy()?.served.event_loop()?))
}

/// Growth of the wait for a connection that is the loop's own, milliseconds: a connection is borrowed while an answer lies in its socket
/// and nobody fetches it. The share of the hold at saturation that is neither the database's nor, at most, another service's.
pub(crate) fn pool_wait_by_loop(a: &Analysis) -> f64 {
    let Some((heavy, l)) = a.heavy().and_then(|h| Some((h, h.served.event_loop()?))) else { return 0.0 };
    let Some(hold) = Hold::of(heavy).filter(|h| h.by_gauge && h.total_ms > 0.0) else { return 0.0 };
    let elsewhere = hold.database_ms + l.remote_ms + l.cache_ms;
    a.growth.pool_wait_ms * (1.0 - elsewhere / hold.total_ms).max(0.0)
}

/// Why a cause about event loops says nothing: there is none, or it was not seen.
pub(crate) fn without_loop(a: &Analysis, id: &'static str) -> Hypothesis {
    if a.stacks.language.served_by() != ServedBy::Loop {
        return Hypothesis::new(id, Status::NotApplicable, message!("facts/no-event-loop"));
    }
    let sensor = model::sensor::EVENT_LOOP;
    let mut h = Hypothesis::new(id, Status::NotObservable, a.unseen(sensor));
    h.missing = vec![sensor];
    h
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls of `length` intervals each, begun at moments spread over an interval, as a sampler counts them.
    fn sampled_calls(length: f64) -> Vec<(f64, f64)> {
        let counted = (0..1000).map(|i| f64::from(i) / 1000.0).map(|start| (start + length).ceil() - start.ceil()).filter(|n| *n > 0.0);
        counted.map(|n| (n, 1.0)).collect()
    }

    #[test]
    fn lengths_are_told_within_a_quarter_of_an_interval() {
        for length in [1.2, 1.6, 2.0, 2.4, 3.5, 10.7] {
            let told = half_of_the_time(&sampled_calls(length));
            assert!((told - length).abs() < 0.25, "{length}: {told}");
        }
    }

    #[test]
    fn long_ones_count_by_their_time() {
        // as much time in one of 40 as in twenty of 2
        let told = half_of_the_time(&[(40.0, 1.0), (2.0, 19.0)]);
        assert!((39.0..41.0).contains(&told), "{told}");
    }

    /// So many calls of `length` intervals each that come at moments drawn by chance, one after the other, and take `share` of all time:
    /// what is told of one.
    fn told_of_calls(length: f64, share: f64, calls: usize, seed: u64) -> f64 {
        // a linear congruential generator, of which the upper bits are taken
        let mut state = seed;
        let mut drawn = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let (mut came, mut at, mut rows, mut last) = (0.0, 0.0, Vec::<f64>::new(), -2.0);
        for _ in 0..calls {
            came -= length / share * f64::ln(1.0 - drawn());
            at = f64::max(came, at);
            let (mut sample, end) = (f64::ceil(at), at + length);
            while sample < end {
                if sample == last + 1.0 {
                    *rows.last_mut().expect("one before") += 1.0;
                } else {
                    rows.push(1.0);
                }
                last = sample;
                sample += 1.0;
            }
            at = end;
        }
        call_in_rows(&rows.iter().map(|n| (*n, 1.0)).collect::<Vec<_>>(), share)
    }

    /// The least and the most that is told, as a multiple of the truth, of twenty times three hundred calls.
    fn told(length: f64, share: f64) -> (f64, f64) {
        let each = (1..=20).map(|seed| told_of_calls(length, share, 300, seed * 7919) / length);
        each.fold((f64::INFINITY, 0.0), |(low, high), x| (x.min(low), x.max(high)))
    }

    #[test]
    fn calls_that_follow_each_other_are_told_as_single_ones() {
        for share in [0.1, 0.25, 0.28, 0.3, 0.33, 0.45] {
            for length in [2.2, 3.0, 6.0] {
                let (low, high) = told(length, share);
                assert!(low > 0.5 && high < 1.9, "{length} at {share}: {low} to {high}");
            }
            // shorter than the sampler can see: told as an interval, not as the rows of them
            let (_, high) = told(0.29, share);
            assert!(0.29 * high < 1.9, "0.29 at {share}: {high}");
        }
    }
}
