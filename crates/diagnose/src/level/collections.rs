//! The seconds of a level in which old objects were collected.

use super::scheduler::thread_names;
use crate::language::{Language, ThreadKind};
use model::{Run, Timestamp, signal};
use std::collections::BTreeSet;

crate::thresholds! {
    /// How many times the usual CPU of a second threads of the collector must use in one for it to be a collection's beside the end of
    /// one. A guess, made when eleven collections of Node on one core were known: 1.6 to 3.5, and other seconds up to 1.4.
    AT_WORK = 1.5;
}

/// Whether old objects were collected in a second of `window`, counted from its start on.
///
/// A collection that goes on beside the service is counted when it ends, and slows the seconds before as well: it is in those up to its end
/// in which threads of the collector work more than in others. Its end may be read a second late.
pub(super) fn of_old(run: &Run, window: (Timestamp, Timestamp)) -> impl Fn(usize) -> bool + use<> {
    let seconds = seconds_of(&ended(run, window.0), &at_work(run, window));
    move |second| seconds.contains(&(second as i64))
}

/// The seconds in which a collection ended: in the middle of the two readings of their number between which it did.
fn ended(run: &Run, from: Timestamp) -> BTreeSet<i64> {
    let old = run.series_of(signal::GC_COUNT).filter(|s| matches!(s.label("collector"), "old" | "major"));
    let ended = old.flat_map(|s| s.t.windows(2).zip(s.v.windows(2))).filter(|(_, n)| n[1] > n[0]);
    let middle = |t: &[Timestamp]| f64::midpoint(t[0].seconds_since(from), t[1].seconds_since(from));
    ended.map(|(t, _)| middle(t).floor() as i64).collect()
}

/// The seconds of collections, by those in which they `ended` and those in which their threads are `at_work`.
fn seconds_of(ended: &BTreeSet<i64>, at_work: &BTreeSet<i64>) -> BTreeSet<i64> {
    let mut all = BTreeSet::new();
    for end in ended {
        let late = !at_work.contains(end) && at_work.contains(&(end - 1));
        let last = if late { end - 1 } else { *end };
        all.insert(last);
        let goes_on = |s: &i64| at_work.contains(s) && at_work.contains(&(s + 1));
        all.extend((0..last).rev().take_while(goes_on));
    }
    all
}

/// The seconds in which threads of the collector use far more CPU than usual; none where they are not seen. The first second is left out, as
/// for slow ones.
fn at_work(run: &Run, (from, to): (Timestamp, Timestamp)) -> BTreeSet<i64> {
    let (names, language) = (thread_names(run), Language::of(run));
    let is_collector = |(_, name): &(&u32, &&str)| language.thread_kind(name) == ThreadKind::Collector;
    let collectors: BTreeSet<u32> = names.iter().filter(is_collector).map(|(tid, _)| *tid).collect();
    if collectors.is_empty() {
        return BTreeSet::new();
    }
    let used = |s: &model::ThreadSnapshot| s.threads.iter().filter(|t| collectors.contains(&t.tid)).map(|t| t.cpu_ns as f64).sum::<f64>();
    // readings are in order, and one before and one after are enough
    let first = run.threads.partition_point(|s| s.t < from).saturating_sub(1);
    let last = (run.threads.partition_point(|s| s.t <= to) + 1).min(run.threads.len());
    let readings: Vec<(f64, f64)> = run.threads[first..last.max(first)].iter().map(|s| (s.t.seconds_since(from), used(s))).collect();
    let whole = to.seconds_since(from).floor() as i64;
    let each: Option<Vec<f64>> = (1..whole).map(|s| Some(at(&readings, (s + 1) as f64)? - at(&readings, s as f64)?)).collect();
    let each = each.unwrap_or_default();
    let mut sorted = each.clone();
    sorted.sort_unstable_by(f64::total_cmp);
    let usual = sorted.get(sorted.len() / 2).copied().unwrap_or(0.0);
    each.iter().zip(1..).filter(|(used, _)| **used > 0.0 && **used >= AT_WORK.get() * usual).map(|(_, second)| second).collect()
}

/// What `readings` say at `second`, between the two around it; `None` before the first and after the last.
fn at(readings: &[(f64, f64)], second: f64) -> Option<f64> {
    let next = readings.partition_point(|(t, _)| *t < second);
    let (t1, v1) = *readings.get(next)?;
    let Some((t0, v0)) = next.checked_sub(1).map(|i| readings[i]) else { return (t1 <= second).then_some(v1) };
    Some(v0 + (v1 - v0) * (second - t0) / (t1 - t0).max(1e-9))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Runtime, Series, ThreadSnapshot, ThreadStat, series::labels};

    #[test]
    fn a_collection_is_in_the_seconds_up_to_its_end_in_which_its_threads_work() {
        let set = |all: &[i64]| all.iter().copied().collect::<BTreeSet<i64>>();
        for (ended, at_work, expected, why) in [
            (&[3][..], &[][..], &[3][..], "nothing is seen of its threads"),
            (&[3], &[3, 6], &[3], "work of young objects alone"),
            (&[3], &[2], &[2], "its end is read late"),
            (&[3], &[2, 3], &[2, 3], "it goes on for two"),
            (&[5], &[1, 3, 4], &[3, 4], "as long as they work"),
            (&[0], &[], &[0], "the first second"),
        ] {
            assert_eq!(seconds_of(&set(ended), &set(at_work)), set(expected), "{why}");
        }
    }

    #[test]
    fn threads_of_the_collector_are_read_by_the_second() {
        // twice a second: 10 ms each, and 40 ms in the fifth second
        let stat = |tid, cpu_ms: u64| ThreadStat { tid, cpu_ns: cpu_ms * 1_000_000, run_queue_ns: 0 };
        let mut run = Run::default();
        run.environment.target.runtime = Runtime::named("node");
        for half in 0..18_u64 {
            let extra = if half > 8 { 60 } else { 0 };
            let threads = vec![stat(7, half * 450), stat(8, half * 10 + extra)];
            let new_names = if half == 0 { vec![(7, "node".to_owned()), (8, "V8Worker".to_owned())] } else { Vec::new() };
            run.threads.push(ThreadSnapshot { t: Timestamp::from_ns(half as i64 * 500_000_000), threads, new_names, process: 0 });
        }
        run.thread_comms = [(7, "node".to_owned()), (8, "V8Worker".to_owned())].into();
        let window = (Timestamp::from_ns(0), Timestamp::from_ns(8_000_000_000));
        assert_eq!(at_work(&run, window), [4].into());
        let mut count = Series::new(signal::GC_COUNT, labels([("collector", "major")]));
        for (ms, v) in [(4_900, 1.0), (5_400, 2.0)] {
            count.push(Timestamp::from_ns(ms * 1_000_000), v);
        }
        run.series.insert((count.signal.clone(), count.labels.clone()), count);
        let collected = of_old(&run, window);
        assert_eq!((0..8).filter(|s| collected(*s)).collect::<Vec<_>>(), [4], "read in the sixth second");
    }
}
