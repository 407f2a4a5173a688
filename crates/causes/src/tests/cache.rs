//! Built runs of a service that waits for a cache server, with what the server tells of itself.

use crate::tests::built::{count, noisy};
use diagnose::{Diagnosis, Hypothesis};
use model::series::labels;
use model::{Component, ComponentKind, Labels, Message, Observation, Run, Series, signal};
use testkit::{LevelSpec, RunBuilder};

const ADDRESS: &str = "127.0.0.1:6379";
pub(crate) const STORE: &str = "redis:127.0.0.1:6379";
/// Seconds between commands that do nothing.
const EVERY_S: f64 = 0.05;
/// Seconds between two answers about everything else.
const ASKED_EVERY_S: f64 = 1.0;

/// A service that waits so many milliseconds per request for its cache, which it asks once, by the share of the knee; `seed` makes it
/// noisy.
pub(crate) fn waiting(seed: Option<u64>, wait: impl Fn(f64) -> f64) -> Run {
    let shape = |f, l: LevelSpec| LevelSpec { remote: wait(f), ..l };
    let shape = |f, l| {
        let level = shape(f, l);
        if let Some(seed) = seed { noisy(seed, level) } else { level }
    };
    let mut run = RunBuilder::new().usual_levels(300.0, shape).build();
    for f in run.stacks.frames.iter_mut().filter(|f| f.class == "org.springframework.web.client.RestClient") {
        (f.class, f.method) = ("redis.clients.jedis.Jedis".into(), "zrank".into());
    }
    let component = Component { id: STORE.into(), kind: ComponentKind::Cache, limit: None, detail: "Redis 7.0.15".into() };
    run.apply(Observation::Component(component));
    run.apply(Observation::Sensor(model::Sensor::on(model::sensor::CACHE)));
    for signal in [signal::PEER_SEGMENTS_SENT, signal::PEER_SEGMENTS_RECEIVED] {
        count(&mut run, signal, labels([("peer", ADDRESS)]), 1.0);
    }
    run
}

/// Round trips of commands that do nothing, seconds, by the number since the level began; the next goes when the last has come back.
pub(crate) fn trips(run: &mut Run, each: impl Fn(usize) -> f64) {
    let mut series = Series::new(signal::CACHE_ROUND_TRIP, labels([("store", STORE)]));
    for p in run.phases.iter().filter(|p| p.is_measured()) {
        let (mut t, end) = (p.start, p.end.expect("built to its end"));
        for i in 0.. {
            if t >= end {
                break;
            }
            series.push(t, each(i));
            t = t.plus_ns((each(i).max(EVERY_S) * 1e9) as i64);
        }
    }
    run.apply(Observation::Series(series));
}

/// A total of the server that rises by so much a second.
pub(crate) fn total<const N: usize>(run: &mut Run, signal: &str, of: [(&str, &str); N], per_s: f64) {
    let mut series = Series::new(signal, with_store(of));
    let (first, last) = (run.phases[0].start, run.phases.last().and_then(|p| p.end).expect("built to its end"));
    let span_s = last.seconds_since(first);
    for i in 0..=(span_s / ASKED_EVERY_S).ceil() as usize {
        let s = i as f64 * ASKED_EVERY_S;
        series.push(first.plus_ns((s * 1e9) as i64), s * per_s);
    }
    run.apply(Observation::Series(series));
}

/// A reading of the server, the same all the time.
pub(crate) fn reading<const N: usize>(run: &mut Run, signal: &str, of: [(&str, &str); N], v: f64) {
    let mut series = Series::new(signal, with_store(of));
    run.phases.iter().filter(|p| p.is_measured()).for_each(|p| series.push(p.start, v));
    run.apply(Observation::Series(series));
}

/// A command that the server executes so often a second, for so many milliseconds each.
pub(crate) fn command(run: &mut Run, name: &str, per_s: f64, each_ms: f64) {
    total(run, signal::CACHE_COMMAND_CALLS, [("command", name)], per_s);
    total(run, signal::CACHE_COMMAND_TIME, [("command", name)], per_s * each_ms / 1e3);
}

/// The same in the log of slow commands.
pub(crate) fn slow(run: &mut Run, (name, keys, whose): (&str, &str, &str), per_s: f64, each_ms: f64) {
    let of = [("command", name), ("keys", keys), ("whose", whose)];
    total(run, signal::CACHE_SLOW_COUNT, of, per_s);
    total(run, signal::CACHE_SLOW_TIME, of, per_s * each_ms / 1e3);
}

fn with_store<const N: usize>(of: [(&str, &str); N]) -> Labels {
    let mut all = labels(of);
    all.insert("store".to_owned(), STORE.to_owned());
    all
}

/// What became of `cause`.
pub(crate) fn of<'d>(d: &'d Diagnosis, cause: &str) -> &'d Hypothesis {
    d.hypothesis(cause).expect("every cause is heard")
}

/// Whether `reason` has the message `id` somewhere inside.
pub(crate) fn says(reason: &Message, id: &str) -> bool {
    reason.find(id).is_some()
}

/// 180 ms of every 205 a command of another client has the thread: all wait for what is left of it.
pub(crate) fn with_keys(seed: Option<u64>) -> Run {
    let mut run = waiting(seed, |_| 80.0);
    trips(&mut run, |i| if i.is_multiple_of(4) { 0.001 } else { 0.17 });
    command(&mut run, "keys", 4.9, 180.0);
    command(&mut run, "zrank", 300.0, 0.004);
    slow(&mut run, ("keys", "order:*", "report"), 4.9, 180.0);
    run
}
